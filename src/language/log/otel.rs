//! Exports of OpenTelemetry, Zipkin and Jaeger.

use std::borrow::Cow;

use regex_automata::nfa::thompson::pikevm::Cache;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::attribute::{AnyValue, Attribute, attribute, unquoted};
use super::jaeger::{JaegerSpan, JaegerTrace};
use super::otlp::{Attributed, Export, LogRecord, OtlpSpan, nanoseconds};
use super::outcome::Outcome;
use super::record::{Event, LinePart, LineProblem, Places, Record, SpanPart, When};
use super::rules::{ItemKind, Origin, Origins, Owner};
use super::span::{Span, trace_hash, trace_id};
use super::unknown_form::{Shape, unknown_form};
use super::zipkin::ZipkinSpan;
use super::{Rules, Sessions, codes};
use crate::reading::{json_complaint, json_place, shortened};
use model::cfsm::Direction;

/// Maximum number of bytes of a document on several lines.
const LONGEST_DOCUMENT: usize = 256 << 20;

/// Maximum number of cached names of messages, and their maximum length.
const REMEMBERED: usize = 1 << 16;
const LONGEST_NAME: usize = 256;

const SHAPE: &str = "an export is an object with `resourceSpans` or `resourceLogs`, a list of spans of Zipkin, or \
    an object with `data` or `spans` of Jaeger";

/// The exports of a log: one a line, or one on several lines.
#[derive(Clone, Debug)]
pub(super) struct Exports {
    names: MessageNames,
    layout: ExportLayout,
}

#[derive(Clone, Debug)]
enum ExportLayout {
    Unseen,
    Lines,
    /// The text of a document so far, and the number of its first line.
    Document(String, u64),
    TooLong,
}

/// Rules, with a cache of their results for messages.
#[derive(Clone, Debug)]
struct MessageNames {
    rules: Rules,
    caches: Vec<Cache>,
    known: [FxHashMap<String, Option<(String, Option<Direction>)>>; 4],
}

impl Exports {
    pub(super) fn new(rules: Rules) -> Self {
        let caches = rules.caches();
        let names = MessageNames { rules, caches, known: Default::default() };
        Self { names, layout: ExportLayout::Unseen }
    }

    /// Returns `true` if a document that is being read continues in the next line.
    pub(super) fn is_pending(&self) -> bool {
        matches!(self.layout, ExportLayout::Document(..))
    }

    /// Reads a line.
    pub(super) fn line(
        &mut self,
        text: &str,
        number: u64,
        outcome: &mut Outcome,
        sessions: &mut Sessions,
    ) {
        match &mut self.layout {
            ExportLayout::TooLong => {}
            ExportLayout::Unseen if exports(text).is_err_and(|error| error.is_eof()) => {
                self.layout = ExportLayout::Document(format!("{text}\n"), number);
            }
            ExportLayout::Unseen | ExportLayout::Lines => {
                self.layout = ExportLayout::Lines;
                self.names.document(text, number, outcome, sessions);
            }
            ExportLayout::Document(document, first) => {
                if document.len() + text.len() < LONGEST_DOCUMENT {
                    document.push_str(text);
                    document.push('\n');
                } else {
                    let message = "the document is longer than 256 MiB";
                    let help = "`jq -c .` writes each export on a line of its own";
                    let problem = LineProblem::new(codes::TOO_LONG, 0..0, message).help(help);
                    outcome.findings.report(*first, document.as_bytes(), problem);
                    self.layout = ExportLayout::TooLong;
                }
            }
        }
    }

    /// Ends the log.
    pub(super) fn finish(&mut self, outcome: &mut Outcome, sessions: &mut Sessions) {
        if let ExportLayout::Document(document, first) = &mut self.layout {
            let (document, first) = (std::mem::take(document), *first);
            self.names.document(document.trim_end(), first, outcome, sessions);
            self.layout = ExportLayout::Unseen;
        }
    }
}

/// Returns the exports of a text: concatenated, or in lists, or in lists of lists.
fn exports(text: &str) -> serde_json::Result<Vec<&RawValue>> {
    /// Maximum number of lists around an export.
    const DEEPEST: u8 = 2;
    let mut exports = Vec::new();
    let mut open = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    while reader.end().is_err() {
        open.push((<&RawValue>::deserialize(&mut reader)?, 0));
        // The last one is the next of the text.
        while let Some((value, depth)) = open.pop() {
            if value.get().starts_with('[') && depth < DEEPEST {
                let inner: Vec<&RawValue> = serde_json::from_str(value.get())?;
                open.extend(inner.into_iter().rev().map(|value| (value, depth + 1)));
            } else {
                exports.push(value);
            }
        }
    }
    Ok(exports)
}

