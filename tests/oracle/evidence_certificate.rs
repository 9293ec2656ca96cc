//! Whether a certificate is one: an inductive invariant of the states that it says it is about.
//!
//! The states are decoded, one by one, and everything that the definition says is looked up:
//! whether the initial states are among them, the successors of each, and whether one accepts.
//! Decisions where the format leaves something open:
//!
//! - `oldest` is a set, and may list a channel twice;
//! - `contents` and `oldest` may be absent, which is none; where they have no meaning they are
//!   unknown fields, and so is `rests_on` where nothing needs it;
//! - of a file with the certificate that another one rests on, only that one has to be confirmed,
//!   unless it is the file in question;
//! - what may still be sent to a channel is what anybody sends there anywhere; a channel that no
//!   automaton reads holds any word over that;
//! - where no configuration at all may be at fault, a bag may hold any declared messages.

use super::evidence::{
    Judged, Model, Objection, Question, channel, is_of_schema, list, list_or_none, message_named,
    natural, require, text, wrong,
};
use super::evidence_configurations::invariant_of_configurations;
use super::evidence_languages::valid_languages;
use super::evidence_linear::valid_linear;
use super::evidence_persistent::valid_persistent;
use super::evidence_properties::{BadStates, fault_anywhere, fault_in};
use super::evidence_upward::valid_upward;
use super::rsc_state_text::{decode, items, table};
use super::rsc_states::{Kept, Reader, State, closes_a_cycle, initial, sent_to, successors};
use super::safety::Property;
use model::cfsm::{BadConfigurations, ChannelKind, System};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;

/// Whether each certificate of a file is one for the model; `others` are those of another file.
///
/// # Errors
/// Says what is wrong with one of them, or that this would take too long to see.
pub fn valid_certificates(model: Model<'_>, file: &Value, others: Option<&Value>) -> Judged<()> {
    let own = certificates(file);
    require(!own.is_empty(), || "no certificate".to_owned())?;
    let all: Vec<&Value> = own.iter().chain(others.map(certificates).unwrap_or_default()).collect();
    // What is wrong with one decides, even if another one is too much to look at.
    let mut undecided = Ok(());
    for certificate in own {
        match valid_certificate(model, certificate, &all) {
            Err(Objection::Undecided(why)) => undecided = Err(Objection::Undecided(why)),
            other => other?,
        }
    }
    undecided
}

/// The certificates of a file: one, or an array.
fn certificates(file: &Value) -> &[Value] {
    file.as_array().map_or(std::slice::from_ref(file), Vec::as_slice)
}

/// Whether a certificate is one, given those that it may rest on.
fn valid_certificate(model: Model<'_>, certificate: &Value, others: &[&Value]) -> Judged<()> {
    is_of_schema(certificate, "scm-check/certificate")?;
    match text(certificate, "form")? {
        "explicit" => {}
        "languages" => return valid_languages(model, certificate),
        "linear" => return valid_linear(model, certificate),
        "persistent" => return valid_persistent(model, certificate),
        "upward" => return valid_upward(model, certificate),
        _ => return wrong("another form"),
    }
    let system = &*model.certified(certificate)?;
    let question = model.question(certificate)?;
    let states = texts(certificate)?;
    match (text(certificate, "over")?, question) {
        ("configurations", Question::Rsc) => wrong("configurations say nothing of RSC"),
        ("configurations", question) => {
            if let Question::BadStates(bad) = question {
                model.means_something(bad, system)?;
            }
            invariant_of_configurations(system, question, &table(certificate)?, &states)
        }
        ("rsc-executions", Question::Rsc) => {
            let kept = Kept { chooses: true, ..Kept::default() };
            let states = decoded(system, &kept, certificate, &states)?;
            let accepts = |state: &State| Ok(closes_a_cycle(system, state));
            invariant(system, &kept, &states, &|_| false, &accepts)
        }
        ("rsc-executions", Question::BadStates(bad)) => {
            let rests = rests_on_rsc(model, certificate, others)?;
            model.means_something(bad, system)?;
            bad_states(system, certificate, bad, rests, &states)
        }
        ("rsc-executions", Question::Safety(property)) => {
            require(property.is_linear(), || "RSC executions do not show this".to_owned())?;
            let rests = rests_on_rsc(model, certificate, others)?;
            linear(system, certificate, property, rests, &states)
        }
        (over, _) => wrong(format!("over {over}")),
    }
}

/// The states as they are written.
fn texts(certificate: &Value) -> Judged<Vec<&str>> {
    let text = |state: &'_ Value| state.as_str().is_some();
    let states = list(certificate, "states")?;
    require(states.iter().all(text), || "a state is no text".to_owned())?;
    Ok(states.iter().filter_map(Value::as_str).collect())
}

/// Whether the certificate rests on one that says that the system is RSC; that one is tested.
fn rests_on_rsc(model: Model<'_>, certificate: &Value, others: &[&Value]) -> Judged<bool> {
    if certificate.get("rests_on").is_none() {
        return Ok(false);
    }
    require(text(certificate, "rests_on")? == "rsc", || "it rests on something else".to_owned())?;
    let mut objection = Objection::Wrong("what it rests on is not there".to_owned());
    for other in others {
        let same = |field: &str| certificate.get(field) == other.get(field);
        let fits = other.get("property").is_some_and(|property| property == "rsc");
        if fits && same("sha256") && same("channels") {
            match valid_certificate(model, other, &[]) {
                Ok(()) => return Ok(true),
                Err(why) => objection = why,
            }
        }
    }
    Err(objection)
}

