//! The numbers of a run that are reported.

/// The amount of detail that a report has about the run that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detail {
    /// All numbers.
    Full,
    /// Only numbers that are equal in all runs on the same input: no times, no memory.
    Reproducible,
}
