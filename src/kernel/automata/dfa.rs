//! Deterministic finite automata with an output in each state.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::base::{Groups, Id as _, IndexVec, typed_id};

typed_id! {
    /// A state of a deterministic automaton.
    pub struct DfaStateId;
}

/// A complete deterministic automaton over the letters `0..letters` with an output in each state: a
/// Moore machine. With outputs of type `bool` it accepts where the output is true.
///
/// Every state can be reached from the initial one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dfa<O> {
    letters: usize,
    initial: DfaStateId,
    /// The successor of each state by each letter, state by state.
    successors: Vec<DfaStateId>,
    outputs: IndexVec<DfaStateId, O>,
}

impl<O: Clone + Ord> Dfa<O> {
    /// Returns the automaton whose states are what `next` reaches from `initial`, or nothing where
    /// these are more than `most`, or `next` gives up.
    ///
    /// States are numbered in the order in which a breadth-first search meets them.
    ///
    /// # Complexity
    /// One call of `next` for each state and letter, one of `output` for each state.
    pub fn explore<S: Clone + Eq + std::hash::Hash>(
        letters: usize,
        initial: S,
        most: usize,
        mut next: impl FnMut(&S, usize) -> Option<S>,
        mut output: impl FnMut(&S) -> O,
    ) -> Option<Self> {
        let mut ids: FxHashMap<S, DfaStateId> = FxHashMap::default();
        let mut outputs = IndexVec::new();
        let mut successors = Vec::new();
        let mut open = VecDeque::new();
        let mut id_of =
            |state: S, outputs: &mut IndexVec<DfaStateId, O>, open: &mut VecDeque<S>| {
                if let Some(&id) = ids.get(&state) {
                    return Some(id);
                }
                if outputs.len() == most {
                    return None;
                }
                let id = outputs.push(output(&state));
                open.push_back(state.clone());
                ids.insert(state, id);
                Some(id)
            };
        let initial = id_of(initial, &mut outputs, &mut open)?;
        while let Some(state) = open.pop_front() {
            for letter in 0..letters {
                let target = next(&state, letter)?;
                successors.push(id_of(target, &mut outputs, &mut open)?);
            }
        }
        Some(Self { letters, initial, successors, outputs })
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
    /// Its states are numbered in the order in which a breadth-first search meets them, so equal
    /// behaviour means an equal value.
    ///
    /// # Complexity
    /// The partition is that of Hopcroft (1971), in `O(l n log n)` splits of blocks for `n` states and
    /// `l` letters; a split takes time linear in the block.
    #[must_use]
    pub fn minimised(&self) -> Self {
        let blocks = self.coarsest_partition();
        // A state of each block stands for all of them.
        let mut representative: Vec<Option<DfaStateId>> = vec![None; self.outputs.len()];
        for (state, &block) in blocks.enumerate() {
            representative[block].get_or_insert(state);
        }
        let of = |block: usize| representative[block].expect("no block is empty");
        Self::explore(
            self.letters,
            blocks[self.initial],
            usize::MAX,
            |&block, letter| Some(blocks[self.after(of(block), letter)]),
            |&block| self.outputs[of(block)].clone(),
        )
        .expect("without a limit there is an answer")
    }

    /// Returns the block of each state: two states share one iff every word leads them to equal
    /// outputs.
    fn coarsest_partition(&self) -> IndexVec<DfaStateId, usize> {
        let mut partition = Partition::by_output(&self.outputs);
        // The predecessors by each letter, letter by letter.
        let states = self.outputs.len();
        let place = |letter: usize, state: DfaStateId| letter * states + state.index();
        let predecessors = Groups::new(self.letters * states, || {
            self.outputs.ids().flat_map(|source| {
                (0..self.letters)
                    .map(move |letter| (place(letter, self.after(source, letter)), source))
            })
        });
        let mut waiting: Vec<(usize, usize)> = Vec::new();
        let mut is_waiting: Vec<bool> = Vec::new();
        for block in 0..partition.members.len() {
            waiting.extend((0..self.letters).map(|letter| (block, letter)));
            is_waiting.extend((0..self.letters).map(|_| true));
        }
        while let Some((splitter, letter)) = waiting.pop() {
            is_waiting[splitter * self.letters + letter] = false;
            let sources: Vec<DfaStateId> = partition.members[splitter]
                .iter()
                .flat_map(|&state| predecessors.of(place(letter, state)).iter().copied())
                .collect();
            for (old, new) in partition.split(&sources) {
                is_waiting.extend((0..self.letters).map(|_| false));
                for letter in 0..self.letters {
                    let smaller = if is_waiting[old * self.letters + letter]
                        || partition.members[new].len() <= partition.members[old].len()
                    {
                        new
                    } else {
                        old
                    };
                    is_waiting[smaller * self.letters + letter] = true;
                    waiting.push((smaller, letter));
                }
            }
        }
        partition.block
    }
}

/// A partition of the states.
struct Partition {
    block: IndexVec<DfaStateId, usize>,
    members: Vec<Vec<DfaStateId>>,
}

impl Partition {
    fn by_output<O: Ord>(outputs: &IndexVec<DfaStateId, O>) -> Self {
        let mut order: Vec<DfaStateId> = outputs.ids().collect();
        order.sort_by(|&a, &b| outputs[a].cmp(&outputs[b]));
        let members: Vec<Vec<DfaStateId>> =
            order.chunk_by(|&a, &b| outputs[a] == outputs[b]).map(<[DfaStateId]>::to_vec).collect();
        let mut block = IndexVec::filled(0, outputs.len());
        for (number, states) in members.iter().enumerate() {
            for &state in states {
                block[state] = number;
            }
        }
        Self { block, members }
    }

    /// Separates the states in `marked` from the others of their blocks; returns the blocks that
    /// were split, each with the new one that its marked states moved to.
    fn split(&mut self, marked: &[DfaStateId]) -> Vec<(usize, usize)> {
        let mut of_block: Vec<(usize, DfaStateId)> =
            marked.iter().map(|&state| (self.block[state], state)).collect();
        of_block.sort_unstable();
        of_block.dedup();
        let mut split = Vec::new();
        for group in of_block.chunk_by(|a, b| a.0 == b.0) {
            let old = group[0].0;
            if group.len() == self.members[old].len() {
                continue;
            }
            let new = self.members.len();
            for &(_, state) in group {
                self.block[state] = new;
            }
            let block = &self.block;
            self.members[old].retain(|&state| block[state] == old);
            self.members.push(group.iter().map(|&(_, state)| state).collect());
            split.push((old, new));
        }
        split
    }
}
