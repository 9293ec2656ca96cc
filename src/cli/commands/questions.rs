//! `rsc`, `reach` and `safety`: questions about systems.

use super::bad_states::emit;
use super::global_states::GlobalCommand;
use super::verdicts::{SystemCommand, Titles, run_options};
use crate::cli::args::{ReachArguments, RscArguments, SafetyArguments};
use crate::cli::component_packages::without_packages;
use crate::cli::components::{read_component, refuse_system_options};
use crate::cli::failure::Failure;
use crate::cli::file_kind::kind;
use crate::cli::input::Input;
use crate::cli::models;
use crate::cli::models::read_system;
use crate::cli::run::{InputCommand, LoadedModel, run_models};
use crate::cli::run_context::RunContext;
use crate::cli::watch::Watch;
use scm_check::driver::system::{
    self, ChannelReading, Task, bad_states, lacks, named, with_reminders,
};
use scm_check::driver::{Lack, had};
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::Effect;
use scm_check::language::kinds::Kind;
use scm_check::language::reading::Reading;
use scm_check::language::{component, scm};
use scm_check::render::report::{Amount, ModelSize, ResultLayout, Shown};

/// Runs `rsc`: is every execution equivalent to a synchronous one? It returns the exit code, which depends on the verdicts; an expected violation counts as a
/// violation.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn rsc(arguments: &RscArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.search.assume_eager {
        let why = "--assume-eager says nothing about whether a system is RSC; it is for reach, \
                   safety and check";
        return Err(Failure::usage(why));
    }
    let layout = ResultLayout::Blocks(Amount::Everything);
    run_modern("rsc", watch, arguments, layout, Titles::Plain, &|model, reading| {
        with_reminders(model, reading, vec![Task::rsc(reading)])
    })
}

/// Runs `reach`: can a bad configuration be reached? It returns the exit code, which depends on the bad states only. The report also states whether
/// the models are RSC.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn reach(arguments: &ReachArguments, watch: &Watch) -> Result<u8, Failure> {
    let layout = ResultLayout::Blocks(Amount::Everything);
    run_modern(
        "reach",
        watch,
        &arguments.common,
        layout,
        Titles::WithChannels,
        &|model, reading| {
            let tasks = bad_states(model, reading, arguments.spec, arguments.allow_none);
            let mut tasks = with_reminders(model, reading, tasks);
            if !model.bad.is_empty() {
                tasks.insert(0, Task::premise(reading));
            }
            tasks
        },
    )
}

/// Runs `safety`: does a system have the safety properties? It returns the exit code, which depends on the safety properties only. The report also states
/// whether the models are RSC, if that is found out.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn safety(arguments: &SafetyArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.emit_bad_states {
        return emit(arguments);
    }
    let common = &arguments.common;
    let inputs = models::named(&common.models, &[Kind::System, Kind::Components], &common.report);
    let inputs = without_packages(inputs, &common.models, common.report.output.color);
    refuse_system_options(&inputs, &common.channels, &common.search)?;
    let reading = common.channels.reading()?;
    let ask = |model: &scm::Model| {
        let tasks = match arguments.properties.as_slice() {
            [] => system::safety(model, reading),
            names => {
                let had = had(lacks(model, names), names);
                had.map(|name| named(model, reading, name)).collect()
            }
        };
        let mut tasks = with_reminders(model, reading, tasks);
        if !tasks.is_empty() {
            tasks.insert(0, Task::premise(reading));
        }
        tasks
    };
    let single = arguments.runs.layout(Shown::Violations);
    let layout = common.report.layout(inputs.len(), single, ResultLayout::Table);
    let command = SafetyCommand {
        systems: SystemCommand { titles: Titles::WithChannels, ask: &ask, attach: &|_, _| Ok(()) },
        components: GlobalCommand {
            properties: &arguments.properties,
            reach: &arguments.reach,
            effect: Effect::Reminds,
        },
    };
    run_models(&run_options("safety", common, inputs, layout), watch, command)
}

/// Questions about the safety of systems of automata and of components.
#[derive(Clone, Copy)]
struct SafetyCommand<'a> {
    systems: SystemCommand<'a>,
    components: GlobalCommand<'a>,
}

/// A system of automata or of components.
enum SafetyModel {
    System(Box<scm::Model>),
    Component(Box<component::Model>),
}

impl InputCommand for SafetyCommand<'_> {
    type Model = SafetyModel;

    fn read(&self, _: &RunContext<'_>, input: &Input, source: &Source) -> Reading<SafetyModel> {
        if kind(input, source) == Some(Kind::Components) {
            read_component(input, source).map(|model| SafetyModel::Component(Box::new(model)))
        } else {
            read_system(input, source).map(|model| SafetyModel::System(Box::new(model)))
        }
    }

    fn size(&self, model: &SafetyModel) -> ModelSize {
        match model {
            SafetyModel::System(model) => self.systems.size(model),
            SafetyModel::Component(model) => self.components.size(model),
        }
    }

    fn lacks(&self, model: &SafetyModel) -> Vec<Lack> {
        match model {
            SafetyModel::System(model) => lacks(model, self.components.properties),
            SafetyModel::Component(model) => self.components.lacks(model),
        }
    }

    fn answer(&mut self, subject: &LoadedModel<'_, SafetyModel>) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        match model {
            SafetyModel::System(model) => {
                self.systems.answer(&LoadedModel { context, input, loaded, model })
            }
            SafetyModel::Component(model) => {
                self.components.answer(&LoadedModel { context, input, loaded, model })
            }
        }
    }
}

/// Answers the questions of a modern command, and returns the exit code: one model is reported in `single` layout,
/// several as a table.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
fn run_modern(
    command: &'static str,
    watch: &Watch,
    arguments: &RscArguments,
    single: ResultLayout,
    titles: Titles,
    ask: &(dyn Fn(&scm::Model, ChannelReading) -> Vec<Task> + Sync),
) -> Result<u8, Failure> {
    let reading = arguments.channels.reading()?;
    let inputs = models::named(&arguments.models, &[Kind::System], &arguments.report);
    let ask = |model: &scm::Model| ask(model, reading);
    let questions = SystemCommand { titles, ask: &ask, attach: &|_, _| Ok(()) };
    let layout = arguments.report.layout(inputs.len(), single, ResultLayout::Table);
    run_models(&run_options(command, arguments, inputs, layout), watch, questions)
}
