//! A model in the language determined by the extension of its file.

use super::choreography_args::ReadingArguments;
use super::components::read_component;
use super::file_kind::{is_choreography, is_component_text, is_interaction_text, other_kind};
use super::input::{EXTENSION, Input};
use super::interaction_args::InteractionReading;
use scm_check::driver::Loaded;
use scm_check::kernel::source::Source;
use scm_check::language::choreography::Format;
use scm_check::language::reading::{Reading, language_of};
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
        if is_component_text(input, source) {
            read_component(input, source).map(|model| Self::Component(Box::new(model)))
        } else if is_interaction_text(input, source) || by_text(input, source, is_of_interactions) {
            let reading = InteractionReading::default().read(input, source, tell_about);
            reading.map(|model| Self::Interaction(Box::new(model)))
        } else if is_choreography(input)
            || by_text(input, source, |language| Format::named(language).is_some())
        {
            let reading = ReadingArguments::default().read(input, source);
            reading.map(|model| Self::Choreography(Box::new(model)))
        } else {
            scm::read(source).map(|model| Self::System(Box::new(model)))
        }
    }
}

/// Returns `true` if the ending of a file says nothing, and its text is in a language with a property.
fn by_text(input: &Input, source: &Source, is_wanted: fn(&str) -> bool) -> bool {
    let is_known = other_kind(input).is_some() || input.extension() == Some(EXTENSION);
    !is_known && language_of(source).is_some_and(is_wanted)
}

fn is_of_interactions(language: &str) -> bool {
    language == "interaction"
}
