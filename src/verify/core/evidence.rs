//! The structure of evidence in JSON.
//!
//! One structure has the fields of all kinds of evidence, so that the states of a large certificate are borrowed from
//! the text and not copied. For the same reason texts of states are read without escapes, which they do not need.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Deserializer, Value};

use super::{Outcome, ensure, found, reject};

/// A report, a result of a report, a witness or a certificate, with the fields that are present.
///
/// Fields that are not `Option` are empty if absent.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(crate) struct Document<'a> {
    pub(crate) schema: Option<String>,
    pub(crate) schema_version: Option<u64>,
    pub(crate) property: Option<String>,
    pub(crate) channels: Option<String>,
    pub(crate) sha256: Option<String>,
    pub(crate) command: Option<String>,
    pub(crate) exit_zero: Option<bool>,
    pub(crate) properties: Vec<String>,
    pub(crate) exit_code: Option<u64>,
    pub(crate) faults: Vec<String>,
    pub(crate) results: Vec<Document<'a>>,
    pub(crate) library: Value,
    pub(crate) model: Option<String>,
    pub(crate) verdict: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) level: Option<String>,
    pub(crate) counts: Option<bool>,
    pub(crate) detail: Box<Detail>,
    pub(crate) witness: Option<Box<Document<'a>>>,
    pub(crate) kind: Option<String>,
    pub(crate) communications: Option<usize>,
    pub(crate) initial: States,
    pub(crate) steps: Option<Vec<Item>>,
    pub(crate) cycle: Vec<Item>,
    pub(crate) participants: Vec<String>,
    pub(crate) messages: Vec<Item>,
    pub(crate) form: Option<String>,
    pub(crate) over: Option<String>,
    pub(crate) items: Option<Vec<String>>,
    #[serde(borrow)]
    pub(crate) states: Option<Vec<&'a str>>,
    pub(crate) contents: Vec<Reader>,
    pub(crate) oldest: Vec<usize>,
    pub(crate) rests_on: Option<String>,
    pub(crate) component: Vec<String>,
    pub(crate) segments: Vec<String>,
    #[serde(borrow)]
    pub(crate) languages: Vec<Words<'a>>,
    pub(crate) invariants: Option<Vec<Weights>>,
}

/// Fields that only some results of a report have; null if absent. They are boxed, since evidence may be nested as deep
/// as the reader of JSON allows, and each level takes stack.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(crate) struct Detail {
    pub(crate) expected: Value,
    pub(crate) comparison: Value,
    pub(crate) property: Value,
    pub(crate) against: Value,
    pub(crate) coherence: Value,
}

/// A state for each participant, by their names.
pub(crate) type States = BTreeMap<String, String>;

/// A step of a run, an edge of a conflict graph, or a message in a channel, with the fields that are present.
///
/// A channel is a number or a name. The ends of a step are texts, those of an edge are numbers. Two items are equal if
/// all their fields are equal.
#[derive(Debug, Default, PartialEq, serde::Deserialize)]
#[serde(default)]
pub(crate) struct Item {
    pub(crate) participant: Option<String>,
    pub(crate) action: Option<String>,
    pub(crate) channel: Value,
    pub(crate) message: Option<String>,
    pub(crate) from: Value,
    pub(crate) to: Value,
    pub(crate) lost: Option<Box<Item>>,
    pub(crate) steps: [usize; 2],
}

/// A deterministic automaton that reads the messages sent to a channel.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct Reader {
    pub(crate) channel: usize,
    pub(crate) messages: Vec<String>,
    pub(crate) next: Vec<Vec<usize>>,
}

/// A deterministic automaton that reads the contents of all channels, from state 0.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct Words<'a> {
    #[serde(rename = "final")]
    pub(crate) finals: Vec<usize>,
    /// A state, the index of a segment, a message, and the next state.
    #[serde(borrow)]
    pub(crate) edges: Vec<(usize, usize, &'a str, usize)>,
}

/// The weights of local states, by their numbers for each participant, and of messages, by the positions of items.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct Weights {
    pub(crate) messages: Vec<(usize, i64)>,
    pub(crate) states: Vec<BTreeMap<u64, i64>>,
}

/// Returns the value of a required field.
pub(crate) fn required<T>(field: Option<T>, name: &str) -> Outcome<T> {
    found(field, || format!("the evidence has no `{name}`"))
}

impl Document<'_> {
    /// Returns `true` if this piece of evidence is about the property of another one, for the same channels and model.
    ///
    /// A certificate may be about several properties.
    pub(crate) fn is_about(&self, other: &Document<'_>) -> bool {
        let is_listed = |property: &String| self.properties.contains(property);
        (self.property == other.property || other.property.as_ref().is_some_and(is_listed))
            && (&self.channels, &self.sha256) == (&other.channels, &other.sha256)
    }
}

/// Reads evidence: objects one after the other, or an array of them.
pub(crate) fn read(bytes: &[u8]) -> Outcome<Vec<Document<'_>>> {
    let Ok(text) = std::str::from_utf8(bytes) else { return reject("the evidence is not UTF-8") };
    let read = match text.trim_start().chars().next() {
        None => return reject("the evidence is empty"),
        Some('[') => serde_json::from_str(text),
        Some(_) => Deserializer::from_str(text).into_iter().collect(),
    };
    let documents = read.or_else(|error| reject(format!("malformed evidence: {error}")))?;
    ensure_unique_fields(text)?;
    Ok(documents)
}

/// Fails if an object in a text of JSON has a field twice: readers differ in which of the two they take.
fn ensure_unique_fields(text: &str) -> Outcome {
    // The fields so far of each object around a place.
    let (mut around, mut at) = (Vec::<BTreeSet<String>>::new(), 0);
    while let Some(next) = text[at..].find(['{', '}', '"']) {
        at += next + 1;
        match text.as_bytes()[at - 1] {
            b'{' => around.push(BTreeSet::new()),
            b'}' => _ = around.pop(),
            _ => {
                let mut strings = Deserializer::from_str(&text[at - 1..]).into_iter::<String>();
                let string = strings.next().and_then(Result::ok);
                let string = found(string, || "malformed evidence: a string that is no text")?;
                at += strings.byte_offset() - 1;
                if text[at..].trim_start().starts_with(':') {
                    let why = format!("malformed evidence: field {string:?} stands twice");
                    ensure(around.last_mut().is_some_and(|all| all.insert(string)), || why)?;
                }
            }
        }
    }
    Ok(())
}
