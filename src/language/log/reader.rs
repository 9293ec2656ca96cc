//! Reading a log in pieces of any size.

use super::csv::{Columns, Pending, Row, Unsplit, misquoted};
use super::findings::{Findings, MAX_FINDINGS};
use super::json::Scratch;
use super::mapping::Mapping;
use super::otel::Exports;
use super::outcome::{Outcome, Reported};
use super::record::LineProblem;
use super::records::Records;
use super::unknown_form::{foreign_object, foreign_text};
use super::{Rules, Sessions, codes, json, plain};
use crate::reading::shortened;
use kernel::diagnostics::Remedy;

/// Maximum number of bytes of a line.
const LONGEST_LINE: usize = 16 << 20;

/// The format of a log, with the information that is needed to read it.
#[derive(Clone, Debug)]
pub enum Form {
    /// JSON lines.
    JsonLines,
    /// Comma-separated values.
    Csv,
    /// Exports of OpenTelemetry, Zipkin or Jaeger.
    OpenTelemetry(Box<Rules>),
    /// Records that rules map to events.
    Records {
        /// The rules.
        rules: Box<Rules>,
        /// The name of the location, where the rules name none.
        location: String,
    },
    /// The events of one location.
    Plain {
        /// The name of the location.
        location: String,
    },
}

/// What the reader does if many lines are bad.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BadLines {
    /// Stop behind the thousandth bad line.
    #[default]
    Stop,
    /// Skip bad lines, regardless of their number.
    Skip,
}

/// A reader of one log, which receives the log in pieces.
///
/// A bad line is left out, counted and reported with its place; the next one is read. The reader keeps
/// one line, and the contents of [`Findings`] and [`Mapping`].
///
/// # Complexity
/// Linear in the log.
#[derive(Clone, Debug)]
pub struct LogReader {
    /// Number of lines that were begun.
    line: u64,
    /// The beginning of an incomplete line.
    carry: Vec<u8>,
    /// Whether the current line is too long and the rest of it is skipped.
    is_skipping: bool,
    is_stopped: bool,
    bad_lines: BadLines,
    state: State,
    outcome: Outcome,
}

#[derive(Clone, Debug)]
enum State {
    JsonLines(Box<Scratch>),
    Csv(Box<Csv>),
    OpenTelemetry(Box<Exports>),
    Records(Box<Records>),
    Plain { location: String },
}

#[derive(Clone, Debug, Default)]
struct Csv {
    /// The reader of the rows, if rules say what they are.
    records: Option<Box<Records>>,
    columns: Option<Columns>,
    row: Row,
    pending: Pending,
}

impl LogReader {
    /// Creates a reader of the log called `name`, which has the number `log` among the logs that are gathered
    /// together.
    pub fn new(name: impl Into<String>, log: u32, form: Form) -> Self {
        let state = match form {
            Form::JsonLines => State::JsonLines(Box::default()),
            Form::Csv => State::Csv(Box::default()),
            Form::OpenTelemetry(rules) => State::OpenTelemetry(Box::new(Exports::new(*rules))),
            Form::Records { rules, location } => {
                let records = Box::new(Records::new(*rules, location));
                if records.are_rows() {
                    State::Csv(Box::new(Csv { records: Some(records), ..Csv::default() }))
                } else {
                    State::Records(records)
                }
            }
            Form::Plain { location } => State::Plain { location },
        };
        let outcome = Outcome {
            log,
            findings: Findings::new(name.into()),
            mapping: Mapping::default(),
            records: 0,
            reported: Reported::default(),
            is_refused: false,
            is_strict: true,
        };
        Self {
            line: 0,
            carry: Vec::new(),
            is_skipping: false,
            is_stopped: false,
            bad_lines: BadLines::Stop,
            state,
            outcome,
        }
    }

    /// Sets what the reader does if many lines are bad.
    #[must_use]
    pub fn on_bad_lines(mut self, what: BadLines) -> Self {
        self.bad_lines = what;
        self.outcome.is_strict = what == BadLines::Stop;
        self
    }

    /// Keeps all findings until they are [taken](Findings::take), not only the first [`MAX_FINDINGS`] of each
    /// severity.
    #[must_use]
    pub fn keeping_all(mut self) -> Self {
        self.outcome.findings.keep_all();
        self
    }

    /// Keeps the first `number` events as they were read.
    #[must_use]
    pub fn sampling(mut self, number: usize) -> Self {
        self.outcome.mapping = Mapping::new(number);
        self
    }

    /// Returns the findings so far.
    pub fn findings(&self) -> &Findings {
        &self.outcome.findings
    }

    /// Returns the findings so far, so that they can be taken.
    pub fn findings_mut(&mut self) -> &mut Findings {
        &mut self.outcome.findings
    }

