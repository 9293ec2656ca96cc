//! Verdicts of checks, the reasons for unknown ones, and the exit code of several together.

mod outcome;

pub use outcome::Outcome;

use crate::base::Limit;

crate::words! {
    /// Why a question has no answer.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Reason {
        /// The time limit is exceeded.
        Timeout = "timeout",
        /// The memory limit is exceeded.
        Memory = "memory",
        /// The maximum number of states is stored.
        States = "states",
        /// No violation was found up to a bound, and the search space is larger.
        Bound = "bound",
        /// This version cannot answer the question.
        Unsupported = "unsupported",
        /// The question lies outside the decidable fragment.
        Undecidable = "undecidable",
        /// The model has nothing that the question is about.
        Empty = "empty",
        /// The user, or the system, requested a stop.
        Interrupted = "interrupted",
        /// What was watched has not ended.
        Incomplete = "incomplete",
        /// Continuations of what was watched, or orders of its events, disagree.
        Inconclusive = "inconclusive",
        /// The replay of the evidence did not confirm it.
        Rejected = "rejected",
        /// The program crashed on this model.
        Crashed = "crashed",
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
    /// The model could not be read, so no check was run.
    Error,
}

impl Verdict {
    /// Returns the word for this verdict in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Unknown(_) => "unknown",
            Self::Error => "error",
        }
    }

    /// Returns the verdict with a word, and a reason if it is unknown.
    pub fn from_words(word: &str, reason: Option<&str>) -> Option<Self> {
        let known = [Self::Holds, Self::Violated, Self::Error];
        match (word, reason) {
            ("unknown", Some(reason)) => Reason::with_word(reason).map(Self::Unknown),
            (_, None) => known.into_iter().find(|verdict| verdict.word() == word),
            (_, Some(_)) => None,
        }
    }

    /// Returns the reason for an unknown verdict.
    pub fn reason(self) -> Option<Reason> {
        match self {
            Self::Unknown(reason) => Some(reason),
            Self::Holds | Self::Violated | Self::Error => None,
        }
    }

    /// Returns the expectation that a model may state, if every run gives this verdict: neither another limit
    /// nor another version would change it.
    pub fn settled(self) -> Option<Expected> {
        match self {
            Self::Holds => Some(Expected::Holds),
            Self::Violated => Some(Expected::Violated),
            Self::Unknown(Reason::Undecidable | Reason::Bound) => Some(Expected::Unknown),
            Self::Unknown(_) | Self::Error => None,
        }
    }

    /// Returns the verdict on all questions together: an error takes precedence over a violation, a violation
    /// over an unknown verdict, and that over `Holds`.
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

crate::words! {
    /// A verdict that can be expected: one without a reason.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Expected {
        /// The property holds.
        Holds = "holds",
        /// The property is violated.
        Violated = "violated",
        /// No answer can be given.
        Unknown = "unknown",
    }
}

/// The expected verdict of a model, with its effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expectation {
    /// The expected verdict.
    pub verdict: Expected,
    /// The effect on the exit code.
    pub effect: Effect,
}

/// Effect of an expectation on the exit code. A missed expectation always fails.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// An expected violation is a success: the question is whether the model is unchanged.
    Excuses,
    /// An expected violation is a violation: the question is the verdict itself.
    Reminds,
}

crate::words! {
    /// How a verdict compares with the expected one.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Comparison {
        /// The verdict is the expected one.
        Met = "met",
        /// The verdict is not the expected one.
        Missed = "missed",
        /// There is a verdict where none was expected.
        Decided = "decided",
        /// There is no verdict to compare.
        Open = "open",
    }
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
            (Verdict::Holds | Verdict::Violated, Expected::Unknown) => Comparison::Decided,
            (Verdict::Holds | Verdict::Violated, _) => Comparison::Missed,
        }
    }
}

/// Status of one result, or of all together, least grave first.
///
/// The order of the variants is the order of precedence: the gravest decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExitStatus {
    /// The property holds, or the verdict is the expected one.
    Fine,
    /// There is no verdict.
    Open,
    /// The property is violated, or the verdict is not the expected one.
    Failed,
    /// The input could not be read.
    Refused,
    /// The user interrupted the run.
    Interrupted,
    /// The program crashed.
    Crashed,
}

impl ExitStatus {
    /// Returns the exit status of a verdict, given the expectation.
    pub fn from_verdict(verdict: Verdict, expected: Option<Expectation>) -> Self {
        match expected.map(|expected| (expected.compare(verdict), expected.effect)) {
            Some((Comparison::Missed, _)) => return Self::Failed,
            Some((Comparison::Met | Comparison::Decided, Effect::Excuses)) => return Self::Fine,
            Some(
                (Comparison::Met | Comparison::Decided, Effect::Reminds) | (Comparison::Open, _),
            )
            | None => {}
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
