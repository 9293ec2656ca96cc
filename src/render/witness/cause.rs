//! The cause of a violation in one sentence, in the words of users rather than of the theory.

use super::classes::class_words;
use super::names::message_names;
use super::place::{NAMED, Place, channel_name};
use crate::sentences::{listed, number_of, shortened};
use crate::system::verb;
use model::cfsm::{CommunicationId, Dependency, Direction, LinearProperty, SafetyProperty, System};
use model::evidence::{CycleEdge, Lines, StepId, Witness, WitnessKind};

/// Maximum number of characters of the text of an arrow in a sentence about a diagram.
pub const LONGEST_NAME: usize = 60;

/// Returns one sentence, without a full stop, on the cause of the violation that `witness` shows; `None` if it shows
/// a bad configuration, whose cause is its specification.
pub fn cause_text(system: &System, witness: &Witness) -> Option<String> {
    match witness.kind() {
        WitnessKind::BorderlineViolation => {
            let names = message_names(system, witness.replay().script().execution());
            let name = |communication| format!("`{}`", names[communication]);
            Some(cycle_sentence(system, witness, name))
        }
        WitnessKind::Safety(property) => Some(fault_sentence(system, witness, property)),
        WitnessKind::OutsideClass(class) => {
            Some((class_words(class).left)(system, witness, class.bound()))
        }
        WitnessKind::Race => Some(race_sentence(system, witness)),
        WitnessKind::NotTold(participant) => {
            let name = system.automata()[participant].name();
            Some(format!("`{name}` is not told that the others have ended"))
        }
        _ => None,
    }
}

/// Returns which message of a race is there too early.
fn race_sentence(system: &System, witness: &Witness) -> String {
    let fault = witness.fault();
    let names = fault.participants.iter().map(|&id| system.automata()[id].name());
    let messages = fault.messages.iter().map(|&(_, id)| system.messages()[id].name.as_str());
    let early = names.zip(messages).map(|(who, message)| {
        format!("`{message}` may reach `{who}` before a message that it takes first")
    });
    early.collect()
}

/// Returns the reason why no order of the messages of a conflict cycle makes them synchronous, in which messages are named
/// with the lines where they are sent, as far as these are known.
pub fn crossing_text(system: &System, witness: &Witness, lines: &Lines) -> String {
    let script = witness.replay().script();
    let execution = script.execution();
    let names = message_names(system, execution);
    let name = |communication: CommunicationId| {
        let send = script.step_of(execution.communications()[communication].send);
        let line = script.moves()[send].step().and_then(|step| lines.line(system, step));
        let line = line.map_or_else(String::new, |line| format!(" of line {line}"));
        format!("`{}`{line}", shortened(&names[communication], LONGEST_NAME))
    };
    cycle_sentence(system, witness, name)
}

/// Returns the reason why no order of the messages of a conflict cycle makes them synchronous.
fn cycle_sentence(
    system: &System,
    witness: &Witness,
    name: impl Fn(CommunicationId) -> String,
) -> String {
    let script = witness.replay().script();
    let action = |step: StepId| {
        let action = script.action_of(step).expect("a conflict is between actions");
        script.execution().actions()[action]
    };
    let directions =
        |edge: &CycleEdge| (action(edge.before).direction, action(edge.after).direction);
    let cycle = witness.cycle();
    let crosses = (Direction::Send, Direction::Receive);
    if let [one, other] = cycle
        && directions(one) == crosses
        && directions(other) == crosses
    {
        let (first, second) = (name(one.from), name(one.to));
        return format!("{first} and {second} cross: each is sent before the other is received");
    }
    let clause = |edge: &CycleEdge| {
        let (from, to) = (name(edge.from), name(edge.to));
        let (before, after) = directions(edge);
        match edge.dependency {
            Dependency::Participant(participant) => {
                let who = format!("`{}`", system.automata()[participant].name());
                let then = if before == after { "" } else { &format!("it {} ", verb(after)) };
                format!("{who} {} {from} before {then}{to}", verb(before))
            }
            Dependency::Channel(key) => {
                let channel = channel_name(system, key.channel());
                let verb = match before {
                    Direction::Send => "enters",
                    Direction::Receive => "leaves",
                };
                format!("{from} {verb} {channel} before {to}")
            }
            Dependency::MatchingPair => {
                unreachable!("an edge joins two communications, a matching pair is one")
            }
        }
    };
    if cycle.len() <= NAMED {
        let clauses: Vec<String> = cycle.iter().map(clause).collect();
        return clauses.join(", but ");
    }
    let named: Vec<String> = cycle.iter().take(NAMED).map(|edge| name(edge.from)).collect();
    let more = cycle.len() - NAMED;
    format!("{} and {more} more messages each come before the next, in a circle", named.join(", "))
}

/// Returns what is wrong with the last configuration of a run that violates a safety property.
fn fault_sentence(system: &System, witness: &Witness, property: SafetyProperty) -> String {
    let place = Place { system, configuration: witness.replay().last() };
    let fault = witness.fault();
    match property {
        SafetyProperty::Linear(LinearProperty::UnspecifiedReception) => {
            let &participant = fault.participants.first().expect("somebody waits");
            let wanted: Vec<String> = place
                .wanted(participant)
                .into_iter()
                .map(|(_, messages)| listed(&place.names(&messages), "or"))
                .collect();
            let there = place.there(participant).expect("each of its channels holds a message");
            format!(
                "`{}` waits for ever: it can only receive {}, and {there} there",
                place.name(participant),
                listed(&wanted, "or"),
            )
        }
        SafetyProperty::Linear(LinearProperty::Progress) => {
            let when = match witness.replay().steps().len() {
                0 => "from the beginning".to_owned(),
                steps => format!("after {}", number_of(steps, "step")),
            };
            format!("nobody can go on {when}: {}", place.everybody_waits(fault))
        }
        SafetyProperty::Linear(LinearProperty::ReceptionDeadlock) => {
            format!("all wait, and no message is on its way: {}", place.everybody_waits(fault))
        }
        SafetyProperty::Linear(LinearProperty::OrphanMessage) => {
            format!("all have ended, and nobody will receive {}", place.left(fault))
        }
        SafetyProperty::Deadlock => {
            let left = place.left(fault);
            format!("the channels can never all become empty again; there is {left}")
        }
        SafetyProperty::Stuck(participant) => {
            format!("{}, and will never receive anything", place.waits(participant))
        }
        SafetyProperty::Unreceived(_) => format!("nobody will ever receive {}", place.left(fault)),
    }
}
