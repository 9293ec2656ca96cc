//! RSC executions: their states, packed, and the communications that lead from one to the next.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::contents::{Automaton, reachable};
use super::packed::{Field, Notation};
use super::system::{Act, Place, System};
use super::{Outcome, unsupported};

/// The most moves, which with internal steps can be as many as the square of the transitions.
const MOVES: usize = 1 << 25;

/// What the states of a certificate hold beside the control states and the blocked keys.
#[derive(Clone, Copy, Default)]
pub(super) struct Kept<'a> {
    /// Whether a send may be chosen, with who and what depends on it.
    pub(super) chosen: bool,
    /// The automata for contents, if there is a part for their states.
    pub(super) contents: Option<&'a [Automaton]>,
    /// The FIFO channels of which the oldest message is kept, in place of the key.
    pub(super) oldest: &'a [usize],
}

/// What is to be known of a message in a channel that somebody sends.
struct Lane {
    /// What says whether, and by what, the key is blocked. Lanes with the same field have the same key.
    blocked: Field,
    /// What an unmatched send writes there.
    mark: usize,
    /// Whether communications that depend on the chosen send touch the key, if several participants send to it.
    touched: Option<Field>,
    /// Where the choices of the message begin, if it may be chosen.
    first: Option<usize>,
    /// Who has a reception of the message.
    receivers: Vec<usize>,
}

/// The transition system of RSC executions.
pub(super) struct Executions<'a> {
    /// The system that executes.
    pub(super) system: &'a System,
    /// How states are packed and written.
    pub(super) notation: Notation,
    /// By participant and local state, in order: each action behind internal steps with its target, and internal
    /// steps with where they lead, at least to the state itself.
    moves: Vec<Vec<Vec<(Act, usize)>>>,
    lanes: FxHashMap<Place, Lane>,
    /// By participant, its local state.
    control: Vec<Field>,
    /// The automata for contents, and their states.
    contents: Vec<(&'a Automaton, Field)>,
    /// The sends that may be chosen, each with its sender and its key; the senders of a message stand together.
    choices: Vec<(Place, usize, Field)>,
    /// Which of them is chosen, from 1; 0 if none is.
    chosen: Option<Field>,
    /// By participant, whether it depends on the chosen send.
    touched: Vec<Field>,
}

impl<'a> Executions<'a> {
    /// Returns the executions of a system, with what is to be kept in their states.
    pub(super) fn new(system: &'a System, kept: Kept<'a>) -> Outcome<Self> {
        let mut notation = Notation::new();
        let (mut moves, mut control, mut locals, mut size) = (vec![], vec![], vec![], 0);
        for participant in &system.participants {
            let states = &participant.states;
            let numbers = states.iter().map(|state| state.number.to_string());
            let (field, names) = notation.field(0, numbers);
            control.push(field);
            locals.push(names);
            let steps = |local: usize| states[local].transitions.iter();
            let internal = |local| steps(local).filter(|by| by.act == Act::Internal);
            let moves_from = |local: usize| {
                let trailing =
                    reachable(local, states.len(), |local| internal(local).map(|by| by.to));
                let actions = trailing.into_iter().flat_map(steps).map(|by| (by.act, by.to));
                let moves: BTreeSet<_> = actions.chain([(Act::Internal, local)]).collect();
                size += moves.len();
                (size <= MOVES).then(|| moves.into_iter().collect())
            };
            let of_all: Option<Vec<_>> = (0..states.len()).map(moves_from).collect();
            moves.push(of_all.map_or_else(|| unsupported("as many internal steps as these"), Ok)?);
        }
        let (mut lanes, mut keys, mut blocked_keys) = (FxHashMap::default(), vec![], vec![]);
        let (mut choices, mut sends) = (vec![], vec![]);
        for (channel, sent) in system.sent.iter().enumerate() {
            let (is_bag, is_kept) = (system.bags[channel], kept.oldest.contains(&channel));
            for messages in sent.chunks(if is_bag { 1 } else { sent.len().max(1) }) {
                let places = messages.iter().map(|&message| Place { channel, message });
                let text = |place| format!("{channel}:{}", system.name(place));
                let key = |place| if is_bag || is_kept { text(place) } else { channel.to_string() };
                let names = places.clone().map(key).take(if is_kept { messages.len() } else { 1 });
                let senders = places.clone().flat_map(|place| &system.senders[&place]);
                let is_shared = kept.chosen && senders.collect::<BTreeSet<_>>().len() > 1;
                let touched = is_shared.then(|| notation.field(1, names.clone()));
                let (blocked, names) = notation.field(1, names);
                blocked_keys.extend(names);
                let touched = touched.map(|(field, names)| (field, keys.extend(names)).0);
                for (i, place) in places.enumerate() {
                    let receivers = system.receivers.get(&place).into_iter().flatten();
                    let receivers: Vec<usize> = receivers.copied().collect();
                    let may_be_chosen = kept.chosen && !receivers.is_empty();
                    let first = may_be_chosen.then_some(choices.len());
                    for p in system.senders[&place].iter().filter(|_| may_be_chosen) {
                        choices.push((place, *p, blocked));
                        sends.push(format!("{p}!{}", text(place)));
                    }
                    let mark = if is_kept { i + 1 } else { 1 };
                    lanes.insert(place, Lane { blocked, mark, touched, first, receivers });
                }
            }
        }
        notation.row('.', locals);
        notation.set(blocked_keys);
        let (mut contents, mut states) = (vec![], vec![]);
        for automaton in kept.contents.into_iter().flatten() {
            let numbers = (0..automaton.next.len()).map(|state| state.to_string());
            let (field, names) = notation.field(0, numbers);
            contents.push((automaton, field));
            states.push(names);
        }
        if kept.contents.is_some() {
            notation.row(',', states);
        }
        let (mut chosen, mut touched, mut participants) = (None, vec![], vec![]);
        if kept.chosen {
            for p in 0..control.len() {
                let (field, names) = notation.field(1, std::iter::once(p.to_string()));
                touched.push(field);
                participants.extend(names);
            }
            let (field, sends) = notation.field(1, sends.into_iter());
            chosen = Some(field);
            notation.row(',', vec![sends]);
            notation.set(participants);
            notation.set(keys);
        }
        Ok(Self { system, notation, moves, lanes, control, contents, choices, chosen, touched })
    }

