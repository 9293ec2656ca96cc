//! Execution of a component system: interactions start in one place, components compute side by side.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use kernel::base::{Control, Limit, Random};
use model::component::{
    ComponentId, Composite, Fault, GlobalState, InteractionId, LocalState, Offer, PartialLocal,
    PartialState, Readiness, TransitionId, Values,
};
use rayon::{Scope, ThreadPoolBuilder};

use super::workload::Computation;

/// Longest time for which a request to stop goes unnoticed while a thread waits for others.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How a system is run.
#[derive(Clone, Copy, Debug)]
pub struct EngineOptions {
    /// Number of threads on which components compute; with one, the engine works on the same thread.
    pub threads: usize,
    /// Number of interactions after which the run ends; `None` for no such end.
    pub interactions: Option<u64>,
    /// Seed of all choices; on one thread also of the order of ends.
    pub seed: u64,
    /// Whether an interaction starts only while no component computes.
    pub waits_for_all: bool,
    /// Returns the CPU time of the calling thread.
    pub cpu_time: fn() -> Duration,
}

/// What is told of a run while it goes on, on the thread of the engine.
pub(super) trait RunObserver {
    /// An interaction has started.
    fn start(&mut self, interaction: InteractionId) -> ControlFlow<()>;

    /// A component has ended its last interaction, in this state.
    fn end(&mut self, component: ComponentId, state: &LocalState) -> ControlFlow<()>;

    /// Returns `true` if an interaction may start now, that is, if the observer has room for it.
    fn has_room(&mut self) -> bool {
        true
    }
}

/// Why a run has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// As many interactions as were asked for have started, and all have ended.
    Enough,
    /// No interaction can ever start again.
    Deadlock,
    /// The observer has ended it, and all interactions have ended.
    Stopped,
    /// A limit was reached.
    Cut(Limit),
    /// The system has an error, in this component if it is one of a component.
    Fault(Fault),
}

/// Counts of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunSummary {
    /// Why it has ended.
    pub end: RunEnd,
    /// Number of interactions that have started.
    pub interactions: u64,
    /// Number of ends of components.
    pub ends: u64,
    /// Number of times that the engine waited although an interaction could have started: the observer had no room.
    pub stalls: u64,
    /// CPU time of the components.
    pub component_time: Duration,
    /// CPU time of the engine, the observer included.
    pub engine_time: Duration,
}

/// A transition that a component computes: the result is that of [`Composite::completed`].
struct Task {
    component: ComponentId,
    transition: TransitionId,
    values: Values,
}

/// The end of a task.
type Completion = (ComponentId, Result<LocalState, Fault>);

/// Where the tasks of components are computed.
trait Workers {
    /// Begins a task.
    fn begin(&mut self, task: Task);

    /// Returns an end that has come; with `waits`, waits for one for a short time.
    fn ended(&mut self, waits: bool, random: &mut Random) -> Option<Completion>;
}

struct Engine<'a, O> {
    composite: &'a Composite,
    options: &'a EngineOptions,
    control: &'a Control,
    observer: &'a mut O,
    random: Random,
    state: PartialState,
    readiness: Readiness<'a>,
    busy: usize,
    summary: RunSummary,
}

/// Runs a system from an initial state.
///
/// # Errors
/// None: an error of the system is an end of the run.
pub(super) fn run(
    composite: &Composite,
    initial: GlobalState,
    options: &EngineOptions,
    control: &Control,
    observer: &mut (impl RunObserver + Send),
) -> RunSummary {
    let state = composite.all_ready(initial);
    let computation = Computation::new(composite, control);
    let mut summary = RunSummary {
        end: RunEnd::Stopped,
        interactions: 0,
        ends: 0,
        stalls: 0,
        component_time: Duration::ZERO,
        engine_time: Duration::ZERO,
    };
    let readiness = match Readiness::new(composite, &state) {
        Ok(readiness) => readiness,
        Err(fault) => {
            summary.end = RunEnd::Fault(fault);
            return summary;
        }
    };
    let random = Random::new(options.seed);
    let mut engine = Engine {
        composite,
        options,
        control,
        observer,
        random,
        state,
        readiness,
        busy: 0,
        summary,
    };
    if options.threads <= 1 {
        let begun = (options.cpu_time)();
        let mut workers =
            SameThread { composite, computation, tasks: Vec::new(), time: Duration::ZERO };
        engine.work(&mut workers);
        let total = (options.cpu_time)().saturating_sub(begun);
        engine.summary.component_time = workers.time;
        engine.summary.engine_time = total.saturating_sub(workers.time);
        return engine.summary;
    }
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.expect("threads can be started");
    let times = || pool.broadcast(|_| (options.cpu_time)()).into_iter().sum::<Duration>();
    let (before, begun) = (times(), (options.cpu_time)());
    pool.in_place_scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        engine.work(&mut Pool { scope, composite, computation: &computation, sender, receiver });
    });
    engine.summary.engine_time = (options.cpu_time)().saturating_sub(begun);
    engine.summary.component_time = times().saturating_sub(before);
    engine.summary
}

