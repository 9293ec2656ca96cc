//! Reports for systems of continuous integration, of rows that no small model has.

use std::sync::Arc;

use scm_check::internals::driver::{AnswerSubject, Panic, Role};
use scm_check::internals::kernel::verdict::{Reason, Verdict};
use scm_check::internals::language::evidence::WitnessDocument;
use scm_check::internals::render::report::{
    Amount, ReportBuilder, ReportForm, ReportOptions, ResultLayout, Row,
};
use scm_check::internals::render::sentences::Detail;
use serde_json::{Value, json};

use crate::support::json_schema::Schema;
use crate::support::program::json_of;
use crate::support::xsd::Xsd;

/// Returns what is written of rows, which is valid by the schema of the form.
fn written(form: ReportForm, rows: &[Row]) -> String {
    let (detail, layout) = (Detail::Full, ResultLayout::Blocks(Amount::Everything));
    let options = ReportOptions { layout, form, detail, is_quiet: false, width: None };
    let mut report = ReportBuilder::new("check", false, options);
    let mut output = Vec::new();
    for row in rows {
        report.row(row.clone(), &mut output).unwrap();
    }
    report.finish(&mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    match form {
        ReportForm::Junit => {
            let schema = Xsd::read(include_str!("../../data/junit-10.xsd"));
            assert_eq!(schema.objections(&text, "testsuites"), [""; 0], "{text}");
        }
        ReportForm::Sarif => {
            let schema = Schema::read(include_str!("../../data/sarif-schema-2.1.0.json"));
            assert_eq!(schema.objections(&json_of(&text)), [""; 0], "{text}");
        }
        _ => {}
    }
    text
}

fn row(property: &str, verdict: Verdict) -> Row {
    Row::unchecked(AnswerSubject::of_property("m.scm", property), verdict, "")
}

/// Returns a violation whose run has so many steps, one in each line.
fn long(steps: usize) -> Row {
    let step = |line: usize| {
        json!({"participant": "p", "action": "send", "channel": 0, "message": "a", "from": "0", "to": "0",
               "line": line})
    };
    let document = json!({
        "schema": "scm-check/witness", "schema_version": 1, "kind": "bad-configuration", "communications": steps,
        "initial": {"p": "0"}, "steps": (1..=steps).map(step).collect::<Vec<Value>>(),
    });
    let document: WitnessDocument = serde_json::from_value(document).unwrap();
    let explanation = (1..=steps).map(|line| format!("  step {line}")).collect();
    let mut row = row("bad_states/1", Verdict::Violated);
    row.evidence.witness = Some(Arc::new(document));
    row.text.explanation = explanation;
    row
}

#[test]
fn crashes_are_errors_and_premises_are_left_out() {
    let panic = Panic("index out of bounds".to_owned());
    let mut premise = row("rsc", Verdict::Violated);
    premise.answer.subject.role = Role::Premise;
    let rows = [
        premise,
        row("progress", Verdict::Unknown(Reason::Rejected)),
        Row::crashed("other.scm".to_owned(), &panic),
    ];
    let junit = written(ReportForm::Junit, &rows);
    assert!(junit.starts_with(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"scm-check check\" tests=\"2\" failures=\"0\" errors=\"2\">\n"
    ));
    assert!(
        junit.contains("<error message=\"m.scm: progress unknown (rejected)\" type=\"rejected\">")
    );
    assert!(junit.contains("<testcase name=\"read\" classname=\"other.scm\">"), "{junit}");
    let log = json_of(&written(ReportForm::Sarif, &rows));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&str> = results.iter().map(|one| one["ruleId"].as_str().unwrap()).collect();
    assert_eq!(rules, ["progress", "crashed"]);
    assert_eq!(log["runs"][0]["invocations"][0]["exitCode"], 101);
    assert_eq!(
        written(ReportForm::Github, &rows),
        "::error file=m.scm,line=1,title=progress::m.scm: progress unknown (rejected)\n\
         ::error file=other.scm,line=1,title=crashed::other.scm: internal error: index out of bounds\n"
    );
}

#[test]
fn a_row_about_no_model_is_one_of_the_program() {
    let verdict = Verdict::Unknown(Reason::Interrupted);
    let rows = [Row::unchecked(AnswerSubject::of_model(""), verdict, "interrupted")];
    let junit = written(ReportForm::Junit, &rows);
    assert!(junit.contains("<testsuite name=\"scm-check\" "), "{junit}");
    let log = json_of(&written(ReportForm::Sarif, &rows));
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["toolExecutionNotifications"][0]["locations"], Value::Null);
    let github = written(ReportForm::Github, &rows);
    assert!(github.starts_with("::warning title=interrupted::"), "{github}");
}

#[test]
fn long_runs_are_bounded() {
    let log = json_of(&written(ReportForm::Sarif, &[long(3_000)]));
    let result = &log["runs"][0]["results"][0];
    let cause = &result["locations"][0]["physicalLocation"]["region"]["startLine"];
    assert_eq!((cause, &result["ruleId"]), (&3_000.into(), &"bad_states".into()));
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let orders: Vec<u64> =
        steps.iter().map(|step| step["executionOrder"].as_u64().unwrap()).collect();
    let expected: Vec<u64> = (1..=500).chain(2_501..=3_000).collect();
    assert_eq!(orders, expected);
    let github = written(ReportForm::Github, &[long(30)]);
    assert_eq!(github.lines().count(), 1);
    assert_eq!(github.matches("%0A").count(), 19, "{github}");
    assert!(github.ends_with("%0A  step 18%0A(12 more lines)\n"), "{github}");
}
