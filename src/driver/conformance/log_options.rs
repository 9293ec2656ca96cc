//! How logs are read, gathered into sessions, and left off.

use std::time::Duration;

use language::log::{
    BadLines, Elements, Form, Format, Gathering, Grouping, LogReader, Order, Rules,
};

use super::model::GlobalModel;

/// How logs are read, gathered into sessions, and left off.
#[derive(Clone, Debug, Default)]
pub struct LogOptions {
    /// What is an event in exports of OpenTelemetry.
    pub rules: Option<Rules>,
    /// How sessions stand in a log.
    pub grouping: Grouping,
    /// Whether each log has a part of each session.
    pub is_joined: bool,
    /// Whether the events of each location are ordered by time.
    pub by_time: bool,
    /// What is done with lines that cannot be read.
    pub bad_lines: BadLines,
    /// Whether everything that is wrong with a log is kept, however much that is.
    pub keeps_all: bool,
    /// Whether logs without any event conform.
    pub allows_empty: bool,
    /// Whether reading ends after the first session that does not conform.
    pub fail_fast: bool,
    /// How many sessions are checked at most.
    pub limit: Option<u64>,
    /// Whether events are read as they come, and each session is answered at once.
    pub follows: bool,
    /// A session ends when nothing was seen of it for this time.
    pub idle_timeout: Option<Duration>,
}

/// A log that is read line by line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogSource {
    /// The name of the log, as reports give it.
    pub name: String,
    /// The language that it is written in.
    pub format: Format,
    /// The location that it is of, if it is plain.
    pub location: String,
}

impl LogOptions {
    /// Returns `true` if bad lines are left out.
    pub fn skips_bad_lines(&self) -> bool {
        self.bad_lines == BadLines::Skip
    }

    /// Returns how the events of logs that are read together are gathered.
    pub(super) fn gathering(&self, sources: &[LogSource]) -> Gathering {
        let is_export = |source: &LogSource| source.format == Format::OpenTelemetry;
        let is_by_time = self.by_time || sources.iter().any(is_export);
        Gathering {
            grouping: self.grouping,
            order: if is_by_time { Order::ByTime } else { Order::AsWritten },
            joined: sources.len() > 1,
        }
    }

    /// Returns the numbers of the inputs that are read together with the one with a number, from it on; an input
    /// without a format is no log.
    pub fn read_together(&self, formats: &[Option<Format>], number: usize) -> Vec<usize> {
        let joins = |other: &usize| match (self.is_joined, formats[number]) {
            (true, _) => formats[*other].is_some(),
            (false, Some(Format::Plain)) => formats[*other] == Some(Format::Plain),
            (false, _) => false,
        };
        std::iter::once(number).chain((number + 1..formats.len()).filter(joins)).collect()
    }

    /// Returns the reader of a log with a number.
    pub(super) fn reader(&self, source: &LogSource, number: usize) -> LogReader {
        let form = match source.format {
            Format::JsonLines => Form::JsonLines,
            Format::Csv => Form::Csv,
            Format::OpenTelemetry => {
                Form::OpenTelemetry(Box::new(self.rules.clone().unwrap_or_default()))
            }
            Format::Plain => Form::Plain { location: source.location.clone() },
        };
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let reader = LogReader::new(&source.name, number, form).on_bad_lines(self.bad_lines);
        if self.keeps_all { reader.keeping_all() } else { reader }
    }
}

/// Returns what reports call logs that are read together.
pub fn title(sources: &[LogSource]) -> String {
    match sources {
        [first, _, _, _, ..] => format!("{} and {} others", first.name, sources.len() - 1),
        few => few.iter().map(|source| &*source.name).collect::<Vec<_>>().join(", "),
    }
}

/// Returns what letters of a model are.
pub(super) fn elements(model: &GlobalModel) -> Elements {
    match model.signature() {
        Some(_) => Elements::Actions,
        None => Elements::Names,
    }
}
