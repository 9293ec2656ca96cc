//! Who does what a cause is about, and where that stands in the file.

use crate::sentences::few;
use crate::system::verb;
use model::cfsm::{
    ChannelId, Dependency, Direction, Label, MessageId, ParticipantId, SafetyProperty, Step, System,
};
use model::evidence::{CycleEdge, Lines, Witness, WitnessKind};

/// Maximum number of places that are named.
const NAMED: usize = 4;

/// Returns the actions and lines behind the cause of a violation, as a remark: ` (client waits at line 22, server sends
/// denied at line 31)`; empty if the lines are not known.
///
/// Of a borderline violation these are the first actions of the edges of its conflict cycle; else the receptions of those
/// that wait and the sends of the messages that are not received.
pub fn cause_places(system: &System, witness: &Witness, lines: &Lines) -> String {
    let steps = match witness.kind() {
        WitnessKind::BorderlineViolation => {
            first_steps(witness).into_iter().map(|step| (step, false)).collect()
        }
        WitnessKind::Safety(SafetyProperty::Stuck(participant)) => {
            faulty_steps(system, witness, &[participant])
        }
        WitnessKind::Safety(_) | WitnessKind::OutsideClass(_) => {
            faulty_steps(system, witness, &witness.fault().participants)
        }
        _ => Vec::new(),
    };
    let clause = |(step, waits): (Step, bool)| {
        let line = lines.line(system, step)?;
        let name = system.automata()[step.participant].name();
        let action = system.action(step.participant, step.transition)?;
        let message = &system.messages()[action.message].name;
        Some(if waits {
            format!("`{name}` waits at line {line}")
        } else {
            format!("`{name}` {} `{message}` at line {line}", verb(action.direction))
        })
    };
    let mut clauses: Vec<String> = steps.into_iter().filter_map(clause).collect();
    clauses.dedup();
    if clauses.is_empty() {
        return String::new();
    }
    format!(" ({})", few(&clauses, NAMED, "more"))
}

/// Returns the earlier steps of the edges of the conflict cycle that participants impose.
fn first_steps(witness: &Witness) -> Vec<Step> {
    let moves = witness.replay().script().moves();
    let step = |edge: &CycleEdge| match edge.dependency {
        Dependency::Participant(_) => moves[edge.before].step(),
        Dependency::Channel(_) | Dependency::MatchingPair => None,
    };
    witness.cycle().iter().filter_map(step).collect()
}

/// Returns a reception of each participant that waits, marked as such, and the sends of the messages that are not
/// received.
fn faulty_steps(
    system: &System,
    witness: &Witness,
    waiting: &[ParticipantId],
) -> Vec<(Step, bool)> {
    let last = witness.replay().last();
    let receptions = |&participant: &ParticipantId| {
        let automaton = &system.automata()[participant];
        automaton.transitions().enumerate().filter_map(move |(transition, one)| {
            let is_here = one.source == last.control[participant];
            match one.label {
                Label::Action(Direction::Receive, channel, _) if is_here => {
                    Some((channel, Step { participant, transition }))
                }
                _ => None,
            }
        })
    };
    let mut steps = Vec::new();
    let mut messages: Vec<(ChannelId, MessageId)> = witness.fault().messages.clone();
    for participant in waiting {
        for (number, (channel, step)) in receptions(participant).enumerate() {
            if number == 0 {
                steps.push((step, true));
            }
            messages.extend(last.contents[channel].messages().first().map(|&one| (channel, one)));
        }
    }
    messages.sort_unstable();
    messages.dedup();
    let script = witness.replay().script();
    let execution = script.execution();
    for one in execution.communications().iter().filter(|one| one.reception.is_none()) {
        let sent = execution.actions()[one.send];
        // Of each message the oldest one.
        let place = messages.iter().position(|&one| one == (sent.channel, sent.message));
        if place.map(|place| messages.swap_remove(place)).is_some() {
            steps.extend(script.moves()[script.step_of(one.send)].step().map(|step| (step, false)));
        }
    }
    steps
}