    /// Returns how events were read so far.
    pub fn mapping(&self) -> &Mapping {
        &self.outcome.mapping
    }

    /// Returns the number of lines so far.
    pub fn lines(&self) -> u64 {
        self.line
    }

    /// Returns `true` if reading has stopped: further input is ignored.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Reads the next piece of the log, until there are [enough](Sessions::are_enough) sessions. The result does not
    /// depend on how the log is split into pieces.
    pub fn feed(&mut self, mut bytes: &[u8], sessions: &mut Sessions) {
        while !self.is_stopped && !sessions.are_enough() {
            let Some(end) = memchr::memchr(b'\n', bytes) else { break };
            let (line, rest) = bytes.split_at(end);
            bytes = &rest[1..];
            if self.carry.is_empty() {
                self.whole_line(line, sessions);
            } else {
                let mut carry = std::mem::take(&mut self.carry);
                if carry.len() + line.len() <= LONGEST_LINE {
                    carry.extend_from_slice(line);
                    self.whole_line(&carry, sessions);
                } else {
                    self.too_long(&carry);
                }
                carry.clear();
                self.carry = carry;
            }
            self.is_skipping = false;
        }
        if self.is_stopped || self.is_skipping || sessions.are_enough() {
            return;
        }
        if self.carry.len() + bytes.len() <= LONGEST_LINE {
            self.carry.extend_from_slice(bytes);
        } else {
            let mut carry = std::mem::take(&mut self.carry);
            let missing = (LONGEST_LINE - carry.len()).min(bytes.len());
            carry.extend_from_slice(&bytes[..missing]);
            self.too_long(&carry);
            self.is_skipping = true;
        }
    }

    /// Ends the log. Sessions stay open, since another log may continue them.
    pub fn finish(&mut self, sessions: &mut Sessions) {
        let carry = std::mem::take(&mut self.carry);
        if !self.is_stopped && !carry.is_empty() {
            let before = self.outcome.records;
            self.whole_line(&carry, sessions);
            let is_read = self.outcome.records > before;
            if is_read && matches!(self.state, State::Csv(_) | State::Plain { .. }) {
                let end = carry.len();
                let message = "the log does not end with a line break";
                let problem = LineProblem::new(codes::NO_LINE_BREAK, end..end, message)
                    .help("perhaps the last line is cut off");
                self.outcome.findings.report(self.line, &carry, problem);
            }
        }
        if !self.is_stopped {
            match &mut self.state {
                State::Csv(csv) => csv.finish(&mut self.outcome, sessions),
                State::OpenTelemetry(exports) => exports.finish(&mut self.outcome, sessions),
                State::JsonLines(_) | State::Records(_) | State::Plain { .. } => {}
            }
            self.stop_if_bad();
        }
        self.sum_up();
        let outcome = &mut self.outcome;
        if outcome.records == 0 && outcome.findings.errors() == 0 {
            let problem = LineProblem::new(codes::NO_EVENT, 0..0, "there is no event in this log");
            outcome.findings.report(1, b"", problem);
        }
    }

    /// Reports what is counted for the log as a whole: [`finish`](Self::finish) does so, too.
    pub fn sum_up(&mut self) {
        let records = match &mut self.state {
            State::Records(records) => Some(records),
            State::Csv(csv) => csv.records.as_mut(),
            State::JsonLines(_) | State::OpenTelemetry(_) | State::Plain { .. } => None,
        };
        if let Some(records) = records {
            records.finish(&mut self.outcome);
        }
        self.outcome.report_doubts();
    }

    fn whole_line(&mut self, line: &[u8], sessions: &mut Sessions) {
        if self.is_skipping {
            return;
        }
        if line.len() > LONGEST_LINE {
            self.too_long(line);
            return;
        }
        self.line += 1;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.line == 1
            && let Some((message, advice)) = foreign(line)
        {
            let problem = LineProblem::new(codes::NOT_TEXT, 0..0, message);
            self.outcome.findings.report(1, b"", advised(problem, advice));
            self.is_stopped = true;
            return;
        }
        // A byte order mark only indicates UTF-8.
        let mark = "\u{feff}".as_bytes();
        let line = if self.line == 1 { line.strip_prefix(mark).unwrap_or(line) } else { line };
        self.text(line, sessions);
        self.stop_if_bad();
    }

