//! Logs as text.

use std::fmt::Write as _;

use super::Elements;
use crate::reading::csv_field;
use kernel::base::Id as _;
use model::cfsm::Direction;
use model::trace::{DistributedAlphabet, LocalLetterId, LocationId};

/// The formats in which logs with sessions are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Written {
    /// JSON lines.
    JsonLines,
    /// Comma-separated values.
    Csv,
}

/// Writes the lines of a log.
///
/// Reading the lines yields the same events in the same sessions.
#[derive(Clone, Copy, Debug)]
pub struct Printer<'a> {
    alphabet: &'a DistributedAlphabet,
    elements: Elements,
    format: Written,
}

impl<'a> Printer<'a> {
    /// Returns the printer of events over an alphabet.
    pub fn new(alphabet: &'a DistributedAlphabet, elements: Elements, format: Written) -> Self {
        Self { alphabet, elements, format }
    }

    /// Returns the header of a log, with its line break.
    pub fn header(&self) -> &'static str {
        match self.format {
            Written::JsonLines => "",
            Written::Csv => "session,location,direction,message,end\n",
        }
    }

    /// Returns the line of an event, with its line break; `None` if the event is not in the alphabet. The
    /// key of a session without a name is left out.
    pub fn event(
        &self,
        session: &str,
        location: LocationId,
        letter: LocalLetterId,
    ) -> Option<String> {
        let place = &self.alphabet.locations()[location];
        let text = place.text(letter)?;
        let action = match self.elements {
            Elements::Names => None,
            Elements::Actions => place.members().iter().find_map(|lifeline| {
                let rest = text.strip_prefix(lifeline.as_str())?;
                [Direction::Send, Direction::Receive].into_iter().find_map(|direction| {
                    let message = rest.strip_prefix(direction.sign())?;
                    Some((lifeline.as_str(), Some(direction), message))
                })
            }),
        };
        let name = place.name();
        Some(self.line(session, Some(action.unwrap_or((&name, None, text)))))
    }

    /// Returns a log with a session for each multitrace, named by its number from 1. Events of the locations alternate.
    pub fn log(&self, multitraces: &[Vec<Vec<LocalLetterId>>]) -> String {
        let mut text = self.header().to_owned();
        for (number, traces) in multitraces.iter().enumerate() {
            let session = (number + 1).to_string();
            let longest = traces.iter().map(Vec::len).max().unwrap_or(0);
            for position in 0..longest {
                for (place, trace) in traces.iter().enumerate() {
                    if let Some(&letter) = trace.get(position) {
                        let location = LocationId::from_index(place);
                        text.extend(self.event(&session, location, letter));
                    }
                }
            }
            text.push_str(&self.end(&session));
        }
        text
    }

    /// Returns the line that ends a session, with its line break.
    pub fn end(&self, session: &str) -> String {
        self.line(session, None)
    }

    /// Returns the line of an event, or of an end mark.
    fn line(&self, session: &str, event: Option<(&str, Option<Direction>, &str)>) -> String {
        let (location, direction, message) = event.unwrap_or_default();
        let direction = direction.map_or("", Direction::word);
        let end = if event.is_none() { "true" } else { "" };
        let fields = [
            ("session", session),
            ("location", location),
            ("direction", direction),
            ("message", message),
            ("end", end),
        ];
        let mut line = String::new();
        match self.format {
            Written::JsonLines => {
                let said = fields.iter().filter(|(_, value)| !value.is_empty());
                for (index, (name, value)) in said.enumerate() {
                    let separator = if index == 0 { '{' } else { ',' };
                    let value = serde_json::Value::from(*value);
                    let value = if *name == "end" { "true".to_owned() } else { value.to_string() };
                    let _ = write!(line, "{separator}\"{name}\":{value}");
                }
                line.push_str("}\n");
            }
            Written::Csv => {
                let fields = fields.map(|(_, value)| csv_field(value));
                line = fields.join(",");
                line.push('\n');
            }
        }
        line
    }
}
