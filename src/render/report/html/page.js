(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  // The run that the keys are for when none has the focus.
  var current = null;

  // Returns the value that holds at a step, among those that say from which step on they hold.
  function at(values, step) {
    var value = "";
    values.forEach(function (entry) {
      if (entry[0] <= step) { value = entry[1]; }
    });
    return value;
  }

  function toggle(element, name, on) {
    if (on) { element.classList.add(name); } else { element.classList.remove(name); }
  }

  function all(root, selector) {
    return Array.prototype.slice.call(root.querySelectorAll(selector));
  }

  function number(element, name) {
    var text = element.getAttribute(name);
    return text === null ? Infinity : Number(text);
  }

  function Walk(walk) {
    this.data = walk;
    this.root = document.getElementById(walk.id);
    this.last = walk.says.length - 1;
    // The place of the stop, and the number of its step.
    this.place = this.last;
    this.step = this.numberOf(this.last);
    this.slider = this.root.querySelector("input[type=range]");
    this.says = this.root.querySelector(".says");
    this.chart = this.root.querySelector("svg.chart, .picture svg");
    this.events = this.chart ? all(this.chart, "[data-step]") : [];
    this.arrows = this.chart ? all(this.chart, "[data-from]") : [];
    this.nodes = all(this.root, "[data-key]");
    this.cells = all(this.root, "[data-gauge]");
    this.messages = all(this.root, ".messages > li");
    this.none = this.root.querySelector(".no-messages");
    this.drawings = all(this.root, ".drawing");
    this.band = null;
    this.head = 0;
  }

  // Returns the number of the step at a place: of a long run not all steps have one.
  Walk.prototype.numberOf = function (place) {
    return this.data.steps ? this.data.steps[place] : place;
  };

  // Returns the last place whose step has this number, or a smaller one.
  Walk.prototype.placeOf = function (step) {
    var place = Math.max(0, Math.min(this.last, step));
    while (place > 0 && this.numberOf(place) > step) { place -= 1; }
    return place;
  };

  Walk.prototype.start = function () {
    var walk = this;
    if (!walk.slider) { return; }
    walk.root.querySelector(".buttons").hidden = false;
    if (walk.chart) { walk.keepNames(); }
    walk.slider.addEventListener("input", function () { walk.go(Number(walk.slider.value)); });
    walk.root.addEventListener("click", function (event) {
      current = walk;
      var button = event.target.closest("[data-do]");
      var link = event.target.closest("[data-go]");
      var place = event.target.closest("[data-step]");
      if (button) { walk.does(button.getAttribute("data-do")); }
      if (link) {
        event.preventDefault();
        walk.go(walk.placeOf(number(link, "data-go")));
      }
      if (place) { walk.go(walk.placeOf(number(place, "data-step"))); }
      var line = event.target.closest(".source .links a");
      if (line) {
        event.preventDefault();
        walk.go(walk.placeOf(Number(line.getAttribute("href").split("-s").pop())));
      }
    });
    walk.root.addEventListener("focusin", function () { current = walk; });
    walk.go(walk.last);
  };

  Walk.prototype.does = function (what) {
    var to = { first: 0, previous: this.place - 1, next: this.place + 1, last: this.last }[what];
    this.go(to);
  };

  Walk.prototype.go = function (place) {
    place = Math.max(0, Math.min(this.last, place));
    if (place !== place) { return; }
    this.place = place;
    this.step = this.numberOf(place);
    this.slider.value = String(place);
    var text = "step " + this.step + " of " + this.numberOf(this.last);
    this.slider.setAttribute("aria-valuetext", text);
    if (this.says.textContent !== this.data.says[place]) {
      this.says.textContent = this.data.says[place];
    }
    this.showButtons();
    this.showValues();
    this.showMessages();
    this.showChart();
    this.showPlaces();
    this.showLine();
  };

  Walk.prototype.showButtons = function () {
    var walk = this;
    all(walk.root, "[data-do]").forEach(function (button) {
      var back = /first|previous/.test(button.getAttribute("data-do"));
      button.setAttribute("aria-disabled", String(walk.place === (back ? 0 : walk.last)));
    });
  };

  Walk.prototype.showValues = function () {
    var walk = this;
    walk.cells.forEach(function (cell) {
      var values = walk.data.gauges[number(cell, "data-gauge")].values;
      var value = at(values, walk.place);
      // Behind steps that are left out nobody knows what it was.
      var follows = walk.place > 0 && walk.numberOf(walk.place - 1) === walk.step - 1;
      var before = follows ? at(values, walk.place - 1) : value;
      cell.querySelector(".value").textContent = value;
      cell.querySelector(".was").textContent = before === value ? "" : " was " + before;
      toggle(cell, "changed", before !== value);
    });
  };

  Walk.prototype.showMessages = function () {
    var walk = this;
    var shown = 0;
    walk.messages.forEach(function (item, index) {
      var ends = walk.data.messages[index];
      var open = ends[0] <= walk.step && (ends[1] === null || ends[1] > walk.step);
      item.hidden = !open;
      shown += open ? 1 : 0;
    });
    if (walk.none) { walk.none.hidden = shown > 0; }
  };

  Walk.prototype.showChart = function () {
    var walk = this;
    var now = null;
    walk.events.forEach(function (event) {
      var step = number(event, "data-step");
      toggle(event, "later", step > walk.step);
      toggle(event, "now", step === walk.step);
      if (step === walk.step) { now = event; }
    });
    walk.arrows.forEach(function (arrow) {
      var isEdge = arrow.classList.contains("cycle-edge");
      var ends = [number(arrow, "data-from"), isEdge ? number(arrow, "data-to") : 0];
      toggle(arrow, "later", Math.max(ends[0], ends[1]) > walk.step);
    });
    if (walk.chart) { walk.showBand(now); }
  };

  // Lays the names of the lifelines over the chart, where they stay in sight.
  Walk.prototype.keepNames = function () {
    var chart = this.chart;
    var strip = chart.cloneNode(false);
    var paper = strip.appendChild(chart.querySelector(".paper").cloneNode(false));
    var head = 0;
    all(chart, ".lifeline").forEach(function (line) {
      var frame = line.querySelector(".frame");
      head = Math.max(head, number(frame, "y") + number(frame, "height") + 4);
      var part = frame;
      do {
        strip.appendChild(part.cloneNode(true));
        part = part.nextElementSibling;
      } while (part && !part.classList.contains("frame"));
    });
    paper.setAttribute("height", head);
    strip.setAttribute("class", "chart names");
    strip.setAttribute("height", head);
    strip.setAttribute("viewBox", "0 0 " + chart.viewBox.baseVal.width + " " + head);
    strip.setAttribute("aria-hidden", "true");
    chart.parentNode.insertBefore(strip, chart);
    chart.style.marginTop = -head + "px";
    this.head = head;
  };

  // Draws a band behind the current step, and brings it into sight within the chart's own frame.
  Walk.prototype.showBand = function (now) {
    if (!this.band) {
      this.band = document.createElementNS(this.chart.namespaceURI, "rect");
      this.band.setAttribute("class", "cursor");
      var first = this.chart.querySelector("g");
      first.parentNode.insertBefore(this.band, first);
    }
    var box = now ? now.getBBox() : null;
    var view = this.chart.viewBox.baseVal;
    this.band.setAttribute("x", view.x);
    this.band.setAttribute("width", view.width);
    this.band.setAttribute("y", box ? box.y - 3 : 0);
    this.band.setAttribute("height", box ? box.height + 6 : 0);
    var frame = this.chart.parentNode;
    if (box) {
      var top = frame.scrollTop;
      var left = frame.scrollLeft;
      if (box.y < top + this.head + 20 || box.y + 60 > top + frame.clientHeight) {
        frame.scrollTop = box.y - frame.clientHeight / 2;
      }
      if (box.x < left || box.x + box.width > left + frame.clientWidth) {
        frame.scrollLeft = box.x + (box.width - frame.clientWidth) / 2;
      }
    }
  };

  Walk.prototype.showPlaces = function () {
    var walk = this;
    var here = {};
    walk.data.gauges.forEach(function (gauge) {
      if (gauge.key !== undefined) { here[gauge.key + at(gauge.values, walk.place)] = true; }
    });
    walk.nodes.forEach(function (node) {
      if (here[node.getAttribute("data-key")] === true) {
        node.setAttribute("data-here", "here");
      } else {
        node.removeAttribute("data-here");
      }
    });
    var mover = walk.place > 0 ? walk.data.drawings[walk.place - 1] : -1;
    walk.drawings.forEach(function (drawing, index) { toggle(drawing, "moves", index === mover); });
  };

  Walk.prototype.showLine = function () {
    var id = this.data.id;
    var line = this.place > 0 ? this.data.lines[this.place - 1] : null;
    var marked = [
      document.getElementById(id + "-l" + line),
      document.getElementById(id + "-s" + this.step)
    ];
    all(this.root, ".line.now, .steps .now").forEach(function (place) {
      place.classList.remove("now");
      place.removeAttribute("aria-current");
    });
    marked.forEach(function (place) {
      if (place) {
        place.classList.add("now");
        place.setAttribute("aria-current", "step");
      }
    });
  };

  var walks = data.walks.map(function (walk) { return new Walk(walk); });
  walks.forEach(function (walk) { walk.start(); });
  current = walks[0] || null;

  // Tells whether a key already means something where the focus is.
  function isTaken(target, key) {
    if (!target.closest || target === document.body) { return /Home|End/.test(key); }
    if (target.closest("input[type=range], button")) { return false; }
    var frame = target.closest(".scroll");
    var wide = frame ? frame.scrollWidth > frame.clientWidth : false;
    return wide || (/Home|End/.test(key) ? !target.closest(".walk") : false);
  }

  document.addEventListener("keydown", function (event) {
    var slider = event.target.closest ? event.target.closest("input[type=range]") : null;
    var keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
    if (slider) {
      keys.ArrowDown = "previous";
      keys.ArrowUp = "next";
    }
    var what = keys[event.key];
    var held = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!what || held || event.defaultPrevented || !current || !current.slider) { return; }
    if (isTaken(event.target, event.key)) { return; }
    event.preventDefault();
    current.does(what);
  });

  // What is folded opens where somebody wants to get there, and on paper.
  function unfold() {
    var place = document.getElementById(location.hash.slice(1));
    if (!place) { return; }
    for (var fold = place.closest("details"); fold; fold = fold.parentNode.closest("details")) {
      fold.open = true;
    }
    place.scrollIntoView();
  }
  window.addEventListener("hashchange", unfold);
  document.addEventListener("click", function (event) {
    var link = event.target.closest ? event.target.closest("a[href^='#']") : null;
    if (link) {
      if (link.getAttribute("href") === location.hash) { unfold(); }
    }
  });
  unfold();
  window.addEventListener("beforeprint", function () {
    all(document, ".run, .calm, .facts details").forEach(function (fold) { fold.open = true; });
  });
  // A picture that was folded has no size before.
  all(document, "details.run").forEach(function (fold) {
    fold.addEventListener("toggle", function () {
      walks.forEach(function (walk) {
        if (fold.open ? fold.contains(walk.root) : false) {
          current = walk;
          if (walk.slider) { walk.go(walk.place); }
        }
      });
    });
  });
})();
