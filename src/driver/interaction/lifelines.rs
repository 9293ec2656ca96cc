//! Lifelines by name, and the removal of lifelines from interactions.

use language::interaction::Model;
use model::interaction::{Interaction, Synchronised};
use model::trace::{LifelineSet, Signature};

/// Error: there is no lifeline with this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no lifeline `{name}`, but {}", known.join(", "))]
pub struct UnknownLifeline {
    /// The name.
    pub name: String,
    /// The names of the lifelines.
    pub known: Vec<String>,
}

/// Reason for which lifelines cannot be removed from an interaction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PreparationError {
    /// There is no such lifeline.
    #[error(transparent)]
    Unknown(#[from] UnknownLifeline),
    /// A lifeline has letters in synchronised operands.
    #[error(transparent)]
    Synchronised(#[from] Synchronised),
}

/// Returns the set of the lifelines with some names.
///
/// # Errors
/// If there is no such lifeline.
pub fn lifelines(names: &[String], signature: &Signature) -> Result<LifelineSet, UnknownLifeline> {
    let one = |name: &String| {
        signature.lifeline(name.trim()).ok_or_else(|| UnknownLifeline {
            name: name.trim().to_owned(),
            known: signature.lifelines().iter().cloned().collect(),
        })
    };
    names.iter().map(one).collect()
}

/// Returns the interaction of a model without some lifelines.
///
/// # Errors
/// If the lifelines do not exist or cannot be removed.
pub fn without_lifelines(
    model: &Model,
    removed: &[String],
) -> Result<Interaction, PreparationError> {
    if removed.is_empty() {
        return Ok(model.interaction.clone());
    }
    let removed = lifelines(removed, &model.interaction.signature)?;
    Ok(model.interaction.without(&removed)?)
}
