//! Simplification of terms on creation.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Repetition;
use super::rewrite_rules::{RewriteRule, RewriteRules};
use super::terms::{CommonId, Pairing, RegionId, Term, TermId, Terms, operands_first};
use kernel::base::{Control, Limit};

/// Creates terms by a set of rewrite rules: from simplified operands it creates a simplified term.
#[derive(Clone, Debug)]
pub(super) struct Simplifier {
    pub(super) terms: Terms,
    pub(super) rules: RewriteRules,
    pub(super) pairs: FxHashMap<(Pairing, TermId, TermId), TermId>,
    loops: FxHashMap<(Repetition, TermId), TermId>,
    /// For each sequence the operands that may come first.
    pub(super) fronts: FxHashMap<TermId, Arc<[TermId]>>,
}

impl Simplifier {
    pub(super) fn new(terms: Terms, rules: RewriteRules) -> Self {
        Self {
            terms,
            rules,
            pairs: FxHashMap::default(),
            loops: FxHashMap::default(),
            fronts: FxHashMap::default(),
        }
    }

    #[inline]
    pub(super) fn has(&self, rule: RewriteRule) -> bool {
        self.rules.has(rule)
    }

    /// Returns the pair without simplification.
    pub(super) fn raw(&mut self, pairing: Pairing, left: TermId, right: TermId) -> TermId {
        self.terms.intern(Term::Pair(pairing, left, right))
    }

    /// Returns a term with the words of a pair.
    pub(super) fn pair(&mut self, pairing: Pairing, left: TermId, right: TermId) -> TermId {
        if self.rules == RewriteRules::none() {
            return self.raw(pairing, left, right);
        }
        if let Some(&known) = self.pairs.get(&(pairing, left, right)) {
            return known;
        }
        let term = self.composed(pairing, left, right);
        let term = self.without_letters(term);
        self.pairs.insert((pairing, left, right), term);
        term
    }

    fn composed(&mut self, pairing: Pairing, left: TermId, right: TermId) -> TermId {
        let has_unit = !matches!(pairing, Pairing::Alt | Pairing::Sync(_));
        if has_unit && self.has(RewriteRule::Units) {
            if left == Terms::empty() {
                return right;
            }
            if right == Terms::empty() {
                return left;
            }
        }
        match pairing {
            Pairing::Strict => self.strict(left, right),
            Pairing::Seq => self.seq(left, right),
            Pairing::Par => self.par(left, right),
            Pairing::Coreg(region) => self.coregion(region, left, right),
            Pairing::Alt => self.choice(left, right),
            Pairing::Sync(common) => self.synchronised(common, left, right),
        }
    }

    /// Returns a term with the words of a loop.
    pub(super) fn repeat(&mut self, kind: Repetition, body: TermId) -> TermId {
        if self.rules == RewriteRules::none() {
            return self.terms.intern(Term::Loop(kind, body));
        }
        if let Some(&known) = self.loops.get(&(kind, body)) {
            return known;
        }
        let term = self.repeated(kind, body);
        let term = self.without_letters(term);
        self.loops.insert((kind, body), term);
        term
    }

    /// Returns the empty term if `term` has no letters, since its only word is then the empty one.
    ///
    /// The rewrite of strict to seq requires this: otherwise remains of finished rounds, which strict drops
    /// but seq keeps, would accumulate.
    fn without_letters(&self, term: TermId) -> TermId {
        let is_empty = self.strict_is_seq() && self.terms.size(term) == 0;
        if is_empty { Terms::empty() } else { term }
    }

    /// Returns `true` if strict is rewritten to seq when one lifeline takes part in every letter.
    fn strict_is_seq(&self) -> bool {
        self.has(RewriteRule::CommonLifeline) && self.has(RewriteRule::Units)
    }

    /// Returns the simplified form of a term.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// A few passes over the term: simplifying one part of a term may enable another rewrite rule around it.
    pub(super) fn simplified(&mut self, term: TermId, control: &Control) -> Result<TermId, Limit> {
        let mut current = term;
        // The rewrite rules make terms smaller or move them down a fixed order, so this terminates.
        loop {
            let next = self.rebuilt(current, control)?;
            if next == current {
                return Ok(current);
            }
            current = next;
        }
    }

    /// Checks the limits of `control`.
    pub(super) fn ask(&self, control: &Control) -> Result<(), Limit> {
        control.within(0, self.terms.bytes())
    }

    /// Rebuilds a term from its parts.
    fn rebuilt(&mut self, term: TermId, control: &Control) -> Result<TermId, Limit> {
        let mut made: FxHashMap<TermId, TermId> = FxHashMap::default();
        operands_first(term, |term| {
            if let Err(limit) = self.ask(control) {
                return Ok(Err(limit));
            }
            let of = |operand| made.get(&operand).copied().ok_or(operand);
            let result = match self.terms.get(term) {
                Term::Empty | Term::Letter(_) => term,
                Term::Pair(pairing, left, right) => self.pair(pairing, of(left)?, of(right)?),
                Term::Loop(kind, body) => self.repeat(kind, of(body)?),
            };
            made.insert(term, result);
            Ok(Ok(result))
        })
    }

