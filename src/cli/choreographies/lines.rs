//! Where the actions of projections stand in the text of a choreography.

use crate::cli::models::Loaded;
use scm_check::language::choreography::Model;
use scm_check::model::cfsm::{Direction, Label, ParticipantId, System};
use scm_check::model::choreography::{Choreography, DescribedInteraction};
use scm_check::model::witness::Lines;

/// Returns for each transition of the projections the line of the first interaction that it may be a
/// part of.
pub(crate) fn transition_lines(
    loaded: &Loaded,
    model: &Model,
    choreography: &Choreography,
    system: &System,
) -> Lines {
    let Some(source) = &loaded.source else { return Lines::default() };
    let (description, own) = (&model.description, choreography.source());
    let line_of = |participant: ParticipantId, label: Label| {
        let Label::Action(direction, _, message) = label else { return None };
        let is_part = |exchange: DescribedInteraction| {
            let who = match direction {
                Direction::Send => exchange.sender,
                Direction::Receive => exchange.receiver,
            };
            description.participants[who] == own.participants[participant]
                && description.messages[exchange.message] == own.messages[message]
        };
        let mut edges = description.edges.enumerate();
        let (edge, _) = edges.find(|(_, edge)| edge.exchange.is_some_and(is_part))?;
        u32::try_from(source.line_of(model.edges.get(edge)?.start())).ok()
    };
    let transitions = system.automata().enumerate().map(|(participant, automaton)| {
        let all = automaton.transitions().iter();
        all.map(|transition| line_of(participant, transition.label)).collect()
    });
    Lines { file: loaded.name.clone(), transitions: transitions.collect() }
}
