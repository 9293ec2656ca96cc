//! Letters that may as well come first.

use rustc_hash::FxHashMap;

use super::semantics::{Semantics, Steps};
use super::terms::{Pairing, RegionId, Term, TermId};
use crate::trace::{LetterId, LifelineSet};
use kernel::base::IndexVec;

/// Finds for terms a few steps with which every word may begin, up to an order that nobody sees.
///
/// Each letter has a zone: lifelines between whose letters the order is seen where this letter is.
///
/// # Guarantee
/// If `x` with the rest `r` are the leads of a term, then each word of the term is `u x v` for one of them,
/// where `u` has no letter on the zone of `x`, and `u v` is a word of `r`. So `x u v` is a word too, and
/// within the zone it is seen as the same.
///
/// That is so for a letter alone; for an operand of which it is so, where the letters of the other one
/// that may come before `x` are not on its zone, and those of an operand before it not on its lifelines
/// either; for both branches of a choice. Loops may do nothing, and operands that are synchronised wait for
/// each other: they have no leads. The proof is by induction on the term: `u` gets letters of the other operand
/// only, and a merge without `x` is one of what is left.
#[derive(Clone, Debug)]
pub struct PersistentSteps {
    zones: IndexVec<LetterId, RegionId>,
    known: FxHashMap<(TermId, Idle), Option<Steps>>,
}

/// Lifelines on which what happens does not matter, or nothing happens any more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Idle {
    /// They are left out of the zones.
    pub ignored: RegionId,
    /// Letters that are not on these are preferred as leads.
    pub halted: RegionId,
}

/// More leads than these are no help.
const MAX_STEPS: usize = 64;

impl PersistentSteps {
    /// Returns what finds leads, given the zone of each letter.
    pub fn new(semantics: &mut Semantics, zones: impl IntoIterator<Item = LifelineSet>) -> Self {
        let zones = zones.into_iter().map(|zone| semantics.region(&zone)).collect();
        Self { zones, known: FxHashMap::default() }
    }

    /// Returns the leads of a term, if there are any known.
    ///
    /// # Complexity
    /// Linear in the depth of the term, times the leads, where they are not known yet.
    pub fn of(&mut self, semantics: &mut Semantics, term: TermId, idle: Idle) -> Option<Steps> {
        if let Some(known) = self.known.get(&(term, idle)) {
            return known.clone();
        }
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.known.contains_key(&(next, idle)) {
                open.pop();
                continue;
            }
            match self.found(semantics, next, idle) {
                Ok(found) => {
                    self.known.insert((next, idle), found);
                    open.pop();
                }
                Err(operand) => open.push(operand),
            }
        }
        self.known[&(term, idle)].clone()
    }

    /// Returns the leads of a term, or the operand whose leads must be known first.
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
            // Their order does not depend on ids of terms.
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

    /// Returns `true` if no letter of the right operand on the zone of a letter of the left one comes before it.
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
        let lifelines = terms.lifelines_of_letter(letter);
        let unordered = match pairing {
            Pairing::Strict => return true,
            Pairing::Seq => terms.without(zone, lifelines),
            Pairing::Coreg(free) => {
                let ordered = terms.without(lifelines, free);
                terms.without(zone, ordered)
            }
            Pairing::Par | Pairing::Alt | Pairing::Sync(_) => zone,
        };
        terms.are_disjoint(terms.lifelines(right), unordered)
    }

    /// Returns `true` if a letter of the right operand waits for none of the left one, and none of those is on
    /// its zone.
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
        let lifelines = terms.lifelines_of_letter(letter);
        let ordered = match pairing {
            Pairing::Coreg(free) => terms.without(lifelines, free),
            Pairing::Par => terms.none(),
            _ => lifelines,
        };
        let before = terms.lifelines(left);
        terms.are_disjoint(before, zone) && terms.are_disjoint(before, ordered)
    }
}
