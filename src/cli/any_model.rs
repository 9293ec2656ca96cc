//! A model in the language determined by the extension of its file.

use super::choreography_args::ReadingArguments;
use super::file_kind::{is_choreography, is_interaction};
use super::input::Input;
use super::interaction_args::InteractionReading;
use super::interactions::Read;
use super::option_groups::Colour;
use scm_check::kernel::diagnostics::Diagnostic;
use scm_check::kernel::source::Source;
use scm_check::language::choreography;
use scm_check::language::interaction;
use scm_check::language::scm;

/// A system, a choreography or an interaction.
pub(crate) enum AnyModel {
    /// A system, in SCM.
    System(Box<scm::Model>),
    /// A choreography.
    Choreography(Box<choreography::Model>),
    /// An interaction.
    Interaction(Box<interaction::Model>),
}

impl AnyModel {
    /// Reads a text.
    pub(crate) fn read(
        input: &Input,
        source: &Source,
        colour: Colour,
    ) -> (Vec<Diagnostic>, Option<Self>) {
        if is_interaction(input) {
            let reading = InteractionReading::default();
            let (diagnostics, model) = Read { reading: &reading, colour }.read(input, source);
            return (diagnostics, model.map(|model| Self::Interaction(Box::new(model))));
        }
        if is_choreography(input) {
            let (diagnostics, model) = ReadingArguments::default().read(input, source);
            return (diagnostics, model.map(|model| Self::Choreography(Box::new(model))));
        }
        let reading = scm::read(source);
        (reading.diagnostics, reading.model.map(|model| Self::System(Box::new(model))))
    }
}
