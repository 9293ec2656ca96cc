//! Diagnostics about lines of logs.

use crate::report::Note;
use crate::sentences::advise_how;
use driver::conformance::{NoEarlyErrors, WrongLine};
use kernel::base::grouped;
use kernel::diagnostics::{Colours, Diagnostic, Severity, render};
use kernel::source::{Position, Source, Span};
use language::log::{LogReader, codes};

/// Maximum number of bad lines, and of warnings, that are shown.
const SHOWN: u64 = 20;

/// Maximum number of characters of a wrong line that are shown on either side of the error.
const CONTEXT: usize = 60;

/// Selects the diagnostics that are shown for logs that belong together.
#[derive(Clone, Debug)]
pub struct LogDiagnostics {
    /// The lowest severity that is shown.
    mildest: Severity,
    /// Whether bad lines are left out, as the user asked for.
    are_skipped: bool,
    /// Maximum number of bad lines, and of warnings, that are shown.
    max_shown: u64,
    /// Number of bad lines of the closed logs.
    bad_lines: u64,
    /// Number of bad lines, and of warnings, that were shown.
    shown: [u64; 2],
}

/// A diagnostic about a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogDiagnostic {
    /// The diagnostic for reports.
    pub note: Vec<Note>,
    /// The diagnostic as text, with ANSI sequences; `None` if it is not shown.
    pub text: Option<String>,
}

impl LogDiagnostics {
    /// Creates a selection for logs whose bad lines are left out if `are_skipped`; everything is shown if `shows_all`.
    pub fn new(mildest: Severity, are_skipped: bool, shows_all: bool) -> Self {
        let max_shown = if shows_all { u64::MAX } else { SHOWN };
        Self { mildest, are_skipped, max_shown, bad_lines: 0, shown: [0; 2] }
    }

    /// Returns the findings in a log since the last call.
    pub fn take(&mut self, reader: &mut LogReader) -> Vec<LogDiagnostic> {
        let mut all = Vec::new();
        for mut finding in reader.findings_mut().take() {
            let is_error = finding.diagnostic.severity() == Severity::Error;
            let is_whole =
                [codes::NOT_TEXT, codes::UNKNOWN_FORM].contains(&finding.diagnostic.code);
            if self.are_skipped && !is_whole {
                finding.diagnostic = finding.diagnostic.tolerated();
            }
            advise_how(&mut finding.diagnostic);
            let note = Note::all(&finding.source, std::slice::from_ref(&finding.diagnostic));
            let severity = finding.diagnostic.severity();
            let shown = &mut self.shown[usize::from(!is_error)];
            // The end of reading is always reported.
            let is_last = finding.diagnostic.code == codes::TOO_MANY;
            let is_shown = severity <= self.mildest && (*shown < self.max_shown || is_last);
            *shown += u64::from(is_shown);
            let text =
                is_shown.then(|| format!("{}\n", finding.render(Colours::Coloured).trim_end()));
            all.push(LogDiagnostic { note, text });
        }
        all
    }

    /// Records the end of a log, and returns the number of its bad lines that are not shown, if any.
    pub fn close(&mut self, reader: &LogReader) -> Option<String> {
        let before = self.bad_lines.min(self.max_shown);
        let findings = reader.findings();
        self.bad_lines += findings.errors();
        let shown = self.bad_lines.min(self.max_shown) - before;
        (findings.errors() > shown).then(|| {
            let more = grouped(findings.errors() - shown);
            format!("{}: {more} more bad lines are not shown; -v shows all\n", findings.name())
        })
    }

    /// Returns the number of bad lines in the closed logs.
    pub fn bad_lines(&self) -> u64 {
        self.bad_lines
    }
}

impl LogDiagnostic {
    /// Returns the diagnostic of a wrong line of a location in a file, and the sentence about it.
    pub fn of_line(wrong: &WrongLine, name: &str) -> (Self, String) {
        let WrongLine { code, line, column, why, help } = wrong;
        let Some((number, text)) = line else {
            let note = Note::without_place(code.name, why, name);
            let text = format!("\x1b[1;31merror[{}]\x1b[0m: {name}: {why}\n", code.name);
            return (Self { note: vec![note], text: Some(text) }, why.clone());
        };
        // Traces and areas may be long.
        let start = column.saturating_sub(CONTEXT);
        let shown: String = text.chars().skip(start).take(2 * CONTEXT).collect();
        let at = shown.chars().take(column - start).map(char::len_utf8).sum();
        let length = shown[at..].chars().next().map_or(0, char::len_utf8);
        let source = Source::excerpt(name, shown, Position { line: *number, column: start + 1 });
        let diagnostic = Diagnostic::new(*code, Span::new(at, at + length), why);
        let diagnostic = help.iter().fold(diagnostic, |diagnostic, help| diagnostic.help(*help));
        let note = Note::all(&source, std::slice::from_ref(&diagnostic));
        let text = render(&source, &diagnostic, Colours::Coloured);
        let text = Some(format!("{}\n", text.trim_end()));
        (Self { note, text }, format!("line {number}: {why}"))
    }
}

/// Returns the warning that no result of a session is reported before it ends.
pub fn early_warning(why: NoEarlyErrors) -> String {
    let why = match why {
        NoEarlyErrors::SortedByTime => "events are sorted by time",
        NoEarlyErrors::Term => "the model is followed as a term",
        NoEarlyErrors::Slice => "a slice may begin anywhere",
    };
    format!("\x1b[1;33mwarning:\x1b[0m nothing is told of a session before it ends: {why}\n")
}
