//! Reports with facts: which rows count, and what follows where none does.

use serde_json::{Value, json};
use verify::{Verdict, verify};

use super::assert_rejected;
use crate::support::program::{Directory, json_of};

/// Two participants whose messages cross; apart from that nothing is wrong.
const CROSS: &str = "\
scm cross : nb_channels = 2 ; parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true , 1 ? b ; state 2 :
automaton q : initial : 0 state 0 : to 1 : when true , 1 ! b ; state 1 : to 2 : when true , 0 ? a ; state 2 :
";

/// A participant that waits for what nobody sends.
const WAITING: &str = "\
scm waiting : nb_channels = 1 ; parameters : int a ;
automaton p : initial : 0 state 0 : to 0 : when true , 0 ? a ;
";

/// Returns the report of the program about a model, with the certificates for it.
fn report(test: &str, line: &str, model: &str) -> (Value, Vec<u8>) {
    let here = Directory::new(test).with("m.scm", model);
    let run = here.run(&format!("{line} m.scm --format json --certificate all.json"));
    let certificates = std::fs::read(here.path("all.json")).unwrap_or_else(|_| b"[]".to_vec());
    (json_of(&run.output), certificates)
}

/// Judges a report about a model.
fn judge(report: &Value, model: &str) -> Verdict {
    verify(report.to_string().as_bytes(), model.as_bytes(), None)
}

/// Asserts that a report is not wrong, although not all of it may be shown.
fn assert_fits(report: &Value, model: &str) {
    let verdict = judge(report, model);
    assert!(matches!(verdict, Verdict::Confirmed | Verdict::Partial(_)), "{verdict:?}: {report}");
}

/// Returns a report with one thing changed: the field of the row about a property.
fn with(report: &Value, property: &str, field: &str, value: Value) -> Value {
    let mut report = report.clone();
    let rows = report["results"].as_array_mut().unwrap();
    let mut rows = rows.iter_mut().filter(|row| row["property"] == property);
    let row = rows.next_back().expect("there is such a row");
    assert_ne!(row[field], value);
    row[field] = value;
    report
}

/// Returns a report with another conclusion.
fn concluding(report: &Value, verdict: &str, code: u64) -> Value {
    let mut report = report.clone();
    (report["verdict"], report["exit_code"]) = (json!(verdict), json!(code));
    report
}

/// Returns a report without the fields that say which rows count.
fn older(report: &Value) -> Value {
    let mut report = report.clone();
    for row in report["results"].as_array_mut().unwrap() {
        row.as_object_mut().unwrap().retain(|field, _| field != "level" && field != "counts");
    }
    report
}

#[test]
fn a_fact_that_nobody_asked_for_does_not_count() {
    let (report, certificates) = report("verifier_facts", "check", CROSS);
    let verdict = verify(report.to_string().as_bytes(), CROSS.as_bytes(), Some(&certificates));
    assert_eq!(verdict, Verdict::Confirmed);
    assert_eq!((&report["verdict"], &report["exit_code"]), (&json!("holds"), &json!(0)));
    assert_rejected(&judge(&with(&report, "rsc", "counts", json!(true)), CROSS), "rsc: whether it");
    assert_rejected(
        &judge(&with(&report, "rsc", "level", json!("fault")), CROSS),
        "rsc: its level",
    );
    assert_rejected(&judge(&concluding(&report, "violated", 1), CROSS), "the verdict violated");
    assert_fits(&older(&report), CROSS);
    assert_rejected(&judge(&concluding(&older(&report), "violated", 1), CROSS), "the verdict");
}

#[test]
fn a_fault_is_no_fact_and_counts_whatever_a_row_says() {
    let (report, _) = report("verifier_fault", "check", WAITING);
    assert_fits(&report, WAITING);
    assert_eq!((&report["verdict"], &report["exit_code"]), (&json!("violated"), &json!(1)));
    let changed = with(&report, "progress", "level", json!("fact"));
    assert_rejected(&judge(&changed, WAITING), "progress: its level is another");
    let changed = with(&report, "progress", "counts", json!(false));
    assert_rejected(&judge(&changed, WAITING), "progress: whether it counts");
    let mut hidden = with(&changed, "progress", "level", json!("fact"));
    for row in hidden["results"].as_array_mut().unwrap() {
        (row["level"], row["counts"]) = (json!("fact"), json!(false));
    }
    let hidden = concluding(&hidden, "holds", 0);
    assert_rejected(&judge(&hidden, WAITING), "its level is another");
    assert_rejected(&judge(&older(&hidden), WAITING), "the verdict holds");
    // A row by itself has its level, too.
    let row = &changed["results"][0];
    assert_fits(row, WAITING);
    let mut row = row.clone();
    row["level"] = json!("race");
    assert_rejected(&judge(&row, WAITING), "its level is another");
}

