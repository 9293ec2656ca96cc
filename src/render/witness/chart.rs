//! Runs and witnesses as message sequence charts.

use std::collections::BTreeMap;

use super::names::{lost, message_names};
use super::shown::gap_text;
use super::{Shown, ShownPart};
use crate::drawing::{
    Arrow, ArrowHead, Chart, CycleMark, ElidedSteps, Event, EventId, Extent, LifelineId, Mark,
    Order, Slope,
};
use kernel::base::{Id as _, IndexVec, grouped};
use model::cfsm::{
    Action, CommunicationId, Dependency, Direction, Execution, Label, ParticipantId, System,
};
use model::evidence::{CycleEdge, Replay, Script, ScriptMove, StepId, Witness};

/// Returns the chart of a run: a lifeline for each participant that takes a step that is shown, or that
/// waits for a message which was not received.
///
/// Messages with equal names are distinguished by numbers, in the order of their sends.
pub fn run_chart(system: &System, replay: &Replay, extent: Extent) -> Chart {
    script_chart(system, replay.script(), &[], extent)
}

/// Returns the chart of a script: a lifeline for each participant that moves in the shown part, or that is
/// likely to receive an unreceived message, and for all if no participant moves; the given conflict cycle, and the
/// order that channels impose along it. A reception without a send has no arrow, nor has a message of which
/// one end is left out: the other end has a remark. A cycle of which a part is left out is not marked.
pub fn script_chart(
    system: &System,
    script: &Script,
    cycle: &[CycleEdge],
    extent: Extent,
) -> Chart {
    drawn(system, script, cycle, extent).0
}

/// Returns the chart of a script, and the arrow of each message that has one.
fn drawn(
    system: &System,
    script: &Script,
    cycle: &[CycleEdge],
    extent: Extent,
) -> (Chart, IndexVec<CommunicationId, Option<usize>>) {
    let mut chart = Chart::default();
    let shown = Shown::new(script, cycle, extent);
    let event = |step: StepId| shown.place(step).map(EventId::from_index);
    let execution = script.execution();
    let communications = execution.communications();
    let mut readers = BTreeMap::new();
    // The search for a receiver is linear in the number of transitions.
    let mut likely_reader = |sent: Action| {
        let key = (sent.participant, sent.channel, sent.message);
        *readers.entry(key).or_insert_with(|| likely_receiver(system, sent))
    };
    let mut has_lifeline: IndexVec<ParticipantId, bool> =
        IndexVec::filled(script.moves().is_empty(), system.automata().len());
    for &step in shown.steps() {
        has_lifeline[script.moves()[step].participant] = true;
    }
    for one in communications.iter().filter(|one| one.reception.is_none()) {
        if event(script.step_of(one.send)).is_some()
            && let Some(reader) = likely_reader(execution.actions()[one.send])
        {
            has_lifeline[reader] = true;
        }
    }
    let mut lifeline: IndexVec<ParticipantId, Option<LifelineId>> = IndexVec::new();
    for (participant, automaton) in system.automata().enumerate() {
        let push = || chart.lifelines.push(automaton.name().to_owned());
        lifeline.push(has_lifeline[participant].then(push));
    }
    for part in shown.parts() {
        match part {
            ShownPart::LeftOut(first, count) => {
                let before = EventId::from_index(chart.events.len());
                chart.gaps.push(ElidedSteps { before, says: gap_text(script, first, count) });
            }
            ShownPart::Step(step) => {
                let one = script.moves()[step];
                let lifeline = lifeline[one.participant].expect("who moves has a lifeline");
                chart.events.push(event_of(system, one, step, lifeline));
            }
        }
    }
    let names = message_names(system, execution);
    let mut arrow: IndexVec<CommunicationId, Option<usize>> = IndexVec::new();
    for (id, communication) in communications.enumerate() {
        let send = script.step_of(communication.send);
        let reception = communication.reception.map(|action| script.step_of(action));
        let head = match (event(send), reception.map(|step| (step, event(step)))) {
            (Some(from), None) => {
                let reader = likely_reader(execution.actions()[communication.send]);
                Some((from, ArrowHead::Nowhere(reader.and_then(|reader| lifeline[reader]))))
            }
            (Some(from), Some((_, Some(to)))) => Some((from, ArrowHead::Event(to, Slope::Level))),
            (Some(from), Some((reception, None))) => {
                let step = grouped(reception.number() as u64);
                chart.events[from].label = Some(format!("{}: received in step {step}", names[id]));
                None
            }
            (None, Some((_, Some(to)))) => {
                let step = grouped(send.number() as u64);
                chart.events[to].label = Some(format!("{}: sent in step {step}", names[id]));
                None
            }
            (None, _) => None,
        };
        arrow.push(head.map(|(from, head)| {
            chart.arrows.push(Arrow { label: names[id].clone(), from, head });
            chart.arrows.len() - 1
        }));
    }
    let marks: Option<Vec<CycleMark>> = cycle
        .iter()
        .map(|edge| {
            let (from, to) = (arrow[edge.from]?, arrow[edge.to]?);
            Some(CycleMark { from, to, first: event(edge.before)?, second: event(edge.after)? })
        })
        .collect();
    chart.cycle = marks.unwrap_or_default();
    for (edge, mark) in cycle.iter().zip(&chart.cycle) {
        if let Dependency::Channel(key) = edge.dependency {
            chart.orders.push(Order {
                first: mark.first,
                second: mark.second,
                label: format!("channel {}", system.channel_name(key.channel())),
            });
        }
    }
    (chart, arrow)
}