    /// Returns the operands of a chain of pairs, from left to right; the term alone if it is no such chain.
    ///
    /// Chains are folded to the right, so only right operands are followed.
    pub(super) fn operands(&self, pairing: Pairing, term: TermId) -> Vec<TermId> {
        let mut operands = Vec::new();
        let mut rest = term;
        while let Term::Pair(with, first, others) = self.terms.get(rest) {
            if with != pairing {
                break;
            }
            operands.push(first);
            rest = others;
            if !self.has(RewriteRule::Associativity) {
                break;
            }
        }
        operands.push(rest);
        operands
    }

    /// Returns the last of [`Self::operands`].
    pub(super) fn last_operand(&self, pairing: Pairing, term: TermId) -> TermId {
        let mut rest = term;
        while let Term::Pair(with, _, others) = self.terms.get(rest)
            && with == pairing
        {
            rest = others;
            if !self.has(RewriteRule::Associativity) {
                break;
            }
        }
        rest
    }

    /// Returns all operands if the rewrite rules allow more than two, else those of the pair.
    pub(super) fn flat(&self, pairing: Pairing, term: TermId) -> Vec<TermId> {
        if self.has(RewriteRule::Associativity) { self.operands(pairing, term) } else { vec![term] }
    }

    /// Returns the chain of some operands without simplification; the empty term if there are none.
    pub(super) fn fold(&mut self, pairing: Pairing, operands: &[TermId]) -> TermId {
        let Some((&last, others)) = operands.split_last() else { return Terms::empty() };
        others.iter().rev().fold(last, |rest, &first| self.raw(pairing, first, rest))
    }

    /// Returns `true` if a term is a loop of one of some kinds.
    pub(super) fn is_loop(&self, term: TermId, is_meant: impl Fn(Repetition) -> bool) -> bool {
        matches!(self.terms.get(term), Term::Loop(kind, _) if is_meant(kind))
    }

    fn strict(&mut self, left: TermId, right: TermId) -> TermId {
        if self.strict_is_seq() && self.terms.share_lifeline(left, right) {
            return self.pair(Pairing::Seq, left, right);
        }
        let mut before = self.flat(Pairing::Strict, left);
        let last = before[before.len() - 1];
        // The right operand is a simplified chain: changes are possible only where the two meet.
        let (first, others) = match self.terms.get(right) {
            Term::Pair(Pairing::Strict, first, others) if self.has(RewriteRule::Associativity) => {
                (first, Some(others))
            }
            _ => (right, None),
        };
        let mut rest = right;
        if self.has(RewriteRule::RepeatedLoops) && last == first && self.is_loop(last, |_| true) {
            before.pop();
        } else if self.strict_is_seq() && self.terms.share_lifeline(last, first) {
            before.pop();
            let joined = self.pair(Pairing::Seq, last, first);
            rest = match others {
                Some(others) => self.raw(Pairing::Strict, joined, others),
                None => joined,
            };
        }
        let before = before.into_iter().rev();
        before.fold(rest, |rest, first| self.raw(Pairing::Strict, first, rest))
    }

    fn coregion(&mut self, region: RegionId, left: TermId, right: TermId) -> TermId {
        let mut region = region;
        if self.has(RewriteRule::Regions) {
            let (one, other) = (self.terms.lifelines(left), self.terms.lifelines(right));
            let shared = self.terms.meet(one, other);
            region = self.terms.meet(region, shared);
            if region == self.terms.none() {
                return self.pair(Pairing::Seq, left, right);
            }
            if region == shared {
                return self.pair(Pairing::Par, left, right);
            }
        }
        // The chain is folded to the right; operands further right have their own regions already.
        if self.has(RewriteRule::Associativity)
            && let Term::Pair(Pairing::Coreg(with), first, others) = self.terms.get(left)
            && with == region
        {
            let rest = self.pair(Pairing::Coreg(region), others, right);
            return self.pair(Pairing::Coreg(region), first, rest);
        }
        self.raw(Pairing::Coreg(region), left, right)
    }

    fn synchronised(&mut self, common: CommonId, left: TermId, right: TermId) -> TermId {
        let pairing = Pairing::Sync(common);
        if !self.has(RewriteRule::Synchronisation) {
            return self.raw(pairing, left, right);
        }
        if self.terms.actions_in(common).is_empty() {
            return self.pair(Pairing::Par, left, right);
        }
        let mut operands = self.flat(pairing, left);
        operands.extend(self.flat(pairing, right));
        operands.sort_by(|&one, &other| self.terms.compare(one, other));
        self.fold(pairing, &operands)
    }

