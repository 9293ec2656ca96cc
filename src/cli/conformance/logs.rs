//! Checks sessions of logs as they end, and reports their rows.

use std::io;
use std::path::Path;

use super::checkpoint_file::{CheckpointFile, failed};
use super::inputs::LogInput;
use super::log_inputs::{LogInputs, Logs};
use crate::cli::failure::Failure;
use crate::cli::input::Input;
use crate::cli::output::tell;
use crate::cli::run_context::RunContext;
use scm_check::internals::driver::conformance::{
    Checkpoint, Engine, LogCheck, LogFault, LogGroup, LogObserver, LogReading, Plan,
    SessionExplainer, SessionReport, Stop,
};
use scm_check::internals::language::log::LogReader;
use scm_check::internals::render::conformance::{
    SessionRows, early_warning, fault_text, log_summary,
};
use scm_check::internals::render::report::{ModelSize, Row};

/// Makes the rows of sessions, with explanations if they are wanted.
pub(super) struct ExplainedRows<'r> {
    pub(super) rows: SessionRows<'r>,
    explainer: SessionExplainer<'r>,
    /// The first log, which determines the names of witness files.
    first: &'r Input,
}

impl<'r> ExplainedRows<'r> {
    /// Returns a maker of rows for the sessions of a group of logs.
    pub(super) fn new(
        context: &RunContext<'_>,
        plan: Plan<'r>,
        (title, names): (&str, Vec<String>),
        engine: &Engine,
        first: &'r Input,
    ) -> Self {
        Self {
            rows: SessionRows::new(plan, context.style(), title, names, engine),
            explainer: SessionExplainer::new(engine, plan, context.watch.deadline()),
            first,
        }
    }

    /// Returns the row of a session. If witnesses are wanted, the witness of a session with an unexpected result is
    /// written first, with its explanation even if the row has none.
    pub(super) fn row(&mut self, context: &RunContext<'_>, report: &SessionReport) -> Row {
        let SessionReport { session, outcome, is_explained } = report;
        let (plan, is_kept) = (self.rows.plan(), context.options.report.witness.is_some());
        let answer = outcome.answer();
        let explanation =
            answer.filter(|answer| plan.explains(answer, *is_explained || is_kept)).map(|answer| {
                context.watch.know(&self.rows.session(session, outcome, None));
                self.explainer.explain(context, session, answer)
            });
        let shown = explanation.as_ref();
        let shown = shown.filter(|_| *is_explained || outcome.holds() != Some(false));
        let row = self.rows.session(session, outcome, shown);
        if explanation.is_some() {
            context.watch.hand_over();
        }
        if is_kept && shown.is_none() && explanation.is_some() {
            let whole = self.rows.session(session, outcome, explanation.as_ref());
            context.reporter.keep(self.first, &whole);
        } else if is_kept {
            context.reporter.keep(self.first, &row);
        }
        row
    }
}

/// Sessions of a group of logs that are being checked.
struct LogRun<'r> {
    rows: ExplainedRows<'r>,
    check: LogCheck<'r, CheckpointFile>,
    /// The file of the checkpoint.
    resume: Option<&'r Path>,
}

