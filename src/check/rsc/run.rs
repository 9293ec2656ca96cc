//! Runs of a system, built from the communications of its RSC executions.

use super::local_moves::internal_path;
use super::space::CommunicationStep;
use kernel::base::IndexVec;
use model::cfsm::{ParticipantId, StateId, Step, System, TransitionId};

/// The initial control states of a run, and its steps from there.
pub(crate) type Run = (IndexVec<ParticipantId, StateId>, Vec<Step>);

/// A run to which actions are appended, with the internal steps before each of them.
#[derive(Debug)]
pub(crate) struct RunBuilder<'a> {
    system: &'a System,
    initial: IndexVec<ParticipantId, StateId>,
    /// The control states after the steps so far.
    control: IndexVec<ParticipantId, StateId>,
    steps: Vec<Step>,
}

impl<'a> RunBuilder<'a> {
    /// Returns the run of `system` that has no steps yet and starts in the control states `initial`.
    pub(crate) fn new(system: &'a System, initial: IndexVec<ParticipantId, StateId>) -> Self {
        Self { system, control: initial.clone(), initial, steps: Vec::new() }
    }

    /// Returns the control state of `participant` after the steps so far.
    pub(crate) fn control(&self, participant: ParticipantId) -> StateId {
        self.control[participant]
    }

    /// Appends the transitions of a communication, with the internal steps before each action.
    ///
    /// # Panics
    /// If the communication is not possible here.
    pub(crate) fn communicate(&mut self, communication: CommunicationStep) {
        self.act(communication.sender, communication.send);
        if let Some((receiver, reception)) = communication.reception {
            self.act(receiver, reception);
        }
    }

    /// Appends the transition `action` of `participant`, with the internal steps before it.
    ///
    /// # Panics
    /// If internal steps do not lead to the source of the transition.
    pub(crate) fn act(&mut self, participant: ParticipantId, action: TransitionId) {
        let transition = &self.system.automata()[participant].transitions()[action];
        self.move_internally(participant, transition.source);
        self.steps.push(Step { participant, transition: action });
        self.control[participant] = transition.target;
    }

    /// Appends the fewest internal steps of `participant` to its state `to`.
    ///
    /// # Panics
    /// If none lead there.
    pub(crate) fn move_internally(&mut self, participant: ParticipantId, to: StateId) {
        let automaton = &self.system.automata()[participant];
        let internal = internal_path(automaton, self.control[participant], to)
            .expect("internal steps lead to the source of a possible action");
        self.steps.extend(internal.into_iter().map(|transition| Step { participant, transition }));
        self.control[participant] = to;
    }

    /// Returns the run.
    pub(crate) fn finish(self) -> Run {
        (self.initial, self.steps)
    }
}
