//! Binary half-duplex systems, by their RSC executions.
//!
//! With one FIFO channel in each direction, an execution that leaves no configuration with messages in both is equivalent to
//! an RSC one: while a message is on its way, its receiver sends nothing, and receives only older messages from the same
//! channel; so each reception can be moved back to its send, in order. Now let an execution reach messages in both
//! directions, for the first time by its last send. What comes before is equivalent to an RSC execution, and with the
//! send, which stays unmatched, it is one still, with as many communications. So if there is such an execution at all, then a
//! shortest RSC execution with unmatched sends in both directions is one of the shortest. If there is none, all executions are
//! equivalent to RSC ones.
//!
//! Lossy channels are no exception: a loss is an internal step of the sender.

use super::{ClassOutcome, ClassScope, Decided, InClass};
use crate::reachability::Configurations;
use crate::rsc::{CommunicationStep, RscProduct, RscSpace, RunBuilder, RunFinding, search};
use kernel::base::{Control, IndexVec, LayoutBuilder, RecordLayout, Words};
use model::cfsm::{ChannelId, ChannelKind, ParticipantId, System};
use model::evidence::{Class, EvidenceRequest, StateWriter, Witness, binary_senders};

/// Decides whether a system is binary half-duplex.
///
/// # Complexity
/// Linear in the number of RSC states, which are pairs of local states with two bits, and of the communications between
/// them.
///
/// # Errors
/// If it is not decided for the system.
pub(super) fn decide(
    configurations: &Configurations<'_>,
    class: Class,
    control: &Control,
) -> Decided {
    let system = configurations.system();
    applies(system).map_err(|why| {
        format!("only for two participants with one FIFO channel in each direction, and {why}")
    })?;
    let mut layout = LayoutBuilder::new();
    let space = RscSpace::new(system, &mut layout);
    let both = BothDirections { space, layout: layout.finish() };
    let (found, statistics) = search(system, &both, EvidenceRequest::Answer, control);
    let outcome = match found {
        RunFinding::Run((initial, steps)) => {
            let witness = Witness::outside_class(system, class, initial, steps, 0)
                .expect("the search finds runs that leave a message in each direction only");
            ClassOutcome::Violated(Box::new(witness))
        }
        RunFinding::Nothing(_) => ClassOutcome::Holds(InClass {
            configurations: statistics.states,
            scope: ClassScope::Decided,
        }),
        RunFinding::Cut(limit) => ClassOutcome::Unknown(limit),
    };
    Ok((outcome, statistics))
}

/// Checks that a system has two participants with one FIFO channel in each direction, at most.
///
/// # Errors
/// Why not, as a clause.
fn applies(system: &System) -> Result<(), String> {
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

/// The automaton whose accepted paths are the RSC executions with unmatched sends in both directions.
#[derive(Debug)]
struct BothDirections {
    space: RscSpace,
    layout: RecordLayout,
}

impl RscProduct for BothDirections {
    fn fields(&self) -> (&RscSpace, RecordLayout) {
        (&self.space, self.layout)
    }

    fn successors<W: Words>(&self, state: &W, emit: &mut impl FnMut(CommunicationStep, W)) {
        self.space.successors(state, emit);
    }

    fn is_accepting(&self, state: &[u64]) -> bool {
        // Each direction has one channel.
        self.space.blocked_keys(state).count() == 2
    }

    fn end_run(&self, _: &[u64], _: &mut RunBuilder<'_>) {}

    fn write(&self, state: &[u64], writer: &mut StateWriter<'_>) {
        let keys = self.space.moves().keys();
        self.space.blocked_keys(state).for_each(|key| writer.key(keys[key], None));
    }
}
