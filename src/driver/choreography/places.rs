//! Places of the transitions of a participant, where its message has several arrows.

use std::collections::{BTreeMap, BTreeSet};

use kernel::base::IndexVec;
use kernel::source::Span;
use language::choreography::Model;
use model::cfsm::{ChannelId, Direction, Label, ParticipantId, StateId, System, TransitionId};
use model::choreography::EdgeId;

/// Returns for each transition of a participant of `system`, the projections of `model` with a channel for each pair of
/// participants, the place of the first interaction that it is a part of, of those that lead on from where the
/// choreography may be in its local state. It is the beginning of the text if there is none.
///
/// # Complexity
/// Linear in the number of transitions of the choreography, times the number of local states.
pub(super) fn transition_places(
    model: &Model,
    system: &System,
    participant: ParticipantId,
) -> IndexVec<TransitionId, Span> {
    let (description, automaton) = (&model.description, &system.automata()[participant]);
    let labels = labels(system, participant);
    // Of each transition of the choreography, what the participant does: `Some(None)` if its projection cannot do it.
    let part = |id: EdgeId| -> Option<Option<Label>> {
        let exchange = description.edges[id].exchange?;
        let name = |one: ParticipantId| description.participants[one].as_str();
        let (direction, peer) = if name(exchange.sender) == automaton.name() {
            (Direction::Send, exchange.receiver)
        } else if name(exchange.receiver) == automaton.name() {
            (Direction::Receive, exchange.sender)
        } else {
            return None;
        };
        let message = description.messages[exchange.message].as_str();
        Some(labels.get(&(direction, message, name(peer))).copied())
    };
    let edges = description.edges.enumerate().map(|(id, edge)| (edge.source, (id, part(id))));
    let leaving: IndexVec<StateId, Vec<(EdgeId, Option<Option<Label>>)>> =
        IndexVec::grouped(description.states.len(), edges);
    let mut places: IndexVec<TransitionId, Option<Span>> =
        IndexVec::filled(None, automaton.transitions().len());
    let first = description.initial.map(|state| (state, automaton.initial()[0]));
    let mut open: Vec<(StateId, StateId)> = first.into_iter().collect();
    let mut seen: BTreeSet<(StateId, StateId)> = open.iter().copied().collect();
    while let Some((state, local)) = open.pop() {
        for &(id, part) in &leaving[state] {
            let target = description.edges[id].target;
            let mut reach = |local: StateId| {
                if seen.insert((target, local)) {
                    open.push((target, local));
                }
            };
            let Some(label) = part else {
                reach(local);
                continue;
            };
            for &one in automaton.outgoing(local) {
                let transition = &automaton.transitions()[one];
                if Some(transition.label) == label {
                    let place = model.edges.get(id).copied().unwrap_or_default();
                    let known = places[one].get_or_insert(place);
                    *known = (*known).min(place);
                    reach(transition.target);
                }
            }
        }
    }
    places.iter().map(|place| place.unwrap_or_default()).collect()
}

/// Returns the labels of the transitions of a participant by what they do with which message, and the name of the other
/// participant.
fn labels(system: &System, participant: ParticipantId) -> BTreeMap<(Direction, &str, &str), Label> {
    let mut others: BTreeMap<(Direction, ChannelId), &str> = BTreeMap::new();
    for action in system.actions() {
        let name = system.automata()[action.participant].name();
        others.insert((action.direction, action.channel), name);
    }
    let transitions = system.automata()[participant].transitions().iter();
    let labels = transitions.filter_map(|transition| {
        let Label::Action(direction, channel, message) = transition.label else { return None };
        let opposite = match direction {
            Direction::Send => Direction::Receive,
            Direction::Receive => Direction::Send,
        };
        let other = *others.get(&(opposite, channel))?;
        Some(((direction, system.messages()[message].name.as_str(), other), transition.label))
    });
    labels.collect()
}
