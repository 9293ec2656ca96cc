//! The communication architecture of a system: which participants share which channel.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Channel, ChannelId, ChannelKind, Direction, Label, ParticipantId, System};
use kernel::base::IndexVec;

kernel::words! {
    /// A communication architecture.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Architecture {
        /// FIFO channels, at most one for each ordered pair of different participants (Definition 2.2.9
        /// of [RSC](crate#bibliography)).
        PeerToPeer = "peer-to-peer",
        /// At most one channel for each participant, which alone receives from it and never sends to it
        /// (Definition 2.2.10 of [RSC](crate#bibliography)).
        Mailbox = "mailbox",
        /// One channel.
        OneBuffer = "one buffer",
        /// At most one receiver for each channel.
        OneReceiver = "one receiver per channel",
        /// No restriction: some channel is shared by several receivers.
        Shared = "shared channels",
    }
}

impl Architecture {
    /// Returns the first architecture in the order of preference (that of the variants) that `system` has.
    ///
    /// Channels without transitions are ignored.
    ///
    /// # Complexity
    /// Linear in the transitions, and cubic in the number of channels without receivers or without senders.
    pub fn new(system: &System) -> Self {
        let first = Self::ALL.into_iter().find(|one| one.suits(system));
        first.expect("every system has shared channels")
    }

    /// Returns `true` if `system` has this architecture, even if it also has an earlier one.
    ///
    /// # Complexity
    /// That of [`Architecture::new`].
    pub fn suits(self, system: &System) -> bool {
        let mut channels = ChannelEnds::all(system).into_iter().collect::<Vec<_>>();
        channels.retain(ChannelEnds::are_used);
        let participants: Vec<ParticipantId> = system.automata().ids().collect();
        match self {
            Self::PeerToPeer => {
                channels.iter().all(|ends| {
                    ends.kind == ChannelKind::Fifo
                        && ends.senders.len() <= 1
                        && ends.receivers.len() <= 1
                }) && have_places(&channels, |ends| {
                    let [senders, receivers] = [&ends.senders, &ends.receivers]
                        .map(|side| if side.is_empty() { &participants } else { side });
                    let pairs = senders
                        .iter()
                        .flat_map(|&from| receivers.iter().map(move |&to| (from, to)));
                    pairs.filter(|(from, to)| from != to).collect()
                })
            }
            Self::Mailbox => {
                channels.iter().all(|ends| ends.receivers.len() <= 1)
                    && have_places(&channels, |ends| {
                        let receivers =
                            if ends.receivers.is_empty() { &participants } else { &ends.receivers };
                        let owners = receivers.iter().copied();
                        owners.filter(|owner| !ends.senders.contains(owner)).collect()
                    })
            }
            Self::OneBuffer => channels.len() <= 1,
            Self::OneReceiver => channels.iter().all(|ends| ends.receivers.len() <= 1),
            Self::Shared => true,
        }
    }
}

/// Returns `true` if the channels of a peer-to-peer system that nobody reads can be those between participants that have no
/// other channel, different ones for each: then it does not matter to whom they lead. They always lead to the other one of two
/// participants.
///
/// # Complexity
/// That of [`Architecture::new`].
pub fn unread_channels_lead_apart(system: &System) -> bool {
    let participants: Vec<ParticipantId> = system.automata().ids().collect();
    let channels = ChannelEnds::all(system);
    let (read, unread): (Vec<ChannelEnds>, Vec<ChannelEnds>) = channels
        .into_iter()
        .filter(|ends| !ends.senders.is_empty())
        .partition(|ends| !ends.receivers.is_empty());
    let between = |one: ParticipantId, other: ParticipantId| (one.min(other), one.max(other));
    let taken: BTreeSet<_> =
        read.iter().map(|ends| between(ends.senders[0], ends.receivers[0])).collect();
    participants.len() <= 2
        || have_places(&unread, |ends| {
            let others = participants.iter().filter(|&&other| other != ends.senders[0]);
            let pairs = others.map(|&other| between(ends.senders[0], other));
            pairs.filter(|pair| !taken.contains(pair)).collect()
        })
}

/// The senders and receivers of a channel, each once, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelEnds {
    /// The kind of the channel.
    pub kind: ChannelKind,
    /// The participants with a transition that sends to it.
    pub senders: Vec<ParticipantId>,
    /// The participants with a transition that receives from it.
    pub receivers: Vec<ParticipantId>,
}

impl ChannelEnds {
    /// Returns the ends of all channels of a system.
    ///
    /// # Complexity
    /// Linear in the number of transitions.
    pub fn all(system: &System) -> IndexVec<ChannelId, Self> {
        let unused = |channel: &Channel| Self {
            kind: channel.kind,
            senders: Vec::new(),
            receivers: Vec::new(),
        };
        let mut all: IndexVec<ChannelId, Self> = system.channels().iter().map(unused).collect();
        for (participant, automaton) in system.automata().enumerate() {
            for transition in automaton.transitions() {
                let Label::Action(direction, channel, _) = transition.label else { continue };
                let side = match direction {
                    Direction::Send => &mut all[channel].senders,
                    Direction::Receive => &mut all[channel].receivers,
                };
                if side.last() != Some(&participant) {
                    side.push(participant);
                }
            }
        }
        all
    }

    /// Returns `true` if a participant sends to the channel or receives from it.
    fn are_used(&self) -> bool {
        !self.senders.is_empty() || !self.receivers.is_empty()
    }
}

/// Returns `true` if each channel can take one of its places such that no two take the same: a bipartite
/// matching by augmenting paths, found breadth first.
fn have_places<P: Copy + Ord>(
    channels: &[ChannelEnds],
    places: impl Fn(&ChannelEnds) -> Vec<P>,
) -> bool {
    let places: Vec<Vec<P>> = channels.iter().map(places).collect();
    let mut owner: BTreeMap<P, usize> = BTreeMap::new();
    let mut place: Vec<Option<P>> = vec![None; channels.len()];
    for start in 0..channels.len() {
        // For each place that was reached: the channel that would move to it.
        let mut mover: BTreeMap<P, usize> = BTreeMap::new();
        let mut queue = VecDeque::from([start]);
        let mut end = None;
        while let (None, Some(channel)) = (end, queue.pop_front()) {
            // As many places as there are channels are always enough for one of them.
            for &reached in places[channel].iter().take(channels.len()) {
                if mover.contains_key(&reached) {
                    continue;
                }
                mover.insert(reached, channel);
                match owner.get(&reached) {
                    Some(&other) => queue.push_back(other),
                    None => {
                        end = Some(reached);
                        break;
                    }
                }
            }
        }
        let Some(mut free) = end else { return false };
        loop {
            let channel = mover[&free];
            owner.insert(free, channel);
            match place[channel].replace(free) {
                Some(left) => free = left,
                None => break,
            }
        }
    }
    true
}
