//! Minimal deterministic automata.

use super::refinable_partition::RefinablePartition;
use super::{Edge, FiniteAutomaton, FiniteStateId};
use crate::base::{Control, Groups, Id as _, Limit};

impl FiniteAutomaton {
    /// Returns the deterministic automaton with the fewest states for the same words. There is no
    /// dead state; the empty language has one state, which is initial and does not accept.
    ///
    /// States are numbered breadth first, by symbols: automata with the same language over the same alphabet
    /// have equal values.
    ///
    /// # Panics
    /// If the automaton is not deterministic.
    ///
    /// # Complexity
    /// `O(n + m log m)` for `n` states and `m` transitions.
    #[must_use]
    pub fn minimised(&self) -> Self {
        self.minimised_within(&Control::unlimited()).expect("there is no limit")
    }

    /// Returns the minimal automaton as [`FiniteAutomaton::minimised`] does; stops if a limit of `control` is
    /// reached.
    ///
    /// # Panics
    /// If the automaton is not deterministic.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// That of [`FiniteAutomaton::minimised`].
    pub fn minimised_within(&self, control: &Control) -> Result<Self, Limit> {
        assert!(self.is_deterministic(), "only deterministic automata are minimised");
        let trimmed = self.trimmed();
        if trimmed.is_empty() {
            return Ok(Self::without_words(self.symbols()));
        }
        let edges: Vec<Edge> = trimmed.edges().collect();
        let state = FiniteStateId::from_index;
        let by_acceptance =
            RefinablePartition::by(trimmed.len(), |index| trimmed.is_accepting(state(index)));
        let blocks = coarsest_partition(by_acceptance, &edges, control)?;
        let block_of =
            |state: FiniteStateId| FiniteStateId::from_index(blocks.set_of(state.index()));
        Ok(trimmed.quotient(blocks.len(), block_of).numbered_breadth_first())
    }

    /// Returns the result of [`FiniteAutomaton::minimised`] for any automaton: a deterministic and trim
    /// automaton of the reversed language gives the minimal automaton when it is reversed and determinised
    /// (Brzozowski, 1962).
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// Exponential in the number of states, also for some deterministic automata.
    pub fn minimised_by_reversal(&self, control: &Control) -> Result<Self, Limit> {
        let (backwards, _) = self.reversed().determinised_within(control)?;
        let (minimal, _) = backwards.reversed().determinised_within(control)?;
        Ok(minimal)
    }

    /// Returns the minimal automaton of the empty language.
    fn without_words(symbols: usize) -> Self {
        Self::new(symbols, vec![FiniteStateId::from_index(0)], vec![false], Vec::new())
    }

    /// Returns the quotient automaton, in which each state is replaced by its `class`, one of the first `classes`. It
    /// accepts all words of this one, and others if the classes are not those of a bisimulation.
    ///
    /// # Panics
    /// If a class is out of range.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    #[must_use]
    pub fn quotient(&self, classes: usize, class: impl Fn(FiniteStateId) -> FiniteStateId) -> Self {
        let mut accepting = vec![false; classes];
        for state in self.states() {
            accepting[class(state).index()] |= self.is_accepting(state);
        }
        let initial = self.initial().iter().map(|&state| class(state)).collect();
        let transitions =
            self.edges().map(|(source, symbol, target)| (class(source), symbol, class(target)));
        Self::new(self.symbols(), initial, accepting, transitions.collect())
    }

    /// Returns the automaton with its states in the order of a breadth-first search, from the initial states
    /// in order and by symbols.
    pub(crate) fn numbered_breadth_first(&self) -> Self {
        self.in_order(&self.breadth_first())
    }
}

/// Returns the coarsest refinement of a partition of states in which two states of one set have, by each
/// symbol, successors in the same set or none, for transitions of which no two leave one state by one symbol.
///
/// The states and the transitions are refined in turn, each by the smaller parts of the other, so that no
/// dead state is needed (Valmari, 2012).
///
/// # Errors
/// If a limit of `control` is reached.
///
/// # Complexity
/// `O(n + m log m)` for `n` states and `m` transitions.
pub(crate) fn coarsest_partition(
    mut blocks: RefinablePartition,
    edges: &[Edge],
    control: &Control,
) -> Result<RefinablePartition, Limit> {
    let incoming = Groups::new(blocks.bound(), || {
        edges.iter().enumerate().map(|(place, edge)| (edge.2.index(), place))
    });
    // A cord is a set of transitions by one symbol into one block.
    let mut cords = RefinablePartition::by(edges.len(), |place| edges[place].1);
    // All transitions go into the first block until the others have split the cords.
    let mut block = 1;
    let mut cord = 0;
    while cord < cords.len() {
        control.within(blocks.len() as u64, 0)?;
        for &edge in cords.elements(cord) {
            blocks.mark(edges[edge].0.index());
        }
        blocks.split();
        cord += 1;
        while block < blocks.len() {
            for &member in blocks.elements(block) {
                for &edge in incoming.of(member) {
                    cords.mark(edge);
                }
            }
            cords.split();
            block += 1;
        }
    }
    Ok(blocks)
}
