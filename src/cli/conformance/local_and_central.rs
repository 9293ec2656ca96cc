//! The two halves of a deployed check: at a location, and at the centre.

use std::io::BufReader;

use rustc_hash::FxHashSet;

use super::inputs::LogInput;
use super::log_reading::{LogObserver, LogReading};
use super::logs::{SessionPrinter, settle};
use crate::cli::answers::Desk;
use crate::cli::output::{Failure, reason, tell};
use crate::cli::report_writer::manner;
use crate::cli::reporter::Reporter;
use scm_check::driver::UNREADABLE;
use scm_check::driver::conformance::{
    CentralCheck, CentralMerge, CentralReport, Engine, LocalVerdicts, LogFault, LogGroup,
    LogOptions, LogSource, Plan, Stop, WrongLine, title,
};
use scm_check::kernel::verdict::Standing;
use scm_check::language::log::LogReader;
use scm_check::render::conformance::{
    LogDiagnostic, central_summary, no_session_row, silent_row, unknown_text,
};
use scm_check::render::report::{ModelSize, Row};
use scm_check::render::sentences::printable;

/// Logs that are read together, as inputs and as sources.
pub(super) type Group<'a> = (Vec<&'a LogInput>, Vec<LogSource>);

/// Prints what one location finds about each session of its logs, group by group; and behind that, unless something
/// is missing, that it is all.
///
/// # Errors
/// If there is no such location, a session stands in more than one group, or the output cannot be written.
pub(super) fn local(
    desk: &Desk<'_>,
    reporter: &mut Reporter,
    (plan, options): (&Plan<'_>, &LogOptions),
    groups: &[Group<'_>],
    engine: &Engine,
    location: &str,
) -> Result<(), Failure> {
    let writer = LocalVerdicts::new(engine, plan.model, location)
        .map_err(|why| Failure::Usage(format!("--local: {why}")))?;
    let left = options.limit.unwrap_or(u64::MAX);
    let met = (groups.len() > 1).then(FxHashSet::default);
    let mut run = LocalRun { writer, left, met, is_whole: true };
    for (inputs, sources) in groups {
        desk.watch.begin_model(&sources[0].name);
        let mut group = LogGroup::new(desk, plan, options, sources, engine.alphabet());
        group.sessions = group.sessions.wanting(run.left);
        let mut logs = LogReading::new(desk, reporter, inputs, group);
        logs.read(&mut run)?;
        let stop = logs.group.stop;
        run.is_whole &= stop.is_none();
        settle(reporter, stop);
        if stop.is_some_and(Stop::is_final) {
            break;
        }
    }
    if run.is_whole {
        return reporter.text(&run.writer.closing());
    }
    if !desk.report.quiet {
        let text = "\x1b[1;33mwarning:\x1b[0m not all sessions were checked: there is no last \
                    line, which would say that they were\n";
        tell(manner(desk.report).colour, text);
    }
    Ok(())
}

/// Logs that one location reads.
struct LocalRun {
    writer: LocalVerdicts,
    /// How many sessions are still wanted.
    left: u64,
    /// The keys of the sessions so far, where logs are read one by one.
    met: Option<FxHashSet<String>>,
    /// Whether all sessions of the logs so far have their lines.
    is_whole: bool,
}

impl LogObserver for LocalRun {
    /// Writes the lines of the sessions that ended, as far as they are wanted.
    fn on_data(&mut self, logs: &mut LogReading<'_>) -> Result<(), Failure> {
        let mut text = String::new();
        while self.left > 0
            && logs.group.stop != Some(Stop::Failure)
            && let Some(session) = logs.group.sessions.next_closed()
        {
            if let Some(met) = &mut self.met
                && !met.insert(session.key.clone())
            {
                logs.reporter.text(&text)?;
                return Err(Failure::Usage(format!(
                    "--local: the session `{}` stands in {} and in a log before, and a location has \
                     one line for it; --join reads the logs as one",
                    printable(&session.key),
                    logs.group.name()
                )));
            }
            let location = self.writer.location();
            let alphabet = logs.group.sessions.alphabet();
            let unknown = |position| unknown_text(&session, alphabet, location, position);
            let (line, is_right) = self.writer.line(&session, &unknown);
            text.push_str(&line);
            self.left -= 1;
            if !is_right {
                logs.reporter.settle(Standing::Failed);
                if logs.group.options.fail_fast {
                    logs.group.stop = Some(Stop::Failure);
                }
            }
            logs.group.sessions.recycle(session);
        }
        if self.left == 0 {
            logs.group.stop.get_or_insert(Stop::Enough);
        }
        logs.reporter.text(&text)
    }

    fn on_end(
        &mut self,
        logs: &mut LogReading<'_>,
        reader: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), Failure> {
        logs.close_diagnostics(reader);
        if reader.is_stopped() || fault.is_some() {
            self.is_whole = false;
            logs.reporter.settle(Standing::Refused);
        }
        Ok(())
    }

    fn on_error(&mut self, logs: &mut LogReading<'_>, _: &str) -> Result<(), Failure> {
        self.is_whole = false;
        logs.reporter.settle(Standing::Refused);
        Ok(())
    }
}

/// Reads the lines of a file.
///
/// # Errors
/// If the file or one of its lines cannot be read.
fn read_lines(merge: &mut CentralMerge, input: &LogInput) -> Result<(), WrongLine> {
    let unreadable = |why| WrongLine { code: &UNREADABLE, line: None, column: 0, why, help: None };
    let (stream, _) = input.input.open().map_err(unreadable)?;
    merge.read(BufReader::new(stream)).unwrap_or_else(|error| Err(unreadable(reason(&error))))
}

/// Finishes from what all locations printed.
///
/// # Errors
/// If there is no automaton, or the output cannot be written.
pub(super) fn central(
    desk: &Desk<'_>,
    reporter: &mut Reporter,
    (plan, options): (Plan<'_>, &LogOptions),
    (inputs, sources): (&[&LogInput], &[LogSource]),
    engine: &Engine,
) -> Result<(), Failure> {
    let title = &title(sources);
    let mut merge = CentralMerge::new(engine, plan.model)
        .map_err(|why| Failure::Usage(format!("--central: {why}")))?;
    let first = &inputs[0].input;
    let participants = engine.alphabet().locations().len();
    reporter.model(&[], Some(ModelSize { participants, channels: 0 }));
    let mut is_whole = true;
    for (input, source) in inputs.iter().zip(sources) {
        if let Err(wrong) = read_lines(&mut merge, input) {
            is_whole = false;
            let (diagnostic, message) = LogDiagnostic::of_line(&wrong, &source.name);
            reporter.note(&diagnostic.note);
            desk.display.hide();
            tell(manner(desk.report).colour, &diagnostic.text.unwrap_or_default());
            reporter.row(&input.input, Row::unreadable(&source.name, message))?;
        }
    }
    // What is missing then may be what could not be read.
    if !is_whole {
        return Ok(());
    }
    if let Some(row) = silent_row(title, &merge.silent()) {
        return reporter.row(first, row);
    }
    let is_empty = merge.is_empty() && !options.allows_empty;
    if is_empty {
        reporter.row(first, no_session_row(title))?;
    }
    let mut printer = SessionPrinter::new(desk, plan, (title, Vec::new()), engine, first);
    let mut check = CentralCheck::new(desk, &plan, merge, options.fail_fast, options.limit);
    while let Some(report) = check.next_report() {
        let row = match report {
            CentralReport::Finished(report) => printer.row(desk, reporter, &report),
            CentralReport::Incomplete { session, missing, is_first } => {
                printer.rows.incomplete(&session, &missing, is_first, check.merge())
            }
        };
        reporter.stream(vec![row])?;
    }
    if check.stop == Some(Stop::Interrupted) {
        reporter.settle(Standing::Interrupted);
    }
    reporter.sum(central_summary(&printer.rows, &check, is_empty))
}
