//! Nondeterministic automata without silent transitions, made smaller.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::{Nfa, NfaStateId};
use crate::base::{Id as _, IndexVec, typed_id};

typed_id! {
    /// A state of a reduced automaton.
    pub struct ReducedStateId;
}

/// A nondeterministic automaton without silent transitions, in which no two states behave alike and
/// every state lies on the way to acceptance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReducedNfa<L> {
    /// The initial state; none where nothing is accepted.
    initial: Option<ReducedStateId>,
    /// The transitions of each state, in order.
    transitions: IndexVec<ReducedStateId, Vec<(L, ReducedStateId)>>,
    accepting: IndexVec<ReducedStateId, bool>,
}

impl<L: Copy + Ord> ReducedNfa<L> {
    /// Returns the quotient of `nfa`, which accepts the words that lead it from `initial` to `last`,
    /// by strong bisimilarity of its states without silent transitions.
    ///
    /// # Complexity
    /// `O(n m log m)` for `n` states and `m` transitions without silent ones, of which there may be
    /// as many as pairs of states.
    pub fn new(nfa: &Nfa<L>, initial: NfaStateId, last: NfaStateId) -> Self {
        // States are the initial one and those that a letter leads to.
        let mut number: BTreeMap<NfaStateId, usize> = BTreeMap::new();
        let mut order = vec![initial];
        number.insert(initial, 0);
        let mut transitions: Vec<Vec<(L, usize)>> = Vec::new();
        let mut accepting = Vec::new();
        while let Some(&state) = order.get(transitions.len()) {
            let closure = nfa.closure([state]);
            accepting.push(closure.binary_search(&last).is_ok());
            let mut leaving = Vec::new();
            for &(letter, target) in closure.iter().flat_map(|&from| nfa.transitions(from)) {
                let fresh = order.len();
                let target = *number.entry(target).or_insert_with_key(|&target| {
                    order.push(target);
                    fresh
                });
                leaving.push((letter, target));
            }
            transitions.push(leaving);
        }
        let useful = useful(&transitions, &accepting);
        for leaving in &mut transitions {
            leaving.retain(|&(_, target)| useful[target]);
        }
        Self::quotient(&transitions, &accepting, &useful)
    }

    fn quotient(transitions: &[Vec<(L, usize)>], accepting: &[bool], useful: &[bool]) -> Self {
        let mut class: Vec<usize> = accepting.iter().map(|&accepts| usize::from(accepts)).collect();
        let mut count = 0;
        loop {
            let mut names: BTreeMap<(usize, Vec<(L, usize)>), usize> = BTreeMap::new();
            let next: Vec<usize> = transitions
                .iter()
                .zip(&class)
                .map(|(leaving, &own)| {
                    let mut seen: Vec<(L, usize)> =
                        leaving.iter().map(|&(letter, target)| (letter, class[target])).collect();
                    seen.sort_unstable();
                    seen.dedup();
                    let fresh = names.len();
                    *names.entry((own, seen)).or_insert(fresh)
                })
                .collect();
            class = next;
            if names.len() == count {
                break;
            }
            count = names.len();
        }
        // Classes are numbered in the order of their first useful members.
        let mut ids: BTreeMap<usize, ReducedStateId> = BTreeMap::new();
        let mut members = IndexVec::<ReducedStateId, usize>::new();
        for state in (0..class.len()).filter(|&state| useful[state]) {
            ids.entry(class[state]).or_insert_with(|| members.push(state));
        }
        let reduced = members.iter().map(|&member| {
            let mut leaving: Vec<(L, ReducedStateId)> = transitions[member]
                .iter()
                .map(|&(letter, target)| (letter, ids[&class[target]]))
                .collect();
            leaving.sort_unstable();
            leaving.dedup();
            leaving
        });
        Self {
            initial: ids.get(&class[0]).copied().filter(|_| useful[0]),
            transitions: reduced.collect(),
            accepting: members.iter().map(|&member| accepting[member]).collect(),
        }
    }

    /// Returns the initial state; none where nothing is accepted.
    pub fn initial(&self) -> Option<ReducedStateId> {
        self.initial
    }

    /// Returns the transitions that leave `state`, in order.
    pub fn transitions(&self, state: ReducedStateId) -> &[(L, ReducedStateId)] {
        &self.transitions[state]
    }

    /// Tells whether `state` accepts.
    pub fn is_accepting(&self, state: ReducedStateId) -> bool {
        self.accepting[state]
    }

    /// Returns the states.
    pub fn states(&self) -> impl Iterator<Item = ReducedStateId> + use<L> {
        (0..self.accepting.len()).map(ReducedStateId::from_index)
    }
}

/// Tells of each state whether acceptance can be reached from there.
fn useful<L>(transitions: &[Vec<(L, usize)>], accepting: &[bool]) -> Vec<bool> {
    let mut sources: Vec<Vec<usize>> = vec![Vec::new(); transitions.len()];
    for (source, leaving) in transitions.iter().enumerate() {
        let mut seen = FxHashSet::default();
        for (_, target) in leaving {
            if seen.insert(*target) {
                sources[*target].push(source);
            }
        }
    }
    let mut useful = accepting.to_vec();
    let mut open: Vec<usize> = (0..useful.len()).filter(|&state| useful[state]).collect();
    while let Some(state) = open.pop() {
        for &source in &sources[state] {
            if !std::mem::replace(&mut useful[source], true) {
                open.push(source);
            }
        }
    }
    useful
}
