//! Expected answers.

use std::fmt;

use kernel::verdict::Expected;

/// An expected answer, stated by a line such as `//# expect: rsc[bag] = holds`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expectation {
    /// The property: `rsc`, `bad_states/1`, `stuck(p)`.
    pub property: String,
    /// What stands in brackets behind it: how the model is changed before it is asked.
    pub variant: Vec<String>,
    /// The answer.
    pub verdict: Expected,
}

impl fmt::Display for Expectation {
    /// Writes it as in a line that states it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.property)?;
        if !self.variant.is_empty() {
            write!(formatter, "[{}]", self.variant.join(","))?;
        }
        write!(formatter, " = {}", self.verdict.word())
    }
}
