//! Binary half-duplex systems, read off the definition: of all configurations, does one have messages in both directions?

use super::configurations::{Answer, Bounds, Configuration, Loss, explore};
use model::cfsm::{ChannelId, Direction, Label, ParticipantId, System};

/// Whether each participant has sent a message that is in a channel. Only one of them sends to each channel.
pub fn is_both_ways(system: &System, here: &Configuration) -> bool {
    let sends_to = |participant: ParticipantId, wanted: ChannelId| {
        system.automata()[participant].transitions().iter().any(|one| {
            matches!(one.label, Label::Action(Direction::Send, channel, _) if channel == wanted)
        })
    };
    system.automata().ids().all(|participant| {
        let mut channels = system.channels().ids();
        channels.any(|channel| sends_to(participant, channel) && !here.held(channel).is_empty())
    })
}

/// What is known about the sends that it takes to have messages in both directions.
pub fn fewest_sends(system: &System, loss: Loss, bounds: Bounds) -> Answer {
    explore(system, loss, bounds).fewest_sends(|here| is_both_ways(system, here))
}
