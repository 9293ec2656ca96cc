//! A page in a browser: the controls work, and nothing is fetched.

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::render::html::{as_on_a_page, hostile_names, hostile_page, token};
use crate::support::program::{CROSSING, Directory, STREAM};

/// What Chromium may be called.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A browser that takes longer is stopped.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs before the script of the page, and notes what goes wrong.
const WATCH: &str = "<script>
var findings = { errors: [], states: {} };
window.onerror = function (message) { findings.errors.push(String(message)); };
console.error = function (message) { findings.errors.push(String(message)); };
document.addEventListener('securitypolicyviolation', function (event) {
  findings.errors.push('policy: ' + event.violatedDirective);
});
</script>";

/// Runs behind the script of the page: does what a person does, and notes what is shown then.
const PERSON: &str = "<script>
(function () {
  var walk = document.querySelector('.walk');
  var slider = walk.querySelector('input[type=range]');
  function texts(selector) {
    return Array.prototype.map.call(walk.querySelectorAll(selector), function (element) {
      return element.textContent.trim();
    });
  }
  function note(name) {
    findings.states[name] = {
      step: slider.value,
      slider: slider.getAttribute('aria-valuetext'),
      says: texts('.says')[0],
      values: texts('.value'),
      changed: texts('.changed .value'),
      messages: texts('.messages > li:not([hidden])'),
      here: Array.prototype.map.call(walk.querySelectorAll('[data-here]'), function (node) {
        return node.getAttribute('data-key');
      }),
      later: walk.querySelectorAll('.event.later').length,
      line: texts('.source .now .number'),
      row: texts('.steps .now th'),
      disabled: Array.prototype.map.call(
        walk.querySelectorAll('[aria-disabled=true]'),
        function (button) { return button.getAttribute('data-do'); }
      )
    };
  }
  function press(element, key) {
    var options = { key: key, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', options));
  }
  findings.controls = walk.querySelector('.buttons').hidden ? 'hidden' : 'shown';
  note('start');
  press(slider, 'Home'); note('home');
  press(slider, 'ArrowRight'); note('right');
  press(slider, 'ArrowUp'); note('up');
  press(slider, 'ArrowLeft'); note('left');
  press(slider, 'End'); note('end');
  press(slider, 'ArrowRight'); note('beyond');
  press(document.body, 'ArrowLeft'); note('body');
  press(document.body, 'Home'); note('body home');
  press(walk.querySelector('[data-do=next]'), 'Home'); note('button home');
  press(walk.querySelector('[data-do=next]'), 'End'); note('button end');
  slider.value = '2';
  slider.dispatchEvent(new Event('input', { bubbles: true })); note('moved');
  ['first', 'next', 'last', 'previous'].forEach(function (name) {
    walk.querySelector('[data-do=' + name + ']').click(); note(name);
  });
  walk.querySelector('.event[data-step=\"2\"]').dispatchEvent(
    new MouseEvent('click', { bubbles: true })
  );
  note('chart');
  walk.querySelector('.source .links a').click(); note('source');
  walk.querySelector('.cycle a[data-go]').click(); note('cycle');
  walk.querySelectorAll('.steps th a')[3].click(); note('table');
})();
</script>";

/// Runs behind the scripts of a page of several models: filters them, and notes which are shown then.
const FILTERS: &str = "<script>
(function () {
  var box = document.querySelector('.filters');
  function filter(name, value) {
    var field = box.querySelector('[name=' + name + ']');
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    var shown = document.querySelectorAll('.models tbody tr:not([hidden]) th');
    var sections = document.querySelectorAll('section.model:not([hidden]) > h2');
    return [shown, sections].map(function (list) {
      return Array.prototype.map.call(list, function (element) { return element.textContent; });
    }).concat([[box.querySelector('[role=status]').textContent]]);
  }
  findings.filters = [
    filter('text', 'STREAM'), filter('text', ''), filter('state', 'violated'), filter('state', ''),
    filter('verdict', 'holds'), filter('verdict', '')
  ];
  findings.filtering = box.hidden ? 'hidden' : 'shown';
})();
</script>";

/// Runs last: notes what holds of every page, and tells it to the page around the frame.
const GUEST: &str = "<script>
(function () {
  function texts(selector) {
    return Array.prototype.map.call(document.querySelectorAll(selector), function (element) {
      return element.textContent;
    });
  }
  findings.page = location.pathname.split('/').pop();
  findings.width = window.innerWidth;
  findings.executed = window.executed === 1;
  findings.wide = document.documentElement.scrollWidth > window.innerWidth;
  findings.requests = performance.getEntriesByType('resource').map(function (entry) {
    return entry.name;
  });
  findings.things = texts('.things li');
  findings.values = texts('.value');
  findings.unnamed = document.querySelectorAll(
    'button:not([aria-label]), input:not([aria-label]), [tabindex=\"0\"]:not([aria-label]):not(pre)'
  ).length;
  var strip = document.querySelector('.names');
  var frame = strip.parentNode;
  var now = frame.querySelector('.event.now').getBoundingClientRect();
  var box = frame.getBoundingClientRect();
  findings.scrolled = frame.scrollTop > 0;
  findings.strip = Math.round(strip.getBoundingClientRect().top - box.top);
  findings.now = now.left >= box.left - 1 && now.right <= box.right + 1
    && now.top >= box.top + strip.getBoundingClientRect().height && now.bottom <= box.bottom;
  findings.lifelines = frame.querySelectorAll('.lifeline').length;
  findings.frames = strip.querySelectorAll('.frame').length;
  parent.postMessage(findings, '*');
})();
</script>";

/// The widths of a window on a telephone and on a desk.
const WIDTHS: [u32; 2] = [390, 1280];

fn browser() -> &'static str {
    let found = BROWSERS.into_iter().find(|name| {
        let version = Command::new(name).arg("--version").stderr(Stdio::null()).output();
        version.is_ok_and(|output| output.status.success())
    });
    found.unwrap_or_else(|| panic!("none of {BROWSERS:?} is installed"))
}