#[test]
fn a_fact_counts_where_it_is_asked_or_stated() {
    let stated = format!("//# expect: rsc = violated\n{CROSS}");
    let missed = format!("//# expect: rsc = holds\n{CROSS}");
    for (line, model, verdict, code) in [
        ("check --property rsc", CROSS, "violated", 1),
        ("rsc", CROSS, "violated", 1),
        ("-isrsc", CROSS, "violated", 1),
        ("check", &*stated, "violated", 0),
        ("check", &missed, "violated", 1),
    ] {
        let (report, _) = report("verifier_asked_facts", line, model);
        assert_fits(&report, model);
        assert_eq!((&report["verdict"], &report["exit_code"]), (&json!(verdict), &json!(code)));
        assert_fits(&older(&report), model);
        let unsaid = with(&report, "rsc", "counts", json!(false));
        assert_rejected(&judge(&unsaid, model), "rsc: whether it counts");
        let hidden = concluding(&older(&report), "holds", 0);
        assert_rejected(&judge(&hidden, model), "the verdict holds");
    }
    let (mut report, _) = report("verifier_asked_facts", "check --property rsc", CROSS);
    report.as_object_mut().unwrap().remove("properties");
    assert_rejected(&judge(&report, CROSS), "rsc: whether it counts");
}

#[test]
fn a_premise_does_not_count() {
    let (report, _) = report("verifier_premise", "safety", CROSS);
    assert_fits(&report, CROSS);
    assert_rejected(&judge(&with(&report, "rsc", "counts", json!(true)), CROSS), "whether it");
    let line = "safety --property progress --property rsc";
    let (asked, _) = self::report("verifier_premise", line, CROSS);
    assert_fits(&asked, CROSS);
    assert_eq!(asked["exit_code"], 1);
    assert_rejected(&judge(&with(&asked, "rsc", "counts", json!(false)), CROSS), "whether it");
    let counts: Vec<&Value> =
        asked["results"].as_array().unwrap().iter().map(|row| &row["counts"]).collect();
    assert_eq!(counts, [false, true, true]);
}

#[test]
fn without_a_row_that_counts_nothing_is_decided() {
    let (report, _) = report("verifier_nothing_counts", "check", CROSS);
    let only_facts = |report: &Value| {
        let mut report = report.clone();
        report["results"].as_array_mut().unwrap().retain(|row| row["level"] == "fact");
        report
    };
    let facts = only_facts(&report);
    assert_eq!(facts["results"].as_array().unwrap().len(), 1);
    assert_rejected(&judge(&facts, CROSS), "the verdict holds of the report does not follow");
    assert_rejected(&judge(&concluding(&facts, "unknown", 0), CROSS), "the exit code 0");
    assert_fits(&concluding(&facts, "unknown", 3), CROSS);
    let mut excused = concluding(&facts, "unknown", 0);
    excused["exit_zero"] = json!(true);
    assert_fits(&excused, CROSS);
    // Another model does not make up for it.
    let mut both = report.clone();
    let mut other = facts["results"][0].clone();
    (other["model"], other["sha256"]) = (json!("other.scm"), json!("0".repeat(64)));
    other["witness"]["sha256"] = other["sha256"].clone();
    both["results"].as_array_mut().unwrap().push(other);
    assert_rejected(&judge(&both, CROSS), "the verdict holds");
    assert_fits(&concluding(&both, "unknown", 3), CROSS);

    let mut empty = report;
    empty["results"] = json!([]);
    assert_rejected(&judge(&empty, CROSS), "the verdict holds");
    let verdict = judge(&concluding(&empty, "unknown", 3), CROSS);
    assert_eq!(verdict, Verdict::Unsupported("there is no verdict in the report".to_owned()));
}
