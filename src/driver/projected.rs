//! The system that a model of any kind describes: itself, or its projections.

use std::borrow::Cow;

use crate::choreography::{MAX_STATES, transition_lines};
use crate::{AnyModel, Loaded};
use kernel::base::Control;
use language::system;
use model::cfsm::ChannelKind;
use model::choreography::{Architecture, ChannelChoice, Choreography};
use model::evidence::Lines;
use model::interaction::ProjectionRefusal;

/// A system, with what its model says of it.
#[derive(Clone, Debug)]
pub struct Projected<'a> {
    /// The system, with its bad configurations, if its model is one; of projections only the automata.
    pub model: Cow<'a, system::Model>,
    /// The lines of the transitions.
    pub lines: Lines,
    /// The channels of projections, in a word; `None` if the model is the system.
    pub channels: Option<String>,
}

/// Why a model has no projections.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unprojected {
    /// A limit of the construction.
    #[error("to make it deterministic takes too many states")]
    TooLarge,
    /// Nothing happens in it.
    #[error("nothing ever happens, so there is no participant")]
    Nothing,
    /// A diagram says what automata cannot do.
    #[error(transparent)]
    Diagram(#[from] ProjectionRefusal),
    /// A system of components.
    #[error("a system of components has no automata that exchange messages")]
    Components,
}

/// Returns the system of a model: of a system itself, of a choreography or a diagram its projections on the channels that
/// it names, else on a channel for each pair of participants.
///
/// # Errors
/// If there are none.
///
/// # Complexity
/// That of the construction of deterministic automata.
pub fn projected<'a>(
    any: &'a AnyModel,
    loaded: &Loaded,
    control: &Control,
) -> Result<Projected<'a>, Unprojected> {
    match any {
        AnyModel::System(model) => {
            let lines = loaded.lines(model);
            Ok(Projected { model: Cow::Borrowed(model), lines, channels: None })
        }
        AnyModel::Choreography(model) => {
            let choice = ChannelChoice::default().settled(&model.description);
            let automaton = model.description.resolved(choice);
            let normal = Choreography::new(&automaton, MAX_STATES).ok_or(Unprojected::TooLarge)?;
            if normal.is_empty() {
                return Err(Unprojected::Nothing);
            }
            let system = normal.implementation_with_ends(MAX_STATES, control);
            let system = system.ok_or(Unprojected::TooLarge)?;
            let lines = transition_lines(loaded, model, &system);
            let channels = Some(choice.word());
            Ok(Projected { model: Cow::Owned(system::Model::of_system(system)), lines, channels })
        }
        AnyModel::Interaction(model) => {
            let (architecture, kind) = (Architecture::PeerToPeer, ChannelKind::Fifo);
            let control = &control.part(MAX_STATES as u64);
            let system = model.interaction.system(&loaded.name, architecture, kind, control)?;
            let choice = ChannelChoice { architecture: Some(architecture), kind: Some(kind) };
            Ok(Projected {
                model: Cow::Owned(system::Model::of_system(system)),
                lines: Lines::default(),
                channels: Some(choice.word()),
            })
        }
        AnyModel::Components(_) => Err(Unprojected::Components),
    }
}
