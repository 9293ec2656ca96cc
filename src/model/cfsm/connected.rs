//! The connected components of the topology: participants that are joined by channels which they share.

use super::{ParticipantId, System};
use kernel::base::IndexVec;

impl System {
    /// Returns the connected components of the topology, each with its participants in order, by first participant. Two
    /// participants are joined if both have an action on the same channel; so no action of a component can be seen by
    /// another one.
    ///
    /// # Complexity
    /// Linear in the number of transitions, times the number of participants at worst.
    pub fn connected_components(&self) -> Vec<Vec<ParticipantId>> {
        let mut joined: IndexVec<ParticipantId, ParticipantId> = self.automata().ids().collect();
        let mut first_user = IndexVec::filled(None, self.channels().len());
        for action in self.actions() {
            let user = *first_user[action.channel].get_or_insert(action.participant);
            let (one, other) = (first(&joined, user), first(&joined, action.participant));
            joined[one.max(other)] = one.min(other);
        }
        let all =
            self.automata().ids().map(|participant| (first(&joined, participant), participant));
        let components = IndexVec::<ParticipantId, Vec<ParticipantId>>::grouped(joined.len(), all);
        components.iter().filter(|component| !component.is_empty()).cloned().collect()
    }
}

/// Returns the first participant of the component that `participant` is in, as far as it is known.
fn first(
    joined: &IndexVec<ParticipantId, ParticipantId>,
    mut participant: ParticipantId,
) -> ParticipantId {
    while joined[participant] != participant {
        participant = joined[participant];
    }
    participant
}
