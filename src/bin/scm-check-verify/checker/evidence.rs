//! The shapes of evidence in JSON.
//!
//! One shape holds the fields of all kinds, so that the states of a large certificate are borrowed from the
//! text and never copied. For the same reason state texts are read without escapes, which they never need.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Outcome, reject, unsupported};

/// A report, a result of a report, a witness or a certificate: what is there of its fields.
#[derive(Debug, Deserialize)]
pub(super) struct Document<'a> {
    pub(super) schema: Option<String>,
    pub(super) schema_version: Option<u64>,
    pub(super) property: Option<String>,
    pub(super) channels: Option<String>,
    pub(super) sha256: Option<String>,
    pub(super) results: Option<Vec<Document<'a>>>,
    pub(super) verdict: Option<String>,
    #[serde(borrow)]
    pub(super) witness: Option<Box<Document<'a>>>,
    pub(super) kind: Option<String>,
    pub(super) communications: Option<usize>,
    pub(super) initial: Option<BTreeMap<String, String>>,
    pub(super) steps: Option<Vec<Step>>,
    pub(super) cycle: Option<Vec<Edge>>,
    pub(super) participants: Option<Vec<String>>,
    pub(super) messages: Option<Vec<Held>>,
    pub(super) form: Option<String>,
    pub(super) over: Option<String>,
    #[serde(borrow)]
    pub(super) states: Option<Vec<&'a str>>,
    pub(super) contents: Option<Vec<Reader>>,
    pub(super) oldest: Option<Vec<usize>>,
    pub(super) rests_on: Option<Base>,
}

/// A step of a run.
#[derive(Debug, Deserialize)]
pub(super) struct Step {
    pub(super) participant: String,
    pub(super) action: String,
    pub(super) channel: Option<usize>,
    pub(super) message: Option<String>,
    pub(super) from: String,
    pub(super) to: String,
    pub(super) lost: Option<Held>,
}

/// A message in a channel.
#[derive(Debug, Deserialize)]
pub(super) struct Held {
    pub(super) channel: usize,
    pub(super) message: String,
}

/// An edge of a conflict graph.
#[derive(Debug, Deserialize)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) participant: Option<String>,
    pub(super) channel: Option<usize>,
    pub(super) steps: [usize; 2],
}

/// A deterministic automaton that reads what is sent to a channel.
#[derive(Debug, Deserialize)]
pub(super) struct Reader {
    pub(super) channel: usize,
    pub(super) messages: Vec<String>,
    pub(super) next: Vec<Vec<usize>>,
}

/// The certificate that another one rests on.
#[derive(Debug, Deserialize)]
pub(super) struct Base {
    pub(super) property: String,
    pub(super) digest: String,
}

impl Document<'_> {
    /// Fails unless the evidence says that it has the version that is read here.
    pub(super) fn version(&self) -> Outcome {
        match required(self.schema_version, "schema_version")? {
            1 => Ok(()),
            other => unsupported(format!("version {other} of the format")),
        }
    }
}

/// Returns what a field holds, which must be there.
pub(super) fn required<T>(field: Option<T>, name: &str) -> Outcome<T> {
    field.map_or_else(|| reject(format!("the evidence has no `{name}`")), Ok)
}

/// Reads evidence: objects one after the other, or an array of them.
pub(super) fn read(bytes: &[u8]) -> Outcome<Vec<Document<'_>>> {
    let malformed = |error| reject(format!("malformed evidence: {error}"));
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if first == Some(&b'[') {
        return serde_json::from_slice(bytes).or_else(malformed);
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return reject("the evidence is empty");
    }
    serde_json::Deserializer::from_slice(bytes)
        .into_iter()
        .collect::<Result<_, _>>()
        .or_else(malformed)
}
