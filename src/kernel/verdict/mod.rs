//! Verdicts of checks, the reasons for unknown ones, and the exit code of several together.

mod outcome;

pub use outcome::Outcome;

use crate::base::Limit;

/// Why a question has no answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The time limit is exceeded.
    Timeout,
    /// The memory limit is exceeded.
    Memory,
    /// The maximum number of states is stored.
    States,
    /// No violation was found up to a bound, and the search space is larger.
    Bound,
    /// This version cannot answer the question.
    Unsupported,
    /// The question lies outside the decidable fragment.
    Undecidable,
    /// The model has nothing that the question is about.
    Empty,
    /// The user, or the system, requested a stop.
    Interrupted,
    /// What was watched has not ended.
    Incomplete,
    /// Continuations of what was watched, or orders of its events, disagree.
    Inconclusive,
    /// The replay of the evidence did not confirm it.
    Rejected,
    /// The program crashed on this model.
    Crashed,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 12] = [
        Self::Timeout,
        Self::Memory,
        Self::States,
        Self::Bound,
        Self::Unsupported,
        Self::Undecidable,
        Self::Empty,
        Self::Interrupted,
        Self::Incomplete,
        Self::Inconclusive,
        Self::Rejected,
        Self::Crashed,
    ];

    /// Returns the reason with a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.word() == word)
    }

    /// Returns the word for this reason in reports.
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
            Self::Incomplete => "incomplete",
            Self::Inconclusive => "inconclusive",
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
            ("unknown", Some(reason)) => Reason::from_word(reason).map(Self::Unknown),
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
    /// All expected verdicts.
    pub const ALL: [Self; 3] = [Self::Holds, Self::Violated, Self::Unknown];

    /// Returns the expected verdict with a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }

    /// Returns the word for the expected verdict in models and reports: that of the verdict.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
        }
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

/// How a verdict compares with the expected one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// The verdict is the expected one.
    Met,
    /// The verdict is not the expected one.
    Missed,
    /// There is a verdict where none was expected.
    Decided,
    /// There is no verdict to compare.
    Open,
}

impl Comparison {
    /// Returns the word for this comparison in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Missed => "missed",
            Self::Decided => "decided",
            Self::Open => "open",
        }
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
