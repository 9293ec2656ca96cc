//! Runs of the global semantics that are chosen step by step, at random or interactively.

use check::component::{GlobalRun, GlobalStep};
use kernel::base::Random;
use model::component::{Composite, Fault, InteractionId};

/// A run of which each interaction could fire when it was chosen.
///
/// Where an interaction leads to several states, since a participant has several transitions, one is drawn.
#[derive(Clone, Debug)]
pub struct GlobalSimulation<'a> {
    composite: &'a Composite,
    run: GlobalRun,
    dice: Random,
}

impl<'a> GlobalSimulation<'a> {
    /// Begins a run in the initial state.
    ///
    /// # Errors
    /// If the system has an error there.
    pub fn new(composite: &'a Composite, dice: Random) -> Result<Self, Fault> {
        Ok(Self { composite, run: GlobalRun::new(composite.initial_state()?), dice })
    }

    /// Takes random steps, each interaction that can fire equally likely, until there are `steps` or none can fire.
    ///
    /// # Errors
    /// If the system has an error in the last state, or in the step from there.
    pub fn take_random(&mut self, steps: usize) -> Result<(), Fault> {
        while self.run.steps.len() < steps {
            let firable = self.firable()?;
            let Some(interaction) = self.dice.choose(&firable) else { break };
            self.take(interaction)?;
        }
        Ok(())
    }

    /// Returns the run.
    pub fn run(&self) -> &GlobalRun {
        &self.run
    }

    /// Returns the interactions that can fire in the last state, in order.
    ///
    /// # Errors
    /// If the system has an error in that state.
    pub fn firable(&self) -> Result<Vec<InteractionId>, Fault> {
        self.composite.firable(self.run.last())
    }

    /// Takes a step with an interaction that can fire.
    ///
    /// # Errors
    /// If the system has an error in the step.
    ///
    /// # Panics
    /// If the interaction cannot fire.
    pub fn take(&mut self, interaction: InteractionId) -> Result<(), Fault> {
        let mut steps = Vec::new();
        self.composite.fire(self.run.last(), interaction, &mut |transitions, state| {
            let transitions = transitions.to_vec();
            steps.push(state.map(|state| GlobalStep { interaction, transitions, state }));
        })?;
        let drawn = self.dice.below(steps.len());
        self.run.steps.push(steps.swap_remove(drawn)?);
        Ok(())
    }

    /// Removes the last step; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.run.steps.pop().is_some()
    }
}
