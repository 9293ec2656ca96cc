//! Runs and witnesses as message sequence charts.

use super::names::message_names;
use super::{CycleEdge, Replay, Script, StepId, Witness};
use crate::cfsm::{
    Communication, CommunicationId, Dependency, Direction, Execution, Label, ParticipantId, System,
};
use kernel::base::{Id as _, IndexVec};
use kernel::drawing::{
    Arrow, Chart, CycleMark, Event, EventId, Head, LifelineId, Mark, Order, Slope,
};

/// Returns the chart of a run: a lifeline for each participant that takes a step, or that waits for a
/// message which was not received.
///
/// Messages that have one name are told apart by numbers, in the order of their sends.
pub fn run_chart(system: &System, replay: &Replay) -> Chart {
    script_chart(system, replay.script(), &[])
}

/// Returns the chart of a script: a lifeline for each participant that moves, or that is likely to
/// receive what was not received, and for all where nobody moves; the given conflict cycle, and the
/// order that channels impose along it. A reception without a send has no arrow.
pub fn script_chart(system: &System, script: &Script, cycle: &[CycleEdge]) -> Chart {
    let mut chart = Chart::default();
    let execution = script.execution();
    let unmatched = |communication: &&Communication| communication.reception.is_none();
    let awaited: Vec<ParticipantId> = execution
        .communications()
        .iter()
        .filter(unmatched)
        .filter_map(|communication| likely_receiver(system, execution, *communication))
        .collect();
    let mut lifeline: IndexVec<ParticipantId, Option<LifelineId>> =
        IndexVec::filled(None, system.automata().len());
    for (participant, automaton) in system.automata().enumerate() {
        let moves = script.moves().iter().any(|one| one.participant == participant);
        if moves || awaited.contains(&participant) || script.moves().is_empty() {
            lifeline[participant] = Some(chart.lifelines.push(automaton.name().to_owned()));
        }
    }
    for (id, one) in script.moves().enumerate() {
        let mark = match one.label {
            Label::Internal => Mark::Internal,
            Label::Action(Direction::Send, ..) => Mark::Send,
            Label::Action(Direction::Receive, ..) => Mark::Receive,
        };
        let note = one.transition.and_then(|transition| {
            let transition = &system.automata()[one.participant].transitions()[transition];
            let lost = system.action(one.participant, transition.loss_of?)?;
            Some(format!("{} is lost", system.messages()[lost.message].name))
        });
        chart.events.push(Event {
            lifeline: lifeline[one.participant].expect("who moves has a lifeline"),
            number: id.number(),
            mark,
            label: None,
            note,
        });
    }
    let names = message_names(system, execution);
    for (id, communication) in execution.communications().enumerate() {
        let head = match communication.reception {
            Some(reception) => Head::Event(event(script.step_of(reception)), Slope::Level),
            None => {
                let reader = likely_receiver(system, execution, *communication);
                Head::Nowhere(reader.and_then(|reader| lifeline[reader]))
            }
        };
        let from = event(script.step_of(communication.send));
        chart.arrows.push(Arrow { label: names[id].clone(), from, head });
    }
    for edge in cycle {
        chart.cycle.push(CycleMark {
            from: edge.from.index(),
            to: edge.to.index(),
            first: event(edge.before),
            second: event(edge.after),
        });
        if let Dependency::Channel(key) = edge.dependency {
            chart.orders.push(Order {
                first: event(edge.before),
                second: event(edge.after),
                label: format!("channel {}", system.channel_name(key.channel())),
            });
        }
    }
    chart
}

/// Returns the chart of a witness: that of its run, with the conflict cycle and a note at the last
/// step: how the cycle is closed, or what is reached.
pub fn witness_chart(system: &System, witness: &Witness) -> Chart {
    let replay = witness.replay();
    let mut chart = script_chart(system, replay.script(), witness.cycle());
    let meeting = meeting(replay.execution(), witness.cycle());
    let note = match meeting {
        None if witness.cycle().is_empty() => witness.kind().remark(system),
        Some((Meeting::Crossing, other)) => {
            let arrow = &mut chart.arrows[other.index()];
            if let Head::Event(_, slope) = &mut arrow.head {
                *slope = Slope::Falling;
            }
            format!("crosses {}", arrow.label)
        }
        Some((Meeting::Overtaking, other)) => {
            format!("overtaken by {}", chart.arrows[other.index()].label)
        }
        None => "closes the cycle".to_owned(),
    };
    if let Some(last) = replay.steps().ids().next_back() {
        chart.events[event(last)].note = Some(note);
    }
    chart
}

fn event(step: StepId) -> EventId {
    EventId::from_index(step.index())
}

/// How the two messages of a cycle of two meet between their participants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meeting {
    /// They go in opposite directions.
    Crossing,
    /// They go in the same direction, and the later one arrives first.
    Overtaking,
}

/// Returns how the last message meets the other one of a cycle of two, and that other one.
fn meeting(execution: &Execution, cycle: &[CycleEdge]) -> Option<(Meeting, CommunicationId)> {
    let [there, back] = cycle else { return None };
    let is_participant = |edge: &CycleEdge| matches!(edge.dependency, Dependency::Participant(_));
    if !is_participant(there) || !is_participant(back) {
        return None;
    }
    let communications = execution.communications();
    let ends = |id: CommunicationId| {
        let communication = communications[id];
        let sender = execution.actions()[communication.send].participant;
        Some((sender, execution.actions()[communication.reception?].participant))
    };
    let (sender, receiver) = ends(there.from)?;
    let other = ends(there.to)?;
    if other == (receiver, sender) && sender != receiver {
        Some((Meeting::Crossing, there.to))
    } else if other == (sender, receiver) {
        Some((Meeting::Overtaking, there.to))
    } else {
        None
    }
}

/// Returns who might receive an unmatched message: one who can receive it somewhere, else one who
/// reads its channel.
fn likely_receiver(
    system: &System,
    execution: &Execution,
    communication: Communication,
) -> Option<ParticipantId> {
    let sent = execution.actions()[communication.send];
    let reads = |participant: ParticipantId| {
        system.automata()[participant].transitions().iter().filter_map(
            |transition| match transition.label {
                Label::Action(Direction::Receive, channel, message) if channel == sent.channel => {
                    Some(message)
                }
                _ => None,
            },
        )
    };
    let others = || system.automata().ids().filter(|&id| id != sent.participant);
    others()
        .find(|&id| reads(id).any(|message| message == sent.message))
        .or_else(|| others().find(|&id| reads(id).next().is_some()))
}
