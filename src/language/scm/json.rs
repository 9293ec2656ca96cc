//! Systems as JSON: `scm-check/system`, version 1.
//!
//! The structs mirror the format. It contains all information of an SCM file about a system; the twins
//! of sends on lossy channels are omitted, since `lossy` implies them.

use serde::Serialize;
use serde_json::{Value, json};

use crate::reading::Expectation;
use kernel::base::Id as _;
use model::cfsm::{
    BadConfigurations, Channel, ChannelId, CommunicatingAutomaton, ContentsExpression,
    ContentsNode, ContentsNodeId, Label, StateId, System,
};

#[derive(Serialize)]
struct SystemObject<'a> {
    schema: &'static str,
    schema_version: u32,
    name: &'a str,
    messages: Vec<Value>,
    channels: Vec<Value>,
    participants: Vec<ParticipantObject<'a>>,
    bad_states: Vec<Value>,
    expectations: Vec<Value>,
}

#[derive(Serialize)]
struct ParticipantObject<'a> {
    name: &'a str,
    states: Vec<&'a str>,
    initial: Vec<&'a str>,
    #[serde(rename = "final", skip_serializing_if = "Vec::is_empty")]
    declared_final: Vec<&'a str>,
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

/// Returns `system` with its bad configurations and expectations as JSON, with a line break at the end.
pub fn json(system: &System, bad: &[BadConfigurations], expectations: &[Expectation]) -> String {
    let object = SystemObject {
        schema: "scm-check/system",
        schema_version: 1,
        name: system.name(),
        messages: system
            .messages()
            .iter()
            .map(|message| json!({ "name": message.name, "sort": message.sort.word() }))
            .collect(),
        channels: system.channels().enumerate().map(|(id, _)| channel(system, id)).collect(),
        participants: system.automata().iter().map(|a| participant(system, a)).collect(),
        bad_states: bad.iter().map(|bad| bad_object(system, bad)).collect(),
        expectations: expectations
            .iter()
            .map(|Expectation { property, variant, verdict }| {
                json!({ "property": property, "variant": variant, "verdict": verdict.word() })
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
    let names = |states: &mut dyn Iterator<Item = StateId>| -> Vec<&'a str> {
        states.map(|state| &automaton.states()[state]).collect()
    };
    let transitions = automaton.transitions().iter().filter(|t| t.loss_of.is_none());
    ParticipantObject {
        name: automaton.name(),
        states: automaton.states().iter().collect(),
        initial: names(&mut automaton.initial().iter().copied()),
        declared_final: names(&mut automaton.declared_final()),
        transitions: transitions
            .map(|transition| {
                let (action, channel, message) = match transition.label {
                    Label::Internal => ("internal", None, None),
                    Label::Action(direction, channel, message) => {
                        let message = system.messages()[message].name.as_str();
                        (direction.word(), Some(channel.index()), Some(message))
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

fn channel(system: &System, id: ChannelId) -> Value {
    let Channel { kind, lossy } = system.channels()[id];
    let kind = kind.word();
    if system.is_named(id) {
        json!({ "name": system.channel_name(id), "kind": kind, "lossy": lossy })
    } else {
        json!({ "kind": kind, "lossy": lossy })
    }
}

fn bad_object(system: &System, bad: &BadConfigurations) -> Value {
    let control = bad.control.iter().map(|(participant, states)| {
        let automaton = &system.automata()[*participant];
        let states: Vec<&str> = states.iter().map(|&state| &automaton.states()[state]).collect();
        json!({ "participant": automaton.name(), "states": states })
    });
    let contents = bad.contents.as_ref().map(|contents| nodes(system, contents));
    json!({ "control": control.collect::<Vec<_>>(), "contents": contents })
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
