//! A model for the checker that is not the text of the user.

use crate::sha256;
use language::scm;
use model::cfsm::System;

/// A system as a text in SCM, for the checker, which cannot read the text that the system comes from.
#[derive(Debug)]
pub struct RestatedModel {
    /// The system with the names of the text, and the ids that it has in the session.
    pub(super) system: System,
    pub(super) text: String,
    /// Digest of the text.
    pub(super) sha256: String,
}

impl RestatedModel {
    /// Returns the text of a system.
    pub fn new(system: &System) -> Self {
        let text = scm::print(system, &[], &[]);
        Self { system: scm::as_printed(system), sha256: sha256(&text), text }
    }
}
