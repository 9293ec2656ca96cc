//! Races and participants that are not told that the others have ended, by all configurations of a system.

use crate::configurations::{Configuration, Loss, Move, moves};
use crate::safety::{is_final, reception};
use model::cfsm::{ChannelId, MessageId, ParticipantId, StateId, Step, System, TransitionId};
use std::collections::BTreeSet;

/// A participant that may receive the message of the transition first, and the message that may be there before.
pub type Race = (ParticipantId, TransitionId, ChannelId, MessageId);

/// All races of a system, and the participants that are not told; `None` if there are more configurations than `most`.
pub fn orders(system: &System, most: usize) -> Option<(BTreeSet<Race>, BTreeSet<ParticipantId>)> {
    let control = system.automata().iter().map(|automaton| automaton.initial()[0]);
    let first = Configuration::initial(system, control.collect());
    // Who has taken part is a part of the state.
    let mut seen = BTreeSet::from([(first.clone(), BTreeSet::new())]);
    let mut open = vec![(first, BTreeSet::new())];
    let (mut races, mut not_told) = (BTreeSet::new(), BTreeSet::new());
    while let Some((here, active)) = open.pop() {
        races.extend(races_in(system, &here));
        not_told.extend(waiting(system, &here).filter(|participant| active.contains(participant)));
        for (step, next) in moves(system, &here, Loss::OnTheWay) {
            let Move::Step(Step { participant, .. }) = step else { continue };
            let mut active: BTreeSet<ParticipantId> = active.clone();
            active.insert(participant);
            if seen.insert((next.clone(), active.clone())) {
                open.push((next, active));
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some((races, not_told))
}

fn races_in(system: &System, here: &Configuration) -> Vec<Race> {
    let mut races = Vec::new();
    for (participant, automaton) in system.automata().enumerate() {
        let leaving = automaton.transitions().enumerate();
        let leaving: Vec<_> =
            leaving.filter(|(_, one)| one.source == here.state(participant)).collect();
        if !leaving.iter().all(|(_, one)| reception(one).is_some()) {
            continue;
        }
        for &(drawn, transition) in &leaving {
            let (awaited, _) = reception(transition).unwrap();
            for channel in system.channels().ids() {
                let Some(&message) = here.held(channel).first() else { continue };
                let is_taken =
                    leaving.iter().any(|(_, one)| reception(one) == Some((channel, message)));
                let comes = here.held(awaited).is_empty()
                    && !is_taken
                    && after(system, participant, transition.target).into_iter().any(|state| {
                        automaton.transitions().iter().any(|one| {
                            one.source == state && reception(one) == Some((channel, message))
                        })
                    });
                if comes {
                    races.push((participant, drawn, channel, message));
                }
            }
        }
    }
    races
}

/// The states that a participant may come to from one.
fn after(system: &System, participant: ParticipantId, from: StateId) -> BTreeSet<StateId> {
    let mut states = BTreeSet::from([from]);
    for _ in system.automata()[participant].states().ids() {
        for transition in system.automata()[participant].transitions() {
            if states.contains(&transition.source) {
                states.insert(transition.target);
            }
        }
    }
    states
}

/// Those that could receive where nothing can happen any more, all have ended, and all channels are empty.
fn waiting<'a>(
    system: &'a System,
    here: &'a Configuration,
) -> impl Iterator<Item = ParticipantId> + 'a {
    let is_over = here.is_stable()
        && moves(system, here, Loss::OnTheWay).next().is_none()
        && system.automata().ids().all(|one| is_final(system, one, here.state(one)));
    let waits = move |participant: &ParticipantId| {
        let mut transitions = system.automata()[*participant].transitions().iter();
        transitions.any(|one| one.source == here.state(*participant))
    };
    system.automata().ids().filter(move |participant| is_over && waits(participant))
}
