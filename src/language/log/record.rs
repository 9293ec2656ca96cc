//! The contents of a line, before names are resolved in the model.

use std::ops::Range;

use super::codes;
use super::time::Time;

use crate::reading::{nearest, shortened};
use kernel::diagnostics::{Code, Remedy};
use model::cfsm::Direction;

/// The contents of a line: an event of a session, its end, or both.
#[derive(Clone, Debug)]
pub(super) struct Record<'a> {
    /// The key of the session; empty if the log has none.
    pub(super) session: &'a str,
    /// The event.
    pub(super) event: Option<Event<'a>>,
    /// Whether the session ends.
    pub(super) is_end: bool,
    /// The time of the event.
    pub(super) time: When,
    /// The places of the parts in the line.
    pub(super) places: Places,
    /// The part of a span that is the event, if it comes from a span.
    pub(super) span: Option<SpanPart>,
}

impl<'a> Record<'a> {
    /// Returns the record of a line with these parts; `lacks` reports a missing part that an event requires.
    #[inline]
    pub(super) fn new(
        is_end: bool,
        places: Places,
        text: impl Fn(LinePart) -> Result<Option<&'a str>, LineProblem>,
        lacks: impl Fn(LinePart) -> LineProblem,
    ) -> Result<Self, LineProblem> {
        let session = text(LinePart::Session)?.unwrap_or_default();
        let named = |word| {
            Direction::named(word).ok_or_else(|| {
                let message = format!("`{}` is no direction", shortened(word));
                let place = places.of(LinePart::Direction, &(0..0));
                let meant = nearest(&word.to_lowercase(), ["send", "receive"].into_iter());
                LineProblem::new(codes::WRONG_VALUE, place, message)
                    .meant(meant, || "a direction is `send` or `receive`".to_owned())
            })
        };
        let direction = text(LinePart::Direction)?.map(named).transpose()?;
        let event = match (text(LinePart::Location)?, text(LinePart::Message)?) {
            (Some(location), Some(message)) => Some(Event { location, direction, message }),
            (_, None) if is_end => None,
            (None, _) => return Err(lacks(LinePart::Location)),
            _ => return Err(lacks(LinePart::Message)),
        };
        let time = text(LinePart::Time)?.map_or(When::Unsaid, When::read);
        Ok(Self { session, event, is_end, time, places, span: None })
    }
}

/// A part of a span: the start, the end, or one of its events.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct SpanPart {
    /// The number of the trace, and that of the span in it.
    pub(super) trace: u128,
    pub(super) span: u64,
    /// 0 for the start of the span, 1 for its end, from 2 for its events.
    pub(super) part: u32,
}

/// An event by names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<'a> {
    pub(super) location: &'a str,
    pub(super) direction: Option<Direction>,
    pub(super) message: &'a str,
}

/// The time of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// The log has no time.
    Unsaid,
    /// The log has an invalid time.
    Unreadable,
    /// The time in the log is 0, which means that it is unknown.
    Unset,
    /// A known time.
    At(Time),
}

impl When {
    pub(super) fn read(text: &str) -> Self {
        Time::read(text).map_or(Self::Unreadable, Self::At)
    }
}

kernel::words! {
    /// A part of a line.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum LinePart {
        /// The key of the session.
        Session = "session",
        /// The location of the event.
        Location = "location",
        /// Whether the message was sent or received.
        Direction = "direction",
        /// The message.
        Message = "message",
        /// The time of the event.
        Time = "time",
        /// Whether the session ends.
        End = "end",
    }
}

impl LinePart {
    /// Returns the part whose key or column is called `name`.
    #[inline]
    pub fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"location" => Self::Location,
            b"direction" => Self::Direction,
            b"message" => Self::Message,
            b"session" => Self::Session,
            b"time" => Self::Time,
            b"end" => Self::End,
            _ => return None,
        })
    }
}

/// Where the parts of a record stand in its line, in bytes; empty ranges for those that it lacks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places([(u32, u32); LinePart::ALL.len()]);

impl Places {
    #[inline]
    pub(super) fn set(&mut self, part: LinePart, place: Range<usize>) {
        let short = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.0[part as usize] = (short(place.start), short(place.end));
    }

    /// Returns the place of a part, or `line` where there is none.
    pub(super) fn of(&self, part: LinePart, line: &Range<usize>) -> Range<usize> {
        match self.0[part as usize] {
            (start, end) if start < end => start as usize..end as usize,
            _ => line.clone(),
        }
    }
}

/// A problem in a line, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct LineProblem {
    /// The kind of the problem.
    pub code: Code,
    /// The place in bytes of the line.
    pub place: Range<usize>,
    /// A short description of the problem.
    pub message: String,
    /// Advice; may be empty.
    pub help: String,
    /// What the user may ask of the program instead.
    pub remedy: Option<Remedy>,
    /// The name that was probably meant, to write at the place.
    pub meant: Option<String>,
}

impl LineProblem {
    pub(super) fn new(code: Code, place: Range<usize>, message: impl Into<String>) -> Self {
        let (message, help) = (message.into(), String::new());
        Self { code, place, message, help, remedy: None, meant: None }
    }

    /// Reports an invalid value of a part.
    pub(super) fn value(part: LinePart, value: &str, place: Range<usize>, help: &str) -> Self {
        let message = format!("`{}` is `{}`", part.word(), shortened(value));
        Self::new(codes::WRONG_VALUE, place, message).help(help)
    }

    pub(super) fn help(mut self, text: impl Into<String>) -> Self {
        self.help = text.into();
        self
    }

    pub(super) fn remedy(self, remedy: Remedy) -> Self {
        Self { remedy: Some(remedy), ..self }
    }

    /// Adds the name that was probably meant, or other advice where there is none.
    pub(super) fn meant(mut self, meant: Option<&str>, otherwise: impl FnOnce() -> String) -> Self {
        self.meant = meant.map(str::to_owned);
        match meant {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self.help(otherwise()),
        }
    }
}
