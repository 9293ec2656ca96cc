//! Certificates as files.
//!
//! # Format
//!
//! One JSON object, version 1 (`scm-check/certificate`), or a list of them:
//!
//! - `form`: `explicit`, all states are listed, or `persistent`, `languages`, `upward` or `linear`, see below.
//!   `property`, `channels`, `sha256`: the subject of the certificate.
//! - `over`: the transition system, `rsc-executions` or `configurations`.
//! - `states`: a text for each state, each state once, in any order. Participants are given by
//!   their position in the model, from 0, channels and local states by their number, messages by
//!   their names.
//!
//! A state is a list of numbers separated by spaces: the local states of the participants, and
//! then further items, each by its index in the list `items`, from 0.
//!
//! Over configurations a transition is one step, internal steps included. An item `0:a` is a message
//! `a` in channel 0; those in a FIFO channel stand oldest first, all others in any order.
//!
//! Over RSC executions a transition is one communication, with internal steps before its actions, so
//! that participants stand where an action has left them. Items, in any order, are the keys that hold
//! an unmatched message: `0` a FIFO channel, `0:a` the message `a` of a bag. Beside that:
//!
//! - For `rsc`, once a send is chosen to be completed by the last reception: `p!C:m`, that send; `+p`
//!   for each participant of communications that depend on it; and `*K` for each key `K` that these
//!   send to, where several participants send to the key.
//! - For bad states: `C/S`, where `S` is the state of the automaton that `contents` has for channel
//!   `C`, unless it is 0. It reads the unmatched sends of that FIFO channel from its state 0;
//!   `next[state][message]` is the successor state. States may be left out from which no bad state is reachable for
//!   one of two reasons: a named participant, on its own, can no longer reach a bad local state, or the channels
//!   can no longer hold bad contents, whatever messages are sent.
//! - For a safety property, the key of a FIFO channel in `oldest` is `0:a` while it is blocked, `a`
//!   its oldest message.
//!
//! In the form `persistent`, over configurations, a state may have an item `@p`: of its successors only those by steps of
//! participant `p` are listed. Then `p` has a step there, and each transition of its local state is internal; a send to
//! a bag, or to a FIFO channel that no other participant sends to; or a reception from a FIFO channel that is not empty
//! and that no other participant receives from, or of a message that a bag holds and no other participant receives from
//! there. For `unspecified-reception`, from each state in which a participant has a step, zero or more steps to listed
//! states lead to one whose successors by that participant are listed.
//!
//! In the form `languages` a state is a control state with the number of one of the `languages`, deterministic automata
//! with state 0 first: `final` are the states that accept, each of `edges` is a state, the number of a segment, a message and
//! the next state. A language contains the contents of the `segments` one after the other, each oldest first: a FIFO channel
//! `0`, or a message of a bag `0:a`. Control states that are missing are not reached.
//!
//! In the form `upward` the states are least configurations, written as configurations are, with `*` for any local
//! state. A configuration is above one of them if it has these local states, the messages of each FIFO channel in their
//! order, with any others between them, and those of each bag as often at least. What is above one is not reached.
//!
//! In the form `linear` there are `invariants` instead of states. Each has weights for the local states of each
//! participant, by their names, and for messages, by their items: `[1, -2]` is the weight -2 for each message that item 1
//! is about. Initial states weigh 0 at most, no step makes the sum of all weights larger, and each configuration that
//! violates the property has a sum above 0 in one invariant, or a local state without a weight, which is not reached.
//!
//! With `component`, names of participants, the certificate is about these participants alone, which stand in states and
//! items by their position in this list. They share no channel with others, so that the property follows for the whole
//! model: a reception deadlock needs all components, and so does a violation of `progress`, as one of the participants
//! reaches no final state.
//!
//! A result over RSC executions applies to RSC systems only: `rests_on` is `rsc` if the
//! certificate of the property `rsc`, for the same model and channels, shows that. A certificate without `rests_on`,
//! over RSC executions and not for `rsc`, has no states: no configuration at all can violate the property.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use super::EvidenceSubject;
use kernel::base::Id as _;
use model::cfsm::{ChannelId, Key, MessageId, StateId, System};
use model::evidence::{
    Certificate, ContentsLanguage, ExplicitCertificate, LanguageInvariant, LeastConfiguration,
    LinearInvariant, StateSpace, UpwardSet,
};

/// The name of the format.
pub(super) const SCHEMA: &str = "scm-check/certificate";

/// A certificate in a file, without its states.
#[derive(Serialize)]
struct CertificateHeader<'a> {
    schema: &'static str,
    schema_version: u32,
    form: &'static str,
    property: &'a str,
    channels: String,
    sha256: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    component: &'a [String],
    over: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rests_on: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contents: Vec<ContentsObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    oldest: Vec<usize>,
    items: &'a [String],
}