    fn par(&mut self, left: TermId, right: TermId) -> TermId {
        if let Some(term) = self.inserted(left, right) {
            return term;
        }
        let mut operands = self.beside(left);
        operands.extend(self.beside(right));
        if self.has(RewriteRule::Commutativity) {
            operands.sort_by(|&one, &other| self.terms.compare(one, other));
        }
        if self.has(RewriteRule::RepeatedLoops) {
            let parallel = |kind| kind == Repetition::Parallel;
            operands.dedup_by(|one, other| one == other && self.is_loop(*one, parallel));
        }
        if !self.has(RewriteRule::Independence) {
            return self.fold(Pairing::Par, &operands);
        }
        let mut groups = self.dependent_groups(&operands);
        let last = groups.pop().unwrap_or_default();
        let last = self.fold(Pairing::Par, &last);
        groups.into_iter().rev().fold(last, |rest, group| {
            let beside = self.fold(Pairing::Par, &group);
            self.pair(Pairing::Seq, beside, rest)
        })
    }

    /// Returns the interleaving of one operand with several, if the operand only has to be inserted among
    /// them.
    fn inserted(&mut self, left: TermId, right: TermId) -> Option<TermId> {
        let is_one = match self.terms.get(left) {
            Term::Letter(_) => true,
            Term::Pair(pairing, ..) => !matches!(pairing, Pairing::Par | Pairing::Seq),
            Term::Loop(kind, _) => kind != Repetition::Parallel,
            Term::Empty => false,
        };
        let is_ordered =
            self.has(RewriteRule::Associativity) && self.has(RewriteRule::Commutativity);
        // The operands of a chain depend on each other, directly or through others.
        if !is_one || !is_ordered || self.terms.are_independent(left, right) {
            return None;
        }
        if !matches!(self.terms.get(right), Term::Pair(Pairing::Par, ..)) {
            return None;
        }
        let mut rest = right;
        let mut before = Vec::new();
        while let Term::Pair(Pairing::Par, first, others) = self.terms.get(rest) {
            if self.terms.compare(left, first).is_le() {
                break;
            }
            before.push(first);
            rest = others;
        }
        let is_last = !matches!(self.terms.get(rest), Term::Pair(Pairing::Par, ..));
        let last = if is_last && self.terms.compare(rest, left).is_lt() {
            self.raw(Pairing::Par, rest, left)
        } else {
            self.raw(Pairing::Par, left, rest)
        };
        let before = before.into_iter().rev();
        Some(before.fold(last, |rest, first| self.raw(Pairing::Par, first, rest)))
    }

    /// Returns `true` if a term is the first operand of an interleaving, in which equal operands are
    /// neighbours.
    pub(super) fn repeats_beside(&self, operand: TermId, others: TermId) -> bool {
        let first = match self.terms.get(others) {
            Term::Pair(Pairing::Par, first, _) => first,
            _ => others,
        };
        operand == first
            && self.has(RewriteRule::Associativity)
            && self.has(RewriteRule::Commutativity)
    }

    /// Returns the parts of a term that it interleaves.
    fn beside(&mut self, term: TermId) -> Vec<TermId> {
        if self.has(RewriteRule::Independence)
            && self.has(RewriteRule::Associativity)
            && matches!(self.terms.get(term), Term::Pair(Pairing::Seq, ..))
        {
            let operands = self.operands(Pairing::Seq, term);
            let groups = self.dependent_groups(&operands);
            if groups.len() > 1 {
                let parts: Vec<TermId> =
                    groups.iter().map(|group| self.fold(Pairing::Seq, group)).collect();
                return parts.into_iter().flat_map(|part| self.flat(Pairing::Par, part)).collect();
            }
        }
        self.flat(Pairing::Par, term)
    }

    /// Splits operands into the groups that share lifelines, directly or through others of the group. The
    /// order within a group, and that of the first ones of the groups, is kept.
    pub(super) fn dependent_groups(&mut self, operands: &[TermId]) -> Vec<Vec<TermId>> {
        let mut groups: Vec<(RegionId, Vec<usize>)> = Vec::new();
        for (place, &operand) in operands.iter().enumerate() {
            let mut lifelines = self.terms.lifelines(operand);
            let mut members = vec![place];
            let mut others = Vec::new();
            for (region, group) in std::mem::take(&mut groups) {
                if self.terms.are_disjoint(region, lifelines) {
                    others.push((region, group));
                } else {
                    lifelines = self.terms.join(lifelines, region);
                    members.extend(group);
                }
            }
            others.push((lifelines, members));
            groups = others;
        }
        let mut groups: Vec<Vec<usize>> = groups.into_iter().map(|(_, group)| group).collect();
        for group in &mut groups {
            group.sort_unstable();
        }
        groups.sort_unstable();
        let of = |group: &Vec<usize>| group.iter().map(|&place| operands[place]).collect();
        groups.iter().map(of).collect()
    }
}
