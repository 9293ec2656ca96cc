//! `check`: all statements of the models, compared with the answers.

use super::chor::check::ChoreographyCommand;
use super::diagrams::DiagramCommand;
use super::global_states::GlobalCommand;
use super::interaction::nfa::SynthesisCommand;
use super::projections::ProjectionsCommand;
use super::verdicts::{Attach, SystemCommand, Titles, run_options};
use crate::cli::any_model::AnyModel;
use crate::cli::args::{CheckArguments, RscArguments};
use crate::cli::choreography_args::ReadingArguments;
use crate::cli::component_packages::without_packages;
use crate::cli::components::refuse_system_options;
use crate::cli::draft::replace;
use crate::cli::failure::Failure;
use crate::cli::file_kind::{MODELS, refuse_update};
use crate::cli::input::Input;
use crate::cli::interaction_args::InteractionReading;
use crate::cli::models;
use crate::cli::run::{InputCommand, LoadedModel, run_models};
use crate::cli::run_context::RunContext;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::driver::choreography::{self, LostMessages, why_no_choreography};
use scm_check::driver::interaction::{self, AutomatonOptions, SynthesisOptions};
use scm_check::driver::restating::{Horizon, Update};
use scm_check::driver::system::{
    self, ChannelReading, SystemSession, everything, everything_named,
};
use scm_check::driver::{Lack, Loaded, Role};
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::Effect;
use scm_check::language::reading::Reading;
use scm_check::language::scm;
use scm_check::model::choreography::ChannelChoice;
use scm_check::render::report::{ModelSize, ResultLayout, Shown};
use scm_check::render::system::update_text;

/// Runs the command, and returns the exit code: an expected violation is no error, a missed expectation is one, even if
/// it is updated.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &CheckArguments, watch: &Watch) -> Result<u8, Failure> {
    let CheckArguments { rsc: arguments, update, properties, reach, lost, runs } = arguments;
    let lost = lost.unwrap_or_default();
    let single = runs.layout(Shown::Surprises);
    let inputs = models::named(&arguments.models, MODELS, &arguments.report);
    let inputs = without_packages(inputs, &arguments.models, arguments.report.output.color);
    if !update {
        return check(watch, arguments, (properties, reach, lost), inputs, single, &|_, _| Ok(()));
    }
    if arguments.models.iter().any(|model| model == "-") {
        return Err(Failure::usage("`--update` rewrites files, and standard input is none"));
    }
    refuse_update(&inputs)?;
    if arguments.report.certificate.is_some() {
        let why = "`--update` rewrites the model, and a certificate is about the model as it was; \
                   ask for it afterwards";
        return Err(Failure::usage(why));
    }
    let quiet = arguments.report.quiet;
    let chosen = arguments.search.max_states.is_some();
    let horizon = if chosen { Horizon::Chosen } else { Horizon::Usual };
    check(watch, arguments, (&[], &[], lost), inputs, single, &|subject, session| {
        restate(subject, session, horizon, quiet)
    })
}

/// Shows how the answers that a model states differ from those that were found, and rewrites them in its file.
///
/// # Errors
/// If the report cannot be written.
pub(super) fn restate(
    subject: &LoadedModel<'_, scm::Model>,
    session: &SystemSession<'_>,
    horizon: Horizon,
    is_quiet: bool,
) -> Result<(), Failure> {
    let answers: Vec<_> = session.offers().collect();
    let Some(update) = Update::new(subject.loaded, subject.model, &answers, horizon) else {
        return Ok(());
    };
    if update.is_change() || !is_quiet {
        subject.context.reporter.remark(&update_text(&update))?;
    }
    let Some(path) = subject.input.path().filter(|_| update.is_change()) else { return Ok(()) };
    // The file is replaced atomically: it always contains either the old or the new text.
    let replaced = replace(path, update.before.as_bytes(), update.after.text.as_bytes());
    if let Err(error) = replaced {
        subject.context.reporter.fault(&Failure::writing(&update.name, &error));
    }
    Ok(())
}

fn check(
    watch: &Watch,
    arguments: &RscArguments,
    (properties, reach, lost): (&[String], &[String], LostMessages),
    inputs: Vec<Input>,
    single: ResultLayout,
    attach: &Attach<'_>,
) -> Result<u8, Failure> {
    refuse_system_options(&inputs, &arguments.channels, &arguments.search)?;
    let readings = &[arguments.channels.reading()?];
    let layout = arguments.report.layout(inputs.len(), single, ResultLayout::Table);
    let options = run_options("check", arguments, inputs, layout);
    let options = RunOptions { properties: properties.to_vec(), ..options };
    let asked = AskedOfAll { properties, reach, readings, lost };
    asked.with(attach, |command| run_models(&options, watch, command))
}

