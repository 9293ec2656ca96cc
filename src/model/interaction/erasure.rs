//! Terms without some of their lifelines, or without the loops on them.

use rustc_hash::FxHashSet;

use super::Repetition;
use super::semantics::Semantics;
use super::terms::{Pairing, RegionId, Term, TermId, Terms};
use crate::trace::LifelineSet;

impl Semantics {
    /// Returns the number of a set of lifelines.
    pub fn region(&mut self, lifelines: &LifelineSet) -> RegionId {
        self.simplifier.terms.region(lifelines.clone())
    }

    /// Returns the lifelines of both sets.
    pub fn joined(&mut self, one: RegionId, other: RegionId) -> RegionId {
        self.simplifier.terms.join(one, other)
    }

    /// Returns the term without the letters all of whose lifelines are among some; nothing if operands that
    /// are synchronised have letters on them.
    ///
    /// Its words are those of `term` with these letters erased, and there may be more: what an erased letter
    /// put in order is in order no longer. A letter with an action elsewhere stays whole, since the order that
    /// it makes is seen there. A loop H in which something is erased becomes a loop W, since the first action
    /// of a round may be one that is erased; coregions stay.
    ///
    /// Source: \[OVM\] Definition 5, corrected for loop H, and finer for letters with several actions.
    ///
    /// # Complexity
    /// Linear in the parts of the term for which this was not found before.
    pub fn without(&mut self, term: TermId, region: RegionId) -> Option<TermId> {
        (!self.synchronises(term, region)).then(|| self.erasure(term, region))
    }

    /// Tells whether operands that are synchronised have letters on some lifelines.
    fn synchronises(&self, term: TermId, region: RegionId) -> bool {
        let terms = &self.simplifier.terms;
        if !terms.has_commons() {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut open = vec![term];
        while let Some(next) = open.pop() {
            if terms.are_disjoint(terms.lifelines(next), region) || !seen.insert(next) {
                continue;
            }
            match terms.get(next) {
                Term::Empty | Term::Letter(_) => {}
                Term::Pair(Pairing::Sync(_), ..) => return true,
                Term::Pair(_, left, right) => open.extend([left, right]),
                Term::Loop(_, body) => open.push(body),
            }
        }
        false
    }

    /// Returns the term without the letters all of whose lifelines are in a set.
    fn erasure(&mut self, term: TermId, region: RegionId) -> TermId {
        if let Some(known) = self.erased(term, region) {
            return known;
        }
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.erased(next, region).is_some() {
                open.pop();
                continue;
            }
            let found = match self.simplifier.terms.get(next) {
                Term::Empty | Term::Letter(_) => unreachable!("these are known"),
                Term::Pair(pairing, left, right) => {
                    match (self.erased(left, region), self.erased(right, region)) {
                        (Some(one), Some(other)) => Some(self.simplifier.pair(pairing, one, other)),
                        (one, other) => {
                            open.extend(other.is_none().then_some(right));
                            open.extend(one.is_none().then_some(left));
                            None
                        }
                    }
                }
                Term::Loop(kind, body) => match self.erased(body, region) {
                    Some(inside) => {
                        let kind = match kind {
                            Repetition::Head if inside != body => Repetition::Weak,
                            kind => kind,
                        };
                        Some(self.simplifier.repeat(kind, inside))
                    }
                    None => {
                        open.push(body);
                        None
                    }
                },
            };
            if let Some(found) = found {
                self.erasures.letters.insert((next, region), found);
                open.pop();
            }
        }
        self.erased(term, region).expect("it was found just now")
    }

    /// Returns the term without some lifelines if that is known without going into the operands.
    fn erased(&self, term: TermId, region: RegionId) -> Option<TermId> {
        let terms = &self.simplifier.terms;
        let lifelines = terms.lifelines(term);
        if terms.are_disjoint(lifelines, region) {
            return Some(term);
        }
        if terms.is_within(lifelines, region) {
            return Some(Terms::empty());
        }
        match terms.get(term) {
            Term::Empty | Term::Letter(_) => Some(term),
            Term::Pair(..) | Term::Loop(..) => self.erasures.letters.get(&(term, region)).copied(),
        }
    }

    /// Returns the term without the letters all of whose lifelines are among some, as far as something can be
    /// done before any operand of a strict sequence that comes later: those are left as they are. Nothing if
    /// operands that are synchronised have letters on the lifelines.
    ///
    /// Where erasing is repeated after every step, with more and more lifelines, this does the same and
    /// leaves long strict sequences alone.
    ///
    /// # Complexity
    /// That of [`without`](Self::without) for what is not left alone.
    pub fn without_ahead(&mut self, term: TermId, region: RegionId) -> Option<TermId> {
        if self.simplifier.terms.are_disjoint(self.simplifier.terms.lifelines(term), region) {
            return Some(term);
        }
        if self.synchronises(term, region) {
            return None;
        }
        if !matches!(self.simplifier.terms.get(term), Term::Pair(Pairing::Strict, ..)) {
            return Some(self.erasure(term, region));
        }
        if let Some(&known) = self.erasures.ahead.get(&(term, region)) {
            return Some(known);
        }
        let mut before = Vec::new();
        let mut rest = term;
        let last = loop {
            let Term::Pair(Pairing::Strict, first, others) = self.simplifier.terms.get(rest) else {
                break self.erasure(rest, region);
            };
            let first = self.erasure(first, region);
            before.push(first);
            if !self.is_final(first) {
                break others;
            }
            rest = others;
        };
        let strict = |rest, first| self.simplifier.pair(Pairing::Strict, first, rest);
        let found = before.into_iter().rev().fold(last, strict);
        self.erasures.ahead.insert((term, region), found);
        Some(found)
    }

    /// Returns the term in which loops all of whose letters are on some lifelines do no round.
    ///
    /// # Complexity
    /// Linear in the parts of the term for which this was not found before.
    pub fn without_loops(&mut self, term: TermId, region: RegionId) -> TermId {
        if let Some(known) = self.halted(term, region) {
            return known;
        }
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.halted(next, region).is_some() {
                open.pop();
                continue;
            }
            let found = match self.simplifier.terms.get(next) {
                Term::Empty | Term::Letter(_) => unreachable!("these are known"),
                Term::Pair(pairing, left, right) => {
                    match (self.halted(left, region), self.halted(right, region)) {
                        (Some(one), Some(other)) => Some(self.simplifier.pair(pairing, one, other)),
                        (one, other) => {
                            open.extend(other.is_none().then_some(right));
                            open.extend(one.is_none().then_some(left));
                            None
                        }
                    }
                }
                Term::Loop(kind, body) => match self.halted(body, region) {
                    Some(body) => Some(self.simplifier.repeat(kind, body)),
                    None => {
                        open.push(body);
                        None
                    }
                },
            };
            if let Some(found) = found {
                self.erasures.loops.insert((next, region), found);
                open.pop();
            }
        }
        self.halted(term, region).expect("it was found just now")
    }

    /// Returns the term without some loops if that is known without going into the operands.
    fn halted(&self, term: TermId, region: RegionId) -> Option<TermId> {
        let terms = &self.simplifier.terms;
        let lifelines = terms.lifelines(term);
        if terms.are_disjoint(lifelines, region) {
            return Some(term);
        }
        match terms.get(term) {
            Term::Empty | Term::Letter(_) => Some(term),
            Term::Loop(..) if terms.is_within(lifelines, region) => Some(Terms::empty()),
            Term::Pair(..) | Term::Loop(..) => self.erasures.loops.get(&(term, region)).copied(),
        }
    }
}
