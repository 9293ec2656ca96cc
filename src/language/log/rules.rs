//! Rules that map parts of spans and logs to parts of events.

use std::collections::BTreeMap;

use regex_automata::nfa::thompson::pikevm::{Cache, PikeVM};

use super::Format;
use super::record_rules::{Ends, RecordRules};
use crate::reading::shortened;
use model::cfsm::Direction;

kernel::words! {
    /// The items of an OpenTelemetry export that may be events, by the names of their sections in rules.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub(super) enum ItemKind {
        /// A span, at its start.
        Span = "span",
        /// A span, at its end.
        SpanEnd = "span-end",
        /// An event of a span.
        Event = "event",
        /// A log record.
        Log = "log",
    }
}

/// The owner of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Resource,
    Scope,
    Span,
    Event,
    Log,
    /// The innermost owner that has the attribute.
    Any,
}

/// The source of a part of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// The name of the span, of its event, or of the log record.
    Name,
    /// The kind of the span.
    SpanKind,
    /// The body of the log record.
    Body,
    /// The trace.
    Trace,
    /// An attribute.
    Attribute(Owner, String),
    /// A fixed text.
    Fixed(String),
}

/// The sources of the parts of events of one kind: the first source that is present counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Origins {
    pub(super) location: Vec<Origin>,
    pub(super) direction: Vec<Origin>,
    pub(super) message: Vec<Origin>,
    pub(super) session: Vec<Origin>,
    /// The meanings of the values of directions.
    pub(super) directions: BTreeMap<String, Direction>,
}

/// A pattern that names the messages that match.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// Matches whole messages.
    pub(super) regex: PikeVM,
    /// The kinds of events whose messages are matched; empty means all.
    pub(super) on: Vec<ItemKind>,
    pub(super) action: PatternAction,
}

/// The treatment of a message that matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PatternAction {
    /// The message gets this name; `$1` and `${name}` stand for groups of the pattern.
    Name(String, Option<Direction>),
    /// The message is not an event.
    Ignore,
}

/// The treatment of a message that matches no pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unmatched {
    Keep,
    Ignore,
}

/// Rules for reading logs: where the parts of events stand, and what locations and messages are called.
///
/// They are written in TOML and read by [`Rules::read`]. `format` says what they are about: `json` (an object a line),
/// `csv`, `text` or `spans`, which is the default. For records the parts are `location` and `direction`, or `from` and
/// `to`, then `message`, `session` and `time`, each a path of keys, a column or a group, or a list of which the first
/// that is there counts:
///
/// ```toml
/// format = "text"
/// line = '(?<from>\w+) -> (?<to>\w+): (?<message>\w+)'   # found anywhere in a line
/// heading = '^round (?<session>\d+)'                      # its groups hold for the lines below
/// ```
///
/// For spans all keys may be left out; these are the defaults:
///
/// ```toml
/// events = ["span", "event", "log"]     # and "span-end"
/// location = "resource.service.name"    # or a list, of which the first that is there counts
/// direction = "kind"
/// message = ["name", "body"]
/// session = "trace"
/// unmatched = "keep"                    # or "ignore": messages that match no pattern
///
/// [directions]
/// send = ["send", "client", "producer"]
/// receive = ["receive", "server", "consumer"]
/// ```
///
/// A part is `name`, `kind` (of the span), `body`, `trace`, an attribute such as `resource.KEY`, `scope.KEY`,
/// `span.KEY`, `event.KEY`, `log.KEY` or `any.KEY`, or a fixed text behind `=`. A section `[span]`, `[span-end]`,
/// `[event]` or `[log]` has these keys again, for events of one kind. With `direction = []` messages are elements or
/// plain letters.
///
/// `[locations]` maps values to the names of locations in the model, or to `false`, which leaves them out. The first `[[pattern]]` that matches a whole message names it:
///
/// ```toml
/// [locations]
/// "checkout-service" = "shop"
///
/// [[pattern]]
/// match = "POST /orders/[0-9]+"
/// message = "order"                     # `$1` and `${name}` are groups of the pattern
/// direction = "send"                    # optional
/// on = ["span"]                         # optional
///
/// [[pattern]]
/// match = "GET /health.*"
/// ignore = true
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    /// Rules for records; `None` if the rules are about spans.
    pub(super) records: Option<RecordRules>,
    pub(super) events: Vec<ItemKind>,
    /// By kind.
    pub(super) parts: [Origins; 4],
    /// The names of locations in the model; `None` for those that are left out.
    pub(super) locations: BTreeMap<String, Option<String>>,
    pub(super) patterns: Vec<Pattern>,
    pub(super) unmatched: Unmatched,
}

