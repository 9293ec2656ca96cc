//! What became of a session or a multitrace.

use scm_check::check::conformance::Answer;
use scm_check::kernel::verdict::Verdict;

/// What became of a session.
#[derive(Debug)]
pub(super) enum Outcome {
    /// It was answered for.
    Answered(Answer),
    /// The program broke on it: with this message.
    Broken(String),
    /// It was not looked at, since nobody wants to know any more.
    LeftOut,
}

/// Where an answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// It was found now, and is recorded nowhere.
    Found,
    /// It was found now, where a checkpoint has none.
    FoundAgain,
    /// From a checkpoint.
    Known,
}

/// Returns the verdict of an answer.
pub(super) fn verdict(answer: &Answer) -> Verdict {
    match answer.verdict {
        Ok(true) => Verdict::Holds,
        Ok(false) => Verdict::Violated,
        Err(limit) => Verdict::Unknown(limit.into()),
    }
}
