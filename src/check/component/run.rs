//! Runs of the global semantics, which show what can be reached.

use model::component::{Composite, Fault, GlobalState, InteractionId, TransitionId};

/// A run: global states and the interactions between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalRun {
    /// The initial state.
    pub initial: GlobalState,
    /// The steps.
    pub steps: Vec<GlobalStep>,
}

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalStep {
    /// The interaction.
    pub interaction: InteractionId,
    /// The transitions of the participants, in the connector's order.
    pub transitions: Vec<TransitionId>,
    /// The state after the step.
    pub state: GlobalState,
}

impl GlobalRun {
    /// Returns the run of just the initial state.
    pub const fn new(initial: GlobalState) -> Self {
        Self { initial, steps: Vec::new() }
    }

    /// Returns the last state.
    pub fn last(&self) -> &GlobalState {
        self.steps.last().map_or(&self.initial, |step| &step.state)
    }

    /// Returns the interaction that led to the last state.
    pub fn last_interaction(&self) -> Option<InteractionId> {
        self.steps.last().map(|step| step.interaction)
    }

    /// Returns `true` if each step is one of the composite: its interaction can fire, and the choice of transitions
    /// leads to its state.
    ///
    /// # Errors
    /// If the system has an error on the way.
    ///
    /// # Complexity
    /// Linear in the number of steps and the cost of the successors of a state.
    pub fn is_run_of(&self, composite: &Composite) -> Result<bool, Fault> {
        let mut state = composite.initial_state()?;
        if state != self.initial {
            return Ok(false);
        }
        for step in &self.steps {
            if !composite.firable(&state)?.contains(&step.interaction) {
                return Ok(false);
            }
            let mut next = None;
            composite.fire(&state, step.interaction, &mut |transitions, state| {
                if transitions == step.transitions {
                    next = Some(state);
                }
            })?;
            match next.transpose()? {
                Some(next) if next == step.state => state = next,
                _ => return Ok(false),
            }
        }
        Ok(true)
    }
}
