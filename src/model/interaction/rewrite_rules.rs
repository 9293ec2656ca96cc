//! Laws that keep the words of a term, by name, each of which can be switched.

/// A law of interactions: two forms of a term with the same words, of which one is preferred.
///
/// Letters, and the operands `i`, `j`, `k`, stand for any terms; the order of loops is S < W < P and
/// S < H < W.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RewriteRule {
    /// Nothing before, after or beside `i` is `i`: strict, seq, par, coreg.
    Units,
    /// Nothing, or a strict loop, is that loop; nothing, or nothing, is nothing.
    EmptyOrStrictLoop,
    /// A strict loop of nothing is nothing.
    EmptyStrictLoop,
    /// Nothing, or `i`, is `i` where `i` can do nothing as well.
    EmptyChoice,
    /// strict, seq, par, alt, and coreg with one region, are associative.
    Associativity,
    /// par and alt are commutative.
    Commutativity,
    /// `i` or `i` is `i`.
    Idempotence,
    /// A coregion matters only for lifelines of both operands; without any it is seq, with all it is
    /// par.
    Regions,
    /// On different lifelines seq is par, and its operands may be swapped.
    Independence,
    /// Where one lifeline takes part in every letter, strict is seq, and the loops of both are one. With
    /// the units, what has no letter is nothing, and only then strict becomes seq.
    CommonLifeline,
    /// A loop of nothing is nothing; whether its body can do nothing does not matter; it can do what
    /// its body can.
    LoopBodies,
    /// For K in {S, W, P} and K' <= K: a loop K' directly in a loop K, or as a branch of its body,
    /// adds nothing.
    NestedLoops,
    /// A strict loop of a loop is the inner one; so is loopH of loopW and loopP, and loopW of loopP.
    LoopsOfLoops,
    /// A loop followed by itself is itself: by strict for all loops, by seq for W and P, beside itself
    /// for P.
    RepeatedLoops,
    /// What branches begin or end with stands before or behind the choice.
    Factoring,
    /// Without a common action sync is par; it is commutative, and associative for equal actions.
    Synchronisation,
    /// A loop H, W or P over branches on different lifelines is a loop for each, interleaved.
    SplitLoops,
}

impl RewriteRule {
    /// All laws, in a fixed order.
    pub const ALL: [Self; 17] = [
        Self::Units,
        Self::EmptyOrStrictLoop,
        Self::EmptyStrictLoop,
        Self::EmptyChoice,
        Self::Associativity,
        Self::Commutativity,
        Self::Idempotence,
        Self::Regions,
        Self::Independence,
        Self::CommonLifeline,
        Self::LoopBodies,
        Self::NestedLoops,
        Self::LoopsOfLoops,
        Self::RepeatedLoops,
        Self::Factoring,
        Self::Synchronisation,
        Self::SplitLoops,
    ];

    /// Returns the name of the law, as options know it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Units => "units",
            Self::EmptyOrStrictLoop => "empty-or-strict-loop",
            Self::EmptyStrictLoop => "empty-strict-loop",
            Self::EmptyChoice => "empty-choice",
            Self::Associativity => "associativity",
            Self::Commutativity => "commutativity",
            Self::Idempotence => "idempotence",
            Self::Regions => "regions",
            Self::Independence => "independence",
            Self::CommonLifeline => "common-lifeline",
            Self::LoopBodies => "loop-bodies",
            Self::NestedLoops => "nested-loops",
            Self::LoopsOfLoops => "loops-of-loops",
            Self::RepeatedLoops => "repeated-loops",
            Self::Factoring => "factoring",
            Self::Synchronisation => "synchronisation",
            Self::SplitLoops => "split-loops",
        }
    }
}

/// A set of laws that terms are simplified by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RewriteRules(u32);

impl RewriteRules {
    /// Returns the set without laws: terms stay as they are.
    pub const fn none() -> Self {
        Self(0)
    }

    /// Returns the laws of \[ITP\] Definition 10.
    pub const fn paper() -> Self {
        Self::none()
            .with(RewriteRule::Units)
            .with(RewriteRule::EmptyOrStrictLoop)
            .with(RewriteRule::EmptyStrictLoop)
    }

    /// Returns all laws.
    pub const fn full() -> Self {
        Self((1 << RewriteRule::ALL.len()) - 1)
    }

    /// Returns the set with `law` too.
    #[must_use]
    pub const fn with(self, law: RewriteRule) -> Self {
        Self(self.0 | 1 << law as u32)
    }

    /// Returns the set without `law`.
    #[must_use]
    pub const fn without(self, law: RewriteRule) -> Self {
        Self(self.0 & !(1 << law as u32))
    }

    /// Returns `true` if `law` is one of the set.
    #[inline]
    pub const fn has(self, law: RewriteRule) -> bool {
        self.0 & (1 << law as u32) != 0
    }
}
