//! What a log seems to be that is read by no reader.

use std::fmt;
use std::ops::Range;

use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, Visitor};

use super::codes;
use super::json::Members;
use super::record::{LinePart, LineProblem};
use crate::reading::{nearest, shortened};
use kernel::diagnostics::{Diagnostic, Remedy};
use kernel::source::Span;

/// Where the user goes from here.
const WAY: &str = "logs are JSON lines or CSV with `location`, `direction` and `message`, lines such as `l!m`, or \
    spans of OpenTelemetry, Zipkin or Jaeger; all others are read by rules";

/// The keys of exports of OpenTelemetry.
const EXPORTS: [&str; 4] = ["resourceSpans", "batches", "resourceLogs", "resourceMetrics"];

/// Maximum number of keys that are named.
const NAMED: usize = 6;

/// What an object of JSON is, by its keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// An export of OpenTelemetry.
    OpenTelemetry,
    /// A span of Zipkin.
    Zipkin,
    /// A trace of Jaeger.
    JaegerTrace,
    /// Traces of Jaeger, as its server answers.
    JaegerData,
    /// Something else: what it seems to be.
    Unknown(String),
}

impl Shape {
    /// Returns what a value of JSON is, which may be cut off.
    pub(super) fn of(text: &str) -> Self {
        let keys = keys(text);
        let has = |name: &str| keys.iter().any(|key| key == name);
        if EXPORTS.into_iter().any(has) {
            Self::OpenTelemetry
        } else if has("traceId") && has("id") {
            Self::Zipkin
        } else if has("process") && has("spans") {
            Self::Unknown("a batch of Jaeger's clients (Thrift), not what Jaeger saves".to_owned())
        } else if has("spans") && (has("traceID") || has("processes")) {
            Self::JaegerTrace
        } else if has("data") {
            Self::JaegerData
        } else if has("spans") {
            Self::Unknown("spans as Jaeger stores them, not as it saves them".to_owned())
        } else if let Some((first, rest)) = keys.split_first() {
            let names =
                rest.iter().take(NAMED - 1).fold(format!("`{}`", shortened(first)), |all, key| {
                    format!("{all}, `{}`", shortened(key))
                });
            let more = if keys.len() > NAMED { " and more" } else { "" };
            Self::Unknown(format!("JSON with the keys {names}{more}"))
        } else {
            Self::Unknown("JSON without keys".to_owned())
        }
    }

    /// Returns `true` for an export of OpenTelemetry.
    pub(super) fn is_export(&self) -> bool {
        *self == Self::OpenTelemetry
    }

    /// Returns `true` for what is read as spans.
    pub(super) fn is_spans(&self) -> bool {
        !matches!(self, Self::Unknown(_))
    }
}

/// Returns the report that a log is in no form that is known.
pub(super) fn unknown_form(place: Range<usize>, seems: &str) -> LineProblem {
    let message = format!("this form of logs is not known: it seems to be {seems}");
    LineProblem::new(codes::UNKNOWN_FORM, place, message).help(WAY).remedy(Remedy::GuessRules)
}

/// Returns the diagnostic of a file that is not called like a log of any form.
pub fn unknown_log() -> Diagnostic {
    let message = "this file is not called like a log, and a multitrace is read with a model only";
    let unknown = codes::UNKNOWN_FORM.at(Span::default(), message).help(WAY);
    unknown.remedy(Remedy::NameForm).remedy(Remedy::GuessRules)
}

/// Returns the report that an object of JSON is no event and no export, if that holds for the log as a whole: it has no
/// key of ours, nor one that is spelt like it.
pub(super) fn foreign_object(line: &str) -> Option<LineProblem> {
    let start = line.len() - line.trim_start().len();
    let Shape::Unknown(what) = Shape::of(line) else { return None };
    let keys: Vec<String> = serde_json::from_str::<Members<'_>>(line).ok()?.into_keys();
    let is_ours = keys.iter().any(|key| LinePart::named(key.as_bytes()).is_some());
    let is_like = |part: LinePart| nearest(part.word(), keys.iter().map(String::as_str)).is_some();
    let is_misspelt = [LinePart::Location, LinePart::Message].into_iter().any(is_like);
    let is_foreign = !keys.is_empty() && !is_ours && !is_misspelt;
    is_foreign.then(|| unknown_form(start..line.trim_end().len(), &what))
}

/// Returns the report that a line of text is no event, if that holds for the log as a whole: it has several words, and
/// no action of a lifeline.
pub(super) fn foreign_text(line: &str) -> Option<LineProblem> {
    let text = line.trim();
    let start = line.len() - line.trim_start().len();
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || "_-.:".contains(c));
    let is_action = first.split_once(['!', '?']).is_some_and(|(lifeline, _)| is_name(lifeline));
    let is_set = text.starts_with('{') && text.contains(['!', '?']) && !text.starts_with("{\"");
    if first.len() == text.len() || is_action || is_set {
        return None;
    }
    Some(unknown_form(start..start + text.len(), "text for people"))
}

/// Returns `true` if an object of JSON has a key of an event of our own.
pub(super) fn is_record(text: &str) -> bool {
    keys(text).iter().any(|key| LinePart::named(key.as_bytes()).is_some())
}

/// Returns the keys of an object of JSON, as far as it can be read, up to the first of an export.
///
/// # Complexity
/// Linear in the text.
pub(super) fn keys(text: &str) -> Vec<String> {
    struct Keys<'k>(&'k mut Vec<String>);
    impl<'de> Visitor<'de> for Keys<'_> {
        type Value = ();

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key::<String>()? {
                // Exports are long, and one such key says enough.
                let is_export = EXPORTS.contains(&&*key);
                self.0.push(key);
                if is_export {
                    break;
                }
                map.next_value::<IgnoredAny>()?;
            }
            Ok(())
        }
    }
    let mut found = Vec::new();
    // What is read before an error is kept.
    let _ = serde_json::Deserializer::from_str(text).deserialize_map(Keys(&mut found));
    found
}
