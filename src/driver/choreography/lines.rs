//! Source lines of the actions of projections in the text of a choreography.

use std::collections::BTreeMap;

use crate::Loaded;
use kernel::source::Span;
use language::choreography::Model;
use model::cfsm::{Direction, Label, ParticipantId, System};
use model::choreography::Choreography;
use model::evidence::Lines;

/// Returns for each transition of the projections the source line of the first interaction that it may be a part of.
pub fn transition_lines(
    loaded: &Loaded,
    model: &Model,
    choreography: &Choreography,
    system: &System,
) -> Lines {
    let Some(source) = loaded.source() else { return Lines::default() };
    let own = choreography.source();
    let first = first_places(model);
    let line_of = |participant: ParticipantId, label: Label| {
        let Label::Action(direction, _, message) = label else { return None };
        let who = own.participants[participant].as_str();
        let place = first.get(&(who, direction, own.messages[message].as_str()))?;
        u32::try_from(source.line_of(place.start())).ok()
    };
    let transitions = system.automata().enumerate().map(|(participant, automaton)| {
        let all = automaton.transitions().iter();
        all.map(|transition| line_of(participant, transition.label)).collect()
    });
    Lines { file: loaded.name.clone(), transitions: transitions.collect() }
}

/// Returns the place of the first interaction of each sender or receiver with each message, by their names.
pub(super) fn first_places(model: &Model) -> BTreeMap<(&str, Direction, &str), Span> {
    let description = &model.description;
    let mut first = BTreeMap::new();
    for (id, edge) in description.edges.enumerate() {
        let (Some(exchange), Some(&place)) = (edge.exchange, model.edges.get(id)) else { continue };
        let message = description.messages[exchange.message].as_str();
        for (who, direction) in
            [(exchange.sender, Direction::Send), (exchange.receiver, Direction::Receive)]
        {
            let key = (description.participants[who].as_str(), direction, message);
            first.entry(key).or_insert(place);
        }
    }
    first
}