/// Positions in a text: each is computed from the one before.
struct TextPosition<'t> {
    text: &'t str,
    at: usize,
    line_start: usize,
    number: u64,
}

impl<'t> TextPosition<'t> {
    /// Moves to a part of the text; returns the number of its line and the place of the part in that line.
    fn go(&mut self, part: &str) -> (u64, usize) {
        let target = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let bytes = self.text.as_bytes();
        if target < self.at {
            // Logs may precede spans.
            self.number -= memchr::memchr_iter(b'\n', &bytes[target..self.at]).count() as u64;
            self.line_start = memchr::memrchr(b'\n', &bytes[..target]).map_or(0, |end| end + 1);
        } else {
            for end in memchr::memchr_iter(b'\n', &bytes[self.at..target]) {
                self.number += 1;
                self.line_start = self.at + end + 1;
            }
        }
        self.at = target;
        (self.number, target - self.line_start)
    }

    /// Returns the rest of the text from the line of the last part.
    fn line(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.line_start..]
    }
}

/// A document that is being read, and the destination of its events.
struct Document<'t, 'o> {
    cursor: TextPosition<'t>,
    outcome: &'o mut Outcome,
    sessions: &'o mut Sessions,
}

/// The attributes of the resource and of the scope.
type Around<'a, 'b> = [Option<&'b Vec<Attribute<'a>>>; 2];

/// A span or a log record, with its context.
struct Context<'a, 'b> {
    around: Around<'a, 'b>,
    span: Option<&'b Span<'a>>,
    /// The attributes of the event of a span, or of the log record.
    inner: Option<&'b Vec<Attribute<'a>>>,
    name: Option<&'b str>,
    body: Option<Cow<'b, str>>,
    trace: Option<&'b str>,
    /// The number of the span, and the number of the part in it.
    part: Option<SpanPart>,
}

impl<'b> Context<'_, 'b> {
    fn find(&self, origins: &'b [Origin], kind: ItemKind) -> Option<Cow<'b, str>> {
        origins.iter().find_map(|origin| match origin {
            Origin::Name => self.name.map(Cow::Borrowed),
            Origin::SpanKind => self.span?.kind.as_deref().map(Cow::Borrowed),
            Origin::Body => self.body.clone(),
            Origin::Trace => self.trace.map(Cow::Borrowed),
            Origin::Fixed(text) => Some(Cow::Borrowed(text)),
            Origin::Attribute(owner, key) => {
                let [resource, scope] = self.around;
                let span = || attribute(Some(&self.span?.attributes), key);
                let inner = || attribute(self.inner, key);
                match owner {
                    Owner::Resource => attribute(resource, key),
                    Owner::Scope => attribute(scope, key),
                    Owner::Span => span(),
                    Owner::Event if kind == ItemKind::Event => inner(),
                    Owner::Log if kind == ItemKind::Log => inner(),
                    Owner::Event | Owner::Log => None,
                    Owner::Any => inner()
                        .or_else(span)
                        .or_else(|| attribute(scope, key))
                        .or_else(|| attribute(resource, key)),
                }
            }
        })
    }
}

impl MessageNames {
    fn document(&mut self, text: &str, first: u64, outcome: &mut Outcome, sessions: &mut Sessions) {
        let all = match exports(text) {
            Ok(all) => all,
            Err(error) => {
                outcome.findings.report(first, text.as_bytes(), broken(text, &error));
                return;
            }
        };
        let cursor = TextPosition { text, at: 0, line_start: 0, number: first };
        let mut document = Document { cursor, outcome, sessions };
        for raw in all {
            match Shape::of(raw.get()) {
                Shape::OpenTelemetry => self.export(raw, &mut document),
                Shape::Zipkin => {
                    let Some((span, place)) = read_part::<ZipkinSpan<'_>>(raw, &mut document)
                    else {
                        continue;
                    };
                    let (span, service) = span.into_span();
                    self.span(&span, [Some(&service), None], &place, &mut document);
                }
                Shape::JaegerTrace => self.trace(raw, &mut document),
                Shape::JaegerData => {
                    let Some((Data { data }, _)) = read_part(raw, &mut document) else { continue };
                    for raw in
                        data.into_iter().flat_map(|data| exports(data.get()).unwrap_or_default())
                    {
                        self.trace(raw, &mut document);
                    }
                }
                Shape::Unknown(what) => {
                    let (number, at) = document.cursor.go(raw.get());
                    let (place, line) = (at..at + raw.get().len(), document.cursor.line());
                    let outcome = &mut *document.outcome;
                    if outcome.is_fresh() && outcome.mapping.left_out().next().is_none() {
                        outcome.refuse(number, line, unknown_form(place, &what));
                        return;
                    }
                    let is_object = raw.get().starts_with('{');
                    let code = if is_object { codes::MISSING_PART } else { codes::SYNTAX };
                    let problem = LineProblem::new(code, place, "there are no spans and no logs");
                    outcome.findings.report(number, line, problem.help(SHAPE));
                }
            }
        }
    }

