use scm_check::internals::driver::{AnswerSubject, Role};
use scm_check::internals::kernel::verdict::{Reason, Verdict};
use scm_check::internals::render::report::{
    Amount, ModelSize, ReportBuilder, ReportForm, ReportOptions, ResultLayout, Row,
};
use scm_check::internals::render::sentences::Detail;

/// Returns what is written of `rows`, and the exit code.
fn written(form: ReportForm, layout: ResultLayout, rows: &[Row]) -> (String, u8) {
    let detail = Detail::Reproducible;
    let options = ReportOptions { layout, form, detail, is_quiet: false, width: None };
    let mut report = ReportBuilder::new("rsc", false, options);
    let mut output = Vec::new();
    report.model(&[], Some(ModelSize::default()));
    for row in rows {
        report.row(row.clone(), &mut output).expect("memory takes it");
    }
    report.finish(&mut output).expect("memory takes it");
    let text = anstream::adapter::strip_bytes(&output).into_vec();
    let text = String::from_utf8(text).expect("it is UTF-8");
    (text, report.exit_code(report.exit_status()))
}

fn row(property: &str, verdict: Verdict, role: Role) -> Row {
    let subject = AnswerSubject { role, ..AnswerSubject::of_property("m.scm", property) };
    Row::unchecked(subject, verdict, "")
}

#[test]
fn premises_are_results_for_programs_and_columns_but_no_blocks() {
    let rows = [
        row("rsc", Verdict::Violated, Role::Premise),
        row("bad_states/1", Verdict::Holds, Role::Answer),
    ];
    let block = "m.scm: bad_states/1 holds\n".to_owned();
    for layout in
        [ResultLayout::Blocks(Amount::Everything), ResultLayout::Lines, ResultLayout::Changes]
    {
        assert_eq!(written(ReportForm::Human, layout, &rows), (block.clone(), 0));
    }
    let (table, code) = written(ReportForm::Human, ResultLayout::Table, &rows);
    assert_eq!(code, 0);
    assert!(table.contains("rsc") && table.contains("VIOLATED"), "{table}");
    assert!(!table.contains("counterexample"), "nobody asked for it: {table}");
    let (lines, _) = written(ReportForm::Ndjson, ResultLayout::Lines, &rows);
    assert_eq!(lines.lines().count(), 2);
    let (object, _) = written(ReportForm::Json, ResultLayout::Lines, &rows);
    assert!(object.contains(r#""property":"rsc""#), "{object}");
    assert!(object.ends_with("\"verdict\":\"holds\",\"exit_code\":0}\n"), "{object}");
}

#[test]
fn a_premise_on_which_the_program_broke_is_shown() {
    let verdict = Verdict::Unknown(Reason::Crashed);
    let rows = [row("rsc", verdict, Role::Premise)];
    let shown = written(ReportForm::Human, ResultLayout::Lines, &rows);
    assert_eq!(shown, ("m.scm: rsc unknown (crashed)\n".to_owned(), 101));
}
