//! Selection of the violation that a picture shows.

use super::{
    ChannelReading, Question, SystemOptions, SystemSession, named, pictured, systems, witness,
};
use crate::{Host, Loaded};
use kernel::verdict::Reason;
use language::system::Model;
use model::evidence::Witness;

/// Reason for which there is no witness of a violation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoViolation {
    /// No property that was checked is violated.
    #[error("nothing is violated")]
    Nothing,
    /// The property of this name holds.
    #[error("{0} holds")]
    Holds(String),
    /// The verdict on the property of this name is unknown, for this reason.
    #[error("nobody knows whether {0} is violated")]
    Unknown(String, Reason),
    /// The model has no property of this name, as the sentence explains.
    #[error("{0}: {1}")]
    Mistaken(String, String),
}

/// Returns a witness and the name of the property that it violates: of `property`, or of the first that is violated.
///
/// # Errors
/// If there is no witness.
pub fn violation(
    host: &dyn Host,
    (loaded, model): (&Loaded, &Model),
    reading: ChannelReading,
    property: Option<&str>,
) -> Result<(String, Witness), NoViolation> {
    let tasks = match property {
        Some(name) => vec![named(model, reading, name)],
        None => pictured(model, reading),
    };
    for task in &tasks {
        let mistaken =
            |why: &str| Err(NoViolation::Mistaken(task.property.clone(), why.to_owned()));
        match &task.question {
            Question::Mistaken(why) => return mistaken(why),
            Question::NoBadStates if property.is_some() => {
                return mistaken("the model has no bad states");
            }
            Question::Unsupported => return mistaken("the property is one of other languages"),
            Question::NoBadStates
            | Question::Rsc
            | Question::Reach(_)
            | Question::Safety(_)
            | Question::Class(_) => {}
        }
    }
    let systems = systems(model, &tasks);
    let options = SystemOptions::default();
    let mut session = SystemSession::new(host, options, None, (loaded, model), &systems);
    let Some((task, answer)) = session.first_violation(tasks) else {
        let holds = |name: &str| NoViolation::Holds(name.to_owned());
        return Err(property.map_or(NoViolation::Nothing, holds));
    };
    match (witness(&answer), answer.verdict.reason()) {
        (Some(witness), _) => Ok((task.property, witness.clone())),
        (None, Some(reason)) => Err(NoViolation::Unknown(task.property, reason)),
        (None, None) => Err(NoViolation::Holds(task.property)),
    }
}
