//! Minimal deterministic automata of prefix-closed languages.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::{Dfa, DfaStateId, Nfa, NfaStateId};
use crate::base::{Id as _, IndexVec};

/// The minimal deterministic automaton of a prefix-closed language: all its states accept, and what
/// cannot be read has no transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrefixClosed<L> {
    transitions: IndexVec<DfaStateId, Vec<(L, DfaStateId)>>,
    members: IndexVec<DfaStateId, Vec<NfaStateId>>,
}

impl<L: Copy + Ord + std::hash::Hash> PrefixClosed<L> {
    /// Returns the automaton of what `nfa` can read from `initial` on, all its states accepting; nothing
    /// if determinising it takes more than `most` states.
    ///
    /// States are numbered in the order in which a breadth-first search meets them, by letters in their
    /// order, so equal languages have equal transitions.
    ///
    /// # Complexity
    /// Exponential in the number of states; that of [`Dfa::minimised`] on the sets of states that are met.
    pub fn new(nfa: &Nfa<L>, initial: NfaStateId, most: usize) -> Option<Self> {
        Self::unless(nfa, initial, most, &|| false)
    }

    /// The same; nothing also if `stop` says so before all states are found.
    ///
    /// # Complexity
    /// That of [`PrefixClosed::new`].
    pub fn unless(
        nfa: &Nfa<L>,
        initial: NfaStateId,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut letters: Vec<L> = nfa
            .reachable(initial)
            .into_iter()
            .flat_map(|state| nfa.transitions(state).iter().map(|&(letter, _)| letter))
            .collect();
        letters.sort_unstable();
        letters.dedup();
        let next = |subset: &Vec<NfaStateId>, letter: usize| {
            let targets = subset
                .iter()
                .flat_map(|&state| nfa.transitions(state))
                .filter(|(read, _)| *read == letters[letter])
                .map(|&(_, target)| target);
            nfa.closure(targets)
        };
        let start = nfa.closure([initial]);
        let step = |subset: &Vec<NfaStateId>, letter: usize| {
            if stop() { None } else { Some(next(subset, letter)) }
        };
        // The empty set reads nothing more.
        let dfa = Dfa::explore(letters.len(), start.clone(), most, step, |set| !set.is_empty())?;
        let dfa = dfa.minimised();
        let mut automaton = Self {
            transitions: IndexVec::filled(Vec::new(), dfa.outputs().len()),
            members: IndexVec::filled(Vec::new(), dfa.outputs().len()),
        };
        for state in dfa.outputs().ids().filter(|&state| dfa.outputs()[state]) {
            for (index, &letter) in letters.iter().enumerate() {
                let target = dfa.after(state, index);
                if dfa.outputs()[target] {
                    automaton.transitions[state].push((letter, target));
                }
            }
        }
        automaton.collect_members(start, dfa.initial(), &letters, next);
        Some(automaton.without_trap(&dfa))
    }

    /// Notes which states of the given automaton each state stands for.
    fn collect_members(
        &mut self,
        start: Vec<NfaStateId>,
        initial: DfaStateId,
        letters: &[L],
        next: impl Fn(&Vec<NfaStateId>, usize) -> Vec<NfaStateId>,
    ) {
        let mut seen = FxHashSet::default();
        let mut open = VecDeque::from([(start, initial)]);
        while let Some((subset, state)) = open.pop_front() {
            if !seen.insert(subset.clone()) {
                continue;
            }
            self.members[state].extend(&subset);
            for &(letter, target) in &self.transitions[state] {
                let index = letters.binary_search(&letter).expect("letters are all there");
                open.push_back((next(&subset, index), target));
            }
        }
        for members in &mut self.members {
            members.sort_unstable();
            members.dedup();
        }
    }

    /// Leaves out the state that reads nothing because nothing led to it, and renumbers the others.
    fn without_trap(self, dfa: &Dfa<bool>) -> Self {
        let mut places: IndexVec<DfaStateId, DfaStateId> = IndexVec::new();
        let mut number = 0;
        for state in dfa.outputs().ids() {
            places.push(DfaStateId::from_index(number));
            number += usize::from(dfa.outputs()[state]);
        }
        let kept = |state: &DfaStateId| dfa.outputs()[*state];
        let states: Vec<DfaStateId> = dfa.outputs().ids().filter(kept).collect();
        Self {
            transitions: states
                .iter()
                .map(|&state| {
                    self.transitions[state].iter().map(|&(l, target)| (l, places[target])).collect()
                })
                .collect(),
            members: states.iter().map(|&state| self.members[state].clone()).collect(),
        }
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.transitions.len()
    }

    /// Tells whether there is no state, which never happens.
    pub fn is_empty(&self) -> bool {
        self.transitions.is_empty()
    }

    /// Returns the state in which reading starts.
    pub fn initial(&self) -> DfaStateId {
        DfaStateId::from_index(0)
    }

    /// Returns the states.
    pub fn states(&self) -> impl Iterator<Item = DfaStateId> + use<L> {
        self.transitions.ids()
    }

    /// Returns the transitions of a state in the order of their letters.
    pub fn transitions(&self, state: DfaStateId) -> &[(L, DfaStateId)] {
        &self.transitions[state]
    }

    /// Returns the state after a letter.
    pub fn after(&self, state: DfaStateId, letter: L) -> Option<DfaStateId> {
        let transitions = &self.transitions[state];
        let place = transitions.binary_search_by_key(&letter, |&(read, _)| read).ok()?;
        Some(transitions[place].1)
    }

    /// Tells whether the languages are equal, whatever automata they were given by.
    ///
    /// # Complexity
    /// Linear in the number of transitions.
    pub fn reads_the_same(&self, other: &Self) -> bool {
        self.transitions == other.transitions
    }

    /// Returns the states of the given automaton in which it can be when this one is in `state`.
    pub fn members(&self, state: DfaStateId) -> &[NfaStateId] {
        &self.members[state]
    }
}
