//! Spans of Zipkin, in version 2 of its JSON.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::attribute::Attribute;
use super::span::{Span, SpanEvent, microseconds, span_id, trace_id};

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct ZipkinSpan<'a> {
    #[serde(borrow)]
    trace_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    duration: Option<&'a RawValue>,
    #[serde(borrow)]
    local_endpoint: Option<Endpoint<'a>>,
    #[serde(borrow)]
    remote_endpoint: Option<Endpoint<'a>>,
    #[serde(borrow)]
    annotations: Option<Vec<Annotation<'a>>>,
    #[serde(borrow)]
    tags: Option<BTreeMap<String, &'a RawValue>>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
struct Endpoint<'a> {
    #[serde(borrow)]
    service_name: Option<Cow<'a, str>>,
}

#[derive(Deserialize, Debug)]
struct Annotation<'a> {
    #[serde(borrow)]
    timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    value: Option<Cow<'a, str>>,
}

impl<'a> ZipkinSpan<'a> {
    /// Returns the span, and the attributes of its service. The remote service is the attribute `peer.service`.
    pub(super) fn into_span(self) -> (Span<'a>, Vec<Attribute<'a>>) {
        let service = |endpoint: Option<Endpoint<'a>>, key: &'static str| {
            endpoint?.service_name.map(|name| Attribute::of_text(key, name))
        };
        let tags = self.tags.into_iter().flatten();
        let tags = tags.map(|(key, value)| Attribute::of_json(key, value));
        let event = |annotation: Annotation<'a>| SpanEvent {
            time: microseconds(annotation.timestamp, None),
            name: annotation.value,
            attributes: Vec::new(),
        };
        let span = Span {
            id: span_id(self.id.as_deref()),
            trace: trace_id(self.trace_id),
            name: self.name,
            kind: self.kind,
            start: microseconds(self.timestamp, None),
            end: microseconds(self.timestamp, self.duration),
            attributes: tags.chain(service(self.remote_endpoint, "peer.service")).collect(),
            events: self.annotations.into_iter().flatten().map(event).collect(),
        };
        (span, service(self.local_endpoint, "service.name").into_iter().collect())
    }
}
