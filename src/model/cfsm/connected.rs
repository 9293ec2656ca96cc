//! The connected components of the topology: participants that are joined by channels which they share.

use super::{ParticipantId, System};
use kernel::base::{Id as _, IndexVec};
use petgraph::unionfind::UnionFind;

impl System {
    /// Returns the connected components of the topology, each with its participants in order, by first participant. Two
    /// participants are joined if both have an action on the same channel; so no action of a component can be seen by
    /// another one.
    ///
    /// # Complexity
    /// Nearly linear in the number of transitions, and n log n in the number n of participants.
    pub fn connected_components(&self) -> Vec<Vec<ParticipantId>> {
        let automata = self.automata();
        let mut joined = UnionFind::new(automata.len());
        let mut first_user = IndexVec::filled(None, self.channels().len());
        for action in self.actions() {
            let user: ParticipantId = *first_user[action.channel].get_or_insert(action.participant);
            joined.union(user.index(), action.participant.index());
        }
        let labels = joined.into_labeling();
        let mut components: Vec<Vec<ParticipantId>> = vec![Vec::new(); automata.len()];
        for participant in automata.ids() {
            components[labels[participant.index()]].push(participant);
        }
        components.retain(|component| !component.is_empty());
        components.sort_unstable();
        components
    }
}
