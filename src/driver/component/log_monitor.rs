//! Reconstruction and monitoring of a run from its logs.

use std::borrow::Borrow;
use std::collections::VecDeque;

use check::monitor::Semantics;
use check::witness_trace::{
    HISTORY, Reconstruction, Slice, TraceMonitor, UnreadableState, WindowFull, WitnessStep,
};
use kernel::base::{Control, IndexVec, Limit};
use language::component_log::{EventError, EventReader, LineFormat, RunEvent};
use model::component::{
    ComponentId, Composite, Fault, GlobalState, InteractionId, LocalState, Property,
};

use super::first_monitors::{NoMonitors, first_monitors};
use super::log_lines::{Lines, LogSource, Next};
use super::property_answer::{Ending, PropertyAnswer, answers};

/// How logs are read.
#[derive(Clone, Copy, Debug)]
pub struct MonitorOptions<'a> {
    /// The properties to monitor.
    pub properties: &'a [Property],
    /// The semantics of formulas.
    pub semantics: Semantics,
    /// Maximum number of states that a monitor of a formula builds.
    pub max_states: usize,
    /// Maximum number of open interactions.
    pub window: usize,
    /// What alone is reconstructed, if not everything is.
    pub slice: Option<&'a Slice>,
    /// Whether each step is compared with the model.
    pub replays: bool,
    /// Whether logs without events are those of a run without steps; otherwise nothing is known of the run.
    pub allows_empty: bool,
}

/// A state at the end of an interaction, with its place in the logs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedState {
    state: LocalState,
    place: EventPlace,
}

impl Borrow<LocalState> for LoggedState {
    fn borrow(&self) -> &LocalState {
        &self.state
    }
}

/// The place of an event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EventPlace {
    /// The log, by its place among the logs of the run.
    pub log: usize,
    /// The line, from 1.
    pub event: u64,
}

/// Receives the witness trace while it is reconstructed. What an implementation does not name is dropped.
pub trait WitnessSink {
    /// The initial state.
    ///
    /// # Errors
    /// If the sink takes nothing any more.
    fn initial(&mut self, _trace: &TraceMonitor<LoggedState>) -> Result<(), SinkClosed> {
        Ok(())
    }

    /// A step, and the state to which it leads.
    ///
    /// # Errors
    /// If the sink takes nothing any more.
    fn step(
        &mut self,
        _trace: &TraceMonitor<LoggedState>,
        _step: WitnessStep,
    ) -> Result<(), SinkClosed> {
        Ok(())
    }

    /// No event is there to be read.
    ///
    /// # Errors
    /// If the sink takes nothing any more.
    fn stall(&mut self) -> Result<(), SinkClosed> {
        Ok(())
    }

    /// An event that was read, before what follows from it.
    fn event(&mut self, _event: &RunEvent) {}
}

/// A sink takes nothing any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SinkClosed;

/// A sink that drops the witness trace.
#[derive(Clone, Copy, Debug)]
pub struct NoSink;

impl WitnessSink for NoSink {}

/// Why logs were not read to their ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogEnd {
    /// They were.
    All,
    /// An event is wrong.
    Event(EventPlace, EventError),
    /// A log could not be read, for this reason.
    Unreadable(usize, String),
    /// A monitor cannot read a state.
    Monitor(UnreadableState),
    /// The system has an error in the replayed state before the interaction of this event.
    Fault(EventPlace, Fault),
    /// More interactions are open than the window allows; this component does not end.
    WindowFull(ComponentId),
    /// A limit was reached.
    Cut(Limit),
    /// The sink is closed.
    SinkClosed,
}

/// What was reconstructed and monitored of a run.
#[derive(Debug)]
pub struct MonitoredLogs {
    /// The answers for the properties, in their order.
    pub answers: Vec<PropertyAnswer>,
    /// Why reading has ended.
    pub end: LogEnd,
    /// The pending interaction and the components that it waits for.
    pub pending: Option<(InteractionId, Vec<ComponentId>)>,
    /// Number of interactions that are not determined, the pending one included.
    pub open: usize,
    /// Last lines that were cut off.
    pub cut_off: Vec<EventPlace>,
    /// Number of interactions.
    pub interactions: u64,
    /// Number of ends.
    pub ends: u64,
    /// Number of ends that were kept: with a slice, those that can change what it names.
    pub kept_ends: u64,
    /// Number of states that were delivered after the initial one.
    pub delivered: u64,
    /// Most interactions that were open at once.
    pub most_open: usize,
}

impl MonitoredLogs {
    /// Returns `true` if the logs have no event.
    pub fn are_empty(&self) -> bool {
        self.end == LogEnd::All && self.interactions == 0 && self.ends == 0
    }
}

