//! Checking the claim of a document and its further statements.

use std::collections::BTreeSet;

use super::{Claim, Claimed, Reason, WitnessChannel, WitnessDocument, WitnessEdge};
use kernel::base::{Control, Id as _};
use model::cfsm::{
    BadConfigurations, CommunicationId, ConflictGraph, Dependency, Fault, Race, System,
};
use model::choreography::Choreography;
use model::evidence::faults;
use model::evidence::{Rejected, Witness};

impl Claim {
    /// Replays the run, checks the claim, and compares the further statements of `document`, from which the claim was
    /// read: the number of communications, the conflict cycle, and the participants and messages at
    /// fault.
    ///
    /// `bad` are the specifications of the model, and `choreography` is the choreography that the system
    /// implements, if there is one. For a branching safety property at most `max_configurations`
    /// configurations that can follow the run are explored.
    ///
    /// # Complexity
    /// That of the constructors of [`Witness`].
    ///
    /// # Errors
    /// If a check fails, with the check and the reason.
    pub fn test(
        &self,
        system: &System,
        bad: &[BadConfigurations],
        choreography: Option<&Choreography>,
        document: &WitnessDocument,
        max_configurations: usize,
    ) -> Result<Witness, Rejected> {
        let (initial, steps) = (self.initial.clone(), self.steps.iter().copied());
        let choreography = || choreography.ok_or(Rejected::NoChoreography);
        let witness = match self.claimed {
            Claimed::NotRsc => Witness::borderline_violation(system, initial, steps)?,
            Claimed::Bad(number) => {
                let specification = number.checked_sub(1).and_then(|index| bad.get(index));
                let missing = Rejected::NoSuchSpecification { number };
                Witness::bad_configuration(system, specification.ok_or(missing)?, initial, steps)?
            }
            Claimed::Violated(property) => {
                Witness::safety(system, property, initial, steps, max_configurations)?
            }
            Claimed::OutsideClass(class) => {
                Witness::outside_class(system, class, initial, steps, max_configurations)?
            }
            Claimed::Race => {
                let is_wanted = |race: &Race| is_stated(system, document, &race.fault(system));
                Witness::race(system, is_wanted, initial, steps)?
            }
            Claimed::NotTold(participant) => {
                Witness::not_told(system, participant, initial, steps)?
            }
            Claimed::NotInDiagram => return Err(Rejected::NoChoreography),
            Claimed::NotPartial => Witness::not_partial(system, choreography()?, initial, steps)?,
            Claimed::NotCompletable => {
                let control = Control::unlimited();
                Witness::not_completable(system, choreography()?, initial, steps, &control)?
            }
        };
        let (stated, found) = (document.communications, witness.communications());
        if stated != found {
            return Err(Rejected::OtherCommunications { stated, found });
        }
        if self.claimed == Claimed::NotRsc && document.cycle.is_empty() {
            return Err(Rejected::NoCycle);
        }
        cycle_holds(system, &witness, &document.cycle)?;
        if let Claimed::Violated(property) = self.claimed {
            let blames = !document.participants.is_empty() || !document.messages.is_empty();
            let faults = || faults(system, property, witness.replay().last(), max_configurations);
            if blames && !faults()?.iter().any(|fault| is_stated(system, document, fault)) {
                return Err(Rejected::OtherFault);
            }
        }
        Ok(witness)
    }
}

/// Returns `true` if `document` names exactly the participants and messages at fault.
fn is_stated(system: &System, document: &WitnessDocument, fault: &Fault) -> bool {
    let participants: BTreeSet<&str> =
        fault.participants.iter().map(|&id| system.automata()[id].name()).collect();
    let stated: BTreeSet<&str> = document.participants.iter().map(String::as_str).collect();
    let messages: BTreeSet<(WitnessChannel, &str)> = fault
        .messages
        .iter()
        .map(|&(channel, id)| (WitnessChannel::new(system, channel), &*system.messages()[id].name))
        .collect();
    let stated_messages: BTreeSet<(WitnessChannel, &str)> =
        document.messages.iter().map(|held| (held.channel.clone(), &*held.message)).collect();
    participants == stated && messages == stated_messages
}

/// Checks that the edges of a document, if there are any, are conflicts of the run and form a cycle.
fn cycle_holds(system: &System, witness: &Witness, edges: &[WitnessEdge]) -> Result<(), Rejected> {
    let script = witness.replay().script();
    let graph = ConflictGraph::new(script.execution());
    for (index, edge) in edges.iter().enumerate() {
        let next = &edges[(index + 1) % edges.len()];
        let known = |number: usize| (1..=graph.len()).contains(&number);
        let id = |number: usize| CommunicationId::from_index(number - 1);
        let holds = known(edge.from)
            && known(edge.to)
            && edge.to == next.from
            && graph.conflicts(id(edge.from), id(edge.to)).into_iter().any(|conflict| {
                let [before, after] =
                    [conflict.before, conflict.after].map(|action| script.step_of(action));
                [before.number(), after.number()] == edge.steps
                    && is_reason(system, conflict.dependency, &edge.reason)
            });
        if !holds {
            return Err(Rejected::NoConflictCycle { edge: index + 1 });
        }
    }
    Ok(())
}

fn is_reason(system: &System, dependency: Dependency, reason: &Reason) -> bool {
    match (dependency, reason) {
        (Dependency::Participant(id), Reason::Participant(name)) => {
            system.automata()[id].name() == name
        }
        (Dependency::Channel(key), Reason::Channel(channel)) => {
            WitnessChannel::new(system, key.channel()) == *channel
        }
        _ => false,
    }
}
