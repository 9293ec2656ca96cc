//! How much of a long run is shown.

/// How much of a long run is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Extent {
    /// The first and the last steps of a run of more than 200.
    #[default]
    Ends,
    /// All steps.
    All,
}
