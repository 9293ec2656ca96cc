//! Languages of logs: observations of runs, read line by line and split into sessions.
//!
//! A [`LogReader`] is fed with the bytes of one log, in pieces of any size. [`Sessions`] gathers the events of one
//! or several logs, as local letters of a [`DistributedAlphabet`](model::trace::DistributedAlphabet); a
//! [`Session`] that is complete is a multitrace with the line of each event. Memory is bounded by the open
//! sessions, and a line has at most 16 MiB.
//!
//! - JSON lines: an object a line, with the keys `location`, `direction` (`send` or `receive`), `message`, and
//!   optionally `session`, `time` and `end`; other keys are ignored. Without `direction` the message is an element,
//!   such as `{l!m,k?m}` where lifelines at one location act at once, or a letter of an automaton.
//! - CSV: a header with the same names, and rows with as many columns; quotes as in RFC 4180.
//! - Spans: those of OpenTelemetry with their events and log records as OTLP/JSON, of Zipkin and of Jaeger, an export a
//!   line or one document, read by [`Rules`]. Gather these events [by time](Order::ByTime), since exports are unordered.
//! - Records: objects of JSON, rows of CSV or lines of text, whose keys, columns or groups [`Rules`] map to events.
//! - Plain: an event a line, `!m`, `?m`, `l!m`, `{l!m,k?m}` or a letter; the log is that of one location.
//!
//! `"end": true` ends a session, alone or with its last event. No line is dropped silently: a line that cannot
//! be read is left out and is one of the [`Findings`]; items that are not events by the rules are counted by
//! [`Mapping`]. A message that is not in the model is not an error but an event that the model does not expect.
//!
//! ```
//! use language::log::{Elements, Form, Gathering, LogReader, Sessions};
//! use model::trace::DistributedAlphabet;
//!
//! let locations = [vec!["a".to_owned()], vec!["b".to_owned()]];
//! let alphabet = DistributedAlphabet::of_names(["a", "b"], &locations).expect("each has a location");
//! let mut sessions = Sessions::new(alphabet, Elements::Names, Gathering::default());
//! let mut reader = LogReader::new("two.jsonl", 0, Form::JsonLines);
//! let log = "{\"location\":1,\"message\":\"a\"}\n{\"location\":2,\"message\":\"c\"}\n{\"location\":3}\n";
//! reader.feed(log.as_bytes(), &mut sessions);
//! reader.finish(&mut sessions);
//! sessions.finish();
//! let session = sessions.next_closed().expect("there were events");
//! assert_eq!(session.traces.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
//! assert_eq!((session.unknown[0].text.as_str(), session.places[1][0].line()), ("c", 2));
//! assert_eq!(reader.findings().errors(), 1);
//! ```

mod attribute;
pub mod codes;
mod csv;
mod findings;
mod format;
mod guess;
mod jaeger;
mod json;
mod mapper;
mod mapping;
mod otel;
mod otlp;
mod outcome;
mod plain;
mod print;
mod reader;
mod record;
mod record_rules;
mod record_rules_toml;
mod records;
mod rules;
mod rules_toml;
mod session;
mod sessions;
mod span;
mod survey;
mod ties;
mod time;
mod unknown_form;
mod zipkin;

pub use crate::reading::csv_field;
pub use findings::{Finding, Findings, MAX_FINDINGS};
pub use format::Format;
pub use guess::Guess;
pub use json::JsonValues;
pub use mapper::Elements;
pub use mapping::{Mapping, Sample};
pub use print::{Printer, Written};
pub use reader::{BadLines, Form, LogReader};
pub use record::{LinePart, LineProblem};
pub use rules::Rules;
pub use session::{Ended, LogPlace, Session, UnknownEvent};
pub use sessions::{Gathering, Grouping, Order, Seen, Sessions};
pub use survey::{FirstSession, LocationCounts, Survey};
pub use ties::Orders;
pub use time::Time;
pub use unknown_form::unknown_log;
