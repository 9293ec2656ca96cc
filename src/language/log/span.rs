//! Spans, whatever export they come from.

use std::borrow::Cow;
use std::hash::BuildHasher as _;

use rustc_hash::FxBuildHasher;
use serde_json::value::RawValue;

use super::attribute::{Attribute, unquoted};
use super::record::When;
use super::time::Time;

/// A span.
#[derive(Debug)]
pub(super) struct Span<'a> {
    /// The number of the span; `None` if it is not known.
    pub(super) id: Option<u64>,
    /// The canonical form of the trace id.
    pub(super) trace: Option<Cow<'a, str>>,
    pub(super) name: Option<Cow<'a, str>>,
    /// The word for the kind, in letters of either case.
    pub(super) kind: Option<Cow<'a, str>>,
    pub(super) start: When,
    pub(super) end: When,
    pub(super) attributes: Vec<Attribute<'a>>,
    pub(super) events: Vec<SpanEvent<'a>>,
}

/// An event of a span.
#[derive(Debug)]
pub(super) struct SpanEvent<'a> {
    pub(super) time: When,
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) attributes: Vec<Attribute<'a>>,
}

/// Returns the number that a span id stands for; 0 says that there is none.
pub(super) fn span_id(written: Option<&str>) -> Option<u64> {
    written.and_then(|id| u64::from_str_radix(id, 16).ok()).filter(|&id| id != 0)
}

/// Returns the canonical form of a trace id, so that equal ids are equal texts: hexadecimal digits in lower case, other
/// texts unchanged. An empty id, or one of zeros, means that there is no trace.
pub(super) fn trace_id(written: Option<Cow<'_, str>>) -> Option<Cow<'_, str>> {
    let written = written.filter(|id| id.bytes().any(|digit| digit != b'0'))?;
    let is_upper = written.bytes().any(|digit| digit.is_ascii_uppercase());
    let is_number = written.bytes().all(|digit| digit.is_ascii_hexdigit());
    Some(if is_upper && is_number { written.to_ascii_lowercase().into() } else { written })
}

/// Returns the number of a trace whose id has 32 digits; for any other text a hash, which is practically unique.
pub(super) fn trace_hash(trace: Option<&str>) -> u128 {
    let Some(trace) = trace else { return 0 };
    u128::from_str_radix(trace, 16).unwrap_or_else(|_| FxBuildHasher.hash_one(trace).into())
}

/// Returns the time that is so many microseconds after a number of microseconds, where 0 says that it is not known;
/// in the unit of OpenTelemetry, which is a nanosecond.
pub(super) fn microseconds(start: Option<&RawValue>, after: Option<&RawValue>) -> When {
    let after = after.and_then(|raw| Time::read(unquoted(raw))).map_or(0, |time| time.0);
    match start.map(unquoted) {
        None => When::Unsaid,
        Some("0") => When::Unset,
        Some(start) => match When::read(start) {
            When::At(time) => When::At(Time((time.0 + after) * 1_000)),
            other => other,
        },
    }
}
