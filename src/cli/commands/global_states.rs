//! Questions about the global states of component systems, for `check` and `safety`.

use super::run::size;
use crate::cli::components::read_component;
use crate::cli::failure::Failure;
use crate::cli::input::Input;
use crate::cli::models::complaints;
use crate::cli::run::{InputCommand, LoadedModel};
use crate::cli::run_context::RunContext;
use scm_check::driver::component::{DEADLOCK, Task, answers, stated};
use scm_check::driver::load;
use scm_check::kernel::diagnostics::Severity;
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::{Effect, ExitStatus};
use scm_check::language::component::Model;
use scm_check::language::component::property::read_predicate;
use scm_check::language::reading::Reading;
use scm_check::render::component::global_row;
use scm_check::render::report::ModelSize;

/// Questions about the global states of component systems.
#[derive(Clone, Copy)]
pub(super) struct GlobalCommand<'a> {
    /// The only properties that are asked for, if not all are.
    pub(super) properties: &'a [String],
    /// Predicates of which it is asked whether they can be reached.
    pub(super) reach: &'a [String],
    /// The effect of the answers that the models state.
    pub(super) effect: Effect,
}

impl InputCommand for GlobalCommand<'_> {
    type Model = Model;

    fn read(&self, _: &RunContext<'_>, input: &Input, source: &Source) -> Reading<Model> {
        read_component(input, source)
    }

    fn size(&self, model: &Model) -> ModelSize {
        size(model)
    }

    fn answer(&mut self, subject: &LoadedModel<'_, Model>) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        context.describe(loaded);
        let Some(tasks) = self.tasks(context, model) else {
            context.reporter.settle(ExitStatus::Refused);
            return Ok(());
        };
        for answer in answers(context, (loaded, model), &tasks, self.effect) {
            let row = global_row(&answer, (loaded, model), &context.style());
            context.reporter.row(input, row)?;
        }
        Ok(())
    }
}

impl GlobalCommand<'_> {
    /// Returns the questions; `None` if a predicate has errors, which were reported.
    fn tasks(&self, context: &RunContext<'_>, model: &Model) -> Option<Vec<Task>> {
        let mut tasks = vec![Task::deadlock()];
        let properties = model.properties.iter();
        tasks.extend(properties.map(Task::of).filter(|task| {
            // What is only monitored is no question here, unless somebody asks it.
            let name = &task.property;
            task.is_decidable() || self.properties.contains(name) || stated(model, name).is_some()
        }));
        if !self.properties.is_empty() {
            tasks.retain(|task| self.properties.contains(&task.property));
            let names = || tasks.iter().map(|task| task.property.as_str());
            if let Some(unknown) =
                self.properties.iter().find(|name| !names().any(|known| known == *name))
            {
                let all = std::iter::once(DEADLOCK)
                    .chain(model.properties.iter().map(|property| property.name.as_str()));
                let all: Vec<&str> = all.collect();
                let why = format!("no property is called {unknown}; there are {}", all.join(", "));
                context.reporter.fault(&Failure::Usage(why));
                return None;
            }
        }
        for text in self.reach {
            let bytes = Ok(text.clone().into_bytes());
            let (loaded, predicate) = load("--reach".to_owned(), bytes, |source| {
                read_predicate(source, &model.composite)
            });
            if let Some(text) = complaints(&loaded, Severity::Warning) {
                context.reporter.tell(text);
            }
            tasks.push(Task::reach(predicate?.0));
        }
        Some(tasks)
    }
}