/// Reconstructs the witness trace of a run from its logs, and monitors properties on it.
///
/// # Complexity
/// Linear in the logs; memory linear in the open interactions.
pub fn monitor_logs(
    composite: &Composite,
    initial: &GlobalState,
    options: &MonitorOptions<'_>,
    logs: &mut [LogSource<'_>],
    sink: &mut dyn WitnessSink,
    control: &Control,
) -> MonitoredLogs {
    let settings = (options.semantics, options.max_states);
    let monitors = first_monitors(composite, options.properties, settings, initial, control);
    // Without monitors the initial state is all that is reconstructed.
    let (monitors, failure) = match monitors {
        Ok(monitors) => (monitors, None),
        Err(NoMonitors::Unreadable(unreadable)) => (Vec::new(), Some(LogEnd::Monitor(unreadable))),
        Err(NoMonitors::Cut(limit)) => (Vec::new(), Some(LogEnd::Cut(limit))),
    };
    let begin = EventPlace { log: 0, event: 0 };
    let states =
        initial.iter().map(|state| LoggedState { state: state.clone(), place: begin }).collect();
    let reconstruction =
        Reconstruction::new(composite, states, options.window, options.slice, HISTORY);
    let mut session = Session {
        composite,
        trace: TraceMonitor::new(reconstruction, monitors),
        reader: EventReader::new(composite, initial),
        sink,
        replayed: options.replays.then(|| initial.clone()),
        starts: VecDeque::new(),
        owners: IndexVec::filled(None, composite.components().len()),
        interactions_in: None,
        is_single: logs.len() == 1,
        cut_off: Vec::new(),
        ends: 0,
    };
    let end = match failure {
        Some(failure) => {
            // Whether somebody takes the state does not change the end.
            let _ = session.sink.initial(&session.trace);
            failure
        }
        None => session.read_all(logs, control).err().unwrap_or(LogEnd::All),
    };
    let trace = &session.trace;
    let reconstruction = trace.reconstruction();
    let pending = reconstruction.pending();
    let is_empty = reconstruction.started() == 0 && session.ends == 0;
    let ending = match &end {
        LogEnd::All if is_empty && !options.allows_empty => Ending::Empty,
        LogEnd::All if pending.is_none() => Ending::Finished,
        LogEnd::Cut(limit) => Ending::Cut((*limit).into()),
        LogEnd::WindowFull(_) => Ending::WindowFull,
        _ => Ending::Unfinished,
    };
    MonitoredLogs {
        answers: answers(options.properties, trace, options.semantics, ending),
        pending: pending.map(|pending| (pending, reconstruction.waiting().collect())),
        open: reconstruction.open(),
        cut_off: session.cut_off,
        interactions: reconstruction.started(),
        ends: session.ends,
        kept_ends: reconstruction.kept_ends(),
        delivered: trace.delivered(),
        most_open: reconstruction.most_open(),
        end,
    }
}

struct Session<'a> {
    composite: &'a Composite,
    trace: TraceMonitor<LoggedState>,
    reader: EventReader<'a>,
    sink: &'a mut dyn WitnessSink,
    /// The global state before the next step, if steps are compared with the model.
    replayed: Option<GlobalState>,
    /// The places of the interactions that are not determined, if steps are compared with the model.
    starts: VecDeque<EventPlace>,
    /// The log with the ends of each component, if one was seen.
    owners: IndexVec<ComponentId, Option<usize>>,
    /// The log with the interactions, if one was seen.
    interactions_in: Option<usize>,
    is_single: bool,
    cut_off: Vec<EventPlace>,
    ends: u64,
}

/// Number of lines between two questions for limits.
const LINES: u32 = 1 << 12;