/// A certificate of languages in a file.
#[derive(Serialize)]
struct LanguagesObject<'a> {
    schema: &'static str,
    schema_version: u32,
    form: &'static str,
    property: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    properties: &'a [String],
    channels: String,
    sha256: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    component: &'a [String],
    over: &'static str,
    segments: Vec<String>,
    languages: Vec<Value>,
    states: Vec<String>,
}

/// A certificate of linear invariants in a file.
#[derive(Serialize)]
struct LinearObject<'a> {
    #[serde(flatten)]
    header: CertificateHeader<'a>,
    invariants: Vec<Value>,
}

#[derive(Serialize)]
struct ContentsObject<'a> {
    channel: usize,
    messages: Vec<&'a str>,
    next: &'a [Vec<usize>],
}

/// Writes the certificate as a JSON object, a state a line.
///
/// # Complexity
/// Linear in the sum of the lengths of the states.
///
/// # Errors
/// If `output` cannot be written.
pub fn write_certificate(
    certificate: &Certificate,
    system: &System,
    subject: &EvidenceSubject,
    output: &mut impl Write,
) -> io::Result<()> {
    write_shared_certificate(certificate, system, subject, &[], output)
}

/// Writes a certificate like [`write_certificate`], one of several `properties`, that of `subject` among them; for that of
/// a single one there are none. Only an invariant can be a certificate of several.
///
/// # Errors
/// If `output` cannot be written.
pub fn write_shared_certificate(
    certificate: &Certificate,
    system: &System,
    subject: &EvidenceSubject,
    properties: &[String],
    output: &mut impl Write,
) -> io::Result<()> {
    let about = About { system, subject, properties, component: &[] };
    let Certificate::Component(participants, certificate) = certificate else {
        return write(certificate, about, output);
    };
    let name = |&participant| system.automata()[participant].name().to_owned();
    let component: Vec<String> = participants.iter().map(name).collect();
    let system = system.of_participants(participants);
    write(certificate, About { system: &system, component: &component, ..about }, output)
}

/// What a certificate is about.
#[derive(Clone, Copy)]
struct About<'a> {
    /// The system, or the component of it.
    system: &'a System,
    subject: &'a EvidenceSubject,
    /// All properties, if these are several.
    properties: &'a [String],
    /// The names of the participants, if they are a component.
    component: &'a [String],
}

fn write(certificate: &Certificate, about: About<'_>, output: &mut impl Write) -> io::Result<()> {
    match certificate {
        Certificate::Explicit(explicit) => write_listed("explicit", explicit, about, output),
        Certificate::Languages(invariant) => write_languages(invariant, about, output),
        Certificate::Persistent(states) => {
            let configurations = ExplicitCertificate::over_configurations(states.clone());
            write_listed("persistent", &configurations, about, output)
        }
        Certificate::Upward(set) => write_upward(set, about, output),
        Certificate::Linear(invariants) => write_linear(invariants, about, output),
        Certificate::Component(..) => panic!("a component has no components"),
    }
}

fn write_languages(
    invariant: &LanguageInvariant,
    About { system, subject, properties, component }: About<'_>,
    output: &mut impl Write,
) -> io::Result<()> {
    let name = |message: MessageId| system.messages()[message].name.as_str();
    let segment = |key: &Key| {
        let channel = key.channel().index();
        key.message().map_or_else(|| channel.to_string(), |one| format!("{channel}:{}", name(one)))
    };
    let language = |language: &ContentsLanguage| {
        let accepting = language.accepting.iter().enumerate();
        let accepting = accepting.filter(|(_, accepts)| **accepts).map(|(state, _)| state);
        let edges = language.edges.iter();
        let edges = edges.map(|&(from, segment, message, to)| (from, segment, name(message), to));
        json!({
            "final": accepting.collect::<Vec<_>>(),
            "edges": edges.collect::<Vec<_>>(),
        })
    };
    let state = |(control, contents): &(Vec<StateId>, usize)| {
        let locals = system.automata().iter().zip(control);
        let locals = locals.map(|(automaton, &state)| &automaton.states()[state]);
        let words: Vec<&str> = locals.collect();
        format!("{} {contents}", words.join(" "))
    };
    let document = LanguagesObject {
        schema: SCHEMA,
        schema_version: 1,
        form: "languages",
        property: &subject.property,
        properties,
        channels: subject.channels.word(),
        sha256: subject.sha256.as_deref(),
        component,
        over: "configurations",
        segments: invariant.segments.iter().map(segment).collect(),
        languages: invariant.languages.iter().map(language).collect(),
        states: invariant.states.iter().map(state).collect(),
    };
    serde_json::to_writer(output, &document).map_err(Into::into)
}