/// Returns the page as the browser has it after its scripts have run.
fn opened(browser: &str, here: &Directory, page: &Path) -> String {
    let mut child = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
        ])
        .args(["--no-first-run", "--virtual-time-budget=3000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", here.path("profile").display()))
        .arg(format!("file://{}", page.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    });
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{browser} does not come to an end");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    reader.join().unwrap().unwrap()
}

/// Returns what was found on each page at each width: the pages with their names, in frames of one
/// page, so that the browser starts once.
fn findings(browser: &str, here: Directory, pages: &[(&str, String)]) -> Vec<Value> {
    let mut here = here;
    let mut frames = String::new();
    for (name, page) in pages {
        let watched = page.replacen("<style>", &format!("{WATCH}<style>"), 1);
        let (rest, end) = watched.rsplit_once("</body>").unwrap();
        let person = match *name {
            "crossing.html" => PERSON,
            "models.html" => FILTERS,
            _ => "",
        };
        here = here.with(name, &format!("{rest}{person}{GUEST}</body>{end}"));
        for width in WIDTHS {
            write!(frames, "<iframe src='{name}' width='{width}' height='844'></iframe>").unwrap();
        }
    }
    let count = pages.len() * WIDTHS.len();
    here = here.with("frames.html", &format!("<!DOCTYPE html>{}{frames}", host(count)));
    let seen = opened(browser, &here, &here.path("frames.html"));
    let (_, found) =
        seen.split_once("<pre id=\"findings\">").expect("the scripts came to their end");
    let (found, _) = found.split_once("</pre>").unwrap();
    serde_json::from_str(found).unwrap()
}

/// Returns the script that hears what was found in so many frames, and writes it down.
fn host(frames: usize) -> String {
    format!(
        "<style>iframe {{ border: 0 }}</style><script>
var found = [];
window.addEventListener('message', function (event) {{
  found.push(event.data);
  if (found.length < {frames}) {{ return; }}
  var output = document.createElement('pre');
  output.id = 'findings';
  output.textContent = JSON.stringify(found).replace(/[<>&\\u007f-\\uffff]/g, function (letter) {{
    return '\\\\u' + ('0000' + letter.charCodeAt(0).toString(16)).slice(-4);
  }});
  document.body.appendChild(output);
}});
</script>"
    )
}

/// Returns the page that a run of the program makes.
fn page(here: &Directory, command: &str) -> String {
    let run = here.run(command);
    assert_eq!((run.code, run.errors.as_str()), (1, ""));
    run.output
}

