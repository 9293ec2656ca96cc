//! Results for people.

use scm_check::internals::driver::AnswerSubject;
use scm_check::internals::kernel::verdict::{Effect, Expectation, Expected, Reason, Verdict};
use scm_check::internals::render::report::{Amount, Row, write_row};

fn shown(row: &Row, amount: Amount) -> String {
    let mut text = Vec::new();
    write_row(row, amount, &mut text).expect("memory");
    String::from_utf8(text).expect("text")
}

fn row(verdict: Verdict) -> Row {
    Row::unchecked(AnswerSubject::of_property("m.scm", "rsc"), verdict, "so it is")
}

#[test]
fn the_first_line_names_model_property_verdict_and_reason() {
    let text = shown(&row(Verdict::Unknown(Reason::States)), Amount::Line);
    assert_eq!(text, "m.scm: rsc \x1b[1;33munknown\x1b[0m (states): so it is\n");
}

#[test]
fn a_long_result_repeats_its_first_line() {
    let mut row = row(Verdict::Violated);
    row.text.explanation = vec![String::new(); 19];
    let text = shown(&row, Amount::Everything);
    assert_eq!(text.lines().count(), 21);
    assert_eq!(text.lines().next(), text.lines().last());
}

#[test]
fn a_missed_expectation_is_named() {
    let expected = Some(Expectation { verdict: Expected::Violated, effect: Effect::Excuses });
    let mut row = row(Verdict::Holds);
    row.answer.expected = expected;
    let text = shown(&row, Amount::Summary);
    assert!(text.contains("CHANGED: the model expects violated"), "{text}");
}
