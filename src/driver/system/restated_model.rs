//! A model for the checker that is not the text of the user.

use crate::sha256;
use language::scm;
use model::cfsm::System;

/// A system as a text in SCM, for the checker, which cannot read the text that the system comes from.
#[derive(Debug)]
pub struct RestatedModel {
    /// The system with the names of the text, and the ids that it has in the session.
    pub(crate) system: System,
    pub(crate) text: String,
    /// Digest of the text.
    pub(crate) sha256: String,
}

/// Where the text of a system comes from.
#[derive(Debug)]
pub enum Origin {
    /// The user wrote it. The checker, if there is one, is given this text, unless it reads the user's.
    Text(Option<RestatedModel>),
    /// There is none: the system was made of another model. The checker, if there is one, is given this text.
    Made(Option<RestatedModel>),
    /// There is none, and no checker: the system is the projections of a realisable choreography, which have all linear
    /// properties.
    Realisable,
}

impl Origin {
    /// Returns the text for the checker, if it is not the user's.
    pub(super) fn restated(&self) -> Option<&RestatedModel> {
        match self {
            Self::Realisable => None,
            Self::Text(restated) | Self::Made(restated) => restated.as_ref(),
        }
    }
}

impl RestatedModel {
    /// Returns the text of a system.
    pub fn new(system: &System) -> Self {
        let text = scm::print(system, &[], &[]);
        Self { system: scm::as_printed(system), sha256: sha256(&text), text }
    }
}
