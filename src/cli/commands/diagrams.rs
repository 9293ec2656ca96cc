//! Questions of `check` about diagrams: their automata, their choreographies, the projections of these.

use super::interaction::nfa::SynthesisCommand;
use super::projections::ProjectionsCommand;
use crate::cli::failure::Failure;
use crate::cli::run::LoadedModel;
use scm_check::driver::choreography::why_no_choreography;
use scm_check::driver::had;
use scm_check::driver::interaction::{automaton_properties, is_about_messages, lacks};
use scm_check::language::interaction::Model;

/// Questions about diagrams.
#[derive(Clone)]
pub(super) struct DiagramCommand<'a> {
    /// Those about their automata.
    pub(super) automata: SynthesisCommand<'a>,
    /// The only properties, if not all.
    pub(super) properties: &'a [String],
}

impl DiagramCommand<'_> {
    /// Answers every question about a diagram. That about its automaton is asked where the diagram states an answer, or
    /// has no choreography.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(super) fn answer(
        &mut self,
        subject: &LoadedModel<'_, Model>,
        projections: ProjectionsCommand<'_>,
    ) -> Result<(), Failure> {
        let choreographies = projections.choreographies;
        let &LoadedModel { context, input, loaded, model } = subject;
        let outside = why_no_choreography(loaded, model);
        let of_automaton = automaton_properties(model);
        let (of_automaton, of_messages): (Vec<&str>, Vec<&str>) =
            self.asked(model).partition(|name| of_automaton.contains(name));
        let states_more = !model.expectations.iter().all(is_about_messages);
        if self.properties.is_empty() && (states_more || outside.is_some()) {
            self.automata.answer_all(subject)?;
        } else if !of_automaton.is_empty() {
            self.automata.answer_only(subject, &of_automaton)?;
        }
        if !self.properties.is_empty() && of_messages.is_empty() {
            return Ok(());
        }
        if let Some(why) = outside {
            return choreographies.answer_outside(subject, &of_messages, why);
        }
        let Some(choreography) = choreographies.choreography(subject, &of_messages)? else {
            return Ok(());
        };
        projections.answer(&LoadedModel { context, input, loaded, model: &choreography })
    }

    /// Returns the names of the properties that are asked for and that a diagram has.
    fn asked(&self, model: &Model) -> impl Iterator<Item = &str> {
        had(lacks(model, self.properties), self.properties).map(String::as_str)
    }
}
