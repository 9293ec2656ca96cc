//! The shapes of evidence in JSON.
//!
//! One shape holds the fields of all kinds, so that the states of a large certificate are borrowed from the
//! text and never copied. For the same reason state texts are read without escapes, which they never need.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{Outcome, reject};

/// A report, a result of a report, a witness or a certificate: what is there of its fields.
///
/// What is no `Option` is empty if it is absent.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Document<'a> {
    pub(super) schema: Option<String>,
    pub(super) schema_version: Option<u64>,
    pub(super) property: Option<String>,
    pub(super) channels: Option<String>,
    pub(super) sha256: Option<String>,
    pub(super) results: Vec<Document<'a>>,
    pub(super) verdict: Option<String>,
    pub(super) witness: Option<Box<Document<'a>>>,
    pub(super) kind: Option<String>,
    pub(super) communications: Option<usize>,
    pub(super) initial: BTreeMap<String, String>,
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
}

/// A step of a run, an edge of a conflict graph, or a message in a channel: what is there of its fields.
///
/// A channel is a number, or a name. The ends of a step are texts, those of an edge are numbers. Two items are equal if they say the same.
#[derive(Debug, Default, PartialEq, Deserialize)]
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

/// A deterministic automaton that reads what is sent to a channel.
#[derive(Debug, Deserialize)]
pub(super) struct Reader {
    pub(super) channel: usize,
    pub(super) messages: Vec<String>,
    pub(super) next: Vec<Vec<usize>>,
}

/// Returns what a field holds, which must be there.
pub(super) fn required<T>(field: Option<T>, name: &str) -> Outcome<T> {
    field.map_or_else(|| reject(format!("the evidence has no `{name}`")), Ok)
}

/// Reads evidence: objects one after the other, or an array of them.
pub(super) fn read(bytes: &[u8]) -> Outcome<Vec<Document<'_>>> {
    let Ok(text) = std::str::from_utf8(bytes) else { return reject("the evidence is not UTF-8") };
    let read = match text.trim_start().chars().next() {
        None => return reject("the evidence is empty"),
        Some('[') => serde_json::from_str(text),
        Some(_) => serde_json::Deserializer::from_str(text).into_iter().collect(),
    };
    read.or_else(|error| reject(format!("malformed evidence: {error}")))
}