    /// Reads an export of OpenTelemetry.
    fn export<'a>(&mut self, raw: &'a RawValue, document: &mut Document<'_, '_>) {
        let Some((export, _)) = read_part::<Export<'a>>(raw, document) else { return };
        let (spans, logs) = (&export.spans, &export.logs);
        if spans.is_none() && logs.is_none() && export.metrics.is_some() {
            document.outcome.mapping.leave_out("metrics".to_owned());
        }
        for part in spans.iter().flatten() {
            for scoped in part.scope_spans.iter().flatten() {
                let around = [part.resource.as_ref(), scoped.scope.as_ref()].map(attributes);
                for &raw in scoped.spans.iter().flatten() {
                    if let Some((span, place)) = read_part::<OtlpSpan<'a>>(raw, document) {
                        self.span(&span.into_span(), around, &place, document);
                    }
                }
            }
        }
        for part in logs.iter().flatten() {
            for scoped in part.scope_logs.iter().flatten() {
                let around = [part.resource.as_ref(), scoped.scope.as_ref()].map(attributes);
                for &raw in scoped.log_records.iter().flatten() {
                    self.log(raw, around, document);
                }
            }
        }
    }

    /// Reads a trace of Jaeger.
    fn trace<'a>(&mut self, raw: &'a RawValue, document: &mut Document<'_, '_>) {
        let Some((trace, _)) = read_part::<JaegerTrace<'a>>(raw, document) else { return };
        let services = trace.services();
        for &raw in trace.spans.iter().flatten() {
            let Some((span, place)) = read_part::<JaegerSpan<'_>>(raw, document) else { continue };
            let own = span.own_service();
            let service = own.as_ref().or_else(|| services.get(span.process()?));
            self.span(&span.span(), [service, None], &place, document);
        }
    }

    fn span(
        &mut self,
        span: &Span<'_>,
        around: Around<'_, '_>,
        place: &PartPlace<'_>,
        out: &mut Document<'_, '_>,
    ) {
        let trace = span.trace.as_deref();
        let id = span.id.map(|id| (trace_hash(trace), id));
        let context = |name, inner, part| Context {
            around,
            span: Some(span),
            inner,
            name,
            body: None,
            trace,
            part: id.map(|(trace, span)| SpanPart { trace, span, part }),
        };
        let name = span.name.as_deref();
        self.event(ItemKind::Span, &context(name, None, 0), span.start, place, out);
        for (event, part) in span.events.iter().zip(2..) {
            let context = context(event.name.as_deref(), Some(&event.attributes), part);
            self.event(ItemKind::Event, &context, event.time, place, out);
        }
        self.event(ItemKind::SpanEnd, &context(name, None, 1), span.end, place, out);
    }

    fn log<'a>(&mut self, raw: &'a RawValue, around: Around<'a, '_>, out: &mut Document<'_, '_>) {
        let Some((log, place)) = read_part::<LogRecord<'a>>(raw, out) else { return };
        let trace = trace_id(log.trace_id);
        let context = Context {
            around,
            span: None,
            inner: log.attributes.as_ref(),
            name: log.event_name.as_deref(),
            body: log.body.as_ref().and_then(AnyValue::text),
            trace: trace.as_deref(),
            part: None,
        };
        let is_time = |raw: &&RawValue| unquoted(raw) != "0";
        let time = log.time_unix_nano.filter(is_time).or(log.observed_time_unix_nano);
        self.event(ItemKind::Log, &context, nanoseconds(time), &place, out);
    }

    /// Adds a span, its end, one of its events or a log record, if it is an event by the rules.
    fn event(
        &mut self,
        kind: ItemKind,
        context: &Context<'_, '_>,
        time: When,
        (number, line, place): &PartPlace<'_>,
        Document { outcome, sessions, .. }: &mut Document<'_, '_>,
    ) {
        if !self.rules.events.contains(&kind) {
            // The end of a span is rarely expected to be an event.
            if kind != ItemKind::SpanEnd {
                outcome.mapping.leave_out(format!("{0}: the rules take no {0}", kind.word()));
            }
            return;
        }
        let found = self.message(kind, context).and_then(|(message, direction)| {
            self.place(kind, context, direction).map(|found| (message, found))
        });
        let (message, (location, direction)) = match found {
            Ok(found) => found,
            Err(Omission::Rule) => {
                outcome.mapping.leave_out(format!("{}: the patterns leave it out", kind.word()));
                return;
            }
            Err(Omission::Lack(what)) => {
                let reason = format!("{}: {what}", kind.word());
                let help = "a pattern with `ignore = true` leaves out what is meant to be";
                outcome.leave_out(&reason, (*number, line), place.clone(), help);
                return;
            }
        };
        let session = context.find(&self.parts(kind).session, kind).unwrap_or_default();
        let location = match self.rules.location(&location) {
            Ok(name) => name,
            Err(reason) => {
                outcome.mapping.leave_out(reason);
                return;
            }
        };
        let mut places = Places::default();
        for part in LinePart::ALL {
            places.set(part, place.clone());
        }
        let event = Event { location, direction, message: &message };
        let record = Record {
            session: &session,
            event: Some(event),
            is_end: false,
            time,
            places,
            span: context.part,
        };
        outcome.take(Ok(record), (*number, line), sessions);
    }

    fn parts(&self, kind: ItemKind) -> &Origins {
        &self.rules.parts[kind as usize]
    }

    /// Returns the message of an event, and its direction if a pattern determines it, or the reason why there is no
    /// event.
    fn message(
        &mut self,
        kind: ItemKind,
        context: &Context<'_, '_>,
    ) -> Result<(String, Option<Direction>), Omission> {
        let Self { rules, caches, known } = self;
        let text = context.find(&rules.parts[kind as usize].message, kind);
        let text = text.ok_or_else(|| Omission::Lack("no message".to_owned()))?;
        let known = &mut known[kind as usize];
        let named = match known.get(&*text) {
            Some(named) => named.clone(),
            None => {
                let named = rules.named(kind, &text, caches);
                if known.len() < REMEMBERED && text.len() <= LONGEST_NAME {
                    known.insert(text.to_string(), named.clone());
                }
                named
            }
        };
        named.ok_or(Omission::Rule)
    }

    /// Returns the location and the direction of an event, or the reason why it is not an event.
    fn place<'c>(
        &'c self,
        kind: ItemKind,
        context: &Context<'_, 'c>,
        direction: Option<Direction>,
    ) -> Result<(Cow<'c, str>, Option<Direction>), Omission> {
        let parts = self.parts(kind);
        let mut direction = direction;
        if direction.is_none() && !parts.direction.is_empty() {
            let word = context.find(&parts.direction, kind);
            let word = word.ok_or_else(|| Omission::Lack("no direction".to_owned()))?;
            let meaning = parts.directions.get(&*word.to_lowercase()).copied();
            let lack = || Omission::Lack(format!("`{}` is no direction", shortened(&word)));
            direction = Some(meaning.ok_or_else(lack)?);
        }
        let location = context.find(&parts.location, kind);
        let location = location.ok_or_else(|| Omission::Lack("no location".to_owned()))?;
        Ok((location, direction))
    }
}

