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

/// Returns `true` if the choreography without lost messages is realisable, and the one in which a lifeline that does nothing
/// else takes them may not be.
///
/// What the projections of the first one can do is what those of the second one can do, without the lost messages; so if the
/// first one is not realisable, the second one is not. Only the other way round it may be: a choice that a lifeline makes by
/// a lost message is seen in the second one only.
///
/// # Complexity
/// That of [`realisability::check`] for both.
pub(super) fn hides_choices(
    without: &Description,
    taken: &Description,
    choice: ChannelChoice,
    control: &Control,
) -> bool {
    !is_realisable(taken, choice, control) && is_realisable(without, choice, control)
}

/// Returns `true` if a choreography is known to be realisable.
fn is_realisable(description: &Description, choice: ChannelChoice, control: &Control) -> bool {
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
