//! Verdicts of a monitor.

/// What a monitor says about the trace that it has read so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MonitorVerdict {
    /// Each trace that may follow satisfies the formula.
    True,
    /// No trace that may follow satisfies the formula.
    False,
    /// The trace read so far satisfies the formula; one that continues it may not.
    CurrentlyTrue,
    /// The trace read so far does not satisfy the formula; one that continues it may.
    CurrentlyFalse,
    /// Some infinite traces that may follow satisfy the formula, some do not.
    Inconclusive,
}

impl MonitorVerdict {
    /// Returns the verdict as it is written in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::CurrentlyTrue => "currently true",
            Self::CurrentlyFalse => "currently false",
            Self::Inconclusive => "inconclusive",
        }
    }

    /// Returns `true` for [`Self::True`] and [`Self::False`], which later letters do not change.
    pub const fn is_certain(self) -> bool {
        matches!(self, Self::True | Self::False)
    }
}