impl Default for Rules {
    fn default() -> Self {
        let attribute = |owner, key: &str| Origin::Attribute(owner, key.to_owned());
        let send = ["send", "client", "producer"].map(|word| (word, Direction::Send));
        let receive = ["receive", "server", "consumer"].map(|word| (word, Direction::Receive));
        let directions = send.into_iter().chain(receive);
        let parts = Origins {
            location: vec![attribute(Owner::Resource, "service.name")],
            direction: vec![Origin::SpanKind],
            message: vec![Origin::Name, Origin::Body],
            session: vec![Origin::Trace],
            directions: directions.map(|(word, meaning)| (word.to_owned(), meaning)).collect(),
        };
        Self {
            records: None,
            events: vec![ItemKind::Span, ItemKind::Event, ItemKind::Log],
            parts: [parts.clone(), parts.clone(), parts.clone(), parts],
            locations: BTreeMap::new(),
            patterns: Vec::new(),
            unmatched: Unmatched::Keep,
        }
    }
}

impl Rules {
    /// Returns the format of the logs that the rules are about.
    pub fn format(&self) -> Format {
        if self.records.is_some() { Format::Records } else { Format::OpenTelemetry }
    }

    /// Returns `true` if events are ordered by a time that the rules name.
    pub fn is_by_time(&self) -> bool {
        self.records.as_ref().is_none_or(|rules| !rules.time.places.is_empty())
    }

    /// Returns `true` if each log is that of the location that it is called after.
    pub fn is_of_one_location(&self) -> bool {
        self.records.as_ref().is_some_and(|rules| rules.ends == Ends::OfLog)
    }

    /// Returns the name of a location in the model, or the reason why its events are left out.
    pub(super) fn location<'a>(&'a self, written: &'a str) -> Result<&'a str, String> {
        match self.locations.get(written) {
            None => Ok(written),
            Some(Some(name)) => Ok(name),
            Some(None) => Err(format!("location {}: the rules leave it out", shortened(written))),
        }
    }

    /// Returns the name of a message of a kind, with its direction; `None` if it is not an event.
    pub(super) fn named(
        &self,
        kind: ItemKind,
        message: &str,
        caches: &mut [Cache],
    ) -> Option<(String, Option<Direction>)> {
        for (pattern, cache) in self.patterns.iter().zip(caches) {
            if !pattern.on.is_empty() && !pattern.on.contains(&kind) {
                continue;
            }
            let mut groups = pattern.regex.create_captures();
            pattern.regex.captures(cache, message, &mut groups);
            if !groups.is_match() {
                continue;
            }
            return match &pattern.action {
                PatternAction::Ignore => None,
                PatternAction::Name(name, direction) => {
                    Some((groups.interpolate_string(message, name), *direction))
                }
            };
        }
        match self.unmatched {
            Unmatched::Keep => Some((message.to_owned(), None)),
            Unmatched::Ignore => None,
        }
    }

    /// Returns the memory for the matching of patterns.
    pub(super) fn caches(&self) -> Vec<Cache> {
        self.patterns.iter().map(|pattern| pattern.regex.create_cache()).collect()
    }
}
