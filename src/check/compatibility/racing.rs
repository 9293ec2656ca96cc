//! Systems that few configurations show not to be independent within any bound.

use crate::configurations::ConfigurationSpace;
use kernel::base::Control;
use kernel::search::explore;
use model::cfsm::{ChannelId, CommunicatingAutomaton, System};

/// Maximum number of configurations.
const FEW: u64 = 1_000;

/// Returns `true` if a participant is seen to have a choice between messages of two channels while no channel holds more
/// than one message: then `system`, all of whose channels are FIFO, is not k-independent for any k.
///
/// # Complexity
/// Linear in the numbers of participants and transitions, for at most 1,000 configurations.
pub fn is_racing(system: &System, control: &Control) -> bool {
    let has_choices = |automaton: &CommunicatingAutomaton| {
        automaton.states().ids().any(|state| automaton.channels_read(state).nth(1).is_some())
    };
    let automata = system.automata().enumerate();
    let choosing: Vec<_> = automata.filter(|(_, automaton)| has_choices(automaton)).collect();
    if choosing.is_empty() {
        return false;
    }
    let graph = explore(ConfigurationSpace::bounded(system, 1), FEW, control);
    let mut place = graph.system().buffer();
    graph.nodes().any(|node| {
        graph.system().heads_into(*graph.state(node), &mut place);
        choosing.iter().any(|&(participant, automaton)| {
            let state = place.control[participant];
            let can_receive = |&channel: &ChannelId| {
                let oldest = place.contents[channel].messages().first();
                oldest.is_some_and(|&oldest| {
                    !automaton.receptions_of(state, channel, oldest).is_empty()
                })
            };
            automaton.channels_read(state).filter(can_receive).nth(1).is_some()
        })
    })
}
