//! Simplification of choices and loops.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Repetition;
use super::rewrite_rules::RewriteRule;
use super::simplifier::Simplifier;
use super::terms::{Pairing, Term, TermId, Terms};
use crate::cfsm::Direction;
use kernel::base::{Control, Limit};

impl Simplifier {
    /// Returns the choice of some terms, made of choices of about as many of them on either side, so that few choices
    /// of many are made. Without associativity they are taken from the last one on, as the text has them.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    pub(super) fn choice_of(
        &mut self,
        mut terms: Vec<TermId>,
        control: &Control,
    ) -> Result<TermId, Limit> {
        while terms.len() > 1 {
            self.ask(control)?;
            let width = if self.has(RewriteRule::Associativity) { 0 } else { terms.len() - 2 };
            let pairs = terms.split_off(width);
            let pairs = pairs.chunks(2);
            let mut pair = |pair: &[TermId]| match *pair {
                [left, right] => self.pair(Pairing::Alt, left, right),
                _ => pair[0],
            };
            terms.extend(pairs.map(&mut pair));
        }
        Ok(terms.pop().unwrap_or(Terms::empty()))
    }

    pub(super) fn choice(&mut self, left: TermId, right: TermId) -> TermId {
        let empty = Terms::empty();
        if self.has(RewriteRule::EmptyOrStrictLoop) {
            let absorbs = |term: TermId, simplifier: &Self| {
                term == empty || simplifier.is_loop(term, |kind| kind == Repetition::Strict)
            };
            if left == empty && absorbs(right, self) {
                return right;
            }
            if right == empty && absorbs(left, self) {
                return left;
            }
        }
        let mut branches = self.flat(Pairing::Alt, left);
        branches.extend(self.flat(Pairing::Alt, right));
        self.branches(branches)
    }

    /// Returns the choice of some branches.
    fn branches(&mut self, mut branches: Vec<TermId>) -> TermId {
        loop {
            if self.has(RewriteRule::Commutativity) {
                branches.sort_by(|&one, &other| self.terms.compare(one, other));
            }
            if self.has(RewriteRule::Idempotence) {
                // Without an order equal branches need not be neighbours.
                let mut kept: FxHashSet<TermId> = FxHashSet::default();
                branches.retain(|&branch| kept.insert(branch));
            }
            if self.has(RewriteRule::EmptyChoice) {
                let empty = Terms::empty();
                let is_final = |&branch: &TermId| branch != empty && self.terms.is_final(branch);
                if branches.iter().any(is_final) {
                    branches.retain(|&branch| branch != empty);
                }
            }
            if self.has(RewriteRule::LoopBodies) {
                self.drop_rounds(&mut branches);
            }
            if !self.has(RewriteRule::Factoring) || !self.factor(&mut branches) {
                let whole = self.fold(Pairing::Alt, &branches);
                self.keep_chain(whole);
                return whole;
            }
        }
    }

    /// Stores that the choices inside a chain that no rule changes are simplified as well: no rule changes fewer branches
    /// unless an empty one and a loop are left alone.
    fn keep_chain(&mut self, whole: TermId) {
        if !self.has(RewriteRule::Associativity) {
            return;
        }
        let mut rest = whole;
        while let Term::Pair(Pairing::Alt, first, others) = self.terms.get(rest) {
            let Entry::Vacant(entry) = self.pairs.entry((Pairing::Alt, first, others)) else {
                break;
            };
            if [first, others].contains(&Terms::empty()) {
                break;
            }
            entry.insert(rest);
            rest = others;
        }
    }

    /// Drops branches that are one round of a loop among the branches.
    fn drop_rounds(&mut self, branches: &mut Vec<TermId>) {
        let mut rounds: FxHashSet<TermId> = FxHashSet::default();
        for &branch in &*branches {
            if let Term::Loop(_, body) = self.terms.get(branch) {
                rounds.extend(self.flat(Pairing::Alt, body));
                rounds.insert(body);
            }
        }
        // A loop is never a round of itself, and rounds are smaller than their loop: one stays.
        branches.retain(|branch| !rounds.contains(branch));
    }

    /// Factors out common first or last operands of two or more branches; returns `true` if there were such.
    ///
    /// The operand is that of the first branch that shares its first operand with another one, or else its
    /// last.
    fn factor(&mut self, branches: &mut Vec<TermId>) -> bool {
        let mut chains: Vec<(usize, Pairing, [TermId; 2])> = Vec::new();
        let mut number: [FxHashMap<(Pairing, TermId), usize>; 2] = Default::default();
        for (place, &branch) in branches.iter().enumerate() {
            let Term::Pair(pairing, first, _) = self.terms.get(branch) else { continue };
            if matches!(pairing, Pairing::Alt | Pairing::Sync(_)) || self.is_passing(branch) {
                continue;
            }
            let ends = [first, self.last_operand(pairing, branch)];
            for (number, end) in number.iter_mut().zip(ends) {
                *number.entry((pairing, end)).or_default() += 1;
            }
            chains.push((place, pairing, ends));
        }
        let shared = |&(_, pairing, ends): &(usize, Pairing, [TermId; 2])| {
            let side = (0..2).find(|&side| number[side][&(pairing, ends[side])] > 1)?;
            Some((side, pairing, ends[side]))
        };
        let Some((side, pairing, end)) = chains.iter().find_map(shared) else { return false };
        let alike = chains.iter().filter(|one| one.1 == pairing && one.2[side] == end);
        let group: Vec<usize> = alike.map(|&(place, ..)| place).collect();
        let chains: Vec<Vec<TermId>> =
            group.iter().map(|&place| self.operands(pairing, branches[place])).collect();
        let factored = self.factored(pairing, &chains, side == 1);
        let first = group[0];
        let mut group = group.into_iter().peekable();
        let mut place = 0;
        branches.retain(|_| {
            place += 1;
            group.next_if_eq(&(place - 1)).is_none()
        });
        branches.splice(first..first, self.flat(Pairing::Alt, factored));
        true
    }

    /// Returns the choice of chains that all begin, or all end, with the same operand.
    fn factored(&mut self, pairing: Pairing, chains: &[Vec<TermId>], at_end: bool) -> TermId {
        let at = |chain: &[TermId], place: usize| {
            if at_end { chain[chain.len() - 1 - place] } else { chain[place] }
        };
        let longest = chains.iter().map(Vec::len).min().unwrap_or(1) - 1;
        let same = |place: usize| {
            let first = at(&chains[0], place);
            chains.iter().all(|chain| at(chain, place) == first)
        };
        let length = (0..longest).take_while(|&place| same(place)).count();
        let mut inner = Vec::with_capacity(chains.len());
        for chain in chains {
            let rest = if at_end { &chain[..chain.len() - length] } else { &chain[length..] };
            let rest = self.fold(pairing, rest);
            inner.extend(self.flat(Pairing::Alt, rest));
        }
        let inner = self.branches(inner);
        let chain = &chains[0];
        if at_end {
            let shared = self.fold(pairing, &chain[chain.len() - length..]);
            self.pair(pairing, inner, shared)
        } else {
            let shared = self.fold(pairing, &chain[..length]);
            self.pair(pairing, shared, inner)
        }
    }

    /// Returns `true` if a term is an emission and then receptions of the same message: an arrow, which
    /// stays in one piece.
    fn is_passing(&self, term: TermId) -> bool {
        let Term::Pair(Pairing::Strict, sent, received) = self.terms.get(term) else {
            return false;
        };
        let Term::Letter(sent) = self.terms.get(sent) else { return false };
        let [sent] = self.terms.letters().letter(sent).actions() else { return false };
        let mut open = vec![received];
        while let Some(part) = open.pop() {
            match self.terms.get(part) {
                Term::Letter(letter) => match self.terms.letters().letter(letter).actions() {
                    [action]
                        if action.direction == Direction::Receive
                            && action.message == sent.message => {}
                    _ => return false,
                },
                Term::Pair(Pairing::Seq | Pairing::Par, left, right) => open.extend([left, right]),
                _ => return false,
            }
        }
        sent.direction == Direction::Send
    }

    pub(super) fn repeated(&mut self, kind: Repetition, body: TermId) -> TermId {
        let empty = Terms::empty();
        let is_dropped = self.has(RewriteRule::LoopBodies)
            || (self.has(RewriteRule::EmptyStrictLoop) && kind == Repetition::Strict);
        if body == empty && is_dropped {
            return empty;
        }
        if self.has(RewriteRule::CommonLifeline)
            && matches!(kind, Repetition::Head | Repetition::Weak)
            && self.terms.share_lifeline(body, body)
        {
            return self.repeat(Repetition::Strict, body);
        }
        if let Term::Loop(inner, _) = self.terms.get(body)
            && self.absorbs(kind, inner)
        {
            return body;
        }
        let mut branches = self.operands(Pairing::Alt, body);
        let before = branches.clone();
        if self.has(RewriteRule::LoopBodies) {
            branches.retain(|&branch| branch != empty);
        }
        // A branch that is a loop of the kind, or of a smaller one, counts as its body.
        if self.has(RewriteRule::NestedLoops) && kind != Repetition::Head {
            for branch in &mut branches {
                if let Term::Loop(inner, inside) = self.terms.get(*branch)
                    && inner <= kind
                {
                    *branch = inside;
                }
            }
        }
        if branches != before {
            let parts =
                branches.iter().flat_map(|&branch| self.flat(Pairing::Alt, branch)).collect();
            let body = self.branches(parts);
            return self.repeat(kind, body);
        }
        if self.has(RewriteRule::SplitLoops) && kind != Repetition::Strict {
            let groups = self.dependent_groups(&branches);
            if groups.len() > 1 {
                let mut repeat = |group: &Vec<TermId>| {
                    let body = self.fold(Pairing::Alt, group);
                    self.repeat(kind, body)
                };
                let loops: Vec<TermId> = groups.iter().map(&mut repeat).collect();
                let joined = loops.into_iter().rev();
                let joined = joined.reduce(|rest, first| self.pair(Pairing::Par, first, rest));
                return joined.unwrap_or(empty);
            }
        }
        self.terms.intern(Term::Loop(kind, body))
    }

    /// Returns `true` if a loop directly around a loop of kind `inner` is that loop.
    fn absorbs(&self, outer: Repetition, inner: Repetition) -> bool {
        let nested =
            self.has(RewriteRule::NestedLoops) && outer == inner && outer != Repetition::Head;
        let over = self.has(RewriteRule::LoopsOfLoops)
            && match outer {
                Repetition::Strict => true,
                Repetition::Head => matches!(inner, Repetition::Weak | Repetition::Parallel),
                Repetition::Weak => inner == Repetition::Parallel,
                Repetition::Parallel => false,
            };
        nested || over
    }
}
