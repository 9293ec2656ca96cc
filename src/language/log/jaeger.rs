//! Traces of Jaeger, as its user interface shows and saves them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::attribute::{Attribute, attribute};
use super::span::{Span, SpanEvent, microseconds, span_id, trace_id};

/// A trace. Spans are parsed one by one, so that an error affects one of them only.
#[derive(Deserialize, Debug)]
pub(super) struct JaegerTrace<'a> {
    #[serde(borrow)]
    pub(super) spans: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    processes: Option<BTreeMap<String, Process<'a>>>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
struct Process<'a> {
    #[serde(borrow)]
    service_name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    tags: Option<Vec<Tag<'a>>>,
}

#[derive(Deserialize, Debug)]
struct Tag<'a> {
    #[serde(borrow)]
    key: Cow<'a, str>,
    #[serde(borrow)]
    value: Option<&'a RawValue>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct JaegerSpan<'a> {
    #[serde(borrow, rename = "traceID")]
    trace_id: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "spanID")]
    span_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    operation_name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    start_time: Option<&'a RawValue>,
    #[serde(borrow)]
    duration: Option<&'a RawValue>,
    #[serde(borrow)]
    tags: Option<Vec<Tag<'a>>>,
    #[serde(borrow)]
    logs: Option<Vec<Log<'a>>>,
    #[serde(borrow, rename = "processID")]
    process_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    process: Option<Process<'a>>,
}

#[derive(Deserialize, Debug)]
struct Log<'a> {
    #[serde(borrow)]
    timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    fields: Option<Vec<Tag<'a>>>,
}

impl JaegerTrace<'_> {
    /// Returns the attributes of each process, by its name.
    pub(super) fn services(&self) -> BTreeMap<&str, Vec<Attribute<'_>>> {
        let processes = self.processes.iter().flatten();
        processes.map(|(name, process)| (name.as_str(), process.attributes())).collect()
    }
}

impl Process<'_> {
    fn attributes(&self) -> Vec<Attribute<'_>> {
        let name = self.service_name.as_deref();
        let name = name.map(|name| Attribute::of_text("service.name", name));
        name.into_iter().chain(attributes(self.tags.as_ref())).collect()
    }
}

impl JaegerSpan<'_> {
    /// Returns the name of the process of the span.
    pub(super) fn process(&self) -> Option<&str> {
        self.process_id.as_deref()
    }

    /// Returns the attributes of the process that stands in the span itself.
    pub(super) fn own_service(&self) -> Option<Vec<Attribute<'_>>> {
        self.process.as_ref().map(Process::attributes)
    }

    /// Returns the span. The name of an event is its field `event`, or else `message`.
    pub(super) fn span(&self) -> Span<'_> {
        let tags: Vec<Attribute<'_>> = attributes(self.tags.as_ref()).collect();
        Span {
            id: span_id(self.span_id.as_deref()),
            trace: trace_id(self.trace_id.as_deref().map(Cow::Borrowed)),
            name: self.operation_name.as_deref().map(Cow::Borrowed),
            kind: owned(&tags, "span.kind"),
            start: microseconds(self.start_time, None),
            end: microseconds(self.start_time, self.duration),
            events: self.logs.iter().flatten().map(Log::event).collect(),
            attributes: tags,
        }
    }
}

impl Log<'_> {
    fn event(&self) -> SpanEvent<'_> {
        let fields: Vec<Attribute<'_>> = attributes(self.fields.as_ref()).collect();
        let name = ["event", "message"].iter().find_map(|key| owned(&fields, key));
        SpanEvent { time: microseconds(self.timestamp, None), name, attributes: fields }
    }
}

fn attributes<'a>(tags: Option<&'a Vec<Tag<'_>>>) -> impl Iterator<Item = Attribute<'a>> {
    tags.into_iter().flatten().filter_map(|tag| Some(Attribute::of_json(&*tag.key, tag.value?)))
}

/// Returns the text of an attribute as one of its own.
fn owned(attributes: &Vec<Attribute<'_>>, key: &str) -> Option<Cow<'static, str>> {
    attribute(Some(attributes), key).map(|text| Cow::Owned(text.into_owned()))
}
