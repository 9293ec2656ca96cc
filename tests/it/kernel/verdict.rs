//! Verdicts, expectations and exit codes.

use scm_check::internals::kernel::verdict::{
    Comparison, Effect, ExitStatus, Expectation, Expected, Reason, Verdict,
};

#[test]
fn the_gravest_standing_decides() {
    let order = [0, 3, 1, 2, 130, 101];
    let standings = [
        ExitStatus::Fine,
        ExitStatus::Open,
        ExitStatus::Failed,
        ExitStatus::Refused,
        ExitStatus::Interrupted,
        ExitStatus::Crashed,
    ];
    assert!(standings.is_sorted());
    assert_eq!(standings.map(ExitStatus::exit_code), order);
}

#[test]
fn an_expected_violation_is_fine_and_a_missed_one_fails() {
    let excused = |verdict| Some(Expectation { verdict, effect: Effect::Excuses });
    let (violated, holds) = (excused(Expected::Violated), excused(Expected::Holds));
    assert_eq!(ExitStatus::from_verdict(Verdict::Violated, violated), ExitStatus::Fine);
    assert_eq!(ExitStatus::from_verdict(Verdict::Holds, violated), ExitStatus::Failed);
    assert_eq!(ExitStatus::from_verdict(Verdict::Violated, holds), ExitStatus::Failed);
    assert_eq!(ExitStatus::from_verdict(Verdict::Unknown(Reason::States), holds), ExitStatus::Open);
    assert_eq!(
        ExitStatus::from_verdict(Verdict::Unknown(Reason::Crashed), holds),
        ExitStatus::Crashed
    );
}

#[test]
fn a_reminder_excuses_nothing_and_a_missed_one_fails() {
    let reminder = |verdict| Some(Expectation { verdict, effect: Effect::Reminds });
    assert_eq!(
        ExitStatus::from_verdict(Verdict::Violated, reminder(Expected::Violated)),
        ExitStatus::Failed
    );
    assert_eq!(
        ExitStatus::from_verdict(Verdict::Holds, reminder(Expected::Violated)),
        ExitStatus::Failed
    );
    assert_eq!(
        ExitStatus::from_verdict(Verdict::Holds, reminder(Expected::Holds)),
        ExitStatus::Fine
    );
}

#[test]
fn what_was_expected_and_found_is_called_by_the_same_word() {
    let verdicts = [Verdict::Holds, Verdict::Violated, Verdict::Unknown(Reason::Undecidable)];
    for (expected, verdict) in Expected::ALL.into_iter().zip(verdicts) {
        assert_eq!(expected.word(), verdict.word());
        let expectation = Expectation { verdict: expected, effect: Effect::Excuses };
        assert_eq!(expectation.compare(verdict), Comparison::Met);
    }
}

#[test]
fn one_error_among_verdicts_is_the_verdict_of_all() {
    let all = [Verdict::Holds, Verdict::Error, Verdict::Violated];
    assert_eq!(all.into_iter().fold(Verdict::Holds, Verdict::and), Verdict::Error);
}
