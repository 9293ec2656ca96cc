//! Deterministic finite automata with an output in each state.

use std::hash::Hash;
use std::iter;

use super::finite::{Edge, RefinablePartition, coarsest_partition};
use super::{FiniteStateId, SymbolId};
use crate::base::{Control, Id as _, IndexVec, Interner, typed_id};

typed_id! {
    /// A state of a deterministic automaton.
    pub struct DfaStateId;
}

/// A complete deterministic automaton over the letters `0..letters` with an output in each state: a Moore
/// machine. With outputs of type `bool` it accepts in the states whose output is `true`.
///
/// Every state is reachable from the initial one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dfa<O> {
    letters: usize,
    initial: DfaStateId,
    /// The successor of each state by each letter, state by state.
    successors: Vec<DfaStateId>,
    outputs: IndexVec<DfaStateId, O>,
}

impl<O: Clone + Ord> Dfa<O> {
    /// Returns the automaton of the states that `next` reaches from `initial`; `None` if there are more than
    /// `max_states`, or `next` returns `None`.
    ///
    /// States are numbered in the order of a breadth-first search.
    ///
    /// # Complexity
    /// One call of `next` for each state and letter, one of `output` for each state.
    pub fn explore<S: Clone + Eq + Hash>(
        letters: usize,
        initial: S,
        max_states: usize,
        mut next: impl FnMut(&S, usize) -> Option<S>,
        output: impl FnMut(&S) -> O,
    ) -> Option<Self> {
        let mut known = Interner::default();
        let initial = known.id(&initial);
        let mut successors = Vec::new();
        let mut at = 0;
        while at < known.items().len() {
            for letter in 0..letters {
                if known.items().len() > max_states {
                    return None;
                }
                let target = next(&known.items()[DfaStateId::from_index(at)], letter)?;
                successors.push(known.id(&target));
            }
            at += 1;
        }
        let outputs: IndexVec<_, O> = known.items().iter().map(output).collect();
        (outputs.len() <= max_states).then_some(Self { letters, initial, successors, outputs })
    }

    /// Returns the number of letters.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// Returns the state in which reading starts.
    pub fn initial(&self) -> DfaStateId {
        self.initial
    }

    /// Returns the state after reading `letter` in `state`.
    #[inline]
    pub fn after(&self, state: DfaStateId, letter: usize) -> DfaStateId {
        self.successors[state.index() * self.letters + letter]
    }

    /// Returns the outputs of the states.
    pub fn outputs(&self) -> &IndexVec<DfaStateId, O> {
        &self.outputs
    }

    /// Returns the automaton with the fewest states that has the same output after each word.
    ///
    /// States are numbered in the order of a breadth-first search, so equal behaviour means an equal value.
    ///
    /// # Complexity
    /// `O(l n log n)` for `n` states and `l` letters.
    #[must_use]
    pub fn minimised(&self) -> Self {
        let outputs = self.outputs.as_slice();
        let by_output = RefinablePartition::by(outputs.len(), |state| &outputs[state]);
        let sources = self.outputs.ids().flat_map(|source| iter::repeat_n(source, self.letters));
        let edges: Vec<Edge> = sources
            .zip((0..self.letters).cycle())
            .zip(&self.successors)
            .map(|((source, letter), target)| {
                let state = FiniteStateId::from_index;
                (state(source.index()), SymbolId::from_index(letter), state(target.index()))
            })
            .collect();
        let blocks = coarsest_partition(by_output, &edges, &Control::unlimited())
            .expect("there is no limit");
        // One state of each block represents all of them.
        let member = |block: usize| DfaStateId::from_index(blocks.elements(block)[0]);
        let block_of = |state: DfaStateId| blocks.set_of(state.index());
        Self::explore(
            self.letters,
            block_of(self.initial),
            usize::MAX,
            |&block, letter| Some(block_of(self.after(member(block), letter))),
            |&block| self.outputs[member(block)].clone(),
        )
        .expect("without a limit there is an answer")
    }
}
