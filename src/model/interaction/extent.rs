//! Operators of terms, and bounds on the lengths of their words.

use rustc_hash::FxHashMap;

use super::Repetition;
use super::semantics::Semantics;
use super::terms::{Pairing, Term, TermId, operands_first};
use crate::trace::LifelineSet;

/// Operators of a term that interleave or synchronise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Whether the term has par or a loop P.
    pub interleaves: bool,
    /// Whether the term has sync.
    pub synchronises: bool,
    /// The lifelines of the term's coregions.
    pub coregions: LifelineSet,
}

impl Semantics {
    /// Returns the operators of a term that interleave or synchronise.
    ///
    /// # Complexity
    /// Linear in the number of the term's parts.
    pub fn features(&self, term: TermId) -> Features {
        let terms = &self.simplifier.terms;
        let mut features = Features::default();
        for part in terms.parts(term, |_| true) {
            match terms.get(part) {
                Term::Loop(Repetition::Parallel, _) | Term::Pair(Pairing::Par, ..) => {
                    features.interleaves = true;
                }
                Term::Pair(Pairing::Sync(_), ..) => features.synchronises = true,
                Term::Pair(Pairing::Coreg(region), ..) => {
                    features.coregions = features.coregions.union(terms.lifelines_in(region));
                }
                _ => {}
            }
        }
        features
    }

    /// Returns an upper bound on the length of the irreducible words of a term: those in which every round of
    /// every loop has a wanted letter. At most `wanted` of the letters on a set of lifelines are wanted.
    ///
    /// If no operands are synchronised, any round of a loop may be left out of a word, and the rest is a word
    /// too. Different rounds of one loop have different letters. So there are at most as many rounds of a
    /// loop as wanted letters on its lifelines, however it is nested, and of a letter in its body, but in no
    /// loop inside, at most as many occurrences.
    ///
    /// # Complexity
    /// Linear in the number of the term's parts.
    pub fn longest(&self, term: TermId, wanted: impl Fn(&LifelineSet) -> u64) -> u64 {
        let terms = &self.simplifier.terms;
        // For each part the number of its letters outside loops, and inside loops.
        let mut known: FxHashMap<TermId, (u64, u64)> = FxHashMap::default();
        let (once, inside) = operands_first(term, |term| {
            let of = |operand| known.get(&operand).copied().ok_or(operand);
            let found = match terms.get(term) {
                Term::Empty => (0, 0),
                Term::Letter(_) => (1, 0),
                Term::Loop(_, body) => {
                    let (once, inside) = of(body)?;
                    let rounds = wanted(terms.lifelines_in(terms.lifelines(body)));
                    (0, inside.saturating_add(once.saturating_mul(rounds)))
                }
                Term::Pair(pairing, left, right) => {
                    let (one, other) = (of(left)?, of(right)?);
                    let once = match pairing {
                        Pairing::Alt => one.0.max(other.0),
                        _ => one.0.saturating_add(other.0),
                    };
                    (once, one.1.saturating_add(other.1))
                }
            };
            known.insert(term, found);
            Ok(found)
        });
        once.saturating_add(inside)
    }
}
