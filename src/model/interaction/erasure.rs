//! Terms without some of their lifelines, or without the loops on them.

use super::Repetition;
use super::erasures::Erased;
use super::semantics::Semantics;
use super::terms::{Pairing, RegionId, Term, TermId, Terms, operands_first};
use crate::trace::LifelineSet;

impl Semantics {
    /// Returns the id of a set of lifelines.
    pub fn region(&mut self, lifelines: &LifelineSet) -> RegionId {
        self.simplifier.terms.region(lifelines)
    }

    /// Returns the union of two sets of lifelines.
    pub fn joined(&mut self, one: RegionId, other: RegionId) -> RegionId {
        self.simplifier.terms.join(one, other)
    }

    /// Returns the term without the letters all of whose lifelines are in `region`; `None` if synchronised
    /// operands have letters on them.
    ///
    /// Its words are those of `term` with these letters erased, and there may be more: an order that an
    /// erased letter imposed is lost. A letter with an action elsewhere stays whole, since the order that it
    /// imposes is seen there. A loop H in which a letter is erased becomes a loop W, since the first action
    /// of a round may be an erased one; coregions stay.
    ///
    /// Source: \[OVM\] Definition 5, corrected for loop H, and finer for letters with several actions.
    ///
    /// # Complexity
    /// Linear in the parts of the term for which this was not found before.
    pub fn without(&mut self, term: TermId, region: RegionId) -> Option<TermId> {
        (!self.synchronises(term, region)).then(|| self.erasure(Erased::Letters, term, region))
    }

    /// Returns `true` if synchronised operands have letters on some lifelines.
    fn synchronises(&self, term: TermId, region: RegionId) -> bool {
        let terms = &self.simplifier.terms;
        if !terms.has_commons() {
            return false;
        }
        let is_wanted = |part| !terms.are_disjoint(terms.lifelines(part), region);
        let is_sync = |part| matches!(terms.get(part), Term::Pair(Pairing::Sync(_), ..));
        terms.parts(term, is_wanted).any(is_sync)
    }

    /// Returns the term after erasing on some lifelines.
    fn erasure(&mut self, what: Erased, term: TermId, region: RegionId) -> TermId {
        operands_first(term, |term| {
            if let Some(known) = self.erased(what, term, region) {
                return Ok(known);
            }
            let kept = |part| self.erased(what, part, region).ok_or(part);
            let found = match self.simplifier.terms.get(term) {
                Term::Empty | Term::Letter(_) => unreachable!("these are known"),
                Term::Pair(pairing, left, right) => {
                    let (left, right) = (kept(left)?, kept(right)?);
                    self.simplifier.pair(pairing, left, right)
                }
                Term::Loop(kind, body) => {
                    let inside = kept(body)?;
                    let kind = match kind {
                        Repetition::Head if what == Erased::Letters && inside != body => {
                            Repetition::Weak
                        }
                        kind => kind,
                    };
                    self.simplifier.repeat(kind, inside)
                }
            };
            self.erasures[what as usize].insert((term, region), found);
            Ok(found)
        })
    }

    /// Returns the term after erasing on some lifelines, if that is known without the operands.
    fn erased(&self, what: Erased, term: TermId, region: RegionId) -> Option<TermId> {
        let terms = &self.simplifier.terms;
        let lifelines = terms.lifelines(term);
        if terms.are_disjoint(lifelines, region) {
            return Some(term);
        }
        let is_whole = |term| matches!(term, Term::Loop(..)) || what == Erased::Letters;
        match terms.get(term) {
            whole if is_whole(whole) && terms.is_within(lifelines, region) => Some(Terms::empty()),
            Term::Empty | Term::Letter(_) => Some(term),
            Term::Pair(..) | Term::Loop(..) => {
                self.erasures[what as usize].get(&(term, region)).copied()
            }
        }
    }

    /// Returns the term without the letters all of whose lifelines are in `region`, in the parts that can do
    /// steps now: later operands of strict sequences are left as they are. Returns `None` if synchronised
    /// operands have letters on the lifelines.
    ///
    /// If erasing is repeated after every step, with more and more lifelines, this has the same effect and
    /// does not traverse long strict sequences.
    ///
    /// # Complexity
    /// That of [`without`](Self::without) for the parts that are not left as they are.
    pub fn without_ahead(&mut self, term: TermId, region: RegionId) -> Option<TermId> {
        if self.simplifier.terms.are_disjoint(self.simplifier.terms.lifelines(term), region) {
            return Some(term);
        }
        if self.synchronises(term, region) {
            return None;
        }
        if !matches!(self.simplifier.terms.get(term), Term::Pair(Pairing::Strict, ..)) {
            return Some(self.erasure(Erased::Letters, term, region));
        }
        if let Some(&known) = self.erasures[Erased::LettersAhead as usize].get(&(term, region)) {
            return Some(known);
        }
        let mut before = Vec::new();
        let mut rest = term;
        let last = loop {
            let Term::Pair(Pairing::Strict, first, others) = self.simplifier.terms.get(rest) else {
                break self.erasure(Erased::Letters, rest, region);
            };
            let first = self.erasure(Erased::Letters, first, region);
            before.push(first);
            if !self.is_final(first) {
                break others;
            }
            rest = others;
        };
        let strict = |rest, first| self.simplifier.pair(Pairing::Strict, first, rest);
        let found = before.into_iter().rev().fold(last, strict);
        self.erasures[Erased::LettersAhead as usize].insert((term, region), found);
        Some(found)
    }

    /// Returns the term in which loops all of whose letters are on some lifelines have no rounds.
    ///
    /// # Complexity
    /// Linear in the parts of the term for which this was not found before.
    pub fn without_loops(&mut self, term: TermId, region: RegionId) -> TermId {
        self.erasure(Erased::Loops, term, region)
    }
}
