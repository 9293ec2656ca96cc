//! Automata that read communications, with silent steps; all their states accept.

use std::hash::Hash;

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
    type State: Clone + Ord + Hash;

    /// Returns the state in which reading starts.
    fn start(&self) -> Self::State;

    /// Emits the states that one silent step leads to.
    fn silent(&self, state: &Self::State, emit: &mut impl FnMut(Self::State));

    /// Emits the states after reading `letter`.
    fn read(&self, state: &Self::State, letter: Exchange, emit: &mut impl FnMut(Self::State));

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
        let mut closed: Vec<Self::State> = Vec::new();
        let mut open = states;
        let mut steps = 0_usize;
        while let Some(state) = open.pop() {
            steps += 1;
            if steps.is_multiple_of(POLLED)
                && let Some(limit) = control.limit(0, 0)
            {
                return Err(Exceeded::Limit(limit));
            }
            if closed.len() > max_states {
                return Err(Exceeded::Budget);
            }
            if closed.iter().any(|known| self.covers(known, &state)) {
                continue;
            }
            self.silent(&state, &mut |next| open.push(next));
            closed.retain(|known| !self.covers(&state, known));
            closed.push(state);
        }
        closed.sort_unstable();
        Ok(closed)
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

    fn covers(&self, state: &PartialState, other: &PartialState) -> bool {
        state.0 == other.0 && state.1.is_part_of(&other.1)
    }

    fn heap_bytes(&self, (_, blocked): &PartialState) -> usize {
        blocked.heap_bytes()
    }
}
