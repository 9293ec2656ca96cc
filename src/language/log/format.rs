//! Languages of logs.

/// A language of logs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// One object a line, with the keys `location`, `direction`, `message`, `session`, `time` and `end`.
    JsonLines,
    /// A header with the same names, and one row a line.
    Csv,
    /// Exports of spans and logs as JSON, one a line or a single document.
    OpenTelemetry,
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
}