    /// Reads a line without its end.
    #[inline]
    fn text(&mut self, line: &[u8], sessions: &mut Sessions) {
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let at = error.valid_up_to();
                let length = error.error_len().unwrap_or(line.len() - at);
                let message = "these bytes are not UTF-8";
                let problem = LineProblem::new(codes::CHARACTERS, at..at + length, message)
                    .help("logs are text in UTF-8");
                self.outcome.findings.report(self.line, line, problem);
                return;
            }
        };
        if line.iter().all(|byte| matches!(byte, b' ' | b'\t')) && !self.state.is_pending() {
            return;
        }
        let number = self.line;
        match &mut self.state {
            State::JsonLines(scratch) => {
                if self.outcome.is_fresh()
                    && let Some(problem) = foreign_object(text)
                {
                    self.outcome.refuse(number, line, problem);
                    return;
                }
                let record = json::parse(text, scratch);
                let record = record.map_err(|problem| control(line).unwrap_or(problem));
                self.outcome.take(record, (number, line), sessions);
            }
            State::OpenTelemetry(exports) => {
                exports.line(text, number, &mut self.outcome, sessions);
            }
            State::Records(records) => match control(line) {
                Some(problem) => self.outcome.findings.report(number, line, problem),
                None => records.line((number, text), &mut self.outcome, sessions),
            },
            State::Plain { location } => {
                if self.outcome.is_fresh()
                    && let Some(problem) = foreign_text(text)
                    && !sessions.has_letter(location, text.trim())
                {
                    self.outcome.refuse(number, line, problem);
                    return;
                }
                if self.outcome.is_fresh()
                    && let Some(others) = sessions.others_than(location)
                {
                    self.outcome.refuse(number, line, other_location(location, &others));
                    return;
                }
                let record = control(line).map_or_else(|| Ok(plain::parse(text, location)), Err);
                self.outcome.take(record, (number, line), sessions);
            }
            State::Csv(csv) => match control(line) {
                Some(problem) => self.outcome.findings.report(number, line, problem),
                None => csv.line(text, number, &mut self.outcome, sessions),
            },
        }
    }

    /// Reports that the line that begins with `start` is too long.
    fn too_long(&mut self, start: &[u8]) {
        self.line += 1;
        let message = "the line is longer than 16 MiB";
        let advice = match foreign(start) {
            Some((_, advice)) if self.line == 1 => advice,
            _ => Err("is this a log in this format?"),
        };
        let problem = LineProblem::new(codes::TOO_LONG, 0..0, message);
        self.outcome.findings.report(self.line, start, advised(problem, advice));
        self.stop_if_bad();
    }

    fn stop_if_bad(&mut self) {
        let is_headless = matches!(&self.state, State::Csv(csv) if csv.is_refused());
        let findings = &mut self.outcome.findings;
        if is_headless || self.outcome.is_refused {
            self.is_stopped = true;
        } else if self.bad_lines == BadLines::Stop && findings.errors() >= MAX_FINDINGS as u64 {
            let message =
                format!("reading stops at line {}, after {MAX_FINDINGS} bad lines", self.line);
            let help = "is this a log in this format?";
            let problem = LineProblem::new(codes::TOO_MANY, 0..0, message).help(help);
            findings.report(self.line, b"", problem);
            self.is_stopped = true;
        }
    }
}

impl State {
    /// Returns `true` if the line continues the previous one.
    fn is_pending(&self) -> bool {
        match self {
            Self::Csv(csv) => !csv.pending.text.is_empty(),
            Self::OpenTelemetry(exports) => exports.is_pending(),
            Self::JsonLines(_) | Self::Records(_) | Self::Plain { .. } => false,
        }
    }
}

impl Csv {
    /// Returns `true` if the first row is not a header.
    fn is_refused(&self) -> bool {
        self.columns.as_ref().is_some_and(Columns::is_empty)
    }

