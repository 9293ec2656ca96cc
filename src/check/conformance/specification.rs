//! Specifications that multitraces are checked against.

use std::sync::Arc;

use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::Id as _;
use model::trace::{DistributedAlphabet, LetterId, LocalLetterId, LocationId};

/// An automaton whose letters are seen at locations.
///
/// The automaton is trimmed: each state is reachable, and an accepting state is reachable from it. So every
/// sequence of letters that can be read is a prefix of a word.
#[derive(Clone, Debug)]
pub struct Specification {
    automaton: Arc<FiniteAutomaton>,
    alphabet: Arc<DistributedAlphabet>,
    /// For each state of the trimmed automaton, the state of the given automaton.
    origins: Arc<[FiniteStateId]>,
}

impl Specification {
    /// Returns the specification of an automaton, symbol k of which is letter k of the alphabet.
    ///
    /// # Panics
    /// If they have different numbers of letters.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    pub fn new(automaton: &FiniteAutomaton, alphabet: DistributedAlphabet) -> Self {
        assert_eq!(automaton.symbols(), alphabet.letters().len(), "each symbol is a letter");
        let useful = automaton.useful();
        let origins = automaton.states().filter(|state| useful[state.index()]).collect();
        let automaton = automaton.restricted(&useful);
        Self { automaton: Arc::new(automaton), alphabet: Arc::new(alphabet), origins }
    }

    /// Returns this automaton under another alphabet, as other locations see it.
    ///
    /// # Panics
    /// If the alphabet has another number of letters.
    #[must_use]
    pub fn seen_by(&self, alphabet: DistributedAlphabet) -> Self {
        assert_eq!(self.automaton.symbols(), alphabet.letters().len(), "each symbol is a letter");
        Self { alphabet: Arc::new(alphabet), ..self.clone() }
    }

    /// Returns the automaton, trimmed.
    pub fn automaton(&self) -> &FiniteAutomaton {
        &self.automaton
    }

    /// Returns the state of the given automaton for a state of the trimmed one.
    pub fn origin(&self, state: FiniteStateId) -> FiniteStateId {
        self.origins[state.index()]
    }

    /// Returns the alphabet.
    pub fn alphabet(&self) -> &DistributedAlphabet {
        &self.alphabet
    }

    /// Returns the local letters that are seen of a symbol.
    #[inline]
    pub fn parts(&self, symbol: SymbolId) -> &[(LocationId, LocalLetterId)] {
        self.alphabet.parts(LetterId::from_index(symbol.index()))
    }
}
