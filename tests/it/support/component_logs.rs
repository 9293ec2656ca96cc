//! Runs of component systems and their logs in memory.

use std::borrow::Borrow;
use std::time::Duration;

use scm_check::internals::check::monitor::Semantics;
use scm_check::internals::check::witness_trace::{TraceMonitor, WitnessStep};
use scm_check::internals::driver::component::{
    EngineOptions, Execution, LogSource, LoggedState, MonitorOptions, MonitoredLogs, RunLog,
    SinkClosed, WatchOptions, WitnessSink, execute, monitor_logs,
};
use scm_check::internals::driver::conformance::{LogFeed, LogPiece};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::language::component_log::{EventWriter, LineFormat};
use scm_check::internals::model::component::{Composite, GlobalState, InteractionId, LocalState};

/// Options that reconstruct everything and monitor nothing.
pub(crate) const RECONSTRUCT: MonitorOptions<'static> = MonitorOptions {
    properties: &[],
    semantics: Semantics::Ltlf,
    max_states: 1 << 10,
    window: usize::MAX,
    slice: None,
    replays: false,
    allows_empty: true,
};

/// A log in memory.
struct Text<'t>(Option<&'t [u8]>);

impl LogFeed for Text<'_> {
    fn next(&mut self) -> Result<LogPiece<'_>, String> {
        Ok(self.0.take().map_or(LogPiece::End, LogPiece::Bytes))
    }
}

/// The steps that a sink has received.
#[derive(Default)]
struct Collected(Vec<(WitnessStep, GlobalState)>);

impl WitnessSink for Collected {
    fn step(
        &mut self,
        trace: &TraceMonitor<LoggedState>,
        step: WitnessStep,
    ) -> Result<(), SinkClosed> {
        let local =
            |local: &LoggedState| -> LocalState { Borrow::<LocalState>::borrow(local).clone() };
        self.0.push((step, trace.reconstruction().states().map(local).collect()));
        Ok(())
    }
}

/// What is reconstructed from logs: the steps, each with its state, and what is said of the logs.
pub(crate) fn monitored(
    composite: &Composite,
    options: &MonitorOptions<'_>,
    format: LineFormat,
    logs: &[&[u8]],
) -> (Vec<(InteractionId, GlobalState)>, MonitoredLogs) {
    let mut feeds: Vec<Text<'_>> = logs.iter().map(|log| Text(Some(log))).collect();
    let mut sources: Vec<LogSource<'_>> = feeds
        .iter_mut()
        .map(|feed| LogSource { name: String::new(), format, feed: feed as &mut dyn LogFeed })
        .collect();
    let initial = composite.initial_state().unwrap();
    let mut sink = Collected::default();
    let control = Control::unlimited();
    let found = monitor_logs(composite, &initial, options, &mut sources, &mut sink, &control);
    let mut trace = Vec::new();
    for (at, (step, state)) in sink.0.into_iter().enumerate() {
        if options.slice.is_none() {
            assert_eq!(step.step, at as u64 + 1);
        }
        trace.push((step.interaction, state));
    }
    (trace, found)
}

/// How a system is run and logged.
#[derive(Clone, Copy)]
pub(crate) struct Running {
    pub(crate) threads: usize,
    pub(crate) interactions: u64,
    pub(crate) seed: u64,
    pub(crate) waits_for_all: bool,
    pub(crate) format: LineFormat,
    pub(crate) changed_only: bool,
}

/// Runs a system, and returns its log with what is said of the run.
pub(crate) fn run(composite: &Composite, running: Running) -> (Vec<u8>, Execution) {
    let options = EngineOptions {
        threads: running.threads,
        interactions: Some(running.interactions),
        seed: running.seed,
        waits_for_all: running.waits_for_all,
        cpu_time: || Duration::ZERO,
    };
    let watch = WatchOptions {
        properties: &[],
        semantics: Semantics::Ltlf,
        max_states: 1 << 10,
        stops_on_violation: false,
        window: usize::MAX,
        reconstructs: true,
    };
    let mut output = Vec::new();
    let log = RunLog {
        output: &mut output,
        writer: EventWriter::new(composite, running.format),
        changed_only: running.changed_only,
    };
    let execution = execute(composite, &options, &watch, Some(log), &Control::unlimited());
    (output, execution.unwrap())
}
