//! What became of a session or a multitrace.

use check::conformance::Answer;
use kernel::base::Limit;
use language::log::Session;

/// What became of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It was answered for.
    Answered(Answer),
    /// The program broke on it: the message of its panic.
    Crashed(String),
    /// It was not checked, since its answer is not wanted any more.
    LeftOut,
}

/// Where an answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// It was found now, and is recorded nowhere.
    Found,
    /// It was found now, where a checkpoint has none.
    FoundAgain,
    /// From a checkpoint.
    Known,
}

/// A session that was checked.
#[derive(Debug)]
pub struct SessionReport {
    /// The session.
    pub session: Session,
    /// What became of it.
    pub outcome: Outcome,
    /// Whether it is to be explained, should it fail.
    pub is_explained: bool,
}

impl Outcome {
    /// Returns the answer, if there is one.
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Answered(answer) => Some(answer),
            Self::Crashed(_) | Self::LeftOut => None,
        }
    }

    /// Returns whether the session conforms, if that is known.
    pub fn holds(&self) -> Option<bool> {
        self.answer()?.verdict.ok()
    }

    /// Returns `true` if the run was interrupted before the session was answered for.
    pub(super) fn is_interrupted(&self) -> bool {
        match self {
            Self::LeftOut => true,
            Self::Answered(answer) => answer.verdict == Err(Limit::Interrupted),
            Self::Crashed(_) => false,
        }
    }
}