fn write_listed(
    form: &'static str,
    certificate: &ExplicitCertificate,
    about: About<'_>,
    output: &mut impl Write,
) -> io::Result<()> {
    let system = about.system;
    let name = |message: &MessageId| system.messages()[*message].name.as_str();
    let contents = certificate.contents.iter().map(|automaton| ContentsObject {
        channel: automaton.channel.index(),
        messages: automaton.messages.iter().map(name).collect(),
        next: &automaton.next,
    });
    let items = certificate.states.items(system);
    let header = CertificateHeader {
        over: certificate.over.word(),
        rests_on: certificate.rests_on_rsc.then_some("rsc"),
        contents: contents.collect(),
        oldest: certificate.oldest.iter().map(|channel| channel.index()).collect(),
        ..header(form, about, &items)
    };
    write_states(&header, certificate.states.states(system), output)
}

fn write_upward(set: &UpwardSet, about: About<'_>, output: &mut impl Write) -> io::Result<()> {
    let system = about.system;
    let held = set.least.iter().flat_map(|least| least.contents.iter().copied());
    let held = HeldMessages::new(held);
    let state = |least: &LeastConfiguration| {
        let locals = system.automata().iter().zip(&least.control);
        let locals = locals.map(|(automaton, state)| match state {
            Some(state) => automaton.states()[*state].to_owned(),
            None => "*".to_owned(),
        });
        let contents = least.contents.iter().map(|&one| held.number(one));
        let words: Vec<String> = locals.chain(contents.map(|number| number.to_string())).collect();
        words.join(" ")
    };
    let items = held.texts(system);
    let header = header("upward", about, &items);
    write_states(&header, set.least.iter().map(state), output)
}

fn write_linear(
    invariants: &[LinearInvariant],
    about: About<'_>,
    output: &mut impl Write,
) -> io::Result<()> {
    let system = about.system;
    let held = invariants.iter().flat_map(|one| one.messages.iter().map(|one| (one.0, one.1)));
    let held = HeldMessages::new(held);
    let items = held.texts(system);
    let weights = |invariant: &LinearInvariant| {
        let states = system.automata().iter().zip(&invariant.states).map(|(automaton, weights)| {
            let states = automaton.states().iter().zip(weights);
            let known =
                states.filter_map(|(state, weight)| Some((state.to_owned(), json!((*weight)?))));
            Value::Object(known.collect())
        });
        let messages = invariant.messages.iter();
        let messages =
            messages.map(|&(channel, one, weight)| (held.number((channel, one)), weight));
        json!({
            "messages": messages.collect::<Vec<_>>(),
            "states": states.collect::<Vec<_>>(),
        })
    };
    let document = LinearObject {
        header: header("linear", about, &items),
        invariants: invariants.iter().map(weights).collect(),
    };
    serde_json::to_writer(output, &document).map_err(Into::into)
}

/// Returns the beginning of a certificate over configurations.
fn header<'a>(
    form: &'static str,
    About { subject, component, .. }: About<'a>,
    items: &'a [String],
) -> CertificateHeader<'a> {
    CertificateHeader {
        schema: SCHEMA,
        schema_version: 1,
        form,
        property: &subject.property,
        channels: subject.channels.word(),
        sha256: subject.sha256.as_deref(),
        component,
        over: StateSpace::Configurations.word(),
        rests_on: None,
        contents: Vec::new(),
        oldest: Vec::new(),
        items,
    }
}

/// The messages in channels that are items of a certificate, in order.
struct HeldMessages(Vec<(ChannelId, MessageId)>);

impl HeldMessages {
    fn new(held: impl Iterator<Item = (ChannelId, MessageId)>) -> Self {
        let mut held: Vec<_> = held.collect();
        held.sort_unstable();
        held.dedup();
        Self(held)
    }

    fn number(&self, held: (ChannelId, MessageId)) -> usize {
        self.0.partition_point(|&other| other < held)
    }

    fn texts(&self, system: &System) -> Vec<String> {
        let name = |message: MessageId| &system.messages()[message].name;
        let texts = self.0.iter();
        texts.map(|&(channel, one)| format!("{}:{}", channel.index(), name(one))).collect()
    }
}

/// Writes the object with a state a line.
fn write_states(
    header: &CertificateHeader<'_>,
    states: impl Iterator<Item = String>,
    output: &mut impl Write,
) -> io::Result<()> {
    let header = serde_json::to_string(header)?;
    let open = header.strip_suffix('}').expect("it is an object");
    write!(output, "{open},\"states\":[")?;
    for (number, state) in states.enumerate() {
        output.write_all(if number == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *output, &state)?;
    }
    output.write_all(b"]}")
}
