//! Outcomes of the check of a session or a multitrace.

use check::conformance::Answer;
use kernel::base::Limit;
use language::log::Session;

/// Outcome of the check of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The session has an answer.
    Answered {
        /// The answer, in the order of the log; it has a class if all orders have this one.
        answer: Answer,
        /// Number of the orders of its events that were tried: all that times allow, or up to one that a limit cut.
        orders: usize,
    },
    /// The program crashed on the session, with this panic message.
    Crashed(String),
    /// Times leave the order of events open, and the verdict may depend on it.
    Unordered(Unordered),
    /// The session was not checked, since its answer is no longer wanted.
    LeftOut,
}

/// Maximum number of orders of the events of a session that are tried.
pub const MAX_ORDERS: usize = 1_000;

/// Why a session has no verdict of which times leave the order of events open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unordered {
    /// Two orders have different verdicts, of which the second one was the one with this number, from 1.
    Disagree(usize),
    /// There are more than [`MAX_ORDERS`].
    TooMany,
}

/// Origin of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The answer was found in this run, and is not in the checkpoint.
    Found,
    /// The answer was found in this run; the checkpoint has an entry without an answer.
    FoundAgain,
    /// The answer is from the checkpoint.
    Known,
}

/// A session that was checked.
#[derive(Debug)]
pub struct SessionReport {
    /// The session.
    pub session: Session,
    /// The outcome.
    pub outcome: Outcome,
    /// Whether the session is explained if it fails.
    pub is_explained: bool,
}

impl Outcome {
    /// Returns the answer, if there is one.
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Answered { answer, .. } => Some(answer),
            Self::Unordered(_) | Self::Crashed(_) | Self::LeftOut => None,
        }
    }

    /// Returns whether the session conforms, if that is known.
    pub fn holds(&self) -> Option<bool> {
        self.answer()?.verdict.ok()
    }

    /// Returns `true` if the run was interrupted before the session had an answer.
    pub(in crate::conformance) fn is_interrupted(&self) -> bool {
        match self {
            Self::LeftOut => true,
            Self::Answered { answer, .. } => answer.verdict == Err(Limit::Interrupted),
            Self::Unordered(_) | Self::Crashed(_) => false,
        }
    }
}
