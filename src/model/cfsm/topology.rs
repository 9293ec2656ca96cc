//! The topology of a system: who sends to whom, and what that alone says about half-duplex communication.

use super::{ChannelEnds, ChannelId, ParticipantId, System};
use kernel::base::IndexVec;
use std::collections::BTreeMap;

/// The topology of a system: an edge from each participant that sends to a channel to each participant that receives from
/// it (section 5.1.2.1 of [RSC](crate#bibliography)). A channel without senders or without receivers is on no edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topology {
    /// For each edge the channels, in order.
    edges: BTreeMap<(ParticipantId, ParticipantId), Vec<ChannelId>>,
    /// For each participant those that have an edge to it, in order.
    sources: IndexVec<ParticipantId, Vec<ParticipantId>>,
    /// For each participant those that it has an edge to, in order.
    targets: IndexVec<ParticipantId, Vec<ParticipantId>>,
    /// Whether each participant sends to some channel, which may be read by nobody.
    sends: IndexVec<ParticipantId, bool>,
}

/// Why a topology does not suffice for being half-duplex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TopologyObstacle {
    /// Each of these participants has an edge to the next, and the last one to the first.
    Cycle(Vec<ParticipantId>),
    /// A participant has edges from two others, and sends.
    Junction {
        /// The participant.
        participant: ParticipantId,
        /// The first two participants that it receives from.
        sources: [ParticipantId; 2],
        /// The first participant that it sends to, unless nobody reads what it sends.
        target: Option<ParticipantId>,
    },
}

impl Topology {
    /// Returns the topology of a system.
    ///
    /// # Complexity
    /// Linear in the number of transitions; n log n in the number n of pairs of a sender and a receiver of the same channel.
    pub fn new(system: &System) -> Self {
        let mut edges: BTreeMap<_, Vec<ChannelId>> = BTreeMap::new();
        let mut sends = IndexVec::filled(false, system.automata().len());
        for (channel, ends) in ChannelEnds::all(system).enumerate() {
            for &from in &ends.senders {
                sends[from] = true;
                for &to in &ends.receivers {
                    edges.entry((from, to)).or_default().push(channel);
                }
            }
        }
        let nobody = IndexVec::filled(Vec::new(), system.automata().len());
        let (mut sources, mut targets) = (nobody.clone(), nobody);
        for &(from, to) in edges.keys() {
            sources[to].push(from);
            targets[from].push(to);
        }
        Self { edges, sources, targets, sends }
    }

    /// Returns the edges in order, each with the channels from its first participant to its second.
    pub fn edges(
        &self,
    ) -> impl Iterator<Item = ((ParticipantId, ParticipantId), &[ChannelId])> + '_ {
        self.edges.iter().map(|(&edge, channels)| (edge, channels.as_slice()))
    }

    /// Returns why the topology does not suffice for being half-duplex: a cycle, or else the first participant that receives
    /// from two others and sends. A message that nobody reads is sent, too: what waits for the sender may come before it.
    ///
    /// A peer-to-peer system without obstacle is multiparty half-duplex, whatever its automata do (Lemma 5.1.1 of
    /// [RSC](crate#bibliography)); one with an obstacle may be. About systems of other architectures it says nothing.
    ///
    /// # Complexity
    /// Linear in the number of participants and edges.
    pub fn obstacle(&self) -> Option<TopologyObstacle> {
        if let Some(cycle) = self.cycle() {
            return Some(TopologyObstacle::Cycle(cycle));
        }
        self.sources.enumerate().find_map(|(participant, sources)| {
            let &[first, second, ..] = &sources[..] else { return None };
            let target = self.targets[participant].first().copied();
            let sources = [first, second];
            self.sends[participant].then_some(TopologyObstacle::Junction {
                participant,
                sources,
                target,
            })
        })
    }

    /// Returns a cycle, if there is one: its participants in the order of the edges, each once, the least one first.
    fn cycle(&self) -> Option<Vec<ParticipantId>> {
        // What remains after participants without incoming edges are removed, again and again, has a cycle.
        let mut incoming: IndexVec<ParticipantId, usize> =
            self.sources.iter().map(Vec::len).collect();
        let mut free: Vec<ParticipantId> =
            incoming.ids().filter(|&participant| incoming[participant] == 0).collect();
        while let Some(participant) = free.pop() {
            for &target in &self.targets[participant] {
                incoming[target] -= 1;
                if incoming[target] == 0 {
                    free.push(target);
                }
            }
        }
        let remains = |&participant: &ParticipantId| incoming[participant] > 0;
        let mut place: IndexVec<ParticipantId, Option<usize>> =
            IndexVec::filled(None, incoming.len());
        let mut path = Vec::new();
        let mut next = incoming.ids().find(remains)?;
        while place[next].is_none() {
            place[next] = Some(path.len());
            path.push(next);
            let source = self.sources[next].iter().copied().find(remains);
            next = source.expect("each participant that remains has an edge from one that remains");
        }
        // The path leads against the edges.
        let mut cycle = path.split_off(place[next].expect("the path comes back to it"));
        cycle.reverse();
        let least = cycle.iter().enumerate().min_by_key(|&(_, participant)| participant);
        let start = least.map_or(0, |(place, _)| place);
        cycle.rotate_left(start);
        Some(cycle)
    }
}