impl<O: RunObserver> Engine<'_, O> {
    fn work(&mut self, workers: &mut impl Workers) {
        self.summary.end = match self.events(workers) {
            Ok(end) => end,
            Err(fault) => RunEnd::Fault(fault),
        };
    }

    /// Starts and ends interactions until the run ends.
    fn events(&mut self, workers: &mut impl Workers) -> Result<RunEnd, Fault> {
        let mut startable = Vec::new();
        let mut end = None;
        let mut is_stalled = false;
        loop {
            if let Some(limit) = self.control.limit(0, 0) {
                return Ok(RunEnd::Cut(limit));
            }
            if end.is_none() && self.options.interactions == Some(self.summary.interactions) {
                end = Some(RunEnd::Enough);
            }
            let may_start = end.is_none() && !(self.options.waits_for_all && self.busy > 0);
            startable.clear();
            if may_start {
                self.readiness.startable(&self.state, &mut startable)?;
                if !startable.is_empty() && !self.observer.has_room() {
                    self.summary.stalls += u64::from(!std::mem::replace(&mut is_stalled, true));
                    startable.clear();
                }
            }
            if startable.is_empty() && self.busy == 0 {
                return Ok(end.unwrap_or(RunEnd::Deadlock));
            }
            // On one thread the ends take turns with the starts, as the seed says; else they come as they come.
            let waits = startable.is_empty();
            let is_end = waits || self.random.below(startable.len() + self.busy) >= startable.len();
            if is_end && let Some(completion) = workers.ended(waits, &mut self.random) {
                is_stalled = false;
                if self.end(completion)?.is_break() && end.is_none() {
                    end = Some(RunEnd::Stopped);
                }
            } else if !waits {
                let chosen = self.random.choose(&startable).expect("an interaction may start");
                if self.start(chosen, workers)?.is_break() {
                    end = Some(RunEnd::Stopped);
                }
            }
        }
    }

    fn start(
        &mut self,
        interaction: InteractionId,
        workers: &mut impl Workers,
    ) -> Result<ControlFlow<()>, Fault> {
        let random = &mut self.random;
        let mut choose = |_: ComponentId, offer: &Offer| {
            random.choose(offer).expect("a participant offers a transition")
        };
        self.composite.start(&mut self.state, interaction, &mut choose)?;
        self.summary.interactions += 1;
        let flow = self.observer.start(interaction);
        for &(component, _) in &self.composite.interactions()[interaction].participants {
            self.readiness.changed(&self.state, component)?;
            let PartialLocal::Busy(transition, values) = &mut self.state[component] else {
                unreachable!("a participant that has started is busy")
            };
            let values = std::mem::take(values);
            self.busy += 1;
            workers.begin(Task { component, transition: *transition, values });
        }
        Ok(flow)
    }

    fn end(&mut self, (component, result): Completion) -> Result<ControlFlow<()>, Fault> {
        self.busy -= 1;
        let state = result?;
        self.summary.ends += 1;
        let flow = self.observer.end(component, &state);
        self.state[component] = PartialLocal::Ready(state);
        self.readiness.changed(&self.state, component)?;
        Ok(flow)
    }
}

/// Computes a task when its end is asked for, in an order that the seed determines.
struct SameThread<'a> {
    composite: &'a Composite,
    computation: Computation,
    tasks: Vec<Task>,
    time: Duration,
}

impl Workers for SameThread<'_> {
    fn begin(&mut self, task: Task) {
        self.tasks.push(task);
    }

    fn ended(&mut self, _: bool, random: &mut Random) -> Option<Completion> {
        let task = self.tasks.swap_remove(random.below(self.tasks.len()));
        let begun = Instant::now();
        let Task { component, transition, values } = task;
        let result = self.composite.completed(component, transition, values, &mut self.computation);
        self.time += begun.elapsed();
        Some((component, result))
    }
}

/// Computes tasks on the threads of a pool.
struct Pool<'a, 'scope> {
    scope: &'a Scope<'scope>,
    composite: &'scope Composite,
    computation: &'scope Computation,
    sender: Sender<Completion>,
    receiver: Receiver<Completion>,
}

impl Workers for Pool<'_, '_> {
    fn begin(&mut self, task: Task) {
        let (composite, sender) = (self.composite, self.sender.clone());
        let mut computation = self.computation.clone();
        self.scope.spawn(move |_| {
            let Task { component, transition, values } = task;
            let result = composite.completed(component, transition, values, &mut computation);
            // Where the run has ended early nobody waits for the end.
            let _ = sender.send((component, result));
        });
    }

    fn ended(&mut self, waits: bool, _: &mut Random) -> Option<Completion> {
        if !waits {
            return self.receiver.try_recv().ok();
        }
        match self.receiver.recv_timeout(POLL_INTERVAL) {
            Ok(completion) => Some(completion),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                unreachable!("the engine holds a sender itself")
            }
        }
    }
}
