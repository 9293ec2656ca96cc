//! Verdicts of a monitor.

kernel::words! {
    /// What a monitor says about the trace that it has read so far.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum MonitorVerdict {
        /// Each trace that may follow satisfies the formula.
        True = "true",
        /// No trace that may follow satisfies the formula.
        False = "false",
        /// The trace read so far satisfies the formula; one that continues it may not.
        CurrentlyTrue = "currently true",
        /// The trace read so far does not satisfy the formula; one that continues it may.
        CurrentlyFalse = "currently false",
        /// Some infinite traces that may follow satisfy the formula, some do not.
        Inconclusive = "inconclusive",
    }
}

impl MonitorVerdict {
    /// Returns `true` for [`Self::True`] and [`Self::False`], which later letters do not change.
    pub const fn is_certain(self) -> bool {
        matches!(self, Self::True | Self::False)
    }
}
