//! Rows of a report, and which of them decide.

use scm_check::internals::driver::{AnswerSubject, Role};
use scm_check::internals::kernel::verdict::{
    Effect, ExitStatus, Expectation, Expected, Reason, Verdict,
};
use scm_check::internals::render::report::{Report, Row};

fn row(property: &str, verdict: Verdict, role: Role) -> Row {
    let subject = AnswerSubject { role, ..AnswerSubject::of_property("m.scm", property) };
    Row::unchecked(subject, verdict, "")
}

fn report(premise: Verdict, answer: Verdict) -> Report {
    let rows = vec![row("rsc", premise, Role::Premise), row("bad_states/1", answer, Role::Answer)];
    Report { rows, ..Report::default() }
}

#[test]
fn a_premise_decides_neither_the_verdict_nor_the_exit_code() {
    let (holds, violated) = (Verdict::Holds, Verdict::Violated);
    let limit = Verdict::Unknown(Reason::States);
    for premise in [holds, violated, limit] {
        for answer in [holds, violated, limit] {
            let report = report(premise, answer);
            assert_eq!(report.verdict(), answer, "{premise:?} {answer:?}");
            assert_eq!(report.exit_status(), ExitStatus::from_verdict(answer, None));
        }
    }
}

#[test]
fn a_premise_that_broke_or_was_stopped_decides() {
    for (reason, exit_status) in
        [(Reason::Crashed, ExitStatus::Crashed), (Reason::Interrupted, ExitStatus::Interrupted)]
    {
        let report = report(Verdict::Unknown(reason), Verdict::Holds);
        assert_eq!(report.exit_status(), exit_status);
        assert_eq!(report.verdict(), Verdict::Unknown(reason));
    }
}

#[test]
fn a_premise_cannot_miss_an_expectation() {
    let expected = Some(Expectation { verdict: Expected::Violated, effect: Effect::Excuses });
    let mut row = row("rsc", Verdict::Holds, Role::Premise);
    row.answer.expected = expected;
    assert_eq!(row.answer.exit_status(), ExitStatus::Fine);
    row.answer.subject.role = Role::Answer;
    assert_eq!(row.answer.exit_status(), ExitStatus::Failed);
}
