//! Expected answers.

/// The answer that a model states for a property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExpectedVerdict {
    /// The property holds.
    Holds,
    /// The property is violated.
    Violated,
    /// No answer can be given.
    Unknown,
}

impl ExpectedVerdict {
    /// All verdicts.
    pub const ALL: [Self; 3] = [Self::Holds, Self::Violated, Self::Unknown];

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
        }
    }
}

/// An expected answer, stated by a line such as `//# expect: rsc[bag] = holds`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expectation {
    /// The property: `rsc`, `bad_states/1`, `stuck(p)`.
    pub property: String,
    /// What stands in brackets behind it: how the model is changed before it is asked.
    pub variant: Vec<String>,
    /// The answer.
    pub verdict: ExpectedVerdict,
}