#[test]
#[ignore = "needs Chromium"]
fn a_page_is_walked_through_by_slider_keys_buttons_and_links() {
    let browser = browser();
    let long = CROSSING.replace("automaton p", &format!("automaton {}", "p".repeat(200)));
    let long = long.replace("a ;", &format!("{} ;", "a".repeat(200)));
    let here = Directory::new("html_browser")
        .with("m.scm", CROSSING)
        .with("long.scm", &long)
        .with("stream.scm", STREAM)
        .with("token.scm", &token(12, 20));
    let pages = [
        ("crossing.html", page(&here, "rsc --format html m.scm")),
        ("models.html", page(&here, "rsc --format html stream.scm m.scm")),
        ("long.html", page(&here, "rsc --format html long.scm")),
        ("token.html", page(&here, "safety --property progress --format html token.scm")),
        ("hostile.html", hostile_page()),
    ];
    let all = findings(browser, here, &pages);
    for (name, _) in &pages {
        let mut widths: Vec<u64> = all
            .iter()
            .filter(|found| found["page"] == *name)
            .map(|found| found["width"].as_u64().unwrap())
            .collect();
        widths.sort_unstable();
        assert_eq!(widths, WIDTHS.map(u64::from), "{name}");
    }
    for found in &all {
        let place = format!("{} at {}", found["page"], found["width"]);
        assert_eq!(found["errors"], serde_json::json!([]), "{place}");
        assert_eq!(found["requests"], serde_json::json!([]), "{place}");
        assert_eq!(found["executed"], false, "{place}");
        assert_eq!(found["wide"], false, "{place}");
        assert_eq!(found["unnamed"], 0, "{place}");
        assert_eq!(found["strip"], 0, "{place}");
        assert_eq!(found["now"], true, "{place}");
        assert_eq!(found["frames"], found["lifelines"], "{place}");
        match found["page"].as_str().unwrap() {
            "crossing.html" => is_walked_through(found),
            "models.html" => are_filtered(found),
            "token.html" => assert_eq!(found["scrolled"], true, "{place}"),
            "hostile.html" => {
                let names = hostile_names();
                let on_page: Vec<String> = names.iter().map(|name| as_on_a_page(name)).collect();
                assert_eq!(found["things"], serde_json::json!(on_page));
                let last: Vec<String> = names
                    .iter()
                    .map(|name| name.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"))
                    .collect();
                assert_eq!(found["values"], serde_json::json!(last));
            }
            _ => {}
        }
    }
}

/// The filters hide rows of the table, and the parts about their models.
fn are_filtered(findings: &Value) {
    assert_eq!(findings["filtering"], "shown");
    let both: &[&str] = &["m.scm", "stream.scm"];
    for (index, shown) in
        [&["stream.scm"], both, &["m.scm"], both, &["stream.scm"], both].into_iter().enumerate()
    {
        let status = format!("{} of 2 shown", shown.len());
        assert_eq!(findings["filters"][index], serde_json::json!([shown, shown, [status]]));
    }
}

/// What the person found is what the controls promise.
fn is_walked_through(findings: &Value) {
    assert_eq!(findings["controls"], "shown");
    let states = &findings["states"];
    for (name, step) in [
        ("start", "4"),
        ("home", "0"),
        ("right", "1"),
        ("up", "2"),
        ("left", "1"),
        ("end", "4"),
        ("beyond", "4"),
        ("body", "3"),
        ("body home", "3"),
        ("button home", "0"),
        ("button end", "4"),
        ("moved", "2"),
        ("first", "0"),
        ("next", "1"),
        ("last", "4"),
        ("previous", "3"),
        ("chart", "2"),
        ("source", "1"),
        ("cycle", "1"),
        ("table", "4"),
    ] {
        assert_eq!(states[name]["step"], step, "{name}");
    }
    assert_eq!(
        states["home"],
        serde_json::json!({
            "step": "0",
            "slider": "step 0 of 4",
            "says": "The run begins; all channels are empty",
            "values": ["0", "0", "(empty)", "(empty)"],
            "changed": [],
            "messages": [],
            "here": ["0:0", "1:0"],
            "later": 4,
            "line": [],
            "row": [],
            "disabled": ["first", "previous"],
        })
    );
    assert_eq!(
        states["up"],
        serde_json::json!({
            "step": "2",
            "slider": "step 2 of 4",
            "says": "Step 2 of 4: q sends b on channel 1 and goes from state 0 to state 1",
            "values": ["1", "1", "a", "b"],
            "changed": ["1", "b"],
            "messages": [
                "a on channel 0: sent in step 1, received in step 4",
                "b on channel 1: sent in step 2, received in step 3",
            ],
            "here": ["0:1", "1:1"],
            "later": 2,
            "line": ["16"],
            "row": ["2"],
            "disabled": [],
        })
    );
    assert_eq!(states["end"], states["start"]);
    assert_eq!(states["end"]["disabled"], serde_json::json!(["next", "last"]));
}
