//! Runs that are chosen step by step, at random or interactively.

use kernel::base::{IndexVec, Random};
use model::cfsm::{Configuration, ParticipantId, StateId, Step, System};
use model::evidence::{Followed, Replay};

/// A run of which each step was enabled when it was chosen.
#[derive(Clone, Debug)]
pub struct Simulation<'a> {
    system: &'a System,
    initial: IndexVec<ParticipantId, StateId>,
    steps: Vec<Step>,
    here: Configuration,
}

impl<'a> Simulation<'a> {
    /// Begins a run in which the participants start in `initial` states.
    pub fn new(system: &'a System, initial: IndexVec<ParticipantId, StateId>) -> Self {
        let here = Configuration::empty(system, initial.clone());
        Self { system, initial, steps: Vec::new(), here }
    }

    /// Returns a run of at most `max_steps` steps, each drawn from the enabled ones, all of them equally likely.
    pub fn random(system: &'a System, mut dice: Random, max_steps: usize) -> Self {
        let mut initial = IndexVec::new();
        for automaton in system.automata() {
            let state = dice.choose(automaton.initial());
            initial.push(state.expect("an automaton has an initial state"));
        }
        let mut run = Self::new(system, initial);
        while run.steps.len() < max_steps {
            let Some(step) = dice.choose(&run.enabled()) else { break };
            run.take(step);
        }
        run
    }

    /// Returns the current configuration.
    pub fn here(&self) -> &Configuration {
        &self.here
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns `true` if the run has no step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the enabled steps.
    pub fn enabled(&self) -> Vec<Step> {
        self.here.enabled(self.system)
    }

    /// Takes an enabled step.
    ///
    /// # Panics
    /// If the step is not enabled.
    pub fn take(&mut self, step: Step) {
        assert!(self.here.take(self.system, step), "only enabled steps are taken");
        self.steps.push(step);
    }

    /// Removes the last step, if there is one.
    ///
    /// # Complexity
    /// Linear in the number of steps.
    pub fn undo(&mut self) {
        self.steps.pop();
        self.here = Configuration::empty(self.system, self.initial.clone());
        for &step in &self.steps {
            assert!(self.here.take(self.system, step), "the steps were possible one by one");
        }
    }

    /// Returns the run as an execution that is followed to its end.
    pub fn followed(self) -> Followed {
        let replay = Replay::new(self.system, self.initial, self.steps);
        Followed::from(replay.expect("a run of enabled steps can be replayed"))
    }
}
