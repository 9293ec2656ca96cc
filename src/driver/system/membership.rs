//! Membership of a system, for the answers that rest on it.

use check::membership::{self, Proof};
use kernel::base::Limit;
use kernel::verdict::Verdict;

/// Knowledge about the membership of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Membership {
    /// The system is RSC.
    Holds(Proof),
    /// The system is not RSC; its borderline violation has this number of communications.
    Violated(usize),
    /// A limit was reached first.
    Unknown(Limit),
}

impl Membership {
    /// Returns the membership that an outcome of the check gives.
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
