//! Nondeterministic finite automata.

use crate::base::{Id as _, typed_id};

typed_id! {
    /// A state of a finite automaton.
    pub struct FiniteStateId;
}
typed_id! {
    /// A symbol of the alphabet of a finite automaton.
    pub struct SymbolId;
}

/// A transition: source state, symbol, and target state.
pub(crate) type Edge = (FiniteStateId, SymbolId, FiniteStateId);

/// A nondeterministic finite automaton over the symbols `0..symbols`. Silent transitions are those by a
/// symbol that [`FiniteAutomaton::closure`] and [`is_universal`](crate::automata::is_universal) take as an argument; to
/// other functions it is a symbol like any other.
///
/// The automaton may have any number of initial states, even none. The transitions of a state are ordered by
/// symbol and then by target, without repetition, so that equal automata are equal values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FiniteAutomaton {
    symbols: usize,
    initial: Vec<FiniteStateId>,
    accepting: Vec<bool>,
    /// Index of the first transition of each state; one entry more than there are states.
    offsets: Vec<u32>,
    transitions: Vec<(SymbolId, FiniteStateId)>,
}

impl FiniteAutomaton {
    /// Returns the automaton with as many states as `accepting` has entries. Repeated initial states
    /// and transitions count once.
    ///
    /// # Panics
    /// If a state or a symbol is out of range.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    pub fn new(
        symbols: usize,
        mut initial: Vec<FiniteStateId>,
        accepting: Vec<bool>,
        mut transitions: Vec<(FiniteStateId, SymbolId, FiniteStateId)>,
    ) -> Self {
        initial.sort_unstable();
        initial.dedup();
        assert!(initial.last().is_none_or(|last| last.index() < accepting.len()));
        transitions.sort_unstable();
        transitions.dedup();
        let mut offsets = vec![0; accepting.len() + 1];
        for &(source, symbol, target) in &transitions {
            assert!(symbol.index() < symbols && target.index() < accepting.len());
            offsets[source.index() + 1] += 1;
        }
        for state in 0..accepting.len() {
            offsets[state + 1] += offsets[state];
        }
        let transitions = transitions.into_iter().map(|(_, symbol, to)| (symbol, to)).collect();
        Self { symbols, initial, accepting, offsets, transitions }
    }

    /// Returns the number of symbols of the alphabet.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    /// Returns `true` if there is no state.
    pub fn is_empty(&self) -> bool {
        self.accepting.is_empty()
    }

    /// Returns the states in order.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = FiniteStateId> + use<> {
        (0..self.len()).map(FiniteStateId::from_index)
    }

    /// Returns the initial states in order.
    pub fn initial(&self) -> &[FiniteStateId] {
        &self.initial
    }

    /// Returns `true` if `state` accepts.
    #[inline]
    pub fn is_accepting(&self, state: FiniteStateId) -> bool {
        self.accepting[state.index()]
    }

    /// Returns the transitions that leave `state`, by symbol and then by target.
    #[inline]
    pub fn transitions(&self, state: FiniteStateId) -> &[(SymbolId, FiniteStateId)] {
        let place = state.index();
        &self.transitions[self.offsets[place] as usize..self.offsets[place + 1] as usize]
    }

    /// Returns the transitions that leave `state` by `symbol`, in the order of their targets.
    ///
    /// # Complexity
    /// Logarithmic in the number of transitions that leave `state`.
    #[inline]
    pub fn successors(
        &self,
        state: FiniteStateId,
        symbol: SymbolId,
    ) -> &[(SymbolId, FiniteStateId)] {
        let all = self.transitions(state);
        let from = all.partition_point(|&(other, _)| other < symbol);
        let rest = &all[from..];
        let here = rest.partition_point(|&(other, _)| other == symbol);
        &rest[..here]
    }

    /// Returns all transitions in order: by source, then by symbol, then by target.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = Edge> + '_ {
        self.states().flat_map(|source| {
            self.transitions(source).iter().map(move |&(symbol, target)| (source, symbol, target))
        })
    }

    /// Returns the number of transitions.
    pub fn transition_count(&self) -> usize {
        self.transitions.len()
    }

    /// Returns `true` if there is at most one initial state, and at most one transition by each symbol
    /// from each state.
    ///
    /// # Complexity
    /// Linear in the number of transitions.
    pub fn is_deterministic(&self) -> bool {
        let mut states = self.states();
        self.initial.len() <= 1
            && states
                .all(|state| self.transitions(state).windows(2).all(|two| two[0].0 != two[1].0))
    }
}
