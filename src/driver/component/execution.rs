//! A run of a system with its log and the monitors of its properties.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use check::monitor::{MonitorVerdict, Semantics};
use check::witness_trace::{HISTORY, Reconstruction, TraceMonitor, UnreadableState};
use kernel::base::Control;
use language::component_log::{EventWriter, RunEvent};
use model::component::{
    ComponentId, Composite, Fault, GlobalState, InteractionId, LocalState, Property,
};

use super::engine::{self, EngineOptions, RunEnd, RunObserver, RunSummary};
use super::first_monitors::{NoMonitors, first_monitors};
use super::property_answer::{Ending, PropertyAnswer, answers};

/// Number of events that are handed to the monitors at once: one by one, the engine and the monitors would push each
/// other out of the caches.
const BATCH: usize = 256;

/// How a run is watched.
#[derive(Debug)]
pub struct WatchOptions<'a> {
    /// The properties to monitor.
    pub properties: &'a [Property],
    /// The semantics of formulas.
    pub semantics: Semantics,
    /// Maximum number of states that a monitor of a formula builds.
    pub max_states: usize,
    /// Whether the run ends when a property is violated for certain.
    pub stops_on_violation: bool,
    /// Maximum number of open interactions; the engine waits where there are more.
    pub window: usize,
    /// Whether global states are reconstructed at all.
    pub reconstructs: bool,
}

/// Where the log of a run goes.
pub struct RunLog<'a> {
    /// Where each line is written, whole and at once.
    pub output: &'a mut (dyn Write + Send),
    /// The form of lines.
    pub writer: EventWriter<'a>,
    /// Whether variables are left out whose values have not changed since the component's end before.
    pub changed_only: bool,
}

impl std::fmt::Debug for RunLog<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("RunLog").field("changed_only", &self.changed_only).finish()
    }
}

/// A run that has ended.
#[derive(Debug)]
pub struct Execution {
    /// The counts.
    pub summary: RunSummary,
    /// The answers for the properties, in their order.
    pub answers: Vec<PropertyAnswer>,
    /// Number of global states that were delivered to the monitors, after the initial one.
    pub delivered: u64,
    /// Most interactions that were open at once.
    pub most_open: usize,
    /// Time of the reconstruction and the monitors, part of that of the engine.
    pub monitor_time: Duration,
    /// The log could not be written.
    pub log_failure: Option<std::io::Error>,
    /// A monitor could not read a state.
    pub unreadable: Option<UnreadableState>,
}

/// Runs a system, writes its log and monitors properties.
///
/// # Errors
/// If the initial state has an error.
pub fn execute(
    composite: &Composite,
    options: &EngineOptions,
    watch: &WatchOptions<'_>,
    log: Option<RunLog<'_>>,
    control: &Control,
) -> Result<Execution, Fault> {
    let initial = composite.initial_state()?;
    let settings = (watch.semantics, watch.max_states);
    let monitors = first_monitors(composite, watch.properties, settings, &initial, control);
    let (monitors, unreadable) = match monitors {
        Ok(monitors) => (monitors, None),
        Err(NoMonitors::Unreadable(unreadable)) => (Vec::new(), Some(unreadable)),
        // The engine notices the limit, too.
        Err(NoMonitors::Cut(_)) => (Vec::new(), None),
    };
    let reconstruction = Reconstruction::new(composite, initial.clone(), usize::MAX, None, HISTORY);
    let before = log.as_ref().filter(|log| log.changed_only).map(|_| initial.clone());
    let mut observer = Observer {
        trace: TraceMonitor::new(reconstruction, monitors),
        watch,
        log,
        before,
        line: String::new(),
        log_failure: None,
        unreadable,
        waiting: Vec::with_capacity(BATCH),
        waiting_starts: 0,
        monitor_time: Duration::ZERO,
    };
    observer.begin_log();
    let summary = if observer.unreadable.is_some() {
        // Nothing is run that cannot be monitored.
        engine::run(
            composite,
            initial,
            &EngineOptions { interactions: Some(0), ..*options },
            control,
            &mut observer,
        )
    } else {
        engine::run(composite, initial, options, control, &mut observer)
    };
    observer.read_waiting();
    let ending = match &summary.end {
        RunEnd::Cut(limit) => Ending::Cut((*limit).into()),
        RunEnd::Fault(_) => Ending::Unfinished,
        _ if observer.unreadable.is_some() || observer.log_failure.is_some() => Ending::Unfinished,
        RunEnd::Enough | RunEnd::Deadlock | RunEnd::Stopped => Ending::Finished,
    };
    Ok(Execution {
        answers: answers(watch.properties, &observer.trace, watch.semantics, ending),
        delivered: observer.trace.delivered(),
        most_open: observer.trace.reconstruction().most_open(),
        monitor_time: observer.monitor_time,
        log_failure: observer.log_failure,
        unreadable: observer.unreadable,
        summary,
    })
}

