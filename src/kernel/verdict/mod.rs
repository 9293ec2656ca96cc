//! What checks find, the verdicts, the reasons for having none, and how several make one exit code.

mod outcome;

pub use outcome::Outcome;

use crate::base::Limit;

/// Why a question has no answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The time that was granted is over.
    Timeout,
    /// The memory that was granted is used up.
    Memory,
    /// The number of states that was granted is stored.
    States,
    /// Nothing was found up to a bound, and there is more beyond it.
    Bound,
    /// This version cannot answer the question.
    Unsupported,
    /// The question lies outside the decidable fragment.
    Undecidable,
    /// There was nothing to ask about.
    Empty,
    /// The user, or the system, asked to stop.
    Interrupted,
    /// There was evidence, and its replay did not confirm it.
    Rejected,
    /// The program broke on this model.
    Crashed,
}

impl Reason {
    /// Returns the word that stands for this reason in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Memory => "memory",
            Self::States => "states",
            Self::Bound => "bound",
            Self::Unsupported => "unsupported",
            Self::Undecidable => "undecidable",
            Self::Empty => "empty",
            Self::Interrupted => "interrupted",
            Self::Rejected => "rejected",
            Self::Crashed => "crashed",
        }
    }
}

impl From<Result<bool, Limit>> for Verdict {
    fn from(found: Result<bool, Limit>) -> Self {
        match found {
            Ok(true) => Self::Holds,
            Ok(false) => Self::Violated,
            Err(limit) => Self::Unknown(limit.into()),
        }
    }
}

impl From<Limit> for Reason {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Timeout => Self::Timeout,
            Limit::Memory => Self::Memory,
            Limit::States => Self::States,
            Limit::Interrupted => Self::Interrupted,
        }
    }
}

/// The answer to one question about one model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The property holds, without any bound.
    Holds,
    /// The property is violated, and the evidence was replayed.
    Violated,
    /// There is no answer; never used for "nothing wrong was found".
    Unknown(Reason),
    /// The model could not be read, so nothing was asked.
    Error,
}

impl Verdict {
    /// Returns the word that stands for this verdict in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Unknown(_) => "unknown",
            Self::Error => "error",
        }
    }

    /// Returns the reason for an unknown verdict.
    pub fn reason(self) -> Option<Reason> {
        match self {
            Self::Unknown(reason) => Some(reason),
            Self::Holds | Self::Violated | Self::Error => None,
        }
    }

    /// Returns what a model may state, if every run gives this verdict: neither another limit nor
    /// another version would change it.
    pub fn settled(self) -> Option<Expected> {
        match self {
            Self::Holds => Some(Expected::Holds),
            Self::Violated => Some(Expected::Violated),
            Self::Unknown(Reason::Undecidable | Reason::Bound) => Some(Expected::Unknown),
            Self::Unknown(
                Reason::Timeout
                | Reason::Memory
                | Reason::States
                | Reason::Unsupported
                | Reason::Empty
                | Reason::Interrupted
                | Reason::Rejected
                | Reason::Crashed,
            )
            | Self::Error => None,
        }
    }

    /// Returns the verdict on all questions together: an error beats a violation, which beats an
    /// unknown, which beats holding.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if other.rank() > self.rank() { other } else { self }
    }

    fn rank(self) -> u8 {
        match self {
            Self::Holds => 0,
            Self::Unknown(_) => 1,
            Self::Violated => 2,
            Self::Error => 3,
        }
    }
}

/// A verdict that can be expected: one without a reason.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Expected {
    /// The property holds.
    Holds,
    /// The property is violated.
    Violated,
    /// No answer can be given.
    Unknown,
}

impl Expected {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Holds, Self::Violated, Self::Unknown];

    /// Returns the word that stands for it in models and reports: that of the verdict.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
        }
    }
}

/// What the model says that the verdict should be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expectation {
    /// The expected verdict.
    pub verdict: Expected,
    /// What it means for the exit code.
    pub effect: Effect,
}

/// What an expectation means for the exit code. To miss one always fails.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// An expected violation is fine: the question is whether the model is as it was.
    Excuses,
    /// An expected violation is a violation: the question is what the verdict is.
    Reminds,
}

/// How a verdict compares with the expected one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// It is the expected one.
    Met,
    /// It is another one.
    Missed,
    /// There is none.
    Open,
}

impl Expectation {
    /// Compares a verdict with the expected one.
    ///
    /// A search cut short neither meets nor misses an expectation, unless `unknown` was expected.
    pub fn compare(self, verdict: Verdict) -> Comparison {
        match (verdict, self.verdict) {
            (
                Verdict::Unknown(Reason::Crashed | Reason::Interrupted | Reason::Rejected)
                | Verdict::Error,
                _,
            ) => Comparison::Open,
            (Verdict::Holds, Expected::Holds)
            | (Verdict::Violated, Expected::Violated)
            | (Verdict::Unknown(_), Expected::Unknown) => Comparison::Met,
            (Verdict::Unknown(_), _) => Comparison::Open,
            (Verdict::Holds | Verdict::Violated, _) => Comparison::Missed,
        }
    }
}

/// What one result, or all together, mean for the exit code, least grave first.
///
/// The order of the variants is the order of precedence: the gravest decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExitStatus {
    /// It holds, or it is what was expected.
    Fine,
    /// There is no verdict.
    Open,
    /// It is violated, or not what was expected.
    Failed,
    /// The input could not be read.
    Refused,
    /// The user stopped the run.
    Interrupted,
    /// The program broke.
    Crashed,
}

impl ExitStatus {
    /// Returns the standing of a verdict, given what was expected.
    pub fn from_verdict(verdict: Verdict, expected: Option<Expectation>) -> Self {
        match expected.map(|expected| (expected.compare(verdict), expected.effect)) {
            Some((Comparison::Missed, _)) => return Self::Failed,
            Some((Comparison::Met, Effect::Excuses)) => return Self::Fine,
            Some((Comparison::Met, Effect::Reminds) | (Comparison::Open, _)) | None => {}
        }
        match verdict {
            Verdict::Holds => Self::Fine,
            Verdict::Violated => Self::Failed,
            Verdict::Error => Self::Refused,
            Verdict::Unknown(Reason::Crashed | Reason::Rejected) => Self::Crashed,
            Verdict::Unknown(Reason::Interrupted) => Self::Interrupted,
            Verdict::Unknown(_) => Self::Open,
        }
    }

    /// Returns the exit code of the process.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Failed => 1,
            Self::Refused => 2,
            Self::Open => 3,
            Self::Crashed => 101,
            Self::Interrupted => 130,
        }
    }
}
