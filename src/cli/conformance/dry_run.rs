//! Shows how the first events of logs are read, without checking them.

use super::inputs::LogInput;
use super::log_inputs::{LogInputs, Logs, report_unread};
use crate::cli::failure::Failure;
use crate::cli::run_context::RunContext;
use scm_check::internals::driver::conformance::{
    LogFault, LogGroup, LogObserver, LogReading, Stop,
};
use scm_check::internals::language::log::LogReader;
use scm_check::internals::render::conformance::{DRY_RUN_EVENTS, fault_text, log_dry_run};

/// Reads a group of logs, and shows how their events are read.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn dry_run<'r>(
    context: &'r RunContext<'r>,
    inputs: &'r [&'r LogInput],
    group: LogGroup<'r>,
) -> Result<(), Failure> {
    let mut group = group.sampling(DRY_RUN_EVENTS);
    group.sessions = group.sessions.counting();
    let files = LogInputs::new(context, inputs, &group);
    let mut logs = LogReading { group, files };
    logs.read(&mut DryRun)?;
    logs.files.settle(logs.group.stop);
    Ok(())
}

/// Shows how logs are read.
struct DryRun;

impl<'f> LogObserver<LogInputs<'f>> for DryRun {
    type Error = Failure;

    fn on_data(&mut self, logs: &mut Logs<'_, 'f>) -> Result<(), Failure> {
        while let Some(session) = logs.group.sessions.next_closed() {
            logs.group.sessions.recycle(session);
        }
        Ok(())
    }

    fn on_end(
        &mut self,
        logs: &mut Logs<'_, 'f>,
        reader: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), Failure> {
        logs.files.close_diagnostics(reader);
        let (name, alphabet) = (logs.group.name(), logs.group.sessions.alphabet());
        logs.files.context.reporter.text(&log_dry_run(reader, name, alphabet, logs.group.stop))?;
        if let Some(fault) = fault {
            report_unread(logs, fault_text(fault))?;
        }
        go_on(logs);
        Ok(())
    }

    fn on_error(&mut self, logs: &mut Logs<'_, 'f>, why: &str) -> Result<(), Failure> {
        report_unread(logs, format!("{why}, nothing read"))?;
        go_on(logs);
        Ok(())
    }
}

/// Continues with the next log if only this one cannot be read.
fn go_on(logs: &mut Logs<'_, '_>) {
    logs.group.stop = logs.group.stop.filter(|&stop| stop != Stop::Unread);
}
