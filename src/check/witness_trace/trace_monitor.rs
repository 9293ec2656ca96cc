//! The reconstruction of a run together with the monitors of its properties.

use std::borrow::Borrow;

use kernel::base::{Id as _, IndexVec};
use model::component::{ComponentId, Composite, GlobalState, InteractionId, LocalState, Property};

use super::{MonitorError, PropertyMonitor, Reconstruction, WindowFull, WitnessStep};
use crate::monitor::Semantics;

/// Number of steps before a verdict is certain that are kept for its explanation; a [`Reconstruction`] for a
/// [`TraceMonitor`] keeps as many states of each component.
pub const HISTORY: usize = 4;

/// The witness trace of a run as far as it is determined, and the verdicts of properties on it.
#[derive(Debug)]
pub struct TraceMonitor<S> {
    reconstruction: Reconstruction<S>,
    monitors: Vec<PropertyMonitor>,
    certain: Vec<Option<CertainState>>,
    history: LastSteps,
    /// Whether a monitor still reads states.
    is_monitoring: bool,
    delivered: u64,
}

/// The last steps of a trace: one more than are told, since it names the step to the oldest state that is.
#[derive(Debug)]
struct LastSteps {
    /// The steps, each at the place that its number among all gives.
    steps: [WitnessStep; (HISTORY + 1).next_power_of_two()],
    count: usize,
}

impl LastSteps {
    fn new() -> Self {
        let none = WitnessStep { step: 0, interaction: InteractionId::from_index(0) };
        Self { steps: [none; (HISTORY + 1).next_power_of_two()], count: 0 }
    }

    #[inline]
    fn push(&mut self, step: WitnessStep) {
        let place = self.count % self.steps.len();
        self.steps[place] = step;
        self.count += 1;
    }

    /// Returns the steps, the oldest one first.
    fn in_order(&self) -> Vec<WitnessStep> {
        let first = self.count.saturating_sub(HISTORY + 1);
        (first..self.count).map(|number| self.steps[number % self.steps.len()]).collect()
    }
}

/// The global state at which a verdict was first certain, and the states before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertainState {
    /// Some states before, the oldest one first; the first one has no step if it is the initial state.
    pub before: Vec<(Option<WitnessStep>, GlobalState)>,
    /// The step; `None` for the initial state.
    pub step: Option<WitnessStep>,
    /// The state.
    pub state: GlobalState,
}

/// A monitor cannot read a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadableState {
    /// The property, by its index.
    pub property: usize,
    /// The step that leads to the state; `None` for the initial state.
    pub step: Option<WitnessStep>,
    /// Why.
    pub error: MonitorError,
}

impl<S: Borrow<LocalState>> TraceMonitor<S> {
    /// Starts with a reconstruction of which no step has been taken, and with monitors that have read its initial
    /// state.
    pub fn new(reconstruction: Reconstruction<S>, monitors: Vec<PropertyMonitor>) -> Self {
        let mut monitor = Self {
            certain: monitors.iter().map(|_| None).collect(),
            is_monitoring: true,
            reconstruction,
            monitors,
            history: LastSteps::new(),
            delivered: 0,
        };
        monitor.note_certain(None);
        monitor
    }

    /// Records that an interaction starts.
    ///
    /// # Errors
    /// If more interactions would be open than the window allows.
    #[inline]
    pub fn start(&mut self, interaction: InteractionId) -> Result<(), WindowFull> {
        self.reconstruction.start(interaction)
    }

    /// Records that a component ends an interaction, in a state.
    #[inline]
    pub fn end(&mut self, component: ComponentId, state: S) {
        self.reconstruction.end(component, state);
    }

    /// Takes one step of the witness trace if it is determined, and has the monitors read it.
    ///
    /// # Errors
    /// If a monitor cannot read the state.
    #[inline]
    pub fn advance(&mut self) -> Result<Option<WitnessStep>, UnreadableState> {
        let Some(step) = self.reconstruction.next_step() else { return Ok(None) };
        self.delivered += 1;
        if !self.is_monitoring {
            return Ok(Some(step));
        }
        self.history.push(step);
        let reconstruction = &self.reconstruction;
        let changed = reconstruction.changed(step.interaction);
        let mut is_certain = false;
        for (property, monitor) in self.monitors.iter_mut().enumerate() {
            if monitor.is_at_rest() {
                continue;
            }
            let states = changed.iter().map(|&one| (one, reconstruction.state(one).borrow()));
            if let Err(error) = monitor.read_step(step.step, step.interaction, states) {
                return Err(UnreadableState { property, step: Some(step), error });
            }
            is_certain |= monitor.is_at_rest();
        }
        if is_certain {
            self.note_certain(Some(step));
        }
        Ok(Some(step))
    }

    /// Stores the state for the verdicts that have become certain.
    fn note_certain(&mut self, step: Option<WitnessStep>) {
        let reconstruction = &self.reconstruction;
        for index in 0..self.monitors.len() {
            if self.certain[index].is_some() || self.monitors[index].certain_at().is_none() {
                continue;
            }
            let state: GlobalState =
                reconstruction.states().map(|local| local.borrow().clone()).collect();
            let mut before = Vec::new();
            let mut earlier = state.clone();
            let mut ago = IndexVec::filled(0, state.len());
            let history = self.history.in_order();
            for (at, step) in history.iter().enumerate().rev().take(HISTORY) {
                for &component in reconstruction.changed(step.interaction) {
                    ago[component] += 1;
                    let replaced = reconstruction.earlier(component, ago[component]);
                    earlier[component] = replaced.borrow().clone();
                }
                before.push((at.checked_sub(1).map(|at| history[at]), earlier.clone()));
            }
            before.reverse();
            self.certain[index] = Some(CertainState { before, step, state });
        }
        self.is_monitoring = self.monitors.iter().any(|monitor| !monitor.is_at_rest());
    }

    /// Returns the monitors of the properties.
    pub fn monitors(&self) -> &[PropertyMonitor] {
        &self.monitors
    }

    /// Returns the state at which the verdict of a property was first certain, if it is.
    pub fn certain_state(&self, property: usize) -> Option<&CertainState> {
        self.certain[property].as_ref()
    }

    /// Returns the reconstruction.
    pub const fn reconstruction(&self) -> &Reconstruction<S> {
        &self.reconstruction
    }

    /// Returns the number of states that were delivered after the initial one.
    pub const fn delivered(&self) -> u64 {
        self.delivered
    }
}

/// Returns monitors of `properties`, which have read an initial state; those of formulas build `max_states` states at
/// most.
///
/// # Errors
/// If a monitor cannot read the state.
pub fn monitors(
    composite: &Composite,
    properties: &[Property],
    semantics: Semantics,
    max_states: usize,
    initial: &GlobalState,
) -> Result<Vec<PropertyMonitor>, UnreadableState> {
    let of = |(index, property): (usize, &Property)| {
        let state = |component: ComponentId| initial[component].clone();
        PropertyMonitor::new(composite, property, semantics, max_states, state)
            .map_err(|error| UnreadableState { property: index, step: None, error })
    };
    properties.iter().enumerate().map(of).collect()
}
