//! The two parts of a deployed check: at a location, and at the centre.

use std::io::BufReader;

use super::inputs::LogInput;
use super::log_inputs::{LogInputs, Logs};
use super::logs::ExplainedRows;
use crate::cli::failure::{Failure, reason};
use crate::cli::output::tell;
use crate::cli::run_context::RunContext;
use scm_check::internals::driver::codes;
use scm_check::internals::driver::conformance::{
    CentralCheck, CentralMerge, CentralReport, DeploymentError, Engine, LocalCheck, LogFault,
    LogGroup, LogObserver, LogOptions, LogReading, LogSource, Plan, Stop, WrongLine, title,
};
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::log::LogReader;
use scm_check::internals::render::conformance::{
    LogDiagnostic, central_summary, no_session_row, silent_row, unknown_text,
};
use scm_check::internals::render::report::{ModelSize, Row};
use scm_check::internals::render::sentences::printable;

/// Logs that are read together, as inputs and as sources.
pub(super) type Group<'a> = (Vec<&'a LogInput>, Vec<LogSource>);

/// Prints the result of one location about each session of its logs, group by group, followed by a closing line unless
/// some results are missing.
///
/// # Errors
/// If there is no such location, a session is part of more than one group, or the output cannot be written.
pub(super) fn local(
    context: &RunContext<'_>,
    (plan, options): (&Plan<'_>, &LogOptions),
    groups: &[Group<'_>],
    engine: &Engine,
    location: &str,
) -> Result<(), Failure> {
    let check = LocalCheck::new(engine, plan.model, location, options.limit, groups.len());
    let mut check = check.map_err(|why| refused("--local", &why))?;
    for (inputs, sources) in groups {
        context.watch.begin_model(&sources[0].name);
        let group = LogGroup::new(context, plan, options, sources, engine.alphabet());
        let group = check.wanted(group);
        let files = LogInputs::new(context, inputs, &group);
        let mut logs = LogReading { group, files };
        logs.read(&mut check)?;
        logs.files.settle(logs.group.stop);
        if let Some(stop) = logs.group.stop {
            check.leave_open();
            if stop.is_final() {
                break;
            }
        }
    }
    if let Some(text) = check.closing() {
        return context.reporter.text(&text);
    }
    if !context.options.report.quiet {
        let text = "\x1b[1;33mwarning:\x1b[0m not all sessions were checked: there is no last \
                    line, which would say that they were\n";
        tell(context.options.loading.colour, text);
    }
    Ok(())
}

/// Notes that a log cannot be read to its end.
fn refuse(check: &mut LocalCheck, logs: &Logs<'_, '_>) {
    check.leave_open();
    logs.files.context.reporter.settle(ExitStatus::Refused);
}

impl<'f> LogObserver<LogInputs<'f>> for LocalCheck {
    type Error = Failure;

    fn on_data(&mut self, logs: &mut Logs<'_, 'f>) -> Result<(), Failure> {
        let lines = self.lines(&mut logs.group, &unknown_text);
        logs.files.context.reporter.text(&lines.text)?;
        if lines.has_failed {
            logs.files.context.reporter.settle(ExitStatus::Failed);
        }
        for key in lines.unordered {
            let text = format!(
                "\x1b[1;33mwarning:\x1b[0m the session `{}` has no line: times leave the order of its \
                 events open, and the verdict may depend on it\n",
                printable(&key)
            );
            tell(logs.files.context.options.loading.colour, &text);
            logs.files.context.reporter.settle(ExitStatus::Open);
        }
        let Some(key) = lines.repeated else { return Ok(()) };
        Err(Failure::Usage(format!(
            "--local: the session `{}` stands in {} and in a log before, and a location has one line \
             for it; --join reads the logs as one",
            printable(&key),
            logs.group.name()
        )))
    }

    fn on_end(
        &mut self,
        logs: &mut Logs<'_, 'f>,
        reader: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), Failure> {
        logs.files.close_diagnostics(reader);
        if reader.is_stopped() || fault.is_some() {
            refuse(self, logs);
        }
        Ok(())
    }

    fn on_error(&mut self, logs: &mut Logs<'_, 'f>, _: &str) -> Result<(), Failure> {
        refuse(self, logs);
        Ok(())
    }
}

/// Reads the lines of a file.
///
/// # Errors
/// If the file or one of its lines cannot be read.
fn read_lines(merge: &mut CentralMerge, input: &LogInput) -> Result<(), WrongLine> {
    let unreadable = |why| WrongLine::new(codes::UNREADABLE, why);
    let (stream, _) = input.input.open().map_err(unreadable)?;
    merge.read(BufReader::new(stream)).unwrap_or_else(|error| Err(unreadable(reason(&error))))
}

/// Finishes the check with the output of all locations.
///
/// # Errors
/// If there is no automaton, or the output cannot be written.
pub(super) fn central(
    context: &RunContext<'_>,
    (plan, options): (Plan<'_>, &LogOptions),
    (inputs, sources): (&[&LogInput], &[LogSource]),
    engine: &Engine,
) -> Result<(), Failure> {
    let title = &title(sources);
    let merge = CentralMerge::new(engine, plan.model);
    let mut merge = merge.map_err(|why| refused("--central", &why))?;
    let first = &inputs[0].input;
    let participants = engine.alphabet().locations().len();
    context
        .reporter
        .model(Vec::new(), Some(ModelSize { participants, channels: 0, architecture: None }));
    let mut is_whole = true;
    for (input, source) in inputs.iter().zip(sources) {
        if let Err(wrong) = read_lines(&mut merge, input) {
            is_whole = false;
            let (diagnostic, message) = LogDiagnostic::of_line(&wrong, &source.name);
            context.reporter.note(diagnostic.note);
            context.display.hide();
            tell(context.options.loading.colour, &diagnostic.text.unwrap_or_default());
            context.reporter.row(&input.input, Row::unreadable(&source.name, message))?;
        }
    }
    // Missing results may be in the part that could not be read.
    if !is_whole {
        return Ok(());
    }
    if let Some(row) = silent_row(title, &merge.silent()) {
        return context.reporter.row(first, row);
    }
    let is_empty = merge.is_empty() && !options.allows_empty;
    if is_empty {
        context.reporter.row(first, no_session_row(title))?;
    }
    let mut rows = ExplainedRows::new(context, plan, (title, Vec::new()), engine, first);
    let mut check = CentralCheck::new(context, &plan, merge, options.fail_fast, options.limit);
    while let Some(report) = check.next_report() {
        let row = match report {
            CentralReport::Finished(report) => rows.row(context, &report),
            CentralReport::Incomplete { session, missing, is_first } => {
                rows.rows.incomplete(&session, &missing, is_first, check.merge())
            }
        };
        context.reporter.stream(vec![row])?;
    }
    if check.stop == Some(Stop::Interrupted) {
        context.reporter.settle(ExitStatus::Interrupted);
    }
    context.reporter.sum(central_summary(&rows.rows, &check, is_empty))
}

/// Returns why logs cannot be checked location by location, and the option that needs no automaton.
fn refused(option: &str, why: &DeploymentError) -> Failure {
    let how = if matches!(why, DeploymentError::NoAutomaton(_)) { ", with --join" } else { "" };
    Failure::Usage(format!("{option}: {why}{how}"))
}
