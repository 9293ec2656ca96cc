//! Questions about the global states of component systems, for `check` and `safety`.

use super::run::size;
use crate::cli::certificates::not_certified;
use crate::cli::components::{note_fault, read_component};
use crate::cli::failure::Failure;
use crate::cli::input::Input;
use crate::cli::models::complaints;
use crate::cli::run::{InputCommand, LoadedModel};
use crate::cli::run_context::RunContext;
use scm_check::driver::component::{
    GlobalFinding, OwnText, Task, answers, lacks, stated, subject_of, unasked,
};
use scm_check::driver::{Confirmation, Lack, load};
use scm_check::kernel::diagnostics::Severity;
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::{Effect, ExitStatus, Verdict};
use scm_check::language::component::Model;
use scm_check::language::component::property::read_predicate;
use scm_check::language::reading::Reading;
use scm_check::render::component::global_row;
use scm_check::render::report::ModelSize;

/// Why no answer is confirmed.
const NO_EVIDENCE: &str = "scm-check-verify knows no evidence for it";

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

    fn lacks(&self, model: &Model) -> Vec<Lack> {
        lacks(model, self.reach, self.properties)
    }

    fn answer(&mut self, subject: &LoadedModel<'_, Model>) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        context.describe(loaded);
        let Some((tasks, undecided)) = self.tasks(context, model) else {
            context.reporter.settle(ExitStatus::Refused);
            return Ok(());
        };
        if tasks.is_empty() {
            return Ok(());
        }
        let report = &context.options.report;
        let mut has_run = false;
        context.watch.plan(tasks.iter().map(|task| subject_of(loaded, task)).collect());
        let answers = answers(context, (loaded, model), &tasks, self.effect);
        for answer in answers {
            has_run |= answer.verdict == Verdict::Violated;
            if let Some(GlobalFinding::Fault(report, _)) = answer.found() {
                note_fault(context, loaded, report);
            }
            let answer = match context.checker {
                Some(_) => answer.with_confirmation(Confirmation::None(NO_EVIDENCE)),
                None => answer,
            };
            let style = context.style();
            let row = global_row(&answer, model, &style).confirmed(&style);
            context.reporter.row(input, row)?;
        }
        if let Some(path) = &report.certificate {
            context.reporter.certified();
            not_certified(path, &["systems of components".to_owned()], context.reporter)?;
        }
        if has_run && report.witness.is_some() {
            let name = &loaded.name;
            let text = "no witness files for systems of components; --format json has the steps";
            context.reporter.insist(&format!("{name}: {text}\n"))?;
        }
        context.reporter.undecided(&loaded.name, &undecided)
    }
}

impl GlobalCommand<'_> {
    /// Returns the questions, and the names of the properties that are only monitored; `None` if a predicate has errors,
    /// which were reported.
    fn tasks(&self, context: &RunContext<'_>, model: &Model) -> Option<(Vec<Task>, Vec<String>)> {
        let (mut tasks, mut undecided) = (vec![Task::deadlock()], Vec::new());
        for task in model.properties.iter().map(Task::of) {
            // What is only monitored is no question here, unless somebody asks it.
            let name = &task.property;
            let is_asked = self.properties.contains(name) || stated(model, name).is_some();
            if task.is_decidable() || is_asked {
                tasks.push(task);
            } else {
                undecided.push(task.property);
            }
        }
        if !self.properties.is_empty() {
            undecided.clear();
            tasks.retain(|task| self.properties.contains(&task.property));
        }
        for text in self.reach {
            let bytes = Ok(text.clone().into_bytes());
            let (loaded, predicate) = load("--reach".to_owned(), bytes, |source| {
                read_predicate(source, &model.composite)
            });
            if let Some(text) = complaints(&loaded, Severity::Warning) {
                context.reporter.tell(text);
            }
            let (predicate, sites) = predicate?;
            let source = loaded.source().cloned()?;
            tasks.push(Task::reach(predicate, OwnText { source, sites }));
        }
        if self.properties.is_empty() && self.effect == Effect::Excuses {
            let unasked = unasked(model, &tasks);
            tasks.extend(unasked);
        }
        Some((tasks, undecided))
    }
}
