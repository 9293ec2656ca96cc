//! The structure of evidence in JSON.
//!
//! One structure has the fields of all kinds of evidence, so that the states of a large certificate are borrowed from
//! the text and not copied. For the same reason texts of states are read without escapes, which they do not need.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Deserializer, Value};

use super::{Outcome, ensure, reject};

/// A report, a result of a report, a witness or a certificate, with the fields that are present.
///
/// Fields that are not `Option` are empty if absent.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct Document<'a> {
    pub(super) schema: Option<String>,
    pub(super) schema_version: Option<u64>,
    pub(super) property: Option<String>,
    pub(super) channels: Option<String>,
    pub(super) sha256: Option<String>,
    pub(super) command: Option<String>,
    pub(super) exit_zero: Option<bool>,
    pub(super) properties: Vec<String>,
    pub(super) exit_code: Option<u64>,
    pub(super) faults: Vec<String>,
    pub(super) results: Vec<Document<'a>>,
    pub(super) library: Value,
    pub(super) model: Option<String>,
    pub(super) verdict: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) level: Option<String>,
    pub(super) counts: Option<bool>,
    pub(super) detail: Box<Detail>,
    pub(super) witness: Option<Box<Document<'a>>>,
    pub(super) kind: Option<String>,
    pub(super) communications: Option<usize>,
    pub(super) initial: States,
    pub(super) steps: Option<Vec<Item>>,
    pub(super) cycle: Vec<Item>,
    pub(super) participants: Vec<String>,
    pub(super) messages: Vec<Item>,
    pub(super) form: Option<String>,
    pub(super) over: Option<String>,
    pub(super) items: Option<Vec<String>>,
    #[serde(borrow)]
    pub(super) states: Option<Vec<&'a str>>,
    pub(super) contents: Vec<Reader>,
    pub(super) oldest: Vec<usize>,
    pub(super) rests_on: Option<String>,
    pub(super) component: Vec<String>,
    pub(super) segments: Vec<String>,
    #[serde(borrow)]
    pub(super) languages: Vec<Words<'a>>,
    pub(super) invariants: Option<Vec<Weights>>,
}

/// Fields that only some results of a report have; null if absent. They are boxed, since evidence may be nested as deep
/// as the reader of JSON allows, and each level takes stack.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct Detail {
    pub(super) expected: Value,
    pub(super) comparison: Value,
    pub(super) property: Value,
    pub(super) against: Value,
    pub(super) coherence: Value,
}

/// A state for each participant, by their names.
pub(super) type States = BTreeMap<String, String>;

/// A step of a run, an edge of a conflict graph, or a message in a channel, with the fields that are present.
///
/// A channel is a number or a name. The ends of a step are texts, those of an edge are numbers. Two items are equal if
/// all their fields are equal.
#[derive(Debug, Default, PartialEq, serde::Deserialize)]
#[serde(default)]
pub(super) struct Item {
    pub(super) participant: Option<String>,
    pub(super) action: Option<String>,
    pub(super) channel: Value,
    pub(super) message: Option<String>,
    pub(super) from: Value,
    pub(super) to: Value,
    pub(super) lost: Option<Box<Item>>,
    pub(super) steps: [usize; 2],
}

/// A deterministic automaton that reads the messages sent to a channel.
#[derive(Debug, serde::Deserialize)]
pub(super) struct Reader {
    pub(super) channel: usize,
    pub(super) messages: Vec<String>,
    pub(super) next: Vec<Vec<usize>>,
}

/// A deterministic automaton that reads the contents of all channels, from state 0.
#[derive(Debug, serde::Deserialize)]
pub(super) struct Words<'a> {
    #[serde(rename = "final")]
    pub(super) finals: Vec<usize>,
    /// A state, the index of a segment, a message, and the next state.
    #[serde(borrow)]
    pub(super) edges: Vec<(usize, usize, &'a str, usize)>,
}

/// The weights of local states, by their numbers for each participant, and of messages, by the positions of items.
#[derive(Debug, serde::Deserialize)]
pub(super) struct Weights {
    pub(super) messages: Vec<(usize, i64)>,
    pub(super) states: Vec<BTreeMap<u64, i64>>,
}

/// Returns the value of a required field.
pub(super) fn required<T>(field: Option<T>, name: &str) -> Outcome<T> {
    field.map_or_else(|| reject(format!("the evidence has no `{name}`")), Ok)
}

impl Document<'_> {
    /// Returns `true` if this piece of evidence is about the property of another one, for the same channels and model.
    ///
    /// A certificate may be about several properties.
    pub(super) fn is_about(&self, other: &Document<'_>) -> bool {
        let is_listed = |property: &String| self.properties.contains(property);
        (self.property == other.property || other.property.as_ref().is_some_and(is_listed))
            && (&self.channels, &self.sha256) == (&other.channels, &other.sha256)
    }
}

/// Reads evidence: objects one after the other, or an array of them.
pub(super) fn read(bytes: &[u8]) -> Outcome<Vec<Document<'_>>> {
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
                let Some(Ok(string)) = strings.next() else {
                    return reject("malformed evidence: a string that is no text");
                };
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
