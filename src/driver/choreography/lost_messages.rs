//! Messages of diagrams that are lost.

use super::MAX_STATES;
use check::realisability::{self, Question};
use kernel::base::Control;
use kernel::verdict::Outcome;
use model::choreography::{ChannelChoice, Choreography, Description};

/// Whether the lost messages of a diagram may arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LostMessages {
    /// They do not arrive, as it is drawn.
    #[default]
    AsDrawn,
    /// They may arrive, too, where the diagram does not show it.
    May,
}

/// Returns `true` if a choreography is known to be realisable.
///
/// A lifeline that does nothing else may take the lost messages of a diagram. If that choreography is realisable, the one
/// without the lost messages is: what its projections can do is what those of the first one can do, without the lost
/// messages. The converse is false, since a choice that a lifeline makes by a lost message is seen in the first one only.
///
/// # Complexity
/// That of [`realisability::check`].
pub(super) fn is_realisable(
    description: &Description,
    choice: ChannelChoice,
    control: &Control,
) -> bool {
    let automaton = description.resolved(choice);
    let Some(choreography) = Choreography::within(&automaton, MAX_STATES, control) else {
        return false;
    };
    if choreography.is_empty() {
        return true;
    }
    choreography.projections_within(MAX_STATES, control).is_some_and(|projections| {
        let (choreography, system) = (projections.choreography(), projections.system());
        let found = realisability::check(choreography, system, Question::Realisable, control);
        matches!(found.outcome, Outcome::Holds(_))
    })
}
