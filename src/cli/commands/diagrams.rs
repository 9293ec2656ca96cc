//! Questions of `check` about diagrams: their automata, their choreographies, the projections of these.

use super::chor::check::{ChoreographyCommand, Projections};
use super::chor::orders::answer_orders;
use super::interaction::nfa::SynthesisCommand;
use super::verdicts::{SystemCommand, Titles};
use crate::cli::failure::Failure;
use crate::cli::run::LoadedModel;
use scm_check::driver::choreography::{
    OrderRequest, is_of_projections, is_property, system_of, why_no_choreography,
};
use scm_check::driver::had;
use scm_check::driver::interaction::{automaton_properties, is_about_messages, lacks};
use scm_check::driver::system::{
    ChannelReading, Origin, RestatedModel, Task, everything, everything_named,
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
        // The other properties are those of the projections.
        let ask = |model: &choreography::Model| {
            let mut tasks = (choreographies.ask)(model);
            tasks.retain(|task| is_property(&task.property));
            tasks
        };
        let choreographies = ChoreographyCommand { ask: &ask, ..*choreographies };
        let projected = choreographies.answer_diagram(subject, &of_messages)?;
        let Some((choreography, projections)) = projected else { return Ok(()) };
        let Projections { system, is_rsc } = projections;
        let origin = Origin::Made(context.checker.map(|_| RestatedModel::new(&system)));
        let system = system_of(model, &choreography, &system);
        let of_projections = of_messages.iter().filter(|name| is_of_projections(name));
        let of_projections: Vec<String> = of_projections.map(|&name| name.to_owned()).collect();
        // The last command ends the results of the model.
        let ChoreographyCommand { choice, effect, .. } = choreographies;
        let request = OrderRequest { names: &of_messages, choice, effect, is_rsc };
        answer_orders(subject, (&choreography, &system.system), request)?;
        if !of_messages.is_empty() && of_projections.is_empty() {
            return Ok(());
        }
        let ask = |system: &scm::Model| -> Vec<Task> { self.tasks(system, &of_projections) };
        let systems =
            SystemCommand { titles: Titles::WithChannels, ask: &ask, attach: &|_, _| Ok(()) };
        systems.answer_with(&LoadedModel { context, input, loaded, model: &system }, origin)
    }

    /// Returns the names of the properties that are asked for and that a diagram has.
    fn asked(&self, model: &Model) -> impl Iterator<Item = &str> {
        had(lacks(model, self.properties), self.properties).map(String::as_str)
    }

    /// Returns the questions about the projections: their linear safety and what the diagram states, or the properties of
    /// these `names` that are asked for.
    fn tasks(&self, system: &scm::Model, names: &[String]) -> Vec<Task> {
        let linear = SafetyProperty::LINEAR.map(SafetyProperty::kind_name);
        let tasks = self.readings.iter().map(|&reading| -> Vec<Task> {
            let all = everything(system, reading).into_iter();
            let is_wanted =
                |task: &Task| linear.contains(&&*task.property) || task.expected.is_some();
            match names {
                [] => all.filter(is_wanted).collect(),
                names => everything_named(system, reading, names),
            }
        });
        tasks.flatten().collect()
    }
}