impl Session<'_> {
    /// Reads all logs; the error is the reason for which it ends before.
    fn read_all(&mut self, logs: &mut [LogSource<'_>], control: &Control) -> Result<(), LogEnd> {
        self.sink.initial(&self.trace).map_err(|SinkClosed| LogEnd::SinkClosed)?;
        let formats: Vec<LineFormat> = logs.iter().map(|log| log.format).collect();
        let mut lines: Vec<Lines<'_, '_>> =
            logs.iter_mut().map(|log| Lines::new(&mut *log.feed)).collect();
        let (mut log, mut count) = (0, 0_u32);
        let mut pauses = 0;
        loop {
            count = count.wrapping_add(1);
            if count % LINES == 0 || pauses > 0 {
                control.within(0, 0).map_err(LogEnd::Cut)?;
            }
            if !self.is_single {
                let Some(next) = self.next_log(&lines, log, pauses > 0) else { break };
                log = next;
            }
            let sink = &mut *self.sink;
            let mut is_closed = false;
            let next = lines[log].next(|| is_closed |= sink.stall().is_err());
            let event = match next.map_err(|why| LogEnd::Unreadable(log, why))? {
                Next::End if self.is_single => break,
                Next::End => continue,
                Next::Pause => {
                    pauses += 1;
                    if is_closed {
                        return Err(LogEnd::SinkClosed);
                    }
                    continue;
                }
                Next::Line(line, has_end) => {
                    let format = formats[log];
                    if !has_end && !line.trim_ascii().is_empty() && !format.is_whole(line) {
                        let event = lines[log].number;
                        self.cut_off.push(EventPlace { log, event });
                        continue;
                    }
                    self.reader.read(line, format)
                }
            };
            pauses = 0;
            if is_closed {
                return Err(LogEnd::SinkClosed);
            }
            let place = EventPlace { log, event: lines[log].number };
            let wrong = |error| LogEnd::Event(place, error);
            let event = event.map_err(wrong)?;
            if let Some(event) = &event {
                self.sink.event(event);
            }
            match event {
                None => {}
                Some(RunEvent::Interaction(interaction)) => self.start(interaction, place)?,
                Some(RunEvent::End(component, state)) => self.end(component, state, place)?,
            }
        }
        // An end that came too early for every interaction.
        let early = self.trace.reconstruction().early().map(|(id, state)| (state.place, id)).min();
        if let Some((place, component)) = early {
            let error = EventError::end_without_interaction(self.composite, component);
            return Err(LogEnd::Event(place, error));
        }
        Ok(())
    }

    /// Returns the log to be read next: one that may have what the first open interaction waits for. `None` if all
    /// have ended.
    fn next_log(&self, lines: &[Lines<'_, '_>], last: usize, pauses: bool) -> Option<usize> {
        let reconstruction = self.trace.reconstruction();
        let wanted = match reconstruction.waiting().next() {
            Some(component) => self.owners[component],
            None => self.interactions_in,
        };
        let wanted = wanted.filter(|&log| !pauses && !lines[log].is_ended());
        let others = (1..=lines.len()).map(|step| (last + step) % lines.len());
        wanted.or_else(|| others.into_iter().find(|&log| !lines[log].is_ended()))
    }

    fn start(&mut self, interaction: InteractionId, place: EventPlace) -> Result<(), LogEnd> {
        if self.interactions_in.is_none() {
            // Ends that were read before, in the log that turns out to have the interactions.
            let mut early = self.trace.reconstruction().early();
            if let Some((component, state)) = early.find(|(_, state)| state.place.log == place.log)
            {
                let error = EventError::end_without_interaction(self.composite, component);
                return Err(LogEnd::Event(state.place, error));
            }
        }
        if *self.interactions_in.get_or_insert(place.log) != place.log {
            return Err(LogEnd::Event(place, EventError::in_two_logs("the interactions")));
        }
        if let Err(WindowFull { waits_for }) = self.trace.start(interaction) {
            return Err(LogEnd::WindowFull(waits_for));
        }
        if self.replayed.is_some() {
            self.starts.push_back(place);
        }
        self.advance()
    }

    fn end(
        &mut self,
        component: ComponentId,
        state: LocalState,
        place: EventPlace,
    ) -> Result<(), LogEnd> {
        self.ends += 1;
        if !self.is_single && *self.owners[component].get_or_insert(place.log) != place.log {
            let name = &self.composite.components()[component].name;
            let error = EventError::in_two_logs(&format!("the ends of `{name}`"));
            return Err(LogEnd::Event(place, error));
        }
        let is_ordered = self.is_single || self.interactions_in == Some(place.log);
        if is_ordered && !self.trace.reconstruction().is_busy(component) {
            let error = EventError::end_without_interaction(self.composite, component);
            return Err(LogEnd::Event(place, error));
        }
        self.trace.end(component, LoggedState { state, place });
        self.advance()
    }

    /// Hands on the steps that are determined.
    #[inline]
    fn advance(&mut self) -> Result<(), LogEnd> {
        loop {
            if self.replayed.is_some() {
                self.replay()?;
            }
            let Some(step) = self.trace.advance().map_err(LogEnd::Monitor)? else { return Ok(()) };
            self.sink.step(&self.trace, step).map_err(|SinkClosed| LogEnd::SinkClosed)?;
        }
    }

    /// Compares the next step with the model, if it is determined.
    fn replay(&mut self) -> Result<(), LogEnd> {
        let composite = self.composite;
        let Some(before) = &mut self.replayed else { return Ok(()) };
        let Some((interaction, ends)) = self.trace.reconstruction().determined() else {
            return Ok(());
        };
        let place = self.starts.pop_front().expect("a determined interaction has started");
        let fault = |fault| LogEnd::Fault(place, fault);
        if !composite.firable(before).map_err(fault)?.contains(&interaction) {
            return Err(LogEnd::Event(place, EventError::cannot_fire(composite, interaction)));
        }
        let mut results = Vec::new();
        let fired = composite.fire(before, interaction, &mut |_, state| results.push(state));
        fired.map_err(fault)?;
        let results: Vec<GlobalState> =
            results.into_iter().collect::<Result<_, _>>().map_err(fault)?;
        let ends: Vec<(ComponentId, &LoggedState)> = ends.collect();
        let agrees = |next: &&GlobalState| ends.iter().all(|(id, end)| next[*id] == end.state);
        let Some(next) = results.iter().find(agrees) else {
            let is_wrong = |(id, end): &&(ComponentId, &LoggedState)| {
                results.iter().all(|next| next[*id] != end.state)
            };
            // Participants choose their transitions by themselves, so one of them is wrong.
            let (component, end) = ends.iter().find(is_wrong).expect("an end is wrong by itself");
            let error = EventError::no_transition(composite, *component, interaction);
            return Err(LogEnd::Event(end.place, error));
        };
        before.clone_from(next);
        Ok(())
    }
}
