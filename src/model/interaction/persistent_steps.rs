//! Persistent steps: letters with which a search may begin without loss.

use rustc_hash::FxHashMap;

use super::semantics::{Semantics, Steps};
use super::terms::{Pairing, RegionId, Term, TermId, operands_first};
use crate::trace::{LetterId, LifelineSet};
use kernel::base::IndexVec;

/// Computes, for terms, few steps with which every word may begin, up to an order that is not observed.
///
/// Each letter has a zone: the set of lifelines between whose letters the order is observed by the locations
/// that see this letter.
///
/// # Guarantee
/// If the steps `x` with the rest `r` are the persistent steps of a term, then each word of the term is `u x
/// v` for one of them, where `u` has no letter on the zone of `x`, and `u v` is a word of `r`. So `x u v` is
/// a word too, and within the zone the two look the same.
///
/// This holds for a single letter; for an operand for which it holds, if the letters of the other one that
/// may come before `x` are not on its zone, and those of an operand before it not on its lifelines either;
/// for both branches of a choice. Loops may have no rounds, and synchronised operands wait for each other:
/// they have no persistent steps. The proof is by induction on the term: `u` gets letters of the other
/// operand only, and a merge without `x` is one of the remaining term.
#[derive(Clone, Debug)]
pub struct PersistentSteps {
    zones: IndexVec<LetterId, RegionId>,
    known: FxHashMap<(TermId, Idle), Option<Steps>>,
}

/// Lifelines on which letters are irrelevant, or no letters happen any more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Idle {
    /// Lifelines that are left out of the zones.
    pub ignored: RegionId,
    /// Lifelines without further letters: letters that are not on them are preferred as persistent steps.
    pub halted: RegionId,
}

/// Maximum number of persistent steps; larger sets are not used.
const MAX_STEPS: usize = 64;

impl PersistentSteps {
    /// Returns an empty cache of persistent steps, for the given zone of each letter.
    pub fn new(semantics: &mut Semantics, zones: impl IntoIterator<Item = LifelineSet>) -> Self {
        let zones = zones.into_iter().map(|zone| semantics.region(&zone)).collect();
        Self { zones, known: FxHashMap::default() }
    }

    /// Returns the persistent steps of a term, if any are known.
    ///
    /// # Complexity
    /// Linear in the depth of the term, times the persistent steps, if they are not known yet.
    pub fn of(&mut self, semantics: &mut Semantics, term: TermId, idle: Idle) -> Option<Steps> {
        operands_first(term, |term| {
            if let Some(known) = self.known.get(&(term, idle)) {
                return Ok(known.clone());
            }
            let found = self.found(semantics, term, idle)?;
            self.known.insert((term, idle), found.clone());
            Ok(found)
        })
    }

    /// Returns the persistent steps of a term, or the operand whose persistent steps must be computed first.
    fn found(
        &self,
        semantics: &mut Semantics,
        term: TermId,
        idle: Idle,
    ) -> Result<Option<Steps>, TermId> {
        let known = |operand: TermId| self.known.get(&(operand, idle)).ok_or(operand);
        let (pairing, left, right) = match semantics.simplifier.terms.get(term) {
            Term::Letter(_) => return Ok(Some(semantics.steps(term))),
            Term::Empty | Term::Loop(..) | Term::Pair(Pairing::Sync(_), ..) => return Ok(None),
            Term::Pair(pairing, left, right) => (pairing, left, right),
        };
        let first = known(left)?;
        if pairing == Pairing::Alt {
            let Some(one) = first else { return Ok(None) };
            let Some(other) = known(right)? else { return Ok(None) };
            if one.len() + other.len() > MAX_STEPS {
                return Ok(None);
            }
            // The order of persistent steps does not depend on ids of terms.
            let mut both = one.to_vec();
            both.extend(other.iter().filter(|&step| !one.contains(step)));
            return Ok(Some(both.into()));
        }
        let first = first.as_ref().filter(|first| {
            first.iter().all(|&(x, _)| self.is_first(semantics, x, pairing, right, idle.ignored))
        });
        let is_going = |semantics: &Semantics, steps: &Steps| {
            let terms = &semantics.simplifier.terms;
            let lifelines = |&(letter, _): &_| terms.lifelines_of_letter(letter);
            steps.iter().map(lifelines).all(|of| terms.are_disjoint(of, idle.halted))
        };
        let is_done =
            pairing == Pairing::Strict || first.is_some_and(|first| is_going(semantics, first));
        let second = if is_done { None } else { known(right)?.as_ref() };
        let second = second.filter(|second| {
            (first.is_none() || is_going(semantics, second))
                && second
                    .iter()
                    .all(|&(x, _)| self.overtakes(semantics, x, pairing, left, idle.ignored))
        });
        let mut pair = |left, right| semantics.simplifier.pair(pairing, left, right);
        Ok(match (first, second) {
            (_, Some(second)) => {
                Some(second.iter().map(|&(x, rest)| (x, pair(left, rest))).collect())
            }
            (Some(first), None) => {
                Some(first.iter().map(|&(x, rest)| (x, pair(rest, right))).collect())
            }
            (None, None) => None,
        })
    }

    /// Returns `true` if no letter of the right operand on the zone of a letter of the left one comes before
    /// it.
    fn is_first(
        &self,
        semantics: &mut Semantics,
        letter: LetterId,
        pairing: Pairing,
        right: TermId,
        ignored: RegionId,
    ) -> bool {
        let terms = &mut semantics.simplifier.terms;
        let zone = terms.without(self.zones[letter], ignored);
        let ordered = terms.ordered(pairing, letter);
        let unordered = terms.without(zone, ordered);
        pairing == Pairing::Strict || terms.are_disjoint(terms.lifelines(right), unordered)
    }

    /// Returns `true` if a letter of the right operand waits for none of the left one, and none of those is
    /// on its zone.
    fn overtakes(
        &self,
        semantics: &mut Semantics,
        letter: LetterId,
        pairing: Pairing,
        left: TermId,
        ignored: RegionId,
    ) -> bool {
        let terms = &mut semantics.simplifier.terms;
        let zone = terms.without(self.zones[letter], ignored);
        let ordered = terms.ordered(pairing, letter);
        let before = terms.lifelines(left);
        terms.are_disjoint(before, zone) && terms.are_disjoint(before, ordered)
    }
}
