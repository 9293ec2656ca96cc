//! Weak sequences in their least order.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Repetition;
use super::rewrite_rules::RewriteRule;
use super::simplifier::Simplifier;
use super::terms::{Pairing, Term, TermId};
use crate::trace::LifelineId;

impl Simplifier {
    /// Returns a weak sequence.
    ///
    /// Operands on different lifelines may be swapped: of all orders the least is kept, in which each operand
    /// is the least one that may come there. Both operands must be in that order already.
    pub(super) fn seq(&mut self, left: TermId, right: TermId) -> TermId {
        if !self.has(RewriteRule::Independence) {
            let mut operands = self.flat(Pairing::Seq, left);
            operands.extend(self.flat(Pairing::Seq, right));
            operands.dedup_by(|next, last| self.repeats(*last, *next));
            return self.fold(Pairing::Seq, &operands);
        }
        if !self.has(RewriteRule::Associativity) {
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

    /// Returns `true` if the second is a loop that can be dropped after the first.
    fn repeats(&mut self, first: TermId, second: TermId) -> bool {
        self.has(RewriteRule::RepeatedLoops)
            && first == second
            && (self.is_loop(first, |kind| matches!(kind, Repetition::Weak | Repetition::Parallel))
                || (self.has(RewriteRule::CommonLifeline)
                    && self.is_loop(first, |kind| kind == Repetition::Strict)
                    && self.terms.share_lifeline(first, first)))
    }

    /// Returns the sequence of one operand before a sequence in its least order, in its least order.
    fn prepend(&mut self, first: TermId, rest: TermId) -> TermId {
        let lifelines = self.terms.lifelines(first);
        let is_overtaken = self.front(rest).iter().any(|&next| {
            self.terms.are_disjoint(lifelines, self.terms.lifelines(next))
                && self.terms.compare(next, first).is_lt()
        });
        if !is_overtaken {
            return self.put_first(first, rest);
        }
        let mut operands = vec![first];
        operands.extend(self.operands(Pairing::Seq, rest));
        let mut order = self.least_order(&operands);
        let Some(last) = order.pop() else { return rest };
        order.into_iter().rev().fold(last, |rest, first| self.put_first(first, rest))
    }

    /// Returns the operands in their least order: each is the least one that may come there.
    fn least_order(&self, operands: &[TermId]) -> Vec<TermId> {
        // The operands that wait on each lifeline, in order.
        let mut waiting: FxHashMap<LifelineId, VecDeque<usize>> = FxHashMap::default();
        for (place, &operand) in operands.iter().enumerate() {
            for lifeline in self.terms.lifelines_in(self.terms.lifelines(operand)).iter() {
                waiting.entry(lifeline).or_default().push_back(place);
            }
        }
        let of =
            |place: usize| self.terms.lifelines_in(self.terms.lifelines(operands[place])).iter();
        let is_free = |place: usize, waiting: &FxHashMap<LifelineId, VecDeque<usize>>| {
            of(place).all(|lifeline| waiting[&lifeline].front() == Some(&place))
        };
        let mut free: Vec<usize> =
            (0..operands.len()).filter(|&place| is_free(place, &waiting)).collect();
        let mut order = Vec::with_capacity(operands.len());
        while let Some(least) = (0..free.len())
            .min_by(|&one, &other| self.terms.compare(operands[free[one]], operands[free[other]]))
        {
            let place = free.swap_remove(least);
            order.push(operands[place]);
            let mut next: Vec<usize> = Vec::new();
            for lifeline in of(place) {
                let queue = waiting.get_mut(&lifeline).expect("it waits there");
                queue.pop_front();
                next.extend(queue.front());
            }
            next.sort_unstable();
            next.dedup();
            free.extend(next.into_iter().filter(|&place| is_free(place, &waiting)));
        }
        order
    }

    /// Returns the pair of an operand and a sequence, without a loop that can be dropped.
    fn put_first(&mut self, first: TermId, rest: TermId) -> TermId {
        let next = match self.terms.get(rest) {
            Term::Pair(Pairing::Seq, next, _) => next,
            _ => rest,
        };
        if self.repeats(first, next) { rest } else { self.raw(Pairing::Seq, first, rest) }
    }

    /// Returns the operands of a sequence that may come first: those on other lifelines than all before them.
    fn front(&mut self, sequence: TermId) -> Arc<[TermId]> {
        // For a pair these are its first operand, and those of the others on other lifelines.
        let mut open = Vec::new();
        let mut rest = sequence;
        let mut front = loop {
            if let Some(known) = self.fronts.get(&rest) {
                break Arc::clone(known);
            }
            match self.terms.get(rest) {
                Term::Pair(Pairing::Seq, first, others) => {
                    open.push((rest, first));
                    rest = others;
                }
                _ => break Arc::from([rest]),
            }
        };
        while let Some((sequence, first)) = open.pop() {
            let lifelines = self.terms.lifelines(first);
            let others = front
                .iter()
                .copied()
                .filter(|&next| self.terms.are_disjoint(lifelines, self.terms.lifelines(next)));
            front = std::iter::once(first).chain(others).collect();
            self.fronts.insert(sequence, Arc::clone(&front));
        }
        front
    }
}
