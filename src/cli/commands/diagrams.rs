//! Questions of `check` about diagrams: their automata, their choreographies, the projections of these.

use super::chor::check::ChoreographyCommand;
use super::interaction::nfa::SynthesisCommand;
use super::verdicts::{SystemCommand, Titles};
use crate::cli::failure::Failure;
use crate::cli::run::{InputCommand as _, LoadedModel};
use scm_check::driver::choreography::{
    is_property, is_property_of_messages, no_choreography, system_of,
};
use scm_check::driver::system::{
    ChannelReading, RestatedModel, Task, everything, everything_named,
};
use scm_check::language::interaction::Model;
use scm_check::language::{choreography, scm};
use scm_check::model::cfsm::SafetyProperty;

/// Questions about diagrams.
#[derive(Clone)]
pub(super) struct DiagramCommand<'a> {
    /// Those about their automata.
    pub(super) automata: SynthesisCommand<'a>,
    /// The only properties, if not all.
    pub(super) properties: &'a [String],
    /// How the channels of projections are read.
    pub(super) readings: &'a [ChannelReading],
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
        choreographies: &ChoreographyCommand<'_>,
    ) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        let has_choreography = no_choreography(model).is_none();
        let states_automaton =
            model.expectations.iter().any(|stated| !is_property_of_messages(&stated.property));
        let is_asked = |name: &str| self.properties.iter().any(|one| one == name);
        let is_wanted = self.properties.is_empty() || is_asked("nfa");
        if is_asked("nfa") || is_wanted && (states_automaton || !has_choreography) {
            self.automata.answer(subject)?;
        }
        if !has_choreography {
            return Ok(());
        }
        let names: Vec<&str> = match self.properties {
            [] => vec!["realisable"],
            names => names.iter().map(String::as_str).filter(|&name| name != "nfa").collect(),
        };
        // The other properties are those of the projections.
        let ask = |model: &choreography::Model| {
            let mut tasks = (choreographies.ask)(model);
            tasks.retain(|task| is_property(&task.property));
            tasks
        };
        let choreographies = ChoreographyCommand { ask: &ask, ..*choreographies };
        let projected = choreographies.answer_diagram(subject, &names)?;
        let Some((choreography, system)) = projected else { return Ok(()) };
        let restated = context.checker.map(|_| RestatedModel::new(&system));
        let system = system_of(model, &choreography, &system);
        let ask = |system: &scm::Model| -> Vec<Task> { self.tasks(system) };
        let systems =
            SystemCommand { titles: Titles::WithChannels, ask: &ask, attach: &|_, _| Ok(()) };
        systems.answer_with(&LoadedModel { context, input, loaded, model: &system }, restated)
    }

    /// Returns the questions about the projections: their linear safety, or the properties that are asked for.
    fn tasks(&self, system: &scm::Model) -> Vec<Task> {
        let linear = SafetyProperty::LINEAR.map(SafetyProperty::kind_name);
        let is_of_systems = |name: &&String| *name != "nfa" && !is_property(name);
        let names: Vec<String> = self.properties.iter().filter(is_of_systems).cloned().collect();
        let tasks = self.readings.iter().map(|&reading| -> Vec<Task> {
            if !self.properties.is_empty() {
                return everything_named(system, reading, &names);
            }
            let all = everything(system, reading).into_iter();
            all.filter(|task| linear.contains(&&*task.property)).collect()
        });
        tasks.flatten().collect()
    }
}