    /// Returns where an action, or internal steps, lead participant `p` from `local`.
    pub(super) fn moves(&self, p: usize, local: usize, act: Act) -> impl Iterator<Item = usize> {
        let moves = &self.moves[p][local];
        let moves = moves[moves.partition_point(|by| by.0 < act)..].iter();
        moves.take_while(move |by| by.0 == act).map(|by| by.1)
    }

    /// Returns the state before anything is sent.
    pub(super) fn initial(&self, locals: &[usize]) -> Vec<u64> {
        let mut state = vec![0; self.notation.words()];
        self.control.iter().zip(locals).for_each(|(field, local)| field.set(&mut state, *local));
        state
    }

    /// Returns the local state of participant `p`.
    pub(super) fn local(&self, state: &[u64], p: usize) -> usize {
        self.control[p].get(state)
    }

    /// Returns the states of the automata for contents.
    pub(super) fn contents(&self, state: &[u64]) -> Vec<usize> {
        self.contents.iter().map(|(_, field)| field.get(state)).collect()
    }

    /// Says whether a message may be received next from a channel to which it is sent.
    pub(super) fn is_held(&self, state: &[u64], place: Place) -> bool {
        let lane = &self.lanes[&place];
        lane.blocked.get(state) == lane.mark
    }

    /// Returns the chosen send, its sender and its key.
    fn chosen(&self, state: &[u64]) -> Option<(Place, usize, Field)> {
        Some(self.choices[self.chosen?.get(state).checked_sub(1)?])
    }

    /// Says whether somebody who depends on the chosen send can receive its message next.
    pub(super) fn closes(&self, state: &[u64]) -> bool {
        self.chosen(state).is_some_and(|(place, ..)| {
            let local = |q: usize| self.local(state, q);
            let receives = |q: usize| self.moves(q, local(q), Act::Receive(place)).next().is_some();
            let depends = |q: usize| self.touched[q].get(state) > 0;
            self.lanes[&place].receivers.iter().any(|&q| depends(q) && receives(q))
        })
    }

    /// Writes into `next` the state in which the participants involved have gone on by a communication, with what
    /// that adds to what depends on the chosen send.
    fn go_on(&self, state: &[u64], next: &mut [u64], lane: &Lane, involved: &[(usize, usize)]) {
        next.copy_from_slice(state);
        for (p, to) in involved {
            self.control[*p].set(next, *to);
        }
        let Some((_, sender, key)) = self.chosen(state) else { return };
        let is_touched = |field: Field| field.get(state) > 0;
        if lane.blocked == key
            || lane.touched.is_some_and(is_touched)
            || involved.iter().any(|(p, _)| *p == sender || is_touched(self.touched[*p]))
        {
            let participants = involved.iter().map(|(p, _)| self.touched[*p]);
            participants.chain(lane.touched).for_each(|field| field.set(next, 1));
        }
    }

    /// Calls `visit` with each state that one communication leads to, and with its sender and message.
    ///
    /// `next` is room for a state.
    pub(super) fn successors(
        &self,
        state: &[u64],
        next: &mut [u64],
        mut visit: impl FnMut(&[u64], usize, Place) -> Outcome,
    ) -> Outcome {
        for (p, moves) in self.moves.iter().enumerate() {
            for &(act, to) in &moves[self.local(state, p)] {
                let Act::Send(place) = act else { continue };
                let lane = &self.lanes[&place];
                let is_free = lane.blocked.get(state) == 0;
                self.go_on(state, next, lane, &[(p, to)]);
                if is_free {
                    lane.blocked.set(next, lane.mark);
                }
                for (automaton, field) in &self.contents {
                    if automaton.channel == place.channel {
                        let sent = &self.system.sent[place.channel];
                        let column = sent.partition_point(|message| *message < place.message);
                        field.set(next, automaton.next[field.get(state)][column]);
                    }
                }
                visit(next, p, place)?;
                if !is_free {
                    continue;
                }
                if let (Some(chosen), Some(first)) = (self.chosen, lane.first)
                    && chosen.get(state) == 0
                {
                    let others = self.choices[first..].iter().take_while(|choice| choice.1 != p);
                    chosen.set(next, first + others.count() + 1);
                    visit(next, p, place)?;
                }
                for &q in &lane.receivers {
                    let from = if q == p { to } else { self.local(state, q) };
                    for target in self.moves(q, from, Act::Receive(place)) {
                        self.go_on(state, next, lane, &[(p, to), (q, target)]);
                        visit(next, p, place)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns how many parts the text of a state has: those about the chosen send are left out if there is none.
    pub(super) fn parts(&self, state: &[u64]) -> usize {
        let is_short = self.chosen.is_some_and(|chosen| chosen.get(state) == 0);
        if is_short { 2 } else { self.notation.parts.len() }
    }
}
