//! The parts of an OpenTelemetry export in JSON that are read.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::attribute::{AnyValue, Attribute, unquoted};
use super::record::When;
use super::span::{Span, SpanEvent, span_id, trace_id};

/// An export. Spans and log records are parsed one by one, so that an error affects one of them only.
#[derive(Deserialize, Debug, Default)]
pub(super) struct Export<'a> {
    /// The second name is used by Tempo.
    #[serde(borrow, rename = "resourceSpans", alias = "batches")]
    pub(super) spans: Option<Vec<ResourceSpans<'a>>>,
    #[serde(borrow, rename = "resourceLogs")]
    pub(super) logs: Option<Vec<ResourceLogs<'a>>>,
    #[serde(rename = "resourceMetrics")]
    pub(super) metrics: Option<IgnoredAny>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResourceSpans<'a> {
    #[serde(borrow)]
    pub(super) resource: Option<Attributed<'a>>,
    /// The second name is used by versions before 1.0.
    #[serde(borrow, alias = "instrumentationLibrarySpans")]
    pub(super) scope_spans: Option<Vec<ScopeSpans<'a>>>,
}

#[derive(Deserialize, Debug)]
pub(super) struct ScopeSpans<'a> {
    #[serde(borrow)]
    pub(super) scope: Option<Attributed<'a>>,
    #[serde(borrow)]
    pub(super) spans: Option<Vec<&'a RawValue>>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResourceLogs<'a> {
    #[serde(borrow)]
    pub(super) resource: Option<Attributed<'a>>,
    #[serde(borrow, alias = "instrumentationLibraryLogs")]
    pub(super) scope_logs: Option<Vec<ScopeLogs<'a>>>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScopeLogs<'a> {
    #[serde(borrow)]
    pub(super) scope: Option<Attributed<'a>>,
    #[serde(borrow, alias = "logs")]
    pub(super) log_records: Option<Vec<&'a RawValue>>,
}

/// A resource or a scope.
#[derive(Deserialize, Debug, Default)]
pub(super) struct Attributed<'a> {
    #[serde(borrow)]
    pub(super) attributes: Option<Vec<Attribute<'a>>>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct OtlpSpan<'a> {
    #[serde(borrow, rename = "spanId")]
    id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    trace_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    start_time_unix_nano: Option<&'a RawValue>,
    #[serde(borrow)]
    end_time_unix_nano: Option<&'a RawValue>,
    #[serde(borrow)]
    attributes: Option<Vec<Attribute<'a>>>,
    #[serde(borrow)]
    events: Option<Vec<OtlpEvent<'a>>>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct OtlpEvent<'a> {
    #[serde(borrow)]
    time_unix_nano: Option<&'a RawValue>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    attributes: Option<Vec<Attribute<'a>>>,
}

impl<'a> OtlpSpan<'a> {
    /// Returns the span.
    pub(super) fn into_span(self) -> Span<'a> {
        let event = |event: OtlpEvent<'a>| SpanEvent {
            time: nanoseconds(event.time_unix_nano),
            name: event.name,
            attributes: event.attributes.unwrap_or_default(),
        };
        Span {
            id: span_id(self.id.as_deref()),
            trace: trace_id(self.trace_id),
            name: self.name,
            kind: self.kind.and_then(span_kind).map(Cow::Borrowed),
            start: nanoseconds(self.start_time_unix_nano),
            end: nanoseconds(self.end_time_unix_nano),
            attributes: self.attributes.unwrap_or_default(),
            events: self.events.into_iter().flatten().map(event).collect(),
        }
    }
}

/// Returns a time that is a number of nanoseconds, where 0 says that it is not known.
pub(super) fn nanoseconds(raw: Option<&RawValue>) -> When {
    match raw.map(unquoted) {
        None => When::Unsaid,
        Some("0") => When::Unset,
        Some(time) => When::read(time),
    }
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogRecord<'a> {
    #[serde(borrow)]
    pub(super) time_unix_nano: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) observed_time_unix_nano: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) event_name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) body: Option<AnyValue<'a>>,
    #[serde(borrow)]
    pub(super) attributes: Option<Vec<Attribute<'a>>>,
    #[serde(borrow)]
    pub(super) trace_id: Option<Cow<'a, str>>,
}

/// Returns the word for the kind of a span, which is a number or a name.
fn span_kind(raw: &RawValue) -> Option<&'static str> {
    let kinds = ["unspecified", "internal", "server", "client", "producer", "consumer"];
    let text = unquoted(raw);
    let by_number = text.parse::<usize>().ok().and_then(|number| kinds.get(number));
    let name = text.strip_prefix("SPAN_KIND_").unwrap_or(text);
    by_number.or_else(|| kinds.iter().find(|kind| kind.eq_ignore_ascii_case(name))).copied()
}
