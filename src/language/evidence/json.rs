//! Witnesses as JSON.
//!
//! The structs mirror the format, version 1; the domain types do not depend on it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use kernel::base::Id as _;
use model::cfsm::{
    ChannelId, Dependency, Direction, Label, MessageId, ParticipantId, Step, System, Transition,
};
use model::choreography::ChannelChoice;
use model::evidence::number;
use model::evidence::{Lines, Witness};

/// The name of the format.
pub(super) const SCHEMA: &str = "scm-check/witness";
/// The version of the format.
pub(super) const SCHEMA_VERSION: u32 = 1;

/// A witness in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WitnessDocument {
    /// `scm-check/witness`
    pub schema: String,
    /// 1
    pub schema_version: u32,
    /// The kind of the witness: what it shows.
    pub kind: String,
    /// The property that is violated, as reports call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// How the channels were read, as the [word](ChannelChoice::word) says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channels: Option<String>,
    /// The SHA-256 digest of the model's bytes, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The participants at fault where the run ends, by their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub participants: Vec<String>,
    /// The messages at fault where the run ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<WitnessMessage>,
    /// The number of communications.
    pub communications: usize,
    /// The initial state of each participant, by their names, in the order of the model.
    pub initial: Map<String, Value>,
    /// The steps, internal ones included.
    pub steps: Vec<WitnessStep>,
    /// The conflict cycle.
    #[serde(default)]
    pub cycle: Vec<WitnessEdge>,
}

/// What a piece of evidence is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvidenceSubject {
    /// The property, as reports call it: `rsc`, `bad_states/1`, `stuck(p)`.
    pub property: String,
    /// How the channels were read.
    pub channels: ChannelChoice,
    /// The SHA-256 digest of the model's bytes, in hexadecimal, if it came from a file.
    pub sha256: Option<String>,
}

/// The action of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WitnessAction {
    /// A send.
    Send,
    /// A reception.
    Receive,
    /// An internal step.
    Internal,
}

/// A channel in a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WitnessChannel {
    /// A channel without a name, by its number.
    Number(u32),
    /// A channel with a name.
    Name(String),
}

impl WitnessChannel {
    pub(super) fn new(system: &System, channel: ChannelId) -> Self {
        if system.is_named(channel) {
            return Self::Name(system.channel_name(channel).into_owned());
        }
        Self::Number(u32::try_from(channel.index()).expect("an id fits into 32 bits"))
    }
}

/// A message on a channel.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct WitnessMessage {
    /// The channel.
    pub channel: WitnessChannel,
    /// The message's name.
    pub message: String,
}

/// A step in a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct WitnessStep {
    /// The participant's name.
    pub participant: String,
    /// The action of the step.
    pub action: WitnessAction,
    /// The channel and the message; absent for an internal step.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub message: Option<WitnessMessage>,
    /// The name of the state that it leaves.
    pub from: String,
    /// The name of the state that it enters.
    pub to: String,
    /// The source line of its transition, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The message that a lossy channel drops in this internal step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<WitnessMessage>,
}

/// The participant or the channel that imposes the order of an edge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// A participant, by its name.
    Participant(String),
    /// A channel.
    Channel(WitnessChannel),
}

/// An edge of the conflict cycle in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WitnessEdge {
    /// The number of the communication that must come first.
    pub from: usize,
    /// The number of the communication that must come after it.
    pub to: usize,
    /// The participant or the channel that imposes the order.
    #[serde(flatten)]
    pub reason: Reason,
    /// The numbers of the two steps that do not commute.
    pub steps: [usize; 2],
}

impl WitnessDocument {
    /// Returns the document of a witness.
    pub fn new(
        system: &System,
        witness: &Witness,
        subject: EvidenceSubject,
        lines: &Lines,
    ) -> Self {
        let (replay, fault) = (witness.replay(), witness.fault());
        let name = |participant: ParticipantId| system.automata()[participant].name().to_owned();
        let initial = system.automata().enumerate().zip(&replay.initial().control);
        let initial = initial.map(|((id, automaton), &state)| {
            (name(id), Value::String(automaton.states()[state].to_owned()))
        });
        let messages = fault.messages.iter();
        let messages = messages.map(|&(channel, message)| on_channel(system, channel, message));
        let steps = replay.steps().iter().map(|&step| WitnessStep::new(system, step, lines));
        let cycle = witness.cycle().iter().map(|edge| WitnessEdge {
            from: number(edge.from),
            to: number(edge.to),
            reason: reason(system, edge.dependency),
            steps: [edge.before.number(), edge.after.number()],
        });
        Self {
            schema: SCHEMA.to_owned(),
            schema_version: SCHEMA_VERSION,
            kind: witness.kind().name().to_owned(),
            property: Some(subject.property),
            channels: Some(subject.channels.word()),
            sha256: subject.sha256,
            participants: fault.participants.iter().copied().map(name).collect(),
            messages: messages.collect(),
            communications: witness.communications(),
            initial: initial.collect(),
            steps: steps.collect(),
            cycle: cycle.collect(),
        }
    }
}

fn reason(system: &System, dependency: Dependency) -> Reason {
    match dependency {
        Dependency::Participant(participant) => {
            Reason::Participant(system.automata()[participant].name().to_owned())
        }
        Dependency::Channel(key) => Reason::Channel(WitnessChannel::new(system, key.channel())),
        Dependency::MatchingPair => {
            unreachable!("an edge joins two communications, a matching pair is one")
        }
    }
}

impl WitnessStep {
    /// Returns a step in the form in which files contain it.
    pub(super) fn new(system: &System, step: Step, lines: &Lines) -> Self {
        let automaton = &system.automata()[step.participant];
        let transition = &automaton.transitions()[step.transition];
        let (action, message) = content(system, transition);
        let lost =
            transition.loss_of.and_then(|send| content(system, &automaton.transitions()[send]).1);
        Self {
            participant: automaton.name().to_owned(),
            action,
            message,
            from: automaton.states()[transition.source].to_owned(),
            to: automaton.states()[transition.target].to_owned(),
            line: lines.line(system, step),
            lost,
        }
    }
}

fn content(system: &System, transition: &Transition) -> (WitnessAction, Option<WitnessMessage>) {
    let Label::Action(direction, channel, message) = transition.label else {
        return (WitnessAction::Internal, None);
    };
    let action = match direction {
        Direction::Send => WitnessAction::Send,
        Direction::Receive => WitnessAction::Receive,
    };
    (action, Some(on_channel(system, channel, message)))
}

fn on_channel(system: &System, channel: ChannelId, message: MessageId) -> WitnessMessage {
    WitnessMessage {
        channel: WitnessChannel::new(system, channel),
        message: system.messages()[message].name.clone(),
    }
}
