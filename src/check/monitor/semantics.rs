//! What a verdict promises about the traces that may follow.

kernel::words! {
    /// When a monitor's verdict is certain, and what it says before.
    ///
    /// # Examples
    /// ```
    /// use check::monitor::Semantics;
    ///
    /// assert_eq!(Semantics::ALL.map(Semantics::word), ["ltlf", "ltl3", "rv-ltl"]);
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Semantics {
        /// Finite traces: certain where all, or none, of the finite traces that continue what was read, the trace
        /// read so far included, satisfy the formula; before, whether the trace read so far does.
        Ltlf = "ltlf",
        /// Infinite traces: certain where all, or none, of the infinite traces that continue what was read satisfy
        /// the formula; before, [`Inconclusive`](super::MonitorVerdict::Inconclusive).
        Ltl3 = "ltl3",
        /// Certain as with [`Self::Ltl3`]; before, whether the trace read so far satisfies the formula.
        RvLtl = "rv-ltl",
    }
}
