//! Rewrite rules that keep the words of a term, by name, each of which can be switched on or off.

kernel::words! {
    /// A rewrite rule of interactions: two forms of a term with the same words, one of which is preferred.
    ///
    /// Letters, and the operands `i`, `j`, `k`, stand for any terms; the order of loops is S < W < P and
    /// S < H < W.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum RewriteRule {
        /// The empty term before, after or beside `i` is removed: in strict, seq, par and coreg.
        Units = "units",
        /// A choice between the empty term and a strict loop is that loop; a choice between two empty terms is
        /// the empty term.
        EmptyOrStrictLoop = "empty-or-strict-loop",
        /// A strict loop of the empty term is the empty term.
        EmptyStrictLoop = "empty-strict-loop",
        /// A choice between the empty term and `i` is `i` if the empty word is a word of `i`.
        EmptyChoice = "empty-choice",
        /// strict, seq, par, alt, and coreg with one region, are associative.
        Associativity = "associativity",
        /// par and alt are commutative.
        Commutativity = "commutativity",
        /// A choice between `i` and `i` is `i`.
        Idempotence = "idempotence",
        /// A coregion matters only for lifelines of both operands; without any it is seq, with all it is par.
        Regions = "regions",
        /// On different lifelines seq is par, and its operands may be swapped.
        Independence = "independence",
        /// If one lifeline takes part in every letter, strict is seq, and the loops of both are one. Together
        /// with [`Self::Units`], a term without letters is the empty term, and only then strict becomes seq.
        CommonLifeline = "common-lifeline",
        /// A loop of the empty term is the empty term; the empty word of its body does not matter; a loop has the
        /// words of its body.
        LoopBodies = "loop-bodies",
        /// For K in {S, W, P} and K' <= K: a loop K' directly in a loop K, or as a branch of its body, counts
        /// as its body.
        NestedLoops = "nested-loops",
        /// A strict loop of a loop is the inner one; so is loopH of loopW and loopP, and loopW of loopP.
        LoopsOfLoops = "loops-of-loops",
        /// A loop followed by itself is itself: by strict for all loops, by seq for W and P, beside itself
        /// for P.
        RepeatedLoops = "repeated-loops",
        /// A common first or last operand of branches is moved before or after the choice.
        Factoring = "factoring",
        /// Without a common action sync is par; it is commutative, and associative for equal actions.
        Synchronisation = "synchronisation",
        /// A loop H, W or P over branches on different lifelines is a loop for each, interleaved.
        SplitLoops = "split-loops",
    }
}

/// A set of rewrite rules that simplify terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RewriteRules(u32);

impl RewriteRules {
    /// Returns the empty set: terms stay as they are.
    pub const fn none() -> Self {
        Self(0)
    }

    /// Returns the rewrite rules of \[ITP\] Definition 10.
    pub const fn paper() -> Self {
        Self::none()
            .with(RewriteRule::Units)
            .with(RewriteRule::EmptyOrStrictLoop)
            .with(RewriteRule::EmptyStrictLoop)
    }

    /// Returns all rewrite rules.
    pub const fn full() -> Self {
        Self((1 << RewriteRule::ALL.len()) - 1)
    }

    /// Returns the set with `rule` added.
    #[must_use]
    pub const fn with(self, rule: RewriteRule) -> Self {
        Self(self.0 | 1 << rule as u32)
    }

    /// Returns the set without `rule`.
    #[must_use]
    pub const fn without(self, rule: RewriteRule) -> Self {
        Self(self.0 & !(1 << rule as u32))
    }

    /// Returns `true` if `rule` is in the set.
    #[inline]
    pub const fn has(self, rule: RewriteRule) -> bool {
        self.0 & (1 << rule as u32) != 0
    }
}
