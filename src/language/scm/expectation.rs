//! Expected answers.

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