    fn line(&mut self, text: &str, number: u64, outcome: &mut Outcome, sessions: &mut Sessions) {
        if self.records.as_ref().is_some_and(|records| records.is_new()) {
            self.row.guess_separator(text);
        }
        if self.pending.text.is_empty() {
            self.row(text, number, outcome, sessions);
            return;
        }
        let is_closed = self.pending.add(text);
        if !is_closed && !self.pending.is_too_long() {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        if is_closed && self.row.split(&pending.text).is_ok() {
            self.fields(&pending.text, pending.number, outcome, sessions);
        } else {
            self.give_up(pending, outcome, sessions);
        }
    }

    /// Reads a row that is complete on one line, or begins there.
    fn row(&mut self, text: &str, number: u64, outcome: &mut Outcome, sessions: &mut Sessions) {
        match self.row.split(text) {
            Ok(()) => self.fields(text, number, outcome, sessions),
            Err(Unsplit::Open(_)) => self.pending = Pending { text: format!("{text}\n"), number },
            Err(Unsplit::Wrong(problem)) => self.refuse(number, text, problem, outcome),
        }
    }

    fn fields(&mut self, text: &str, number: u64, outcome: &mut Outcome, sessions: &mut Sessions) {
        if let Some(records) = &mut self.records {
            records.row(&self.row, (number, text), outcome, sessions);
            return;
        }
        match &self.columns {
            Some(columns) => {
                let record = self.row.record(text, columns);
                outcome.take(record, (number, text.as_bytes()), sessions);
            }
            None => {
                let columns = self.row.columns(text).unwrap_or_else(|problem| {
                    outcome.findings.report(number, text.as_bytes(), problem);
                    Columns::default()
                });
                self.columns = Some(columns);
            }
        }
    }

    /// Reports a row that cannot be read. Without a header no other row can be read.
    fn refuse(&mut self, number: u64, row: &str, problem: LineProblem, outcome: &mut Outcome) {
        outcome.findings.report(number, row.as_bytes(), problem);
        if self.records.as_ref().is_none_or(|records| records.is_new()) {
            self.columns.get_or_insert_default();
        }
    }

    /// Reports an unclosed quote on the first of the pending lines, and reads the other lines
    /// as if it were absent.
    fn give_up(&mut self, pending: Pending, outcome: &mut Outcome, sessions: &mut Sessions) {
        let Pending { text, number } = pending;
        let mut lines = text.strip_suffix('\n').unwrap_or(&text).split('\n');
        let first = lines.next().unwrap_or_default();
        let (at, message) = match self.row.split(first) {
            Err(Unsplit::Open(at)) => (at, "this quote does not end"),
            _ => (0, "a quote does not end"),
        };
        let problem = misquoted(at..(at + 1).min(first.len()), message);
        self.refuse(number, first, problem, outcome);
        for (line, number) in lines.zip(number + 1..) {
            // A later line pends on its own: it has an odd number of quotes, so it is the last one here.
            if self.is_refused() {
                return;
            }
            if !line.is_empty() || !self.pending.text.is_empty() {
                self.line(line, number, outcome, sessions);
            }
        }
    }

    fn finish(&mut self, outcome: &mut Outcome, sessions: &mut Sessions) {
        while !self.pending.text.is_empty() {
            let pending = std::mem::take(&mut self.pending);
            self.give_up(pending, outcome, sessions);
        }
    }
}

/// What helps: something to ask of the program, or else what this says.
type Advice = Result<Remedy, &'static str>;

fn advised(problem: LineProblem, advice: Advice) -> LineProblem {
    match advice {
        Ok(remedy) => problem.remedy(remedy),
        Err(help) => problem.help(help),
    }
}

/// Returns an error message and advice if the beginning of a log shows that it is not a text in UTF-8.
fn foreign(start: &[u8]) -> Option<(&'static str, Advice)> {
    const PACKED: [(&[u8], &str); 5] = [
        (b"\x1f\x8b", "gunzip -c"),
        (b"\x28\xb5\x2f\xfd", "zstd -dc"),
        (b"\xfd7zXZ", "xz -dc"),
        (b"BZh", "bunzip2 -c"),
        (b"PK\x03\x04", "unzip -p"),
    ];
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        let help = "convert it: `iconv -f UTF-16 -t UTF-8 FILE`";
        return Some(("the file is UTF-16", Err(help)));
    }
    let (_, unpack) = PACKED.iter().find(|(bytes, _)| start.starts_with(bytes))?;
    Some(("the file is compressed", Ok(Remedy::Unpack(unpack))))
}

/// Returns the report of a log that is called after no location of the model.
fn other_location(location: &str, others: &str) -> LineProblem {
    let message =
        format!("the model has no location `{}`, as the log is called", shortened(location));
    let help = format!(
        "the model has {others}: `LOCATION=FILE` says whose log it is; a log that is in another form is read by rules"
    );
    LineProblem::new(codes::UNKNOWN_LOCATION, 0..0, message).help(help).remedy(Remedy::GuessRules)
}

/// Returns the report of a control character other than a tab.
fn control(line: &[u8]) -> Option<LineProblem> {
    let at = line.iter().position(|&byte| byte < 0x20 && byte != b'\t')?;
    let count = line[at..].iter().take_while(|&&byte| byte == line[at]).count();
    let (message, help) = match line[at] {
        0 if count > 1 => (format!("{count} zero bytes"), "the machine went down while it wrote"),
        0 => ("a zero byte".to_owned(), "logs are text in UTF-8"),
        b'\r' => ("a carriage return".to_owned(), "lines end with a line feed"),
        byte => (format!("the control character {byte:#04x}"), "logs are text in UTF-8"),
    };
    Some(LineProblem::new(codes::CHARACTERS, at..at + count, message).help(help))
}
