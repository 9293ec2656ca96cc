//! The communication architecture of a system: who shares which channel.

use std::collections::{BTreeMap, VecDeque};

use super::{ChannelId, ChannelKind, Direction, Label, ParticipantId, System};
use kernel::base::{Id as _, IndexVec};

/// A communication architecture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Architecture {
    /// FIFO channels, at most one for each ordered pair of different participants (Definition 2.2.9
    /// of [RSC](crate#bibliography)).
    PeerToPeer,
    /// At most one channel for each participant, who alone receives from it and never sends to it
    /// (Definition 2.2.10 of [RSC](crate#bibliography)).
    Mailbox,
    /// One channel.
    OneBuffer,
    /// At most one receiver for each channel.
    OneReceiver,
    /// Anything: some channel is shared by several receivers.
    Shared,
}

impl Architecture {
    /// The architectures in the order of preference: those with a theory of their own first, of
    /// these the one most systems are written for, then from the narrow to the wide.
    const ALL: [Self; 5] =
        [Self::PeerToPeer, Self::Mailbox, Self::OneBuffer, Self::OneReceiver, Self::Shared];

    /// Returns a short name for headlines.
    pub fn name(self) -> &'static str {
        match self {
            Self::PeerToPeer => "peer-to-peer",
            Self::Mailbox => "mailbox",
            Self::OneBuffer => "one buffer",
            Self::OneReceiver => "one receiver per channel",
            Self::Shared => "shared channels",
        }
    }
}

/// Why a system does not have an architecture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Obstacle {
    /// A channel is a bag.
    Bag(ChannelId),
    /// Two participants send to a channel.
    TwoSenders(ChannelId, [ParticipantId; 2]),
    /// Two participants receive from a channel.
    TwoReceivers(ChannelId, [ParticipantId; 2]),
    /// A participant sends to the channel that it receives from.
    OwnChannel(ChannelId, ParticipantId),
    /// Two channels join the same sender to the same receiver.
    SamePair([ChannelId; 2], ParticipantId, ParticipantId),
    /// A participant receives from two channels.
    TwoMailboxes([ChannelId; 2], ParticipantId),
    /// A channel at one end of which nobody is finds no place beside the others.
    NoPlace(ChannelId),
    /// Several channels are used.
    SeveralChannels(usize),
}

impl Obstacle {
    /// Returns the obstacle in words.
    pub fn text(self, system: &System) -> String {
        let name = |participant: ParticipantId| system.automata()[participant].name();
        match self {
            Self::Bag(channel) => format!("channel {} is a bag", channel.index()),
            Self::TwoSenders(channel, [one, other]) => {
                format!(
                    "channel {} has two senders: {} and {}",
                    channel.index(),
                    name(one),
                    name(other)
                )
            }
            Self::TwoReceivers(channel, [one, other]) => {
                let (one, other) = (name(one), name(other));
                format!("channel {} has two receivers: {one} and {other}", channel.index())
            }
            Self::OwnChannel(channel, participant) => {
                let name = name(participant);
                format!("{name} both sends to channel {} and receives from it", channel.index())
            }
            Self::SamePair([one, other], sender, receiver) => {
                let (sender, receiver) = (name(sender), name(receiver));
                let (one, other) = (one.index(), other.index());
                format!("channels {one} and {other} both lead from {sender} to {receiver}")
            }
            Self::TwoMailboxes([one, other], receiver) => {
                let (one, other) = (one.index(), other.index());
                format!("{} receives from channels {one} and {other}", name(receiver))
            }
            Self::NoPlace(channel) => {
                format!("channel {} finds no ends that no other channel has", channel.index())
            }
            Self::SeveralChannels(count) => format!("{count} channels are used"),
        }
    }
}

/// The architecture of a system, and why it has no preferred one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classification {
    /// The first in the order of preference (that of the variants) that the system has.
    pub architecture: Architecture,
    /// Those before it, each with what stands in its way.
    pub obstacles: Vec<(Architecture, Obstacle)>,
}

/// Returns the architecture of `system`.
///
/// A channel that no transition names plays no role.
///
/// # Complexity
/// Linear in the transitions, and cubic in the number of channels that nobody receives from or
/// nobody sends to.
pub fn classify(system: &System) -> Classification {
    let ends = ends(system);
    let mut obstacles = Vec::new();
    for architecture in Architecture::ALL {
        match obstacle(system, &ends, architecture) {
            Some(obstacle) => obstacles.push((architecture, obstacle)),
            None => return Classification { architecture, obstacles },
        }
    }
    unreachable!("nothing stands in the way of shared channels")
}

/// Returns what keeps `system` from having `architecture`, if something does.
///
/// # Complexity
/// As [`classify`].
pub fn obstacle_to(system: &System, architecture: Architecture) -> Option<Obstacle> {
    obstacle(system, &ends(system), architecture)
}

/// Who uses a channel, each once, in order.
#[derive(Clone, Default)]
struct Ends {
    senders: Vec<ParticipantId>,
    receivers: Vec<ParticipantId>,
}

/// Returns the channels that are used, with their ends.
fn ends(system: &System) -> Vec<(ChannelId, Ends)> {
    let mut all: IndexVec<ChannelId, Ends> =
        IndexVec::filled(Ends::default(), system.channels().len());
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
    all.enumerate()
        .filter(|(_, ends)| !ends.senders.is_empty() || !ends.receivers.is_empty())
        .map(|(channel, ends)| (channel, ends.clone()))
        .collect()
}

