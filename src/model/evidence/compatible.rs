//! Runs to configurations for which a system is not k-multiparty compatible.

use super::safety::{Scope, is_met};
use super::{Rejected, Replay, Witness, WitnessKind};
use crate::cfsm::{
    Configuration, Contents, Direction, Fault, Label, Obligation, ParticipantId, SafetyProperty,
    StateId, Step, System, compatibility_name,
};
use kernel::base::{Control, IndexVec};

impl Witness {
    /// Returns the witness that `system` is not `bound`-multiparty compatible ([KMC](crate#bibliography)), if the
    /// run of `steps` from `initial` is one.
    ///
    /// The run is replayed; no channel may hold more than `bound` messages along it. From its last configuration, and as
    /// long as no channel holds more, a participant that waits never receives, or the oldest message of a channel is
    /// never received, or is not as long as a participant waits for room to send there. The fault names the
    /// participant, unless nobody ever receives the message.
    ///
    /// # Complexity
    /// That of [`Replay::new`], and linear in the number of configurations that can follow within the bound, times their
    /// size and the number of participants and channels.
    ///
    /// # Errors
    /// If the run is no such witness, or more than `max_configurations` configurations can follow.
    pub fn not_compatible(
        system: &System,
        bound: usize,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
        max_configurations: usize,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let property = compatibility_name(bound);
        let mut is_over = false;
        replay.visit(system, |_, here| {
            is_over |= here.contents.iter().any(|held: &Contents| held.messages().len() > bound);
        });
        if is_over {
            return Err(Rejected::NoViolation { property });
        }
        let last = replay.last();
        for (obligation, without) in demands(system, bound, last) {
            let scope = Scope { bound: Some(bound), without };
            let limits = (max_configurations, &Control::unlimited());
            if !is_met(system, last, obligation, scope, limits)? {
                let fault = obligation.fault(system, last);
                let fault = match without {
                    Some(participant) => Fault { participants: vec![participant], ..fault },
                    None => fault,
                };
                return Ok(Self::of_fault(WitnessKind::NotCompatible(bound), replay, fault));
            }
        }
        Err(Rejected::NoViolation { property })
    }
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
