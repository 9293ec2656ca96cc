(function () {
  "use strict";
  var box = document.querySelector(".filters");
  var rows = Array.prototype.slice.call(document.querySelectorAll(".models tbody tr"));

  function value(name) {
    return box.querySelector("[name=" + name + "]").value;
  }

  // Hides the rows that the filters exclude, and the parts about their models.
  function show() {
    var text = value("text").trim().toLowerCase();
    var state = value("state");
    var verdict = value("verdict");
    var shown = 0;
    rows.forEach(function (row) {
      var name = row.querySelector("th").title.toLowerCase();
      var verdicts = row.getAttribute("data-verdicts").split(" ");
      var isShown = name.indexOf(text) >= 0;
      if (state ? state !== row.getAttribute("data-state") : false) { isShown = false; }
      if (verdict ? verdicts.indexOf(verdict) < 0 : false) { isShown = false; }
      row.hidden = !isShown;
      document.getElementById(row.getAttribute("data-model")).hidden = !isShown;
      shown += isShown ? 1 : 0;
    });
    box.querySelector("[role=status]").textContent = shown + " of " + rows.length + " shown";
  }

  box.hidden = false;
  box.addEventListener("input", show);
  show();
})();
