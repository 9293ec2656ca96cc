//! Languages of logs.

use super::unknown_form::{Shape, is_record};

/// A language of logs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// One object a line, with the keys `location`, `direction`, `message`, `session`, `time` and `end`.
    JsonLines,
    /// A header with the same names, and one row a line.
    Csv,
    /// Exports of spans and logs of OpenTelemetry, Zipkin or Jaeger as JSON, one a line or a single document.
    OpenTelemetry,
    /// Records that rules map to events: objects of JSON, rows or lines of text.
    Records,
    /// The events of one location, one a line.
    Plain,
}

impl Format {
    /// Returns the format of files whose names end with `.` and `extension`, in letters of either case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let extension = extension.to_ascii_lowercase();
        Some(match extension.as_str() {
            "jsonl" | "ndjson" | "json" => Self::JsonLines,
            "csv" => Self::Csv,
            "otlp" | "otel" => Self::OpenTelemetry,
            "log" | "txt" | "trace" => Self::Plain,
            _ => return None,
        })
    }

    /// Returns the format of a log of JSON with these first bytes; `None` if they are no object and no list of JSON.
    /// What is no log at all has the format whose reader says so.
    pub fn of_begin(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start();
        // Lists may stand in lists.
        let inner = text.trim_start_matches(|c: char| c == '[' || c.is_ascii_whitespace());
        let key = inner.strip_prefix('{').map(str::trim_start);
        let is_list = text.starts_with('[');
        if !is_list && !key.is_some_and(|key| key.is_empty() || key.starts_with(['"', '}'])) {
            return None;
        }
        let first = text.split_inclusive('\n').next().unwrap_or_default();
        let is_whole = first.trim_end().ends_with('}') || !first.ends_with('\n');
        Some(if is_record(inner) && !Shape::of(inner).is_export() {
            Self::JsonLines
        } else if is_list || !is_whole || Shape::of(inner).is_spans() {
            Self::OpenTelemetry
        } else {
            Self::JsonLines
        })
    }
}
