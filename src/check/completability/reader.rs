//! Automata that read communications, with silent steps; all their states accept.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHasher};

use kernel::base::{Control, Limit};
use model::cfsm::Exchange;
use model::choreography::{PartialState, Partials};

/// Number of states between two checks of the limits.
const POLLED: usize = 64;

/// Why a level has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exceeded {
    /// The level takes more than its budget.
    Budget,
    /// A limit was reached first.
    Limit(Limit),
}

/// A nondeterministic automaton over communications that is computed on demand.
pub(super) trait CommunicationReader {
    /// A state.
    type State: Clone + Ord;

    /// Returns the state in which reading starts.
    fn start(&self) -> Self::State;

    /// Emits the states that one silent step leads to.
    fn silent(&self, state: &Self::State, emit: &mut impl FnMut(Self::State));

    /// Emits the states after reading `letter`.
    fn read(&self, state: &Self::State, letter: Exchange, emit: &mut impl FnMut(Self::State));

    /// Replaces a state by one that reads the same, the same for many.
    fn settle(&self, state: &mut Self::State);

    /// Hashes what a state has in common with all states that it covers.
    fn hash_shape(&self, state: &Self::State, hasher: &mut FxHasher);

    /// Returns `true` if it is immediate that `state` reads all words that `other` reads.
    fn covers(&self, state: &Self::State, other: &Self::State) -> bool;

    /// Returns the number of heap bytes of a state.
    fn heap_bytes(&self, state: &Self::State) -> usize;

    /// Returns, in order, the states that silent steps lead to from `states`, without those that others
    /// cover.
    ///
    /// # Errors
    /// If there are more than `max_states` states, or a limit of `control` is reached.
    fn closed(
        &self,
        states: Vec<Self::State>,
        max_states: usize,
        control: &Control,
    ) -> Result<Vec<Self::State>, Exceeded> {
        let mut minimal = Minimal { states: Vec::new(), by_shape: FxHashMap::default(), kept: 0 };
        for state in states {
            minimal.add(self, state);
        }
        let mut next = 0;
        while next < minimal.states.len() {
            if next.is_multiple_of(POLLED)
                && let Some(limit) = control.limit(0, 0)
            {
                return Err(Exceeded::Limit(limit));
            }
            if minimal.kept > max_states {
                return Err(Exceeded::Budget);
            }
            if let Some(state) = minimal.states[next].clone() {
                self.silent(&state, &mut |after| minimal.add(self, after));
            }
            next += 1;
        }
        let mut closed: Vec<_> = minimal.states.into_iter().flatten().collect();
        closed.sort_unstable();
        Ok(closed)
    }
}

/// States of which none covers another, in the order in which they are found.
struct Minimal<S> {
    /// The states; those that later ones cover are gone.
    states: Vec<Option<S>>,
    /// The places of states by the hashes of their shapes.
    by_shape: FxHashMap<u64, Vec<usize>>,
    /// The number of states that are not gone.
    kept: usize,
}

impl<S> Minimal<S> {
    /// Adds a state that none covers, and removes those that it covers.
    fn add<R: CommunicationReader<State = S> + ?Sized>(&mut self, reader: &R, mut state: S) {
        reader.settle(&mut state);
        let mut hasher = FxHasher::default();
        reader.hash_shape(&state, &mut hasher);
        let alike = self.by_shape.entry(hasher.finish()).or_default();
        let states = &mut self.states;
        let known = |place: usize| states[place].as_ref().expect("it is not gone");
        if alike.iter().any(|&place| reader.covers(known(place), &state)) {
            return;
        }
        self.kept += 1;
        alike.retain(|&place| {
            let is_gone = states[place].take_if(|known| reader.covers(&state, known)).is_some();
            self.kept -= usize::from(is_gone);
            !is_gone
        });
        alike.push(states.len());
        states.push(Some(state));
    }
}

impl CommunicationReader for Partials<'_> {
    type State = PartialState;

    fn start(&self) -> PartialState {
        self.initial()
    }

    fn silent(&self, state: &PartialState, emit: &mut impl FnMut(PartialState)) {
        // Where everybody is blocked nothing can be read.
        Partials::silent(self, state, &mut |next| {
            if !self.blocks_everybody(&next.1) {
                emit(next);
            }
        });
    }

    fn read(&self, state: &PartialState, letter: Exchange, emit: &mut impl FnMut(PartialState)) {
        Partials::read(self, state, letter, emit);
    }

    fn settle(&self, (_, blocked): &mut PartialState) {
        self.saturate(blocked);
    }

    fn hash_shape(&self, (state, _): &PartialState, hasher: &mut FxHasher) {
        state.hash(hasher);
    }

    fn covers(&self, state: &PartialState, other: &PartialState) -> bool {
        state.0 == other.0 && state.1.is_part_of(&other.1)
    }

    fn heap_bytes(&self, (_, blocked): &PartialState) -> usize {
        blocked.heap_bytes()
    }
}