/// The SHA-256 of the bytes of a file, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

/// The states that the texts describe, each once.
fn decoded(
    system: &System,
    kept: &Kept,
    certificate: &Value,
    texts: &[&str],
) -> Judged<BTreeSet<State>> {
    let items = items(system, kept, &table(certificate)?)?;
    let mut states = BTreeSet::new();
    for text in texts {
        let once = states.insert(decode(system, kept, &items, text)?);
        require(once, || format!("{text:?} is listed twice"))?;
    }
    Ok(states)
}

/// Whether the states contain the initial ones and their own successors, those without hope
/// excepted, and none of them accepts.
fn invariant(
    system: &System,
    kept: &Kept,
    states: &BTreeSet<State>,
    is_hopeless: &dyn Fn(&State) -> bool,
    accepts: &dyn Fn(&State) -> Judged<bool>,
) -> Judged<()> {
    let may_be_absent = |state: &State| states.contains(state) || is_hopeless(state);
    for state in initial(system, kept) {
        require(may_be_absent(&state), || format!("{state:?} is initial and missing"))?;
    }
    for state in states {
        for next in successors(system, kept, state) {
            require(may_be_absent(&next), || {
                format!("{next:?} follows {state:?}, and is missing")
            })?;
        }
    }
    for state in states {
        require(!accepts(state)?, || format!("{state:?} accepts"))?;
    }
    Ok(())
}

/// A certificate that no bad configuration of the specification is reachable.
fn bad_states(
    system: &System,
    certificate: &Value,
    bad: &BadConfigurations,
    rests: bool,
    states: &[&str],
) -> Judged<()> {
    let kept = Kept { readers: readers(system, certificate)?, ..Kept::default() };
    let meaning = BadStates::new(system, bad, &kept.readers);
    let states = decoded(system, &kept, certificate, states)?;
    if !rests {
        require(states.is_empty(), || "it rests on nothing and lists states".to_owned())?;
        let hopeful = initial(system, &kept).into_iter().find(|state| !meaning.is_hopeless(state));
        return require(hopeful.is_none(), || format!("{hopeful:?} has hope"));
    }
    let is_hopeless = |state: &State| meaning.is_hopeless(state);
    invariant(system, &kept, &states, &is_hopeless, &|state| Ok(meaning.accepts(state)))
}

/// The automata that read what is sent.
fn readers(system: &System, certificate: &Value) -> Judged<Vec<Reader>> {
    let mut readers: Vec<Reader> = Vec::new();
    for item in list_or_none(certificate, "contents")? {
        let Some(number) = item.get("channel") else { return wrong("contents of what?") };
        let channel = channel(system, natural(number)?)?;
        let is_fifo = system.channels()[channel].kind == ChannelKind::Fifo;
        require(is_fifo, || "a bag has no contents".to_owned())?;
        let once = readers.iter().all(|reader| reader.channel != channel);
        require(once, || "a channel has two automata".to_owned())?;
        let mut messages = Vec::new();
        for name in list(item, "messages")? {
            let Some(name) = name.as_str() else { return wrong("a message is a name") };
            let message = message_named(system, name)?;
            require(!messages.contains(&message), || format!("{name} is a letter twice"))?;
            messages.push(message);
        }
        let complete = sent_to(system, channel).iter().all(|message| messages.contains(message));
        require(complete, || "not all messages are read".to_owned())?;
        let mut next = Vec::new();
        for row in list(item, "next")? {
            let Some(row) = row.as_array() else { return wrong("a row is a list") };
            let row = row.iter().map(natural).collect::<Judged<Vec<usize>>>()?;
            require(row.len() == messages.len(), || "a row of another length".to_owned())?;
            next.push(row);
        }
        let inside = next.iter().flatten().all(|&target| target < next.len());
        require(inside && !next.is_empty(), || "an automaton without such a state".to_owned())?;
        readers.push(Reader { channel, messages, next });
    }
    Ok(readers)
}

/// A certificate that a property of single configurations is not violated.
fn linear(
    system: &System,
    certificate: &Value,
    property: Property,
    rests: bool,
    states: &[&str],
) -> Judged<()> {
    let mut kept = Kept::default();
    for number in list_or_none(certificate, "oldest")? {
        let channel = channel(system, natural(number)?)?;
        let is_fifo = system.channels()[channel].kind == ChannelKind::Fifo;
        require(is_fifo, || "nothing in a bag is the oldest".to_owned())?;
        kept.oldest.insert(channel);
    }
    let states = decoded(system, &kept, certificate, states)?;
    if !rests {
        require(states.is_empty(), || "it rests on nothing and lists states".to_owned())?;
        let found = fault_anywhere(system, property)?;
        return require(found.is_none(), || format!("{found:?} is at fault"));
    }
    let accepts = |state: &State| Ok(fault_in(system, &kept, state, property)?.is_some());
    invariant(system, &kept, &states, &|_| false, &accepts)
}