/// What is asked of all models.
#[derive(Clone, Copy)]
pub(super) struct AskedOfAll<'a> {
    /// The only properties, if not all.
    pub(super) properties: &'a [String],
    /// Predicates of which it is asked whether they can be reached, in systems of components.
    pub(super) reach: &'a [String],
    /// How the channels are read, in models that have some.
    pub(super) readings: &'a [ChannelReading],
    /// Whether the lost messages of diagrams may arrive.
    pub(super) lost: LostMessages,
}

impl AskedOfAll<'_> {
    /// Returns what `run` does with the command that asks it of models of any language; `attach` is the action after the
    /// results of a system.
    pub(super) fn with<T>(self, attach: &Attach<'_>, run: impl FnOnce(AnyCommand<'_>) -> T) -> T {
        let Self { properties, reach, readings, lost } = self;
        let choice = |reading: &ChannelReading| ChannelChoice {
            architecture: None,
            kind: match reading {
                ChannelReading::AsWritten => None,
                ChannelReading::All(kind) => Some(*kind),
            },
        };
        let choices: Vec<ChannelChoice> = readings.iter().map(choice).collect();
        let is_asked = |name: &str| properties.iter().any(|property| property == name);
        let role = |name: &str| if is_asked(name) { Role::Answer } else { Role::of_unasked(name) };
        run(AnyCommand {
            systems: SystemCommand {
                titles: Titles::WithChannels,
                ask: &|model| {
                    let tasks = readings.iter().map(|&reading| match properties {
                        [] => everything(model, reading),
                        names => everything_named(model, reading, names),
                    });
                    tasks.flatten().collect()
                },
                attach,
            },
            choreographies: ProjectionsCommand {
                choreographies: ChoreographyCommand {
                    reading: ReadingArguments::default(),
                    choice: choices[0],
                    lost,
                    against: None,
                    effect: Effect::Excuses,
                    ask: &|model| {
                        let tasks = choices.iter().map(|&choice| match properties {
                            [] => choreography::everything(model, choice),
                            names => choreography::everything_named(model, choice, names),
                        });
                        tasks.flatten().collect()
                    },
                },
                properties,
                readings,
            },
            interactions: DiagramCommand {
                automata: SynthesisCommand {
                    options: AutomatonOptions {
                        synthesis: SynthesisOptions::default(),
                        remove: &[],
                        hide: &[],
                        minimises_as_stated: true,
                        unstated: role("nfa"),
                    },
                    reading: &InteractionReading::default(),
                },
                properties,
            },
            components: GlobalCommand { properties, reach, effect: Effect::Excuses },
            properties,
        })
    }
}

/// Questions about models of all languages.
#[derive(Clone)]
pub(super) struct AnyCommand<'a> {
    systems: SystemCommand<'a>,
    choreographies: ProjectionsCommand<'a>,
    interactions: DiagramCommand<'a>,
    components: GlobalCommand<'a>,
    /// The only properties, if not all.
    properties: &'a [String],
}

impl InputCommand for AnyCommand<'_> {
    type Model = AnyModel;

    fn read(&self, context: &RunContext<'_>, input: &Input, source: &Source) -> Reading<AnyModel> {
        AnyModel::read(input, source, &|signature| context.tell_about(signature))
    }

    fn size(&self, model: &AnyModel) -> ModelSize {
        match model {
            AnyModel::System(model) => self.systems.size(model),
            AnyModel::Choreography(model) => self.choreographies.choreographies.size(model),
            AnyModel::Interaction(model) => self.interactions.automata.size(model),
            AnyModel::Component(model) => self.components.size(model),
        }
    }

    fn lacks(&self, model: &AnyModel) -> Vec<Lack> {
        match model {
            AnyModel::System(model) => system::lacks(model, self.properties),
            AnyModel::Choreography(model) => {
                choreography::lacks_of_projections(model, self.properties)
            }
            AnyModel::Interaction(model) => interaction::lacks(model, self.properties),
            AnyModel::Component(model) => self.components.lacks(model),
        }
    }

    fn why_unasked(&self, loaded: &Loaded, model: &AnyModel) -> Option<String> {
        match model {
            AnyModel::Interaction(model) => {
                let why = why_no_choreography(loaded, model)?;
                Some(format!("{why}; `nfa` is a fact"))
            }
            _ => None,
        }
    }

    fn answer(&mut self, subject: &LoadedModel<'_, AnyModel>) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        match model {
            AnyModel::System(model) => {
                self.systems.answer(&LoadedModel { context, input, loaded, model })
            }
            AnyModel::Choreography(model) => {
                self.choreographies.answer(&LoadedModel { context, input, loaded, model })
            }
            AnyModel::Interaction(model) => {
                let subject = LoadedModel { context, input, loaded, model: &**model };
                self.interactions.answer(&subject, self.choreographies)
            }
            AnyModel::Component(model) => {
                self.components.answer(&LoadedModel { context, input, loaded, model })
            }
        }
    }
}
