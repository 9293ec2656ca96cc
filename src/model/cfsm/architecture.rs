//! The communication architecture of a system: which participants share which channel.

use std::collections::{BTreeMap, VecDeque};

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
        let mut channels: Vec<ChannelEnds> = ends(system).into_iter().collect();
        channels.retain(|ends| !ends.senders.is_empty() || !ends.receivers.is_empty());
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

/// A channel with its senders and receivers, each once, in order.
#[derive(Clone)]
pub(super) struct ChannelEnds {
    kind: ChannelKind,
    /// The participants that send to the channel.
    pub(super) senders: Vec<ParticipantId>,
    /// The participants that receive from the channel.
    pub(super) receivers: Vec<ParticipantId>,
}

/// Returns the channels with their senders and receivers.
///
/// # Complexity
/// Linear in the number of transitions.
pub(super) fn ends(system: &System) -> IndexVec<ChannelId, ChannelEnds> {
    let unused = |channel: &Channel| ChannelEnds {
        kind: channel.kind,
        senders: Vec::new(),
        receivers: Vec::new(),
    };
    let mut all: IndexVec<ChannelId, ChannelEnds> = system.channels().iter().map(unused).collect();
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
