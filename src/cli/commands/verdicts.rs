//! Questions about systems, for each model in SCM.

use crate::cli::args::RscArguments;
use crate::cli::certificates::write_certificates;
use crate::cli::failure::Failure;
use crate::cli::input::Input;
use crate::cli::models::read_system;
use crate::cli::run::{InputCommand, LoadedModel};
use crate::cli::run_context::RunContext;
use crate::cli::run_options::RunOptions;
use scm_check::driver::system::{
    Origin, SystemAnswer, SystemContext, SystemOptions, SystemSession, Task, systems, witness,
};
use scm_check::driver::{Checker, Role};
use scm_check::kernel::source::Source;
use scm_check::language::reading::Reading;
use scm_check::language::scm;
use scm_check::render::report::{ModelSize, ResultLayout, Row, RowStyle};
use scm_check::render::system::model_section;
use scm_check::render::system_answers::system_row;

/// Questions about systems.
#[derive(Clone, Copy)]
pub(super) struct SystemCommand<'a> {
    /// Form of the names of properties.
    pub(super) titles: Titles,
    /// The questions about a model.
    pub(super) ask: &'a (dyn Fn(&scm::Model) -> Vec<Task> + Sync),
    /// Action after the results of a model.
    pub(super) attach: &'a Attach<'a>,
}

/// An action after the results of a model, with the session that gave them.
pub(super) type Attach<'a> =
    dyn Fn(&LoadedModel<'_, scm::Model>, &SystemSession<'_>) -> Result<(), Failure> + Sync + 'a;

/// Form of the names of properties on the first line of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Titles {
    /// The plain name: the channels are read in one way.
    Plain,
    /// The name with the kind of channels, where it differs from the kind as written.
    WithChannels,
}

/// Returns the options of a run from those of a modern command.
pub(in crate::cli) fn run_options(
    command: &'static str,
    arguments: &RscArguments,
    inputs: Vec<Input>,
    layout: ResultLayout,
) -> RunOptions {
    let options = RunOptions::new(command, inputs, &arguments.search, &arguments.report, layout);
    RunOptions { extent: arguments.run.extent(), ..options }
}

impl InputCommand for SystemCommand<'_> {
    type Model = scm::Model;

    fn read(&self, _: &RunContext<'_>, input: &Input, source: &Source) -> Reading<scm::Model> {
        read_system(input, source)
    }

    fn size(&self, model: &scm::Model) -> ModelSize {
        ModelSize {
            participants: model.system.automata().len(),
            channels: model.system.channels().len(),
            architecture: None,
        }
    }

    fn answer(&mut self, subject: &LoadedModel<'_, scm::Model>) -> Result<(), Failure> {
        self.answer_with(subject, Origin::Text)
    }
}

impl SystemCommand<'_> {
    /// Answers every question about a model, whose text is of this origin.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(super) fn answer_with(
        &self,
        subject: &LoadedModel<'_, scm::Model>,
        origin: Origin,
    ) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        let tasks = (self.ask)(model);
        let systems = systems(model, &tasks);
        context.reporter.describe(|| {
            let system = systems.first().map_or(&model.system, |(_, system)| system);
            model_section(&loaded.name, Some(system), loaded.source())
        });
        let options =
            SystemOptions { explains: context.explained_violations(), ..context.options.system };
        let checker = context.checker.map(|checker| checker as &dyn Checker);
        let session = SystemSession::new(context, options, checker, (loaded, model), &systems);
        let mut session = session.with_origin(origin);
        context.watch.plan(session.asked_subjects(&tasks));
        let (mut tasks, mut late) = (tasks.into_iter(), Vec::new());
        while let Some(task) = tasks.next().or_else(|| late.pop()) {
            let Some(answer) = session.answer(&task) else {
                // After the others a premise has an answer if one rests on it.
                late.extend(Some(task).filter(|one| one.role == Role::Premise && tasks.len() > 0));
                continue;
            };
            context.tell_checker_failures();
            context
                .reporter
                .row(input, self.row(context, &answer, &task, &session.context(&task)))?;
        }
        context.reporter.undecided(&loaded.name, session.undecided())?;
        if session.has_left_out() {
            context.reporter.left_out();
        }
        context.reporter.end_model()?;
        write_certificates(&session, context)?;
        (self.attach)(subject, &session)
    }

    /// Returns the row of an answer; a limit during the writing of its evidence does not lose the answer.
    fn row(
        &self,
        run: &RunContext<'_>,
        answer: &SystemAnswer,
        task: &Task,
        context: &SystemContext<'_>,
    ) -> Row {
        let witness = witness(answer);
        let names_channels = self.titles == Titles::WithChannels;
        let style = RowStyle { names_channels, ..run.style_for(witness) };
        if witness.is_some() {
            run.watch.know(&system_row(answer, task, context, &style.without_evidence()));
        }
        system_row(answer, task, context, &style)
    }
}
