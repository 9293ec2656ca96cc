//! Plain logs: the events of one location, one a line.

use super::record::{Event, LinePart, Places, Record, When};

/// Reads a line, which is not blank: `!m`, `l?m`, `{l!m,k?m}` or a plain letter.
pub(super) fn parse<'a>(line: &'a str, location: &'a str) -> Record<'a> {
    let message = line.trim();
    let start = line.len() - line.trim_start().len();
    let mut places = Places::default();
    places.set(LinePart::Message, start..start + message.len());
    let event = Event { location, direction: None, message };
    Record {
        session: "",
        event: Some(event),
        is_end: false,
        time: When::Unsaid,
        places,
        span: None,
    }
}
