//! Which numbers of a run are told.

/// What a report says about the run that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detail {
    /// Everything.
    Full,
    /// Nothing that differs between two runs on the same input: no times, no memory.
    Reproducible,
}
