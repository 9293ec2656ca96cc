//! Systems that few configurations show not to be independent within any bound.

use crate::configurations::ConfigurationSpace;
use kernel::base::Control;
use kernel::search::explore;
use model::cfsm::{ChannelId, ParticipantId, System};

/// Maximum number of configurations.
const FEW: u64 = 1_000;

/// Returns `true` if a participant is seen to have a choice between messages of two channels while no channel holds more
/// than one message: then `system`, all of whose channels are FIFO, is not k-independent for any k.
///
/// # Complexity
/// Linear in the numbers of participants and transitions, for at most 1,000 configurations.
pub fn is_racing(system: &System, control: &Control) -> bool {
    let channels = |(participant, state)| {
        let automaton = &system.automata()[participant];
        automaton.receptions(state)
    };
    let is_choice = |mut received: Vec<ChannelId>| {
        received.dedup();
        received.len() > 1
    };
    let has_choices = |participant: ParticipantId| {
        let states = system.automata()[participant].states().ids();
        let from = |state| channels((participant, state)).map(|(channel, _)| channel).collect();
        states.map(from).any(is_choice)
    };
    let choosing: Vec<ParticipantId> =
        system.automata().ids().filter(|&one| has_choices(one)).collect();
    if choosing.is_empty() {
        return false;
    }
    let graph = explore(ConfigurationSpace::bounded(system, 1), FEW, control);
    let mut place = graph.system().buffer();
    graph.nodes().any(|node| {
        graph.system().heads_into(*graph.state(node), &mut place);
        let can_choose = |&participant: &ParticipantId| {
            let here = channels((participant, place.control[participant]));
            let oldest = |&(channel, message): &(ChannelId, _)| {
                place.contents[channel].messages().first() == Some(&message)
            };
            is_choice(here.filter(oldest).map(|(channel, _)| channel).collect())
        };
        choosing.iter().any(can_choose)
    })
}
