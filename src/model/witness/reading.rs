//! From a witness in a file to steps on a system.
//!
//! Nothing is believed: whoever reads a witness replays it.

use serde_json::Value;

use super::json::{SCHEMA, SCHEMA_VERSION};
use super::{Lines, WitnessDocument, WitnessKind, WitnessStep};
use crate::kernel::base::IndexVec;
use crate::model::cfsm::{ParticipantId, StateId, Step, System, TransitionId};

/// Why a document does not describe steps of a system.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// The document is of another format or version.
    #[error("not a witness of version {SCHEMA_VERSION}: `{schema}`, version {version}")]
    OtherFormat {
        /// The schema that the document names.
        schema: String,
        /// The version that it names.
        version: u32,
    },
    /// The document shows something that is not known here.
    #[error("unknown kind of witness `{kind}`")]
    UnknownKind {
        /// The kind that it names.
        kind: String,
    },
    /// A participant has no initial state in the document.
    #[error("no initial state for `{participant}`")]
    NoInitialState {
        /// The participant.
        participant: String,
    },
    /// The system has no such state.
    #[error("`{participant}` has no state `{state}`")]
    NoSuchState {
        /// The participant.
        participant: String,
        /// The name in the document.
        state: String,
    },
    /// The system has no such participant.
    #[error("there is no participant `{participant}`")]
    NoSuchParticipant {
        /// The name in the document.
        participant: String,
    },
    /// The system has no such transition.
    #[error("step {step}: `{participant}` has no such transition from state `{from}`")]
    NoSuchTransition {
        /// The number of the step.
        step: usize,
        /// The participant.
        participant: String,
        /// The state that the step leaves.
        from: String,
    },
}

/// Returns the initial states and the steps that a document describes on `system`.
///
/// Of several equal transitions the first is taken. Lines and the cycle are not read: the replay
/// finds its own.
///
/// # Errors
/// Names what the system does not have, or that the document is of another kind.
pub fn read_steps(
    system: &System,
    document: &WitnessDocument,
) -> Result<(IndexVec<ParticipantId, StateId>, Vec<Step>), Unreadable> {
    if document.kind != WitnessKind::BorderlineViolation.name() {
        return Err(Unreadable::UnknownKind { kind: document.kind.clone() });
    }
    read_run(system, document)
}

/// Returns the initial states and the steps of a document of any kind.
pub(super) fn read_run(
    system: &System,
    document: &WitnessDocument,
) -> Result<(IndexVec<ParticipantId, StateId>, Vec<Step>), Unreadable> {
    if document.schema != SCHEMA || document.schema_version != SCHEMA_VERSION {
        return Err(Unreadable::OtherFormat {
            schema: document.schema.clone(),
            version: document.schema_version,
        });
    }
    for participant in document.initial.keys() {
        participant_named(system, participant)?;
    }
    let mut initial = IndexVec::new();
    for automaton in system.automata() {
        let participant = automaton.name().to_owned();
        let Some(Value::String(state)) = document.initial.get(&participant) else {
            return Err(Unreadable::NoInitialState { participant });
        };
        let found = automaton.states().enumerate().find(|(_, name)| *name == state);
        let Some((id, _)) = found else {
            return Err(Unreadable::NoSuchState { participant, state: state.clone() });
        };
        initial.push(id);
    }
    let steps = document
        .steps
        .iter()
        .enumerate()
        .map(|(index, step)| {
            let participant = participant_named(system, &step.participant)?;
            let transition = transition_of(system, participant, step).ok_or_else(|| {
                Unreadable::NoSuchTransition {
                    step: index + 1,
                    participant: step.participant.clone(),
                    from: step.from.clone(),
                }
            })?;
            Ok(Step { participant, transition })
        })
        .collect::<Result<_, Unreadable>>()?;
    Ok((initial, steps))
}

fn participant_named(system: &System, name: &str) -> Result<ParticipantId, Unreadable> {
    system
        .automata()
        .enumerate()
        .find(|(_, automaton)| automaton.name() == name)
        .map(|(id, _)| id)
        .ok_or_else(|| Unreadable::NoSuchParticipant { participant: name.to_owned() })
}

fn transition_of(
    system: &System,
    participant: ParticipantId,
    step: &WitnessStep,
) -> Option<TransitionId> {
    let nowhere = Lines::default();
    system.automata()[participant].transitions().ids().find(|&transition| {
        let mirrored = WitnessStep::new(system, Step { participant, transition }, &nowhere);
        mirrored == WitnessStep { line: None, ..step.clone() }
    })
}
