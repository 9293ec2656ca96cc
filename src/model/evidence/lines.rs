//! Source lines of the transitions of a system.

use crate::cfsm::{ParticipantId, Step, System, TransitionId};
use kernel::base::IndexVec;

/// The source lines of a system's transitions, as far as they are known.
///
/// Models have ids but no source locations; the reader of a file fills this table beside the model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// The name of the file for display.
    pub file: String,
    /// The line of each transition, from 1. Vectors may be shorter than the system's.
    pub transitions: IndexVec<ParticipantId, IndexVec<TransitionId, Option<u32>>>,
}

impl Lines {
    /// Returns the line of the transition of `step`; for a loss, that of the send.
    pub fn line(&self, system: &System, step: Step) -> Option<u32> {
        let declared = system.transition(step).loss_of.unwrap_or(step.transition);
        self.transitions.get(step.participant)?.get(declared).copied().flatten()
    }
}
