//! Questions of `check` about choreographies and about their projections.

use super::chor::check::{ChoreographyCommand, Projections};
use super::chor::orders::answer_orders;
use super::verdicts::{SystemCommand, Titles};
use crate::cli::failure::Failure;
use crate::cli::run::LoadedModel;
use scm_check::driver::choreography::{
    OrderRequest, is_of_orders, is_of_projections, lacks_of_projections, stated_of_projections,
    system_of,
};
use scm_check::driver::had;
use scm_check::driver::system::{ChannelReading, Task, everything, everything_named};
use scm_check::language::choreography::Model;
use scm_check::language::scm;
use scm_check::model::cfsm::SafetyProperty;

/// Questions about choreographies and about their projections.
#[derive(Clone, Copy)]
pub(super) struct ProjectionsCommand<'a> {
    /// Those about the choreographies themselves.
    pub(super) choreographies: ChoreographyCommand<'a>,
    /// The only properties, if not all.
    pub(super) properties: &'a [String],
    /// How the channels of projections are read.
    pub(super) readings: &'a [ChannelReading],
}

impl ProjectionsCommand<'_> {
    /// Answers every question about a choreography, then those about its projections.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(super) fn answer(&self, subject: &LoadedModel<'_, Model>) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        let lacks = lacks_of_projections(model, self.properties);
        let asked: Vec<&String> = had(lacks, self.properties).collect();
        if asked.is_empty() && !self.properties.is_empty() {
            return Ok(());
        }
        let found = self.choreographies.answer_text(subject)?;
        let named = |is_wanted: fn(&str) -> bool| -> Vec<String> {
            let names = asked.iter().filter(|name| is_wanted(name));
            names.map(|&name| name.clone()).collect()
        };
        let (names, orders) = (named(is_of_projections), named(is_of_orders));
        if let Ok(Projections { system, is_rsc, .. }) = &found
            && model.is_diagram()
        {
            // The last command ends the results of the model.
            let ChoreographyCommand { choice, effect, .. } = self.choreographies;
            let names: Vec<&str> = asked.iter().map(|name| name.as_str()).collect();
            let request = OrderRequest { names: &names, choice, effect, is_rsc: *is_rsc };
            answer_orders(subject, system, request)?;
        }
        let is_unasked = names.is_empty() && !asked.is_empty();
        match found {
            Ok(_) if is_unasked => Ok(()),
            Err(_) if is_unasked && orders.is_empty() => Ok(()),
            Ok(Projections { system, origin, .. }) => {
                let model = &system_of(model, system);
                let ask = |system: &scm::Model| self.tasks(system, &names);
                let titles = Titles::WithChannels;
                let systems = SystemCommand { titles, ask: &ask, attach: &|_, _| Ok(()) };
                systems.answer_with(&LoadedModel { context, input, loaded, model }, origin)
            }
            Err(Some(decided)) => {
                let stated = stated_of_projections(model).filter(|_| names.is_empty());
                let asked = names.iter().chain(&orders).map(String::as_str);
                let names: Vec<&str> = asked.chain(stated).collect();
                self.choreographies.answer_unmade(subject, &names, decided)
            }
            Err(None) => Ok(()),
        }
    }

    /// Returns the questions about the projections: their linear safety and what the choreography states, or the
    /// properties with these `names`.
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
