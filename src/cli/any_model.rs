//! A model in whatever language the ending of its file stands for.

use super::choreography_args::ReadingArguments;
use super::input::{Input, UNREADABLE};
use super::interaction_args::InteractionReading;
use super::interactions::{Read, is_interaction};
use super::option_groups::Colour;
use scm_check::kernel::diagnostics::Diagnostic;
use scm_check::kernel::source::{Source, Span};
use scm_check::language::choreography::{self, Format};
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

/// Tells whether the ending of a file's name stands for a language of choreographies.
fn is_choreography(input: &Input) -> bool {
    let ending = input.path().and_then(|path| path.extension());
    ending.and_then(|ending| Format::of_extension(ending.to_str()?)).is_some()
}

/// Returns what a file is that is no system, and what to do with it, by the ending of its name.
pub(crate) fn other_kind(input: &Input) -> Option<(&'static str, &'static str)> {
    if is_interaction(input) {
        let help =
            "see `scm-check interaction nfa`, `draw`; `interaction project` makes a system of it";
        Some(("an interaction", help))
    } else if is_choreography(input) {
        let help = "see `scm-check chor check`, `draw`; `chor project` makes a system of it";
        Some(("a choreography", help))
    } else {
        None
    }
}

/// Returns what to say of a file that is no system although it is read as one.
pub(crate) fn foreign(input: &Input) -> Option<Diagnostic> {
    let (what, help) = other_kind(input)?;
    let message = format!("this is {what}, and no system of automata in SCM");
    Some(Diagnostic::new(&UNREADABLE, Span::default(), message).help(help))
}
