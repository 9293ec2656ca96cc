//! The cause of a violation in one sentence, in the words of users rather than of the theory.

use super::names::message_names;
use crate::sentences::{count_of, listed, number_of, shortened};
use crate::system::{link, users, verb};
use model::cfsm::{
    ChannelId, CommunicationId, Configuration, Dependency, Direction, Fault, LinearProperty,
    MessageId, ParticipantId, SafetyProperty, System,
};
use model::evidence::{CycleEdge, Lines, StepId, Witness, WitnessKind};

/// Maximum number of participants or channels that a sentence names.
const NAMED: usize = 4;

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
        WitnessKind::NotCompatible(bound) => Some(bounded_sentence(system, witness, bound)),
        _ => None,
    }
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

/// Returns what is never possible after the last configuration of a run, while channels hold few messages.
fn bounded_sentence(system: &System, witness: &Witness, bound: usize) -> String {
    let place = Place { system, configuration: witness.replay().last() };
    let fault = witness.fault();
    let never = match fault.participants.first() {
        None => format!("nobody will ever receive {}", place.left(fault)),
        Some(&participant) if !place.wanted(participant).is_empty() => {
            format!("{}, and will never receive anything", place.waits(participant))
        }
        Some(&participant) => format!(
            "`{}` waits for room, and nobody will receive {} before it does something else",
            place.name(participant),
            place.left(fault),
        ),
    };
    format!("with at most {} in each channel {never}", count_of(bound as u64, "message"))
}

/// Returns a name for a channel in a sentence: `channel 0 (client->server)`, as far as both are single.
fn channel_name(system: &System, channel: ChannelId) -> String {
    let name = system.channel_name(channel);
    match link(system, channel).filter(|_| !system.is_named(channel)) {
        Some(link) => format!("channel {name} ({link})"),
        None => format!("channel {name}"),
    }
}

/// The words for one configuration.
struct Place<'a> {
    system: &'a System,
    configuration: &'a Configuration,
}

impl Place<'_> {
    fn name(&self, participant: ParticipantId) -> &str {
        self.system.automata()[participant].name()
    }

    /// Returns the names of messages, each once.
    fn names(&self, messages: &[MessageId]) -> Vec<String> {
        let mut messages = messages.to_vec();
        messages.sort_unstable();
        messages.dedup();
        let name = |message| format!("`{}`", self.system.messages()[message].name);
        messages.into_iter().map(name).collect()
    }

    /// Returns the messages that a participant can receive in its state, by channel.
    fn wanted(&self, participant: ParticipantId) -> Vec<(ChannelId, Vec<MessageId>)> {
        let state = self.configuration.control[participant];
        let mut wanted: Vec<(ChannelId, MessageId)> =
            self.system.automata()[participant].receptions(state).collect();
        wanted.sort_unstable();
        let by_channel = wanted.chunk_by(|(one, _), (other, _)| one == other);
        by_channel
            .map(|all| (all[0].0, all.iter().map(|&(_, message)| message).collect()))
            .collect()
    }

    /// Returns the messages that stand first where a participant waits, with a verb: "`denied` is"; `None` if there are
    /// none.
    fn there(&self, participant: ParticipantId) -> Option<String> {
        let wanted = self.wanted(participant);
        let first: Vec<MessageId> = wanted
            .iter()
            .filter_map(|&(channel, _)| self.configuration.contents[channel].messages().first())
            .copied()
            .collect();
        let names = self.names(&first);
        let verb = if names.len() == 1 { "is" } else { "are" };
        (!names.is_empty()).then(|| format!("{} {verb}", listed(&names, "and")))
    }

    /// Returns the message that a participant waits for, and whose: "`phil0` waits for `ok` from `fork1`".
    fn waits(&self, participant: ParticipantId) -> String {
        let wanted: Vec<String> = self
            .wanted(participant)
            .into_iter()
            .map(|(channel, messages)| {
                let messages = listed(&self.names(&messages), "or");
                match &*users(self.system, channel, Direction::Send) {
                    [sender] => format!("{messages} from `{sender}`"),
                    _ => format!("{messages} on {}", channel_name(self.system, channel)),
                }
            })
            .collect();
        let there = match self.there(participant) {
            Some(there) => format!(" ({there} there)"),
            None => String::new(),
        };
        format!("`{}` waits for {}{there}", self.name(participant), listed(&wanted, "or"))
    }

    fn everybody_waits(&self, fault: &Fault) -> String {
        let named = fault.participants.iter().take(NAMED);
        let named: Vec<String> = named.map(|&participant| self.waits(participant)).collect();
        let others = match fault.participants.len() - named.len() {
            0 => String::new(),
            1 => ", and one more participant waits".to_owned(),
            others => format!(", and {others} more participants wait"),
        };
        format!("{}{others}", named.join(", "))
    }

    /// Returns the messages that are left in channels, with the channels.
    fn left(&self, fault: &Fault) -> String {
        let by_channel = fault.messages.chunk_by(|(one, _), (other, _)| one == other);
        let clause = |all: &[(ChannelId, MessageId)]| {
            let messages: Vec<MessageId> = all.iter().map(|&(_, message)| message).collect();
            let channel = channel_name(self.system, all[0].0);
            format!("{} in {channel}", listed(&self.names(&messages), "and"))
        };
        let all: Vec<String> = by_channel.map(clause).collect();
        let others = match all.len().saturating_sub(NAMED) {
            0 => return listed(&all, "and"),
            1 => "a message in one more channel".to_owned(),
            others => format!("messages in {others} more channels"),
        };
        format!("{}, and {others}", all[..NAMED].join(", "))
    }
}
