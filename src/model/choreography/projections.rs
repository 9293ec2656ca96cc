//! A choreography together with its projections.

use std::ops::Deref;

use super::Choreography;
use crate::cfsm::{ParticipantId, StateId, System};
use kernel::base::Control;

/// A choreography and the system of its projections.
///
/// Some conclusions hold only for the projections of a choreography, and not for other automata: those may be
/// unable to go on where the choreography goes on. Functions with such conclusions take this type. Only
/// [`Choreography::projections_within`] creates it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Projections {
    choreography: Choreography,
    /// The [implementation](Choreography::implementation) of the choreography.
    system: System,
    /// The states in which participants may be when the protocol ends.
    finals: Vec<(ParticipantId, StateId)>,
}

impl Projections {
    /// Returns the choreography.
    pub fn choreography(&self) -> &Choreography {
        &self.choreography
    }

    /// Returns the system of the projections.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// Returns the system of the projections with their
    /// [final states](Choreography::implementation_with_ends).
    pub fn system_with_ends(&self) -> System {
        self.system.with_final(self.finals.iter().copied())
    }
}

impl Deref for Projections {
    type Target = System;

    fn deref(&self) -> &System {
        &self.system
    }
}

impl Choreography {
    /// Returns the choreography with its [implementation](Self::implementation); `None` if that does not exist, or if
    /// `control` stops it before all projections are made.
    ///
    /// # Complexity
    /// That of [`Self::implementation`].
    pub fn projections_within(self, max_states: usize, control: &Control) -> Option<Projections> {
        let declared = self.implementation_with_ends(max_states, control)?;
        let automata = declared.automata().enumerate();
        let finals = automata.flat_map(|(participant, automaton)| {
            automaton.declared_final().map(move |state| (participant, state))
        });
        let finals = finals.collect();
        Some(Projections { choreography: self, system: declared.without_final(), finals })
    }
}
