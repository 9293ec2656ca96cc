//! What is wrong with lines of logs, told as they are read.

use crate::cli::answers::Desk;
use crate::cli::conform_args::LogArguments;
use crate::cli::models::Manner;
use crate::cli::output::tell;
use crate::cli::report_writer::manner;
use crate::cli::reporter::Reporter;
use scm_check::kernel::base::grouped;
use scm_check::kernel::diagnostics::{Colours, Severity};
use scm_check::language::log::{LogReader, Mistake};
use scm_check::render::report::Note;
use scm_check::render::sentences::number_of;

/// At most so many bad lines, and so many oddities, are shown.
const SHOWN: u64 = 20;

/// Tells what is wrong with logs that belong together.
pub(super) struct Complaints<'d> {
    desk: &'d Desk<'d>,
    manner: Manner,
    /// Whether bad lines are left out, as the user asked for.
    are_skipped: bool,
    bad_lines: u64,
    /// How many bad lines were shown, and how many oddities.
    shown: [u64; 2],
}

impl<'d> Complaints<'d> {
    /// Returns what has told nothing yet.
    pub(super) fn new(desk: &'d Desk<'d>, log: &LogArguments) -> Self {
        let are_skipped = log.skip_bad_lines;
        Self { desk, manner: manner(desk.report), are_skipped, bad_lines: 0, shown: [0; 2] }
    }

    /// Returns how many bad lines, and how many oddities, are shown.
    fn most(&self) -> u64 {
        if self.desk.report.verbose { u64::MAX } else { SHOWN }
    }

    /// Tells what was found of a log since the last time.
    pub(super) fn tell(&mut self, reader: &mut LogReader, reporter: &mut Reporter) {
        let most = self.most();
        for mut finding in reader.findings_mut().take() {
            let is_error = finding.diagnostic.severity() == Severity::Error;
            if self.are_skipped && finding.diagnostic.code != Mistake::NotText.code() {
                finding.diagnostic = finding.diagnostic.tolerated();
            }
            reporter.note(&Note::all(&finding.source, std::slice::from_ref(&finding.diagnostic)));
            let severity = finding.diagnostic.severity();
            let shown = &mut self.shown[usize::from(!is_error)];
            // That reading stops is always said.
            let is_last = finding.diagnostic.code == Mistake::TooMany.code();
            if severity <= self.manner.mildest && (*shown < most || is_last) {
                *shown += 1;
                let text = finding.render(Colours::Coloured);
                self.desk.display.hide();
                tell(self.manner.colour, &format!("{}\n", text.trim_end()));
            }
        }
    }

    /// Takes note of the end of a log, and tells how many of its bad lines are not shown.
    pub(super) fn close(&mut self, reader: &LogReader) {
        let most = self.most();
        let before = self.bad_lines.min(most);
        let findings = reader.findings();
        self.bad_lines += findings.errors();
        let shown = self.bad_lines.min(most) - before;
        if findings.errors() > shown && !self.desk.report.quiet {
            let more = grouped(findings.errors() - shown);
            let text =
                format!("{}: {more} more bad lines are not shown; -v shows all\n", findings.name());
            tell(self.manner.colour, &text);
        }
    }

    /// Returns how many bad lines there are in the logs that were closed.
    pub(super) fn bad_lines(&self) -> u64 {
        self.bad_lines
    }
}

/// Returns a number of bad lines in words.
pub(super) fn lines(number: u64) -> String {
    number_of(usize::try_from(number).unwrap_or(usize::MAX), "bad line")
}
