//! Sequences of moves, without regard to the automata that may do them.

use super::StepId;
use crate::cfsm::{Action, ActionId, Execution, Label, ParticipantId, Step, System, TransitionId};
use kernel::base::{Id as _, IndexVec};

/// The label of one participant's step, whether or not its automaton can take it there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScriptMove {
    /// The participant that moves.
    pub participant: ParticipantId,
    /// The label of the move.
    pub label: Label,
    /// The transition of the move, if the automaton follows.
    pub transition: Option<TransitionId>,
}

impl ScriptMove {
    /// Returns the move of a step of `system`.
    pub fn new(system: &System, step: Step) -> Self {
        let Step { participant, transition } = step;
        let label = system.transition(step).label;
        Self { participant, label, transition: Some(transition) }
    }

    /// Returns the action, unless this is an internal step.
    pub fn action(self) -> Option<Action> {
        self.label.action(self.participant)
    }

    /// Returns the step, if the automaton follows.
    pub fn step(self) -> Option<Step> {
        self.transition.map(|transition| Step { participant: self.participant, transition })
    }
}

/// Numbered moves, and their execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    moves: IndexVec<StepId, ScriptMove>,
    execution: Execution,
    /// The step of each action of the execution, in order.
    step_of: IndexVec<ActionId, StepId>,
}

impl Script {
    /// Returns the script of `moves` on the channels of `system`.
    ///
    /// # Complexity
    /// `n log n` for `n` moves.
    pub fn new(system: &System, moves: impl IntoIterator<Item = ScriptMove>) -> Self {
        let moves: IndexVec<StepId, ScriptMove> = moves.into_iter().collect();
        let mut actions = Vec::new();
        let mut step_of = IndexVec::new();
        for (step, one) in moves.enumerate() {
            if let Some(action) = one.action() {
                actions.push(action);
                step_of.push(step);
            }
        }
        Self { moves, execution: Execution::new(system, actions), step_of }
    }

    /// Returns the moves.
    pub fn moves(&self) -> &IndexVec<StepId, ScriptMove> {
        &self.moves
    }

    /// Returns the actions, without internal steps.
    pub fn execution(&self) -> &Execution {
        &self.execution
    }

    /// Returns the step that does an action of the execution.
    pub fn step_of(&self, action: ActionId) -> StepId {
        self.step_of[action]
    }

    /// Returns the action of the execution that a step does; `None` for an internal step.
    pub fn action_of(&self, step: StepId) -> Option<ActionId> {
        self.step_of.as_slice().binary_search(&step).ok().map(ActionId::from_index)
    }

    /// Returns the steps in an order in which the actions are in the order `order`: each internal step
    /// directly before the next action of its participant, or at the end if there is none.
    ///
    /// If `order` keeps the order of each participant's actions, the result keeps that of its steps.
    ///
    /// # Complexity
    /// Linear in the number of steps and of participants.
    pub fn reordered(&self, order: &[ActionId]) -> Vec<StepId> {
        let participants = self.moves.iter().map(|one| one.participant.index() + 1).max();
        let mut waiting: IndexVec<ParticipantId, Vec<StepId>> =
            IndexVec::filled(Vec::new(), participants.unwrap_or(0));
        let mut before: IndexVec<ActionId, Vec<StepId>> =
            IndexVec::filled(Vec::new(), self.step_of.len());
        for (step, one) in self.moves.enumerate() {
            match self.action_of(step) {
                None => waiting[one.participant].push(step),
                Some(action) => before[action] = std::mem::take(&mut waiting[one.participant]),
            }
        }
        let mut steps = Vec::with_capacity(self.moves.len());
        for &action in order {
            steps.append(&mut before[action]);
            steps.push(self.step_of[action]);
        }
        let mut last: Vec<StepId> = waiting.into_iter().flatten().collect();
        last.sort_unstable();
        steps.extend(last);
        steps
    }
}
