//! Binary, restricted and natural half-duplex systems, by their RSC executions.
//!
//! With one FIFO channel in each direction, an execution that leaves no configuration with messages in both is equivalent to
//! an RSC one: while a message is on its way, its receiver sends nothing, and receives only older messages from the same
//! channel; so each reception can be moved back to its send, in order. Now let an execution reach messages in both
//! directions, for the first time by its last send. What comes before is equivalent to an RSC execution, and with the
//! send, which stays unmatched, it is one still, with as many communications. So if there is such an execution at all, then a
//! shortest RSC execution with unmatched sends in both directions is one of the shortest. If there is none, all executions are
//! equivalent to RSC ones.
//!
//! The same holds of restricted half-duplex systems, of any number of participants: while a message is on its way in a
//! channel, nothing happens in others. It does not hold of natural ones: three participants may send in a ring. If such a
//! system is RSC, then each configuration is reached by an RSC execution, and its RSC executions decide; else runs with
//! few messages may show that it is not natural half-duplex.
//!
//! Lossy channels are no exception: a loss is an internal step of the sender.

use super::{ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, Decided, InClass};
use crate::EngineName;
use crate::membership::Outcome;
use crate::rsc::{CommunicationStep, KeyId, RscProduct, RscSpace, RunBuilder, search};
use kernel::base::{IndexVec, LayoutBuilder, RecordLayout, Words};
use kernel::search::Statistics;
use model::cfsm::{
    Architecture, ChannelId, ChannelKind, ParticipantId, System, unread_channels_lead_apart,
};
use model::evidence::{EvidenceRequest, StateWriter, binary_senders, opposite_channels};

/// Decides whether a system is binary half-duplex.
///
/// # Complexity
/// Linear in the number of RSC states, which are pairs of local states with two bits, and of the communications between
/// them.
///
/// # Errors
/// If it is not decided for the system.
pub(super) fn binary(question: &ClassQuestion<'_, '_>) -> Decided {
    let system = question.configurations.system();
    has_two_channels(system).map_err(|why| {
        format!("only for two participants with one FIFO channel in each direction, and {why}")
    })?;
    Ok(by_executions(question, None))
}

/// Decides whether a system is restricted half-duplex.
///
/// # Complexity
/// Linear in the number of RSC states, and of the communications between them.
///
/// # Errors
/// If the system is not peer-to-peer.
pub(super) fn restricted(question: &ClassQuestion<'_, '_>) -> Decided {
    is_peer_to_peer(question.configurations.system())?;
    Ok(by_executions(question, None))
}

/// Decides whether a system is natural half-duplex, if it is RSC; of others, whether a run with few messages shows that it is
/// not.
///
/// # Complexity
/// Linear in the number of RSC states, and in that of configurations with few messages in each channel.
///
/// # Errors
/// If the system is not peer-to-peer, or it is open between whom a channel is.
pub(super) fn natural(question: &ClassQuestion<'_, '_>) -> Decided {
    let system = question.configurations.system();
    is_peer_to_peer(system)?;
    if !unread_channels_lead_apart(system) {
        return Err(
            "only where it does not matter to whom the channels lead that nobody reads".to_owned()
        );
    }
    let opposite = opposite_channels(system);
    if opposite.iter().all(Option::is_none) {
        let (engine, statistics) = (EngineName::Static, Statistics::default());
        let outcome = ClassOutcome::Holds(InClass::decided(ClassGround::Topology, 0));
        return Ok(ClassAnswer::new(engine, outcome, statistics));
    }
    let answer = by_executions(question, Some(&opposite));
    if !matches!(answer.outcome, ClassOutcome::Holds(_)) {
        return Ok(answer);
    }
    if let Outcome::Holds(_) = *question.configurations.membership(question.control) {
        return Ok(answer);
    }
    let is_held =
        |here: &model::cfsm::Configuration, one: ChannelId| !here.contents[one].is_empty();
    Ok(question.by_configurations(|here| {
        let mut pairs = opposite.enumerate().filter_map(|(one, other)| Some((one, (*other)?)));
        pairs.any(|(one, other)| is_held(here, one) && is_held(here, other))
    }))
}

/// Searches the RSC executions for one with unmatched sends in two channels that may not hold messages both: one and its
/// opposite, if these are given, else any two.
fn by_executions(
    question: &ClassQuestion<'_, '_>,
    opposite: Option<&IndexVec<ChannelId, Option<ChannelId>>>,
) -> ClassAnswer {
    let system = question.configurations.system();
    let mut layout = LayoutBuilder::new();
    let space = RscSpace::new(system, &mut layout);
    let opposite = opposite.map(|opposite| {
        let keys = space.moves().keys();
        let key_of = |channel| keys.ids().find(|&key| keys[key].channel() == channel);
        keys.iter().map(|key| opposite[key.channel()].and_then(key_of)).collect()
    });
    let meeting = Meeting { space, layout: layout.finish(), opposite };
    let (found, statistics) = search(system, &meeting, EvidenceRequest::Answer, &question.limits());
    let outcome = question.by_search(found, statistics);
    ClassAnswer::new(EngineName::Safety, outcome, statistics)
}

/// Checks that a system is peer-to-peer.
///
/// # Errors
/// That the class is defined for such systems only, as the rest of a sentence.
pub(super) fn is_peer_to_peer(system: &System) -> Result<(), String> {
    let why = || "only for one FIFO channel from each participant to each other one".to_owned();
    Architecture::PeerToPeer.suits(system).then_some(()).ok_or_else(why)
}

/// Checks that a system has two participants with one FIFO channel in each direction, at most.
///
/// # Errors
/// Why not, as a clause.
fn has_two_channels(system: &System) -> Result<(), String> {
    let mut used: IndexVec<ParticipantId, Option<ChannelId>> =
        IndexVec::filled(None, system.automata().len());
    for (channel, sender) in binary_senders(system)?.enumerate() {
        let Some(sender) = *sender else { continue };
        let name = system.channel_name(channel);
        if system.channels()[channel].kind == ChannelKind::Bag {
            return Err(format!("channel {name} is a bag"));
        }
        if let Some(other) = used[sender].replace(channel) {
            let (other, sender) = (system.channel_name(other), system.automata()[sender].name());
            return Err(format!("`{sender}` has two, {other} and {name}"));
        }
    }
    Ok(())
}

/// The automaton whose accepted paths are the RSC executions with unmatched sends in two channels that may not hold messages
/// both.
#[derive(Debug)]
struct Meeting {
    space: RscSpace,
    layout: RecordLayout,
    /// The opposite of each channel, if it is the only one that counts.
    opposite: Option<IndexVec<KeyId, Option<KeyId>>>,
}

impl RscProduct for Meeting {
    fn fields(&self) -> (&RscSpace, RecordLayout) {
        (&self.space, self.layout)
    }

    fn successors<W: Words>(&self, state: &W, emit: &mut impl FnMut(CommunicationStep, W)) {
        self.space.successors(state, emit);
    }

    fn is_accepting(&self, state: &[u64]) -> bool {
        let mut blocked = self.space.blocked_keys(state);
        match &self.opposite {
            None => blocked.nth(1).is_some(),
            Some(opposite) => blocked
                .any(|key| opposite[key].is_some_and(|other| self.space.is_blocked(state, other))),
        }
    }

    fn end_run(&self, _: &[u64], _: &mut RunBuilder<'_>) {}

    fn write(&self, state: &[u64], writer: &mut StateWriter<'_>) {
        let keys = self.space.moves().keys();
        self.space.blocked_keys(state).for_each(|key| writer.key(keys[key], None));
    }
}
