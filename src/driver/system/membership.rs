//! What is known of a system's membership, for the answers that rest on it.

use check::membership::{self, Proof};
use kernel::base::Limit;
use kernel::verdict::Verdict;

/// What is known of a system's membership.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Membership {
    /// The system is RSC.
    Holds(Proof),
    /// It is not, by a borderline violation of so many communications.
    Violated(usize),
    /// A limit came first.
    Unknown(Limit),
}

impl Membership {
    /// Returns what an outcome of the membership check says.
    pub fn from_outcome(outcome: &membership::Outcome) -> Self {
        match outcome {
            membership::Outcome::Holds(proof) => Self::Holds(*proof),
            membership::Outcome::Violated(witness) => Self::Violated(witness.communications()),
            membership::Outcome::Unknown(limit) => Self::Unknown(*limit),
        }
    }

    /// Returns the verdict of the membership check.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Holds(_) => Verdict::Holds,
            Self::Violated(_) => Verdict::Violated,
            Self::Unknown(limit) => Verdict::Unknown(limit.into()),
        }
    }
}
