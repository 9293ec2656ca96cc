//! Facts: shown in every form, and counted only where the model states them or they are asked for by name.

use std::fs;

use serde_json::Value;

use crate::support::program::{CROSSING, Directory, STREAM, endless, json_of, stripped};

/// What is said of the model that is not RSC and has no fault.
const CAUSE: &str = "`a` and `b` cross";

/// Returns a directory with a model that is not RSC and has no fault, alone and with the statements of others.
fn directory(test: &str) -> Directory {
    let stated = |verdict: &str| format!("//# expect: rsc = {verdict}\n{CROSSING}");
    Directory::new(test)
        .with("plain.scm", CROSSING)
        .with("holds.scm", &stated("holds"))
        .with("violated.scm", &stated("violated"))
        .with("other.scm", &format!("//# expect: progress = holds\n{CROSSING}"))
}

/// Returns the levels of the results about `rsc`, and whether they count.
fn of_rsc(report: &Value) -> Vec<(&str, bool)> {
    let rows = report["results"].as_array().unwrap().iter();
    let rows = rows.filter(|row| row["property"] == "rsc");
    rows.map(|row| (row["level"].as_str().unwrap(), row["counts"].as_bool().unwrap())).collect()
}

#[test]
fn a_fact_counts_where_it_is_stated_or_asked_for() {
    let here = directory("facts_count");
    for (line, code, counts) in [
        ("check plain.scm", 0, false),
        ("check --fifo plain.scm", 0, false),
        ("check other.scm", 0, false),
        ("check holds.scm", 1, true),
        ("check violated.scm", 0, true),
        ("check --property rsc plain.scm", 1, true),
        ("check --property progress --property rsc plain.scm", 1, true),
        ("rsc plain.scm", 1, true),
        ("-isrsc plain.scm", 1, true),
        ("batch plain.scm", 0, false),
        ("batch --property rsc plain.scm", 1, true),
        ("batch holds.scm", 1, true),
        ("safety plain.scm", 0, false),
        ("safety violated.scm", 0, false),
    ] {
        let run = here.run(line);
        assert_eq!(run.code, code, "{line}: {}", run.output);
        let report = json_of(&here.run(&format!("{line} --format json")).output);
        assert_eq!(of_rsc(&report), [("fact", counts)], "{line}");
        let verdict = if code == 1 || line == "check violated.scm" { "violated" } else { "holds" };
        assert_eq!((&report["verdict"], &report["exit_code"]), (&verdict.into(), &code.into()));
        let rows = report["results"].as_array().unwrap();
        let is_fault = |row: &&Value| row["property"] != "rsc";
        assert!(rows.iter().filter(is_fault).all(|row| row["level"] == "fault"), "{line}");
        assert!(rows.iter().filter(is_fault).all(|row| row["counts"] == true), "{line}");
    }
}

#[test]
fn an_unknown_fact_is_open_only_where_it_is_stated_or_asked_for() {
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/models/tour/upload.scm");
    let plain = fs::read_to_string(model).unwrap().replace("//#", "//");
    let here = Directory::new("facts_unknown")
        .with("stated.scm", &format!("//# expect: rsc = violated\n{plain}"))
        .with("plain.scm", &plain);
    // So many states suffice for safety, but not for membership without the filters.
    for (line, code) in [
        ("check plain.scm", 0),
        ("check plain.scm plain.scm", 0),
        ("check stated.scm", 3),
        ("check --property rsc plain.scm", 3),
        ("rsc plain.scm", 3),
    ] {
        let run = here.run(&format!("{line} --engine plain --max-states 9"));
        assert_eq!(run.code, code, "{line}: {}", run.output);
    }
    let run = here.run("check plain.scm --engine plain --max-states 9");
    let fact = "\n  facts     rsc unknown: the limit of 9 states was reached\n";
    assert!(run.output.starts_with("plain.scm: 4 hold\n"), "{}", run.output);
    assert!(run.output.contains(fact), "{}", run.output);
}

#[test]
fn a_limit_from_outside_makes_no_fact_open() {
    let here = Directory::new("facts_cut").with("m.scm", &endless());
    let report = json_of(&here.run("check --format json --model-timeout 300ms m.scm").output);
    assert_eq!(of_rsc(&report), [("fact", false)], "{report}");
}

