//! Options for reading logs, gathering their events into sessions, and stopping.

use std::time::Duration;

use language::log::{
    BadLines, Elements, Form, Format, Gathering, Grouping, LogReader, Order, Rules,
};

use crate::conformance::model::global_model::GlobalModel;

/// Options for reading logs, gathering their events into sessions, and stopping.
#[derive(Clone, Debug, Default)]
pub struct LogOptions {
    /// Rules that define the events in spans, or in records.
    pub rules: Option<Rules>,
    /// How the sessions of a log are separated.
    pub grouping: Grouping,
    /// Whether each log contains a part of each session.
    pub is_joined: bool,
    /// Whether the events of each location are ordered by time.
    pub by_time: bool,
    /// Treatment of lines that cannot be read.
    pub bad_lines: BadLines,
    /// Whether all errors of a log are kept, without a maximum.
    pub keeps_all: bool,
    /// Whether logs without any event conform.
    pub allows_empty: bool,
    /// Whether reading ends after the first session that does not conform.
    pub fail_fast: bool,
    /// Maximum number of sessions that are checked.
    pub limit: Option<u64>,
    /// Whether events are read as they arrive, and each session is answered at once.
    pub follows: bool,
    /// Time without events after which a session ends.
    pub idle_timeout: Option<Duration>,
}

/// A log that is read line by line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogSource {
    /// The name of the log, as reports give it.
    pub name: String,
    /// The language that it is written in.
    pub format: Format,
    /// Location of all events of the log, if the log is plain or its records name none.
    pub location: String,
}

impl LogOptions {
    /// Returns `true` if bad lines are left out.
    pub fn skips_bad_lines(&self) -> bool {
        self.bad_lines == BadLines::Skip
    }

    /// Returns the gathering of the events of logs that are read together.
    pub(in crate::conformance) fn gathering(&self, sources: &[LogSource]) -> Gathering {
        let is_timed = |source: &LogSource| match source.format {
            Format::OpenTelemetry => true,
            Format::Records => self.rules.as_ref().is_some_and(Rules::is_by_time),
            Format::JsonLines | Format::Csv | Format::Plain => false,
        };
        let is_by_time = self.by_time || sources.iter().any(is_timed);
        Gathering {
            grouping: self.grouping,
            order: if is_by_time { Order::ByTime } else { Order::AsWritten },
            joined: sources.len() > 1,
        }
    }

    /// Returns the numbers of the inputs that are read together with the input `number`, beginning with that one; an
    /// input without a format is not a log.
    pub fn read_together(&self, formats: &[Option<Format>], number: usize) -> Vec<usize> {
        let joins = |other: &usize| match (self.is_joined, formats[number]) {
            (true, _) => formats[*other].is_some(),
            (false, Some(Format::Plain)) => formats[*other] == Some(Format::Plain),
            (false, Some(Format::Records)) => {
                let has_parts = self.rules.as_ref().is_some_and(Rules::is_of_one_location);
                has_parts && formats[*other] == Some(Format::Records)
            }
            (false, _) => false,
        };
        std::iter::once(number).chain((number + 1..formats.len()).filter(joins)).collect()
    }

    /// Returns the reader of a log with a number.
    pub(in crate::conformance) fn reader(&self, source: &LogSource, number: usize) -> LogReader {
        let form = match source.format {
            Format::JsonLines => Form::JsonLines,
            Format::Csv => Form::Csv,
            Format::OpenTelemetry => {
                Form::OpenTelemetry(Box::new(self.rules.clone().unwrap_or_default()))
            }
            Format::Records => Form::Records {
                rules: Box::new(self.rules.clone().unwrap_or_default()),
                location: source.location.clone(),
            },
            Format::Plain => Form::Plain { location: source.location.clone() },
        };
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let reader = LogReader::new(&source.name, number, form).on_bad_lines(self.bad_lines);
        if self.keeps_all { reader.keeping_all() } else { reader }
    }
}

/// Returns the name in reports of logs that are read together.
pub fn title(sources: &[LogSource]) -> String {
    match sources {
        [first, _, _, _, ..] => format!("{} and {} others", first.name, sources.len() - 1),
        few => few.iter().map(|source| &*source.name).collect::<Vec<_>>().join(", "),
    }
}

/// Returns the kind of the letters of a model.
pub(in crate::conformance) fn elements(model: &GlobalModel) -> Elements {
    match model.signature() {
        Some(_) => Elements::Actions,
        None => Elements::Names,
    }
}
