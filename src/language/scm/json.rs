//! Systems as JSON: `scm-check/system`, version 1.
//!
//! The structs mirror the format. Everything that an SCM file says of a system is there; the twins
//! of sends on lossy channels are not, since `lossy` says as much.

use std::borrow::Cow;

use serde::Serialize;

use crate::reading::Expectation;
use kernel::base::Id as _;
use model::cfsm::{
    BadConfigurations, ChannelKind, CommunicatingAutomaton, ContentsExpression, ContentsNode,
    ContentsNodeId, Direction, Label, MessageSort, System,
};

#[derive(Serialize)]
struct SystemObject<'a> {
    schema: &'static str,
    schema_version: u32,
    name: &'a str,
    messages: Vec<MessageObject<'a>>,
    channels: Vec<ChannelObject<'a>>,
    participants: Vec<ParticipantObject<'a>>,
    bad_states: Vec<BadObject<'a>>,
    expectations: Vec<ExpectationObject<'a>>,
}

#[derive(Serialize)]
struct MessageObject<'a> {
    name: &'a str,
    sort: &'static str,
}

#[derive(Serialize)]
struct ChannelObject<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Cow<'a, str>>,
    kind: &'static str,
    lossy: bool,
}

#[derive(Serialize)]
struct ParticipantObject<'a> {
    name: &'a str,
    states: Vec<&'a str>,
    initial: Vec<&'a str>,
    transitions: Vec<TransitionObject<'a>>,
}

#[derive(Serialize)]
struct TransitionObject<'a> {
    from: &'a str,
    to: &'a str,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

#[derive(Serialize)]
struct BadObject<'a> {
    control: Vec<ControlObject<'a>>,
    contents: Option<Vec<NodeObject<'a>>>,
}

#[derive(Serialize)]
struct ControlObject<'a> {
    participant: &'a str,
    states: Vec<&'a str>,
}

/// A node of a contents expression; numbers name earlier nodes, the last node is the root.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum NodeObject<'a> {
    Empty,
    Separator,
    Message(&'a str),
    Concatenation(Vec<usize>),
    Alternatives(Vec<usize>),
    Star(usize),
    Plus(usize),
}

#[derive(Serialize)]
struct ExpectationObject<'a> {
    property: &'a str,
    variant: &'a [String],
    verdict: &'static str,
}

/// Returns `system` with the rest of its model as JSON, with a line break at the end.
pub fn json(system: &System, bad: &[BadConfigurations], expectations: &[Expectation]) -> String {
    let object = SystemObject {
        schema: "scm-check/system",
        schema_version: 1,
        name: system.name(),
        messages: system
            .messages()
            .iter()
            .map(|message| MessageObject {
                name: &message.name,
                sort: match message.sort {
                    MessageSort::Int => "int",
                    MessageSort::Real => "real",
                },
            })
            .collect(),
        channels: system
            .channels()
            .enumerate()
            .map(|(id, channel)| ChannelObject {
                name: system.is_named(id).then(|| system.channel_name(id)),
                kind: match channel.kind {
                    ChannelKind::Fifo => "fifo",
                    ChannelKind::Bag => "bag",
                },
                lossy: channel.lossy,
            })
            .collect(),
        participants: system.automata().iter().map(|a| participant(system, a)).collect(),
        bad_states: bad.iter().map(|bad| bad_object(system, bad)).collect(),
        expectations: expectations
            .iter()
            .map(|expectation| ExpectationObject {
                property: &expectation.property,
                variant: &expectation.variant,
                verdict: expectation.verdict.word(),
            })
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&object)
        .expect("strings, numbers and lists can be written as JSON");
    text.push('\n');
    text
}

fn participant<'a>(
    system: &'a System,
    automaton: &'a CommunicatingAutomaton,
) -> ParticipantObject<'a> {
    let transitions = automaton.transitions().iter().filter(|t| t.loss_of.is_none());
    ParticipantObject {
        name: automaton.name(),
        states: automaton.states().iter().map(String::as_str).collect(),
        initial: automaton.initial().iter().map(|&id| automaton.states()[id].as_str()).collect(),
        transitions: transitions
            .map(|transition| {
                let (action, channel, message) = match transition.label {
                    Label::Internal => ("internal", None, None),
                    Label::Action(direction, channel, message) => {
                        let action = match direction {
                            Direction::Send => "send",
                            Direction::Receive => "receive",
                        };
                        let message = system.messages()[message].name.as_str();
                        (action, Some(channel.index()), Some(message))
                    }
                };
                TransitionObject {
                    from: &automaton.states()[transition.source],
                    to: &automaton.states()[transition.target],
                    action,
                    channel,
                    message,
                }
            })
            .collect(),
    }
}

fn bad_object<'a>(system: &'a System, bad: &BadConfigurations) -> BadObject<'a> {
    let control = bad.control.iter().map(|(participant, states)| {
        let automaton = &system.automata()[*participant];
        ControlObject {
            participant: automaton.name(),
            states: states.iter().map(|&state| automaton.states()[state].as_str()).collect(),
        }
    });
    BadObject {
        control: control.collect(),
        contents: bad.contents.as_ref().map(|contents| nodes(system, contents)),
    }
}

fn nodes<'a>(system: &'a System, contents: &ContentsExpression) -> Vec<NodeObject<'a>> {
    let numbers = |ids: &[ContentsNodeId]| ids.iter().map(|id| id.index()).collect();
    contents
        .nodes()
        .iter()
        .map(|node| match node {
            ContentsNode::Empty => NodeObject::Empty,
            ContentsNode::Separator => NodeObject::Separator,
            ContentsNode::Message(message) => {
                NodeObject::Message(&system.messages()[*message].name)
            }
            ContentsNode::Concatenation(children) => NodeObject::Concatenation(numbers(children)),
            ContentsNode::Alternatives(children) => NodeObject::Alternatives(numbers(children)),
            ContentsNode::Star(child) => NodeObject::Star(child.index()),
            ContentsNode::Plus(child) => NodeObject::Plus(child.index()),
        })
        .collect()
}
