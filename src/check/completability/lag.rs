//! Reader of partial executions in which some communications are postponed.

use std::hash::Hash as _;

use rustc_hash::FxHasher;

use super::reader::CommunicationReader;
use model::cfsm::Exchange;
use model::choreography::{PartialState, Partials};

/// Reads the partial executions, up to the order of independent communications, in which at most `max_lag`
/// communications are postponed at a time.
///
/// A state is ahead by the postponed letters: these are read later, each after those that it depends on. So a
/// word that is read, followed by what is still postponed, is a commutation of a word of the automaton: the
/// reader accepts no more than the causal closure.
pub(super) struct Lagging<'a> {
    pub(super) partials: &'a Partials<'a>,
    pub(super) max_lag: usize,
}

/// A state of the partial executions, and the postponed letters in a normal form of their order.
type Ahead = (PartialState, Vec<Exchange>);

impl CommunicationReader for Lagging<'_> {
    type State = Ahead;

    fn heap_bytes(&self, ((_, blocked), put_off): &Ahead) -> usize {
        blocked.heap_bytes() + size_of_val(&put_off[..])
    }

    fn start(&self) -> Ahead {
        (self.partials.initial(), Vec::new())
    }

    fn silent(&self, (state, put_off): &Ahead, emit: &mut impl FnMut(Ahead)) {
        self.partials.silent(state, &mut |next| emit((next, put_off.clone())));
        if put_off.len() < self.max_lag {
            self.partials.each(state, &mut |letter, next| {
                let mut put_off = put_off.clone();
                put_off.push(letter);
                emit((next, self.normal(put_off)));
            });
        }
    }

    fn read(&self, (state, put_off): &Ahead, letter: Exchange, emit: &mut impl FnMut(Ahead)) {
        let depends = |other: &Exchange| self.partials.depend(letter, *other);
        match put_off.iter().position(depends) {
            // The first that it depends on has to be itself: two of the same depend on each other.
            Some(place) if put_off[place] == letter => {
                let mut put_off = put_off.clone();
                put_off.remove(place);
                emit((state.clone(), self.normal(put_off)));
            }
            Some(_) => {}
            None => self.partials.read(state, letter, &mut |next| emit((next, put_off.clone()))),
        }
    }

    fn settle(&self, ((_, blocked), _): &mut Ahead) {
        self.partials.saturate(blocked);
    }

    fn hash_shape(&self, ((state, _), put_off): &Ahead, hasher: &mut FxHasher) {
        (state, put_off).hash(hasher);
    }

    fn covers(&self, state: &Ahead, other: &Ahead) -> bool {
        state.1 == other.1 && state.0.0 == other.0.0 && state.0.1.is_part_of(&other.0.1)
    }
}

impl Lagging<'_> {
    /// Returns the least order of `letters` that swaps of independent letters lead to.
    fn normal(&self, mut letters: Vec<Exchange>) -> Vec<Exchange> {
        let mut normal = Vec::with_capacity(letters.len());
        while !letters.is_empty() {
            let is_first = |&place: &usize| {
                letters[..place].iter().all(|&other| !self.partials.depend(other, letters[place]))
            };
            let first = (0..letters.len()).filter(is_first).min_by_key(|&place| letters[place]);
            normal.push(letters.remove(first.expect("the first letter depends on none before it")));
        }
        normal
    }
}
