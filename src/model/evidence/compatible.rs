//! Runs to configurations for which a system is not k-multiparty compatible.

use std::borrow::Cow;

use super::class_definition::ClassDefinition;
use super::continuations::{Scope, is_met};
use super::{Rejected, Replay};
use crate::cfsm::{
    ChannelEnds, Configuration, Contents, Direction, Fault, Label, Obligation, ParticipantId,
    SafetyProperty, System,
};
use kernel::base::Control;

/// Multiparty compatibility for some bound for which it says something about all bounds.
pub(super) const COMPATIBLE: ClassDefinition =
    ClassDefinition::without_runs("multiparty-compatible");

/// k-multiparty compatibility ([KMC](crate#bibliography)).
pub(super) const COMPATIBLE_FOR: ClassDefinition = ClassDefinition {
    name: "multiparty-compatible",
    evidence: "not-compatible",
    has_bound: true,
    fault,
};

/// Returns what is at fault if no channel holds more than `bound` messages along the run, and from its last configuration, as
/// long as no channel holds more, a participant that waits never receives, or the oldest message of a channel is never
/// received, or is not as long as a participant waits for room to send there. The fault names the participant, unless nobody
/// ever receives the message.
fn fault(
    system: &System,
    bound: usize,
    replay: &Replay,
    max_configurations: usize,
) -> Result<Option<Fault>, Rejected> {
    let mut is_over = false;
    replay.visit(system, |_, here| {
        is_over |= here.contents.iter().any(|held: &Contents| held.messages().len() > bound);
    });
    if is_over {
        return Ok(None);
    }
    let last = replay.last();
    let parts = system.connected_components();
    let ends = ChannelEnds::all(system);
    for part in &parts {
        // What others do changes nothing of what is possible in a part that shares no channel with them.
        let (alone, here) = match parts.len() {
            1 => (Cow::Borrowed(system), Cow::Borrowed(last)),
            _ => {
                let mut here = last.clone();
                for (channel, ends) in ends.enumerate() {
                    let mut users = ends.senders.iter().chain(&ends.receivers);
                    if !users.any(|user| part.contains(user)) {
                        here.contents[channel] = Contents::default();
                    }
                }
                let alone = system.with_idle(|participant| !part.contains(&participant));
                (Cow::Owned(alone), Cow::Owned(here))
            }
        };
        for (obligation, without) in demands(&alone, bound, &here) {
            let scope = Scope { bound: Some(bound), without };
            let limits = (max_configurations, &Control::unlimited());
            if !is_met(&alone, &here, obligation, scope, limits)? {
                let fault = obligation.fault(system, last);
                return Ok(Some(match without {
                    Some(participant) => Fault { participants: vec![participant], ..fault },
                    None => fault,
                }));
            }
        }
    }
    Ok(None)
}

/// Returns what must be possible some time after a configuration within the bound: the receptions that safety demands, and
/// for each send that does not fit that another participant than the sender makes room.
fn demands(
    system: &System,
    bound: usize,
    here: &Configuration,
) -> Vec<(Obligation, Option<ParticipantId>)> {
    let stuck = system.automata().ids().map(SafetyProperty::Stuck);
    let unreceived = system.messages().ids().map(SafetyProperty::Unreceived);
    let safe = stuck.chain(unreceived).flat_map(|property| property.obligations(system, here));
    let mut demands: Vec<_> = safe.map(|obligation| (obligation, None)).collect();
    for (participant, automaton) in system.automata().enumerate() {
        for &id in automaton.outgoing(here.control[participant]) {
            if let Label::Action(Direction::Send, channel, _) = automaton.transitions()[id].label
                && here.contents[channel].messages().len() >= bound
            {
                demands.push((Obligation::ReceptionFrom(channel), Some(participant)));
            }
        }
    }
    demands
}