/// Writes the log and monitors properties while a system runs.
struct Observer<'a, 'l> {
    trace: TraceMonitor<LocalState>,
    watch: &'a WatchOptions<'a>,
    log: Option<RunLog<'l>>,
    /// The state at the end before of each component, if the log has only what has changed.
    before: Option<GlobalState>,
    line: String,
    log_failure: Option<std::io::Error>,
    unreadable: Option<UnreadableState>,
    /// The events that the monitors have not read.
    waiting: Vec<RunEvent>,
    /// How many of them are starts.
    waiting_starts: usize,
    monitor_time: Duration,
}

impl Observer<'_, '_> {
    fn begin_log(&mut self) {
        if let Some(log) = &self.log {
            self.line = log.writer.header();
            if !self.line.is_empty() {
                self.write_line();
            }
        }
    }

    fn write_line(&mut self) {
        if let Some(log) = &mut self.log
            && self.log_failure.is_none()
        {
            let written = log.output.write_all(self.line.as_bytes());
            self.log_failure = written.and_then(|()| log.output.flush()).err();
        }
        self.line.clear();
    }

    /// Keeps an event for the monitors, which read it when there are enough of them, or at once if the run ends when a
    /// property is violated.
    fn watch(&mut self, event: RunEvent) {
        self.waiting_starts += usize::from(matches!(event, RunEvent::Interaction(_)));
        self.waiting.push(event);
        if self.waiting.len() >= BATCH || self.watch.stops_on_violation {
            self.read_waiting();
        }
    }

    /// Has the monitors read the events that wait.
    fn read_waiting(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let begun = Instant::now();
        self.waiting_starts = 0;
        for event in self.waiting.drain(..) {
            match event {
                RunEvent::Interaction(interaction) => {
                    self.trace.start(interaction).expect("the window of the engine is unlimited");
                }
                RunEvent::End(component, state) => self.trace.end(component, state),
            }
            while self.unreadable.is_none() {
                match self.trace.advance() {
                    Ok(Some(_)) => {}
                    Ok(None) => break,
                    Err(unreadable) => self.unreadable = Some(unreadable),
                }
            }
        }
        self.monitor_time += begun.elapsed();
    }

    fn flow(&self) -> ControlFlow<()> {
        let is_violated = || {
            let mut monitors = self.trace.monitors().iter();
            monitors.any(|monitor| monitor.verdict() == Some(MonitorVerdict::False))
        };
        if self.log_failure.is_some()
            || self.unreadable.is_some()
            || self.watch.stops_on_violation && is_violated()
        {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl RunObserver for Observer<'_, '_> {
    fn start(&mut self, interaction: InteractionId) -> ControlFlow<()> {
        if let Some(log) = &self.log {
            log.writer.interaction(interaction, &mut self.line);
            self.write_line();
        }
        if self.watch.reconstructs && self.unreadable.is_none() {
            self.watch(RunEvent::Interaction(interaction));
        }
        self.flow()
    }

    fn end(&mut self, component: ComponentId, state: &LocalState) -> ControlFlow<()> {
        if let Some(log) = &self.log {
            let before = self.before.as_ref().map(|before| &before[component]);
            log.writer.end(component, state, before, &mut self.line);
            self.write_line();
        }
        if let Some(before) = &mut self.before {
            before[component].clone_from(state);
        }
        if self.watch.reconstructs && self.unreadable.is_none() {
            self.watch(RunEvent::End(component, state.clone()));
        }
        self.flow()
    }

    fn has_room(&mut self) -> bool {
        let has_room = |observer: &Self| {
            let open = observer.trace.reconstruction().open() + observer.waiting_starts;
            open < observer.watch.window
        };
        has_room(self) || {
            self.read_waiting();
            has_room(self)
        }
    }
}
