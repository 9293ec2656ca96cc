//! Languages of logs, and how an event is named in them.

/// A language of logs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// An object a line, with the keys `location`, `direction`, `message`, `session`, `time` and `end`.
    JsonLines,
    /// A header with the same names, and a row a line.
    Csv,
    /// Exports of spans and logs as JSON, one a line or one alone.
    OpenTelemetry,
    /// What one location saw, an event a line.
    Plain,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::JsonLines, Self::Csv, Self::OpenTelemetry, Self::Plain];

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

    /// Returns the format that is called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the name, as options and reports say it.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "jsonl",
            Self::Csv => "csv",
            Self::OpenTelemetry => "otel",
            Self::Plain => "plain",
        }
    }
}

/// Whether a location sent or received a message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// It sent.
    Send,
    /// It received.
    Receive,
}

impl Direction {
    /// Returns the direction that logs call `word`.
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "send" => Some(Self::Send),
            "receive" => Some(Self::Receive),
            _ => None,
        }
    }

    /// Returns the word of logs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Send => "send",
            Self::Receive => "receive",
        }
    }

    /// Returns the sign between lifeline and message.
    pub fn sign(self) -> char {
        match self {
            Self::Send => '!',
            Self::Receive => '?',
        }
    }
}