/// Returns the attributes of a resource or of a scope, if it has any.
fn attributes<'a, 'b>(of: Option<&'b Attributed<'a>>) -> Option<&'b Vec<Attribute<'a>>> {
    of?.attributes.as_ref()
}

/// The answer of Jaeger to a request.
#[derive(Deserialize)]
struct Data<'a> {
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

/// Reason why an item is not an event.
enum Omission {
    /// A rule leaves it out.
    Rule,
    /// A part that an event requires is missing.
    Lack(String),
}

/// The number of a line, the rest of the text from there, and the place of a part in it.
type PartPlace<'t> = (u64, &'t [u8], std::ops::Range<usize>);

/// Reads a span or a log record, and returns it with its place, or reports why it cannot be read.
fn read_part<'a, 't, T: serde::Deserialize<'a>>(
    raw: &'a RawValue,
    document: &mut Document<'t, '_>,
) -> Option<(T, PartPlace<'t>)> {
    let (number, at) = document.cursor.go(raw.get());
    let (line, place) = (document.cursor.line(), at..at + raw.get().len());
    match serde_json::from_str(raw.get()) {
        Ok(part) => Some((part, (number, line, place))),
        Err(error) => {
            let mut problem = broken(raw.get(), &error)
                .help("the fields are those of OpenTelemetry, Zipkin or Jaeger in JSON");
            problem.place = problem.place.start + at..problem.place.end + at;
            document.outcome.findings.report(number, line, problem);
            None
        }
    }
}

/// Returns the report of an error of the JSON reader at the place where it stopped.
fn broken(text: &str, error: &serde_json::Error) -> LineProblem {
    let code = if error.is_eof() { codes::TRUNCATED } else { codes::SYNTAX };
    LineProblem::new(code, json_place(text, error), json_complaint(error)).help(SHAPE)
}
