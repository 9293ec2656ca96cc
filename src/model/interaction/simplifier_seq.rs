//! Weak sequences in their least order.

use super::Repetition;
use super::laws::Law;
use super::simplifier::Simplifier;
use super::terms::{Pairing, Term, TermId};

impl Simplifier {
    /// Returns a weak sequence.
    ///
    /// Operands on different lifelines may be swapped: of all orders the least is kept, in which at each
    /// place stands the least operand that may stand there. Both operands are in that order already.
    pub(super) fn seq(&mut self, left: TermId, right: TermId) -> TermId {
        if !self.has(Law::Independence) {
            let mut operands = self.flat(Pairing::Seq, left);
            operands.extend(self.flat(Pairing::Seq, right));
            self.join_loops(&mut operands);
            return self.fold(Pairing::Seq, &operands);
        }
        if !self.has(Law::Associativity) {
            if self.repeats(left, right) {
                return left;
            }
            let swaps =
                self.terms.are_independent(left, right) && self.terms.compare(right, left).is_lt();
            let (left, right) = if swaps { (right, left) } else { (left, right) };
            return self.raw(Pairing::Seq, left, right);
        }
        let before = self.operands(Pairing::Seq, left);
        before.into_iter().rev().fold(right, |rest, first| self.prepend(first, rest))
    }

    /// Tells whether the second is a loop that adds nothing behind the first.
    fn repeats(&mut self, first: TermId, second: TermId) -> bool {
        self.has(Law::RepeatedLoops)
            && first == second
            && (self.is_loop(first, |kind| matches!(kind, Repetition::Weak | Repetition::Parallel))
                || (self.has(Law::CommonLifeline)
                    && self.is_loop(first, |kind| kind == Repetition::Strict)
                    && self.terms.share_lifeline(first, first)))
    }

    fn join_loops(&mut self, operands: &mut Vec<TermId>) {
        let mut kept: Vec<TermId> = Vec::with_capacity(operands.len());
        for &operand in &*operands {
            if kept.last().is_none_or(|&last| !self.repeats(last, operand)) {
                kept.push(operand);
            }
        }
        *operands = kept;
    }

    /// Returns the sequence of one operand before a sequence in its least order, in its least order.
    fn prepend(&mut self, first: TermId, rest: TermId) -> TermId {
        if !self.is_overtaken(first, rest) {
            return self.put_first(first, rest);
        }
        // Somebody overtakes it: the order is found anew.
        let mut open = vec![first];
        open.extend(self.operands(Pairing::Seq, rest));
        let mut order = Vec::with_capacity(open.len());
        while !open.is_empty() {
            let mut covered = self.terms.none();
            let mut least: Option<usize> = None;
            for (place, &operand) in open.iter().enumerate() {
                let lifelines = self.terms.lifelines(operand);
                let is_less = |other: usize| self.terms.compare(operand, open[other]).is_lt();
                if self.terms.are_disjoint(covered, lifelines) && least.is_none_or(is_less) {
                    least = Some(place);
                }
                covered = self.terms.join(covered, lifelines);
            }
            order.push(open.remove(least.unwrap_or(0)));
        }
        let Some(last) = order.pop() else { return rest };
        order.into_iter().rev().fold(last, |rest, first| self.put_first(first, rest))
    }

    /// Returns the pair of an operand and a sequence, unless it adds nothing before that.
    fn put_first(&mut self, first: TermId, rest: TermId) -> TermId {
        let next = match self.terms.get(rest) {
            Term::Pair(Pairing::Seq, next, _) => next,
            _ => rest,
        };
        if self.repeats(first, next) { rest } else { self.raw(Pairing::Seq, first, rest) }
    }

    /// Tells whether some operand of the sequence may stand before `first`, and is less.
    fn is_overtaken(&mut self, first: TermId, rest: TermId) -> bool {
        let all = self.terms.lifelines(rest);
        let mut covered = self.terms.lifelines(first);
        let mut rest = rest;
        loop {
            if self.terms.is_within(all, covered) {
                return false;
            }
            let (next, others) = match self.terms.get(rest) {
                Term::Pair(Pairing::Seq, next, others) => (next, Some(others)),
                _ => (rest, None),
            };
            let lifelines = self.terms.lifelines(next);
            if self.terms.are_disjoint(covered, lifelines)
                && self.terms.compare(next, first).is_lt()
            {
                return true;
            }
            covered = self.terms.join(covered, lifelines);
            let Some(others) = others else { return false };
            rest = others;
        }
    }
}