/// Returns the event of a move.
fn event_of(system: &System, one: ScriptMove, step: StepId, lifeline: LifelineId) -> Event {
    let mark = match one.label {
        Label::Internal => Mark::Internal,
        Label::Action(Direction::Send, ..) => Mark::Send,
        Label::Action(Direction::Receive, ..) => Mark::Receive,
    };
    let lost = lost(system, one).map(|lost| &system.messages()[lost.message].name);
    let note = lost.map(|name| format!("{name} is lost"));
    Event { lifeline, number: step.number(), mark, label: None, note }
}

/// Returns the chart of a witness: that of its run, with the conflict cycle and a note at the last
/// step: how the cycle is closed, or which bad situation is reached.
pub fn witness_chart(system: &System, witness: &Witness, extent: Extent) -> Chart {
    let replay = witness.replay();
    let (mut chart, arrow) = drawn(system, replay.script(), witness.cycle(), extent);
    let mut label = |other: CommunicationId, slope: Option<Slope>| {
        let arrow =
            &mut chart.arrows[arrow[other].expect("the messages of a short cycle are shown")];
        if let (ArrowHead::Event(_, known), Some(slope)) = (&mut arrow.head, slope) {
            *known = slope;
        }
        arrow.label.clone()
    };
    let note = match meeting(replay.execution(), witness.cycle()) {
        Some((Meeting::Crossing, other)) => {
            format!("crosses {}", label(other, Some(Slope::Falling)))
        }
        Some((Meeting::Overtaking, other)) => format!("overtaken by {}", label(other, None)),
        None => witness.kind().remark(system),
    };
    if let Some(last) = chart.events.ids().next_back() {
        chart.events[last].note = Some(note);
    }
    chart
}

/// The relation of the two messages of a cycle of two between their participants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meeting {
    /// The messages go in opposite directions.
    Crossing,
    /// The messages go in the same direction, and the later one arrives first.
    Overtaking,
}

/// Returns the relation of the last message to the other one of a cycle of two, and the other one.
pub(super) fn meeting(
    execution: &Execution,
    cycle: &[CycleEdge],
) -> Option<(Meeting, CommunicationId)> {
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

/// Returns the participant that might receive an unmatched message: one that can receive it somewhere, else one
/// that reads its channel.
fn likely_receiver(system: &System, sent: Action) -> Option<ParticipantId> {
    let reads = |participant: ParticipantId| {
        let transitions = system.automata()[participant].transitions().iter();
        transitions.filter_map(|transition| match transition.label {
            Label::Action(Direction::Receive, on, message) if on == sent.channel => Some(message),
            _ => None,
        })
    };
    let others = || system.automata().ids().filter(|&id| id != sent.participant);
    others()
        .find(|&id| reads(id).any(|message| message == sent.message))
        .or_else(|| others().find(|&id| reads(id).next().is_some()))
}
