//! The parts of an OpenTelemetry export in JSON that are read.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// An export. Spans and log records are parsed one by one, so that an error affects one of them only.
#[derive(Deserialize, Debug, Default)]
pub(super) struct Export<'a> {
    #[serde(borrow, rename = "resourceSpans")]
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
pub(super) struct Span<'a> {
    #[serde(borrow, rename = "spanId")]
    pub(super) id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) trace_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) kind: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) start_time_unix_nano: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) end_time_unix_nano: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) attributes: Option<Vec<Attribute<'a>>>,
    #[serde(borrow)]
    pub(super) events: Option<Vec<SpanEvent<'a>>>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpanEvent<'a> {
    #[serde(borrow)]
    pub(super) time_unix_nano: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) attributes: Option<Vec<Attribute<'a>>>,
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

#[derive(Deserialize, Debug)]
pub(super) struct Attribute<'a> {
    #[serde(borrow)]
    pub(super) key: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) value: Option<AnyValue<'a>>,
}

/// A value; lists, maps and bytes are not distinguished.
#[derive(Deserialize, Debug)]
pub(super) struct AnyValue<'a> {
    #[serde(borrow, rename = "stringValue")]
    string: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "intValue")]
    integer: Option<&'a RawValue>,
    #[serde(borrow, rename = "doubleValue")]
    double: Option<&'a RawValue>,
    #[serde(rename = "boolValue")]
    truth: Option<bool>,
}

impl AnyValue<'_> {
    /// Returns the value as text; `None` for lists, maps and bytes.
    pub(super) fn text(&self) -> Option<Cow<'_, str>> {
        if let Some(text) = &self.string {
            return Some(Cow::Borrowed(text));
        }
        if let Some(number) = self.integer.or(self.double) {
            return Some(Cow::Borrowed(unquoted(number)));
        }
        self.truth.map(|value| Cow::Borrowed(if value { "true" } else { "false" }))
    }
}

/// Returns the text of a number that may be in quotes.
pub(super) fn unquoted(raw: &RawValue) -> &str {
    let text = raw.get();
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

/// Returns the text of an attribute.
pub(super) fn attribute<'a>(
    attributes: Option<&'a Vec<Attribute<'_>>>,
    key: &str,
) -> Option<Cow<'a, str>> {
    let found = attributes?.iter().find(|attribute| attribute.key == key)?;
    found.value.as_ref()?.text()
}

/// Returns the word for the kind of a span, which is a number or a name.
pub(super) fn span_kind(raw: &RawValue) -> Option<&'static str> {
    let kinds = ["unspecified", "internal", "server", "client", "producer", "consumer"];
    let text = unquoted(raw);
    let by_number = text.parse::<usize>().ok().and_then(|number| kinds.get(number));
    let name = text.strip_prefix("SPAN_KIND_").unwrap_or(text);
    by_number.or_else(|| kinds.iter().find(|kind| kind.eq_ignore_ascii_case(name))).copied()
}
