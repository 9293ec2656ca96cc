//! Witnesses in JSON text: alone, or in the results of reports.

use serde_json::Value;

use super::json::SCHEMA;
use super::unique_keys::UniqueKeys;
use super::{WitnessDocument, certificate};
use crate::reading::json_complaint;

/// A witness in a file, with the fields of the report around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessEntry {
    /// The model that the result names, if the witness is part of a result.
    pub model: Option<String>,
    /// The witness.
    pub document: WitnessDocument,
    /// A field in which the result contradicts the witness.
    pub contradiction: Option<Contradiction>,
}

/// A field in which a result and its witness differ.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// The verdict of the result is not `violated`.
    #[error("the result with this witness says `{verdict}`, not `violated`")]
    Verdict {
        /// The verdict of the result.
        verdict: String,
    },
    /// The result and the witness have different values in a field.
    #[error("the result and its witness differ in `{field}`")]
    Field {
        /// The name of the field.
        field: &'static str,
    },
}

/// Reason why a text contains no witness.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoWitnessEntry {
    /// The text is no JSON.
    #[error("malformed JSON: line {line}, column {column}: {what}")]
    Malformed {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The error at this place.
        what: String,
    },
    /// The text is empty.
    #[error("there is nothing in it")]
    Empty,
    /// The JSON is a certificate, or a list of certificates.
    #[error("a certificate, which has no steps; scm-check-verify tests it")]
    Certificate,
    /// The JSON has another form.
    #[error("neither a witness nor a report{}", schema.as_ref().map(|schema| format!(": its schema is `{schema}`")).unwrap_or_default())]
    OtherForm {
        /// The schema that the JSON names, if any.
        schema: Option<String>,
    },
    /// A witness is incomplete.
    #[error("not a witness: {what}")]
    Incomplete {
        /// The error in the witness.
        what: String,
    },
    /// No result has a witness.
    #[error("a report without any witness")]
    NoWitness,
}

/// The name of the format of reports.
const REPORT: &str = "scm-check/report";

/// Returns the witnesses in `text`, in order: of a witness itself, a report, or results on a line
/// each.
///
/// # Errors
/// If the text is malformed or contains no witness, with the reason.
pub fn exhibits(text: &str) -> Result<Vec<WitnessEntry>, NoWitnessEntry> {
    let read = || serde_json::Deserializer::from_str(text);
    for value in read().into_iter::<UniqueKeys>() {
        value.map_err(|error| malformed(&error))?;
    }
    let values: Result<Vec<Value>, _> = read().into_iter().collect();
    let values = values.map_err(|error| malformed(&error))?;
    if values.is_empty() {
        return Err(NoWitnessEntry::Empty);
    }
    let mut found = Vec::new();
    for value in values {
        match (value.get("schema").and_then(Value::as_str), value.get("results")) {
            (Some(SCHEMA), _) => {
                found.push(WitnessEntry {
                    model: None,
                    document: document(value)?,
                    contradiction: None,
                });
            }
            (Some(REPORT), Some(Value::Array(results))) => {
                for result in results {
                    found.extend(of_result(result)?);
                }
            }
            (None, _) if value.get("verdict").is_some() && value.get("witness").is_some() => {
                found.extend(of_result(&value)?);
            }
            // The end of the results of a library.
            (None, _) if value.get("library").is_some() => {}
            (schema, _) => {
                let listed = value.get(0).and_then(|first| first.get("schema")?.as_str());
                return Err(match schema.or(listed) {
                    Some(certificate::SCHEMA) => NoWitnessEntry::Certificate,
                    _ => NoWitnessEntry::OtherForm { schema: schema.map(str::to_owned) },
                });
            }
        }
    }
    if found.is_empty() { Err(NoWitnessEntry::NoWitness) } else { Ok(found) }
}

fn malformed(error: &serde_json::Error) -> NoWitnessEntry {
    let what = json_complaint(error);
    NoWitnessEntry::Malformed { line: error.line(), column: error.column().max(1), what }
}

fn document(value: Value) -> Result<WitnessDocument, NoWitnessEntry> {
    serde_json::from_value(value)
        .map_err(|error| NoWitnessEntry::Incomplete { what: error.to_string() })
}

/// Returns the witness of a result, if it has one.
fn of_result(result: &Value) -> Result<Option<WitnessEntry>, NoWitnessEntry> {
    let Some(witness) = result.get("witness").filter(|witness| !witness.is_null()) else {
        return Ok(None);
    };
    let document = document(witness.clone())?;
    let field = |name: &str| result.get(name).and_then(Value::as_str);
    let pairs = [
        ("property", &document.property),
        ("channels", &document.channels),
        ("sha256", &document.sha256),
    ];
    let contradiction = match field("verdict") {
        Some("violated") => {
            let differs = pairs.into_iter().find(|(name, stated)| field(name) != stated.as_deref());
            differs.map(|(field, _)| Contradiction::Field { field })
        }
        other => Some(Contradiction::Verdict { verdict: other.unwrap_or("nothing").to_owned() }),
    };
    Ok(Some(WitnessEntry { model: field("model").map(str::to_owned), document, contradiction }))
}
