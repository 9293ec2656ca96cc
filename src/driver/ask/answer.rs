//! The sum of the answers.

use crate::choreography::{ChoreographyFinding, OrderFinding};
use crate::component::GlobalFinding;
use crate::interaction::InteractionFinding;
use crate::system::{SystemAnswer, SystemContext, Task, witness};
use crate::{Answer, Loaded};
use language::{choreography, component, interaction};
use model::cfsm::System;
use model::choreography::ChannelChoice;
use model::evidence::{Lines, Witness};

/// An answer about a model of any kind, with what its names and places mean.
#[derive(Clone, Copy, Debug)]
pub enum AnyAnswer<'a> {
    /// About a system.
    System(&'a SystemAnswer, &'a Task, SystemContext<'a>),
    /// About a choreography whose channels are read so.
    Choreography(
        &'a Answer<ChoreographyFinding>,
        ChannelChoice,
        (&'a Loaded, &'a choreography::Model),
    ),
    /// About a diagram whose lost messages arrive.
    Late(&'a Answer<ChoreographyFinding>, ChannelChoice, (&'a Loaded, &'a choreography::Model)),
    /// About the order of receptions in a diagram, with its projections and the lines of their transitions.
    Order(&'a Answer<OrderFinding>, (&'a System, &'a Lines)),
    /// About the automaton of an interaction.
    Automaton(&'a Answer<InteractionFinding>, (&'a Loaded, &'a interaction::Model)),
    /// About the global states of a system of components.
    Global(&'a Answer<GlobalFinding>, &'a component::Model),
}

impl AnyAnswer<'_> {
    /// Returns the run that shows a violation, as actions of automata.
    pub fn witness(&self) -> Option<&Witness> {
        match self {
            Self::System(answer, ..) => witness(answer),
            Self::Choreography(answer, ..) | Self::Late(answer, ..) => {
                answer.found().and_then(|found| found.witness()).map(|(witness, _)| witness)
            }
            Self::Order(answer, _) => answer.found().and_then(|found| found.witness()),
            Self::Automaton(..) | Self::Global(..) => None,
        }
    }
}
