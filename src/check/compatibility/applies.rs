//! The systems for which k-multiparty compatibility is defined.

use kernel::base::IndexVec;
use model::cfsm::{ChannelId, ChannelKind, Direction, Label, ParticipantId, StateId, System};

/// Why k-multiparty compatibility is not defined for a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inapplicable {
    /// The channel is a bag.
    Bag(ChannelId),
    /// Several participants send to the channel, or receive from it.
    Shared(ChannelId, Direction),
    /// The local state has a reception and other transitions.
    Mixed(ParticipantId, StateId),
}

/// Checks that k-multiparty compatibility is defined for `system`: its channels are FIFO, each with at most one sender and
/// one receiver, and no local state has a reception beside other transitions.
///
/// # Complexity
/// Linear in the number of transitions.
///
/// # Errors
/// The first reason why it is not defined.
pub fn applies(system: &System) -> Result<(), Inapplicable> {
    let mut ends: IndexVec<ChannelId, [Option<ParticipantId>; 2]> =
        IndexVec::filled([None; 2], system.channels().len());
    for (participant, automaton) in system.automata().enumerate() {
        for transition in automaton.transitions() {
            let Label::Action(direction, channel, _) = transition.label else { continue };
            if system.channels()[channel].kind == ChannelKind::Bag {
                return Err(Inapplicable::Bag(channel));
            }
            if *ends[channel][direction as usize].get_or_insert(participant) != participant {
                return Err(Inapplicable::Shared(channel, direction));
            }
        }
        let receives = |state| automaton.has_reception(state);
        let is_mixed = |&state: &StateId| receives(state) && !automaton.is_receiving(state);
        if let Some(state) = automaton.states().ids().find(is_mixed) {
            return Err(Inapplicable::Mixed(participant, state));
        }
    }
    Ok(())
}