fn obstacle(
    system: &System,
    channels: &[(ChannelId, Ends)],
    architecture: Architecture,
) -> Option<Obstacle> {
    match architecture {
        Architecture::PeerToPeer => not_peer_to_peer(system, channels),
        Architecture::Mailbox => not_mailbox(system, channels),
        Architecture::OneBuffer => {
            (channels.len() > 1).then_some(Obstacle::SeveralChannels(channels.len()))
        }
        Architecture::OneReceiver => {
            channels.iter().find_map(|(channel, ends)| two_receivers(*channel, ends))
        }
        Architecture::Shared => None,
    }
}

fn two_receivers(channel: ChannelId, ends: &Ends) -> Option<Obstacle> {
    match ends.receivers.as_slice() {
        &[one, other, ..] => Some(Obstacle::TwoReceivers(channel, [one, other])),
        _ => None,
    }
}

fn own_channel(channel: ChannelId, ends: &Ends) -> Option<Obstacle> {
    let own = ends.receivers.iter().find(|receiver| ends.senders.contains(receiver))?;
    Some(Obstacle::OwnChannel(channel, *own))
}

fn not_peer_to_peer(system: &System, channels: &[(ChannelId, Ends)]) -> Option<Obstacle> {
    let bag = |channel: ChannelId| {
        (system.channels()[channel].kind == ChannelKind::Bag).then_some(Obstacle::Bag(channel))
    };
    let two_senders = |channel: ChannelId, ends: &Ends| match ends.senders.as_slice() {
        &[one, other, ..] => Some(Obstacle::TwoSenders(channel, [one, other])),
        _ => None,
    };
    if let Some(obstacle) = channels.iter().find_map(|(channel, ends)| {
        bag(*channel)
            .or_else(|| two_senders(*channel, ends))
            .or_else(|| two_receivers(*channel, ends))
            .or_else(|| own_channel(*channel, ends))
    }) {
        return Some(obstacle);
    }
    // Channels with both ends have no choice; the others may take any free pair.
    let mut taken = BTreeMap::new();
    for (channel, ends) in channels {
        if let (&[sender], &[receiver]) = (ends.senders.as_slice(), ends.receivers.as_slice())
            && let Some(earlier) = taken.insert((sender, receiver), *channel)
        {
            return Some(Obstacle::SamePair([earlier, *channel], sender, receiver));
        }
    }
    let free = |ends: &Ends| {
        let pairs = system.automata().ids().map(|other| match ends.senders.first() {
            Some(&sender) => (sender, other),
            None => (other, ends.receivers[0]),
        });
        pairs.filter(|pair| pair.0 != pair.1 && !taken.contains_key(pair)).collect::<Vec<_>>()
    };
    let open: Vec<(ChannelId, Vec<_>)> = channels
        .iter()
        .filter(|(_, ends)| ends.senders.is_empty() || ends.receivers.is_empty())
        .map(|(channel, ends)| (*channel, free(ends)))
        .collect();
    without_place(&open).map(Obstacle::NoPlace)
}

fn not_mailbox(system: &System, channels: &[(ChannelId, Ends)]) -> Option<Obstacle> {
    if let Some(obstacle) = channels.iter().find_map(|(channel, ends)| {
        two_receivers(*channel, ends).or_else(|| own_channel(*channel, ends))
    }) {
        return Some(obstacle);
    }
    let mut taken = BTreeMap::new();
    for (channel, ends) in channels {
        if let Some(&receiver) = ends.receivers.first()
            && let Some(earlier) = taken.insert(receiver, *channel)
        {
            return Some(Obstacle::TwoMailboxes([earlier, *channel], receiver));
        }
    }
    let free = |ends: &Ends| {
        let owners = system.automata().ids();
        owners
            .filter(|owner| !ends.senders.contains(owner) && !taken.contains_key(owner))
            .collect::<Vec<_>>()
    };
    let open: Vec<(ChannelId, Vec<_>)> = channels
        .iter()
        .filter(|(_, ends)| ends.receivers.is_empty())
        .map(|(channel, ends)| (*channel, free(ends)))
        .collect();
    without_place(&open).map(Obstacle::NoPlace)
}

/// Returns a channel that is left over when each takes a place of its own, or none if they all find
/// one: a bipartite matching by augmenting paths, found breadth-first.
fn without_place<P: Copy + Ord>(channels: &[(ChannelId, Vec<P>)]) -> Option<ChannelId> {
    let mut owner: BTreeMap<P, usize> = BTreeMap::new();
    let mut place: Vec<Option<P>> = vec![None; channels.len()];
    for start in 0..channels.len() {
        // For each place that was reached: the channel that would move there.
        let mut mover: BTreeMap<P, usize> = BTreeMap::new();
        let mut queue = VecDeque::from([start]);
        let mut end = None;
        while let (None, Some(channel)) = (end, queue.pop_front()) {
            // As many places as channels are always enough for one of them.
            for &reached in channels[channel].1.iter().take(channels.len()) {
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
        let Some(mut free) = end else { return Some(channels[start].0) };
        loop {
            let channel = mover[&free];
            owner.insert(free, channel);
            match place[channel].replace(free) {
                Some(left) => free = left,
                None => break,
            }
        }
    }
    None
}