/// Reads logs to their ends and reports their sessions. Returns the reason for which reading stopped early, if it did.
///
/// # Errors
/// If the report or the checkpoint cannot be written.
pub(super) fn conform<'r>(
    context: &'r RunContext<'r>,
    plan: Plan<'r>,
    (inputs, group): (&'r [&'r LogInput], LogGroup<'r>),
    engine: &Engine,
    (checkpoint, left): (Option<&'r mut Checkpoint<CheckpointFile>>, &'r mut u64),
    resume: Option<&'r Path>,
) -> Result<Option<Stop>, Failure> {
    let locations = engine.alphabet().locations().len();
    context.reporter.model(
        Vec::new(),
        Some(ModelSize { participants: locations, channels: 0, architecture: None }),
    );
    let names = group.sources.iter().map(|source| source.name.clone()).collect();
    let first = &inputs[0].input;
    let rows = ExplainedRows::new(context, plan, (&group.title, names), engine, first);
    std::thread::scope(|scope| {
        let kept = (checkpoint, left);
        let (check, group, no_early) = LogCheck::new(scope, context, &plan, engine, group, kept);
        if let Some(why) = no_early.filter(|_| !context.options.report.quiet) {
            tell(context.options.loading.colour, &early_warning(why));
        }
        let files = LogInputs::new(context, inputs, &group);
        let mut logs = LogReading { group, files };
        let mut run = LogRun { rows, check, resume };
        let read = logs.read(&mut run).and_then(|()| run.drain(&mut logs));
        let LogReading { group, files } = logs;
        if read.is_err() || group.stop.is_some() {
            run.check.abandon();
            context.watch.stop();
        }
        read?;
        let (bad, is_told) = (files.bad_lines(), !context.options.report.quiet);
        let summary = log_summary(&run.rows.rows, &run.check, &group, bad, is_told);
        for row in summary.gaps {
            context.reporter.row(first, row)?;
        }
        context.reporter.sum(summary.whole)?;
        Ok(group.stop)
    })
}

impl<'f> LogObserver<LogInputs<'f>> for LogRun<'_> {
    type Error = Failure;

    fn on_data(&mut self, logs: &mut Logs<'_, 'f>) -> Result<(), Failure> {
        let early = self.check.early_errors(&mut logs.group);
        let early = early.iter().map(|error| self.rows.rows.early_error(error));
        stream(logs, early.collect())?;
        loop {
            let more = self.check.collect(&mut logs.group).map_err(|error| self.failed(&error))?;
            let reports = self.check.ready(&mut logs.group).map_err(|error| self.failed(&error))?;
            self.emit(reports, logs)?;
            if !more || logs.group.stop.is_some() {
                return Ok(());
            }
        }
    }

    fn on_end(
        &mut self,
        logs: &mut Logs<'_, 'f>,
        reader: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), Failure> {
        // This makes the result independent of the number of threads.
        self.drain(logs)?;
        if logs.group.stop == Some(Stop::Failure) {
            // The progress of other threads at this time does not matter.
            logs.group.is_all_read = true;
            return Ok(());
        }
        logs.files.close_diagnostics(reader);
        let row = |fault| Row::unreadable(reader.findings().name(), fault_text(fault));
        fault.map_or(Ok(()), |fault| logs.files.row(&logs.group, row(fault)))
    }

    fn on_error(&mut self, logs: &mut Logs<'_, 'f>, why: &str) -> Result<(), Failure> {
        let row = Row::unreadable(logs.group.name(), format!("{why}, nothing checked"));
        logs.files.row(&logs.group, row)
    }
}

impl LogRun<'_> {
    /// Waits for the outstanding answers, and shows them.
    fn drain(&mut self, logs: &mut Logs<'_, '_>) -> Result<(), Failure> {
        self.check.submit_rest(&logs.group);
        while let Some(reports) =
            self.check.rest(&mut logs.group).map_err(|error| self.failed(&error))?
        {
            self.emit(reports, logs)?;
        }
        Ok(())
    }

    fn emit(
        &mut self,
        reports: Vec<SessionReport>,
        logs: &mut Logs<'_, '_>,
    ) -> Result<(), Failure> {
        let mut rows = Vec::new();
        for report in reports {
            rows.push(self.rows.row(logs.files.context, &report));
            logs.group.sessions.recycle(report.session);
        }
        stream(logs, rows)?;
        self.check.flush().map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> Failure {
        failed(self.resume.unwrap_or(Path::new("")), error)
    }
}

fn stream(logs: &mut Logs<'_, '_>, rows: Vec<Row>) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    logs.files.context.display.hide();
    logs.files.context.reporter.stream(rows)
}
