//! What terms are made of, and how long the words are that are needed of them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Repetition;
use super::semantics::Semantics;
use super::terms::{Pairing, Term, TermId};
use crate::trace::LifelineSet;

/// Which operators a term has that interleave or synchronise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Whether it has par or a loop P.
    pub interleaves: bool,
    /// Whether it has sync.
    pub synchronises: bool,
    /// The lifelines of its coregions.
    pub coregions: LifelineSet,
}

impl Semantics {
    /// Returns which operators a term has.
    ///
    /// # Complexity
    /// Linear in the number of its parts.
    pub fn features(&self, term: TermId) -> Features {
        let terms = &self.simplifier.terms;
        let mut features = Features::default();
        let mut seen = FxHashSet::default();
        let mut open = vec![term];
        while let Some(next) = open.pop() {
            if !seen.insert(next) {
                continue;
            }
            match terms.get(next) {
                Term::Empty | Term::Letter(_) => {}
                Term::Loop(kind, body) => {
                    features.interleaves |= kind == Repetition::Parallel;
                    open.push(body);
                }
                Term::Pair(pairing, left, right) => {
                    match pairing {
                        Pairing::Par => features.interleaves = true,
                        Pairing::Sync(_) => features.synchronises = true,
                        Pairing::Coreg(region) => {
                            let region = terms.lifelines_in(region);
                            features.coregions = features.coregions.union(region);
                        }
                        Pairing::Strict | Pairing::Seq | Pairing::Alt => {}
                    }
                    open.extend([left, right]);
                }
            }
        }
        features
    }

    /// Returns a number of letters that no word of a term exceeds of which nothing can be left out: in which
    /// every round of every loop has a letter that is wanted. Of letters on some lifelines at most
    /// `wanted` of these are.
    ///
    /// Where nothing is synchronised, a round of a loop, whichever it is, may be left out of a word, and what is
    /// left is a word too. Different rounds of one loop have different letters. So there are at most as many
    /// rounds of a loop as wanted letters on its lifelines, however it is nested, and of a letter in its body,
    /// but in no loop inside, at most as many occurrences.
    ///
    /// # Complexity
    /// Linear in the number of the term's parts.
    pub fn longest(&self, term: TermId, wanted: impl Fn(&LifelineSet) -> u64) -> u64 {
        let terms = &self.simplifier.terms;
        // Of each part: how many letters it does outside loops, and how many inside.
        let mut found: FxHashMap<TermId, (u64, u64)> = FxHashMap::default();
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            let known = match terms.get(next) {
                Term::Empty => Some((0, 0)),
                Term::Letter(_) => Some((1, 0)),
                Term::Loop(_, body) => match found.get(&body) {
                    Some(&(once, inside)) => {
                        let rounds = wanted(terms.lifelines_in(terms.lifelines(body)));
                        Some((0, inside.saturating_add(once.saturating_mul(rounds))))
                    }
                    None => {
                        open.push(body);
                        None
                    }
                },
                Term::Pair(pairing, left, right) => match (found.get(&left), found.get(&right)) {
                    (Some(one), Some(other)) => {
                        let once = match pairing {
                            Pairing::Alt => one.0.max(other.0),
                            _ => one.0.saturating_add(other.0),
                        };
                        Some((once, one.1.saturating_add(other.1)))
                    }
                    (one, other) => {
                        open.extend(other.is_none().then_some(right));
                        open.extend(one.is_none().then_some(left));
                        None
                    }
                },
            };
            if let Some(known) = known {
                found.insert(next, known);
                open.pop();
            }
        }
        let (once, inside) = found[&term];
        once.saturating_add(inside)
    }
}