#[test]
fn an_overview_has_a_line_for_facts_and_counts_faults() {
    let here = directory("facts_digest");
    let run = here.run("check plain.scm");
    insta::assert_snapshot!(run.output, @r"
    plain.scm: 9 hold, 0 faults; not RSC
      holds     unspecified-reception, progress, orphan-message, reception-deadlock, deadlock, stuck(p), stuck(q), unreceived(a), unreceived(b)
      facts     not RSC: `a` and `b` cross; see: scm-check rsc plain.scm
      see: scm-check explain safety
    ");
    assert!(!run.output.contains("violated"), "no fault looks like one: {}", run.output);
    let run = here.run("check other.scm --color always");
    let first = stripped(run.output.lines().next().unwrap());
    assert_eq!(first, "other.scm: 9 hold, 0 faults; not RSC; 1 as expected");
    assert!(!run.output.contains("\x1b[1;31m"), "nothing is red: {}", run.output);
    assert!(here.run("check violated.scm").output.contains("as the model expects"));
}

#[test]
fn the_run_of_a_fact_is_shown_on_request() {
    let here = directory("facts_run");
    let step = "participant  action";
    assert!(!here.run("check plain.scm").output.contains(step));
    let all = here.run("check --all plain.scm").output;
    assert!(all.contains(step) && all.contains("  a fact, and no fault\n"), "{all}");
    assert!(all.ends_with("answers: 9 holds; not RSC\n"), "{all}");
    assert!(here.run("rsc plain.scm").output.contains(step));
    let run = here.run("check plain.scm --witness runs");
    assert!(run.code == 0 && here.path("runs/plain.rsc.json").exists(), "{}", run.errors);
}

#[test]
fn results_of_a_line_say_that_a_fact_is_no_fault() {
    let here = directory("facts_lines");
    for line in ["check -q plain.scm", "check plain.scm -o out.json"] {
        let run = here.run(&format!("{line} --color always"));
        let first = run.output.lines().next().unwrap_or_default();
        assert!(first.starts_with("plain.scm: rsc violated: `a`"), "{line}: {first}");
        assert!(first.ends_with(" [a fact, and no fault]"), "{line}: {first}");
        assert!(!first.contains("\x1b[1;31m"), "{line}: {first}");
    }
}

#[test]
fn a_table_shows_facts_as_such() {
    let here = directory("facts_table");
    let run = here.run("check plain.scm other.scm --color always");
    assert_eq!(run.code, 0);
    assert!(run.output.contains("  not rsc  "), "{}", run.output);
    assert!(!run.output.contains("\x1b[1;31m") && !run.output.contains("counterexample"));
    assert!(run.output.ends_with("2 models: 1 as expected, 1 holds\n"), "{}", run.output);
    let stated = here.run("check plain.scm violated.scm");
    assert!(stated.output.contains("  VIOLATED  "), "what is stated counts: {}", stated.output);
    let shares = here.run("batch --summary plain.scm other.scm");
    assert!(
        shares.output.contains("  rsc: 0 of 2 hold (0.0 %), 2 violated\n"),
        "{}",
        shares.output
    );
}

#[test]
fn systems_of_continuous_integration_are_told_of_facts_below_failures() {
    let here = directory("facts_ci");
    let sarif = json_of(&here.run("check plain.scm --format sarif").output);
    let [result] = sarif["runs"][0]["results"].as_array().unwrap().as_slice() else {
        panic!("{sarif}")
    };
    assert_eq!((&result["ruleId"], &result["level"]), (&"rsc".into(), &"note".into()));
    assert_eq!(result["properties"]["counts"], false);
    let github = here.run("check plain.scm --format github").output;
    assert!(github.starts_with("::notice file=plain.scm,line="), "{github}");
    assert_eq!(github.lines().count(), 1, "{github}");
    let junit = here.run("check plain.scm --format junit").output;
    assert!(junit.contains("failures=\"0\" errors=\"0\"") && junit.contains("skipped=\"0\""));
    let output = junit.split("<system-out>").nth(1).unwrap();
    assert!(output.contains(CAUSE) && output.contains("[a fact, and no fault]</system-out>"));
    let csv = here.run("check plain.scm --format csv").output;
    let ends: Vec<&str> =
        csv.lines().take(3).map(|line| line.rsplit(',').next().unwrap()).collect();
    assert_eq!(ends, ["counts", "false", "true"]);
    assert!(csv.lines().nth(1).unwrap().ends_with(",fact,false"), "{csv}");
    // What is stated is a failure as ever.
    let stated = here.run("check holds.scm --format github").output;
    assert!(stated.starts_with("::error "), "{stated}");
}

#[test]
fn a_page_has_facts_in_grey() {
    let here = directory("facts_page");
    let page = |line: &str| {
        assert_eq!(here.run(&format!("{line} -o page.html")).code, 0, "{line}");
        here.read("page.html")
    };
    let one = page("check plain.scm");
    assert!(one.contains("9 hold, 0 faults; not RSC"));
    assert!(one.contains("verdict aside") && !one.contains("verdict failed"));
    assert!(one.contains("to see a run: scm-check rsc plain.scm") && !one.contains("Run 1"));
    assert!(page("check --all plain.scm").contains("Run 1"));
    let table = page("check plain.scm other.scm");
    assert!(table.contains("<td class=\"aside\">not rsc</td>"));
}

#[test]
fn evidence_of_facts_is_checked() {
    let here = directory("facts_verify");
    let run = here.run("check plain.scm --verify");
    assert_eq!(run.code, 0, "{}", run.output);
    assert!(run.output.contains("scm-check-verify: 10 confirmed\n"), "{}", run.output);
    assert_eq!(here.run("batch plain.scm --verify").code, 0);
}

#[test]
fn kept_rows_count_as_those_that_are_found() {
    let here = directory("facts_kept");
    let line = "batch other.scm plain.scm --no-cache --reproducible -o rows.ndjson";
    assert_eq!(here.run(line).code, 0);
    let rows = here.read("rows.ndjson");
    assert_eq!(here.run(&format!("{line} --resume")).code, 0);
    assert_eq!(here.read("rows.ndjson"), rows);
    let merged = here.run("batch --merge rows.ndjson --reproducible --format ndjson");
    assert_eq!((merged.code, merged.output.as_str()), (0, rows.as_str()), "{}", merged.errors);
    // Twice: the second answers are those of the cache.
    for _ in 0..2 {
        let kept = here.run("batch other.scm plain.scm --reproducible --format ndjson");
        assert_eq!((kept.code, kept.output.as_str()), (0, rows.as_str()));
    }
    // What is asked for by name counts, although it was found before.
    assert_eq!(here.run(&format!("{line} --resume --property rsc")).code, 1);
    // A fault counts, whatever the report says.
    let forged = rows.replace("\"verdict\":\"holds\"", "\"verdict\":\"violated\"");
    let forged = forged.replace("\"counts\":true", "\"counts\":false");
    fs::write(here.path("forged.ndjson"), forged).unwrap();
    assert_eq!(here.run("batch --merge forged.ndjson").code, 1);
}

#[test]
fn an_update_states_facts_only_where_they_are_stated() {
    let here = directory("facts_update");
    for name in ["plain.scm", "other.scm"] {
        assert_eq!(here.run(&format!("check --update {name}")).code, 0);
        assert!(here.read(name).contains("progress = holds") && !here.read(name).contains("rsc ="));
    }
    here.run("check --update holds.scm");
    assert!(here.read("holds.scm").starts_with("//# expect: rsc = violated\n"));
    let library = Directory::new("facts_update_library").with("m.scm", STREAM);
    library.run("batch --update m.scm");
    assert!(library.read("m.scm").contains("progress = holds"), "{}", library.read("m.scm"));
    assert!(!library.read("m.scm").contains("rsc"));
}

#[test]
fn sizes_of_automata_count_where_they_are_stated() {
    let diagram = "sequenceDiagram\n  %%# expect: nfa_states = 3\n  A->>B: x\n  B->>A: y\n";
    let here = Directory::new("facts_nfa")
        .with("sizes.mmd", &diagram.replace("= 3", "= 4"))
        .with("plain.mmd", &diagram.replace("  %%# expect: nfa_states = 3\n", ""))
        .with("stated.mmd", &diagram.replace("nfa_states = 3", "nfa = refused"));
    let facts = |line: &str| {
        let report = json_of(&here.run(&format!("{line} --format json")).output);
        let rows = report["results"].as_array().unwrap().iter();
        let rows = rows.filter(|row| row["level"] == "fact");
        let facts: Vec<_> =
            rows.map(|row| (row["property"].to_string(), row["counts"] == true)).collect();
        (facts, report["exit_code"].as_u64().unwrap())
    };
    let nfa = |counts| ("\"nfa\"".to_owned(), counts);
    let size = ("\"nfa_states\"".to_owned(), true);
    assert_eq!(facts("check sizes.mmd"), (vec![nfa(false), size], 1));
    assert_eq!(facts("check stated.mmd"), (vec![nfa(true)], 0));
    assert_eq!(facts("check plain.mmd"), (vec![], 0));
    assert_eq!(facts("check --property nfa plain.mmd"), (vec![nfa(true)], 0));
    assert_eq!(facts("interaction nfa plain.mmd"), (vec![nfa(true)], 0));
}
