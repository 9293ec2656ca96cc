//! A model in the language determined by the extension of its file.

use super::choreography_args::ReadingArguments;
use super::components::read_component;
use super::file_kind::kind;
use super::input::Input;
use super::interaction_args::InteractionReading;
use scm_check::driver::Loaded;
use scm_check::kernel::source::Source;
use scm_check::language::kinds::Kind;
use scm_check::language::reading::Reading;
use scm_check::language::{choreography, component, interaction, scm};

/// A system, a choreography, an interaction or a system of components.
pub(crate) enum AnyModel {
    /// A system, in SCM.
    System(Box<scm::Model>),
    /// A choreography.
    Choreography(Box<choreography::Model>),
    /// An interaction.
    Interaction(Box<interaction::Model>),
    /// A system of components.
    Component(Box<component::Model>),
}

impl AnyModel {
    /// Reads a text; the diagnostics of a signature in another file are reported by `tell_about`.
    pub(crate) fn read(
        input: &Input,
        source: &Source,
        tell_about: &dyn Fn(&Loaded),
    ) -> Reading<Self> {
        match kind(input, source) {
            Some(Kind::Components) => {
                read_component(input, source).map(|model| Self::Component(Box::new(model)))
            }
            Some(Kind::Interaction) => {
                let reading = InteractionReading::default().read(input, source, tell_about);
                reading.map(|model| Self::Interaction(Box::new(model)))
            }
            Some(Kind::Choreography) => {
                let reading = ReadingArguments::default().read(input, source);
                reading.map(|model| Self::Choreography(Box::new(model)))
            }
            _ => scm::read(source).map(|model| Self::System(Box::new(model))),
        }
    }
}
