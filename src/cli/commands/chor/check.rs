//! `chor check`: do the projections implement exactly the choreography?

use std::ffi::OsString;

use crate::cli::choreography_args::{ChoreographyCheckArguments, ReadingArguments};
use crate::cli::failure::Failure;
use crate::cli::input::{Input, expand_to, only_model};
use crate::cli::models::{LoadOptions, Single};
use crate::cli::run::{InputCommand, LoadedModel, run_models};
use crate::cli::run_context::RunContext;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::driver::Checker;
use scm_check::driver::choreography::{
    ChoreographySession, ChoreographyTask, asked, with_reminders,
};
use scm_check::kernel::source::Source;
use scm_check::language::choreography::Model;
use scm_check::language::reading::Reading;
use scm_check::model::cfsm::System;
use scm_check::model::choreography::ChannelChoice;
use scm_check::render::choreography::choreography_row;
use scm_check::render::report::{Amount, ModelSize, ResultLayout};
use scm_check::render::system::model_section;

/// The extensions of choreographies in directories; those of graph files are left out, since graphs have many uses.
pub(in crate::cli::commands) const EXTENSIONS: [&str; 6] =
    ["ca", "gc", "sgg", "scr", "nuscr", "sprout"];

/// Runs the command, and returns the exit code, which depends on the verdicts.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &ChoreographyCheckArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.report.certificate.is_some() {
        let why = "there are no certificates about choreographies; what is violated is confirmed with \
                   --verify";
        return Err(Failure::usage(why));
    }
    let choice = arguments.channels.choice();
    let inputs = expand_to(&arguments.files, &EXTENSIONS);
    let layout = arguments.report.layout(
        inputs.len(),
        ResultLayout::Blocks(Amount::Everything),
        ResultLayout::Table,
    );
    let names: Vec<&str> = match (arguments.properties.as_slice(), arguments.strict) {
        ([], true) => vec!["well-formed"],
        ([], false) => vec!["realisable"],
        (names, _) => names.iter().map(String::as_str).collect(),
    };
    let ask = |model: &Model| {
        let tasks = names.iter().map(|name| asked(model, name, choice)).collect();
        with_reminders(model, tasks)
    };
    let loading = LoadOptions::new(&arguments.report);
    let given = |model: &OsString| {
        let input = only_model(model, "--against takes")?;
        Single::system(input, loading).map(|given| given.model.system)
    };
    let against = arguments.against.as_ref().map(given).transpose()?;
    let (search, report) = (&arguments.search, &arguments.report);
    let options = RunOptions::new("chor check", inputs, search, report, layout);
    let options = RunOptions { extent: arguments.run.extent(), ..options };
    let against = against.as_ref();
    let command = ChoreographyCommand { reading: arguments.reading, choice, against, ask: &ask };
    run_models(&options, watch, command)
}

/// Questions about choreographies.
#[derive(Clone, Copy)]
pub(in crate::cli::commands) struct ChoreographyCommand<'a> {
    /// Options for reading texts.
    pub(in crate::cli::commands) reading: ReadingArguments,
    /// Reading of the channels for the system on an HTML page.
    pub(in crate::cli::commands) choice: ChannelChoice,
    /// The automata that replace the projections, if the user gave some.
    pub(in crate::cli::commands) against: Option<&'a System>,
    /// The questions about a model.
    pub(in crate::cli::commands) ask: &'a (dyn Fn(&Model) -> Vec<ChoreographyTask> + Sync),
}

impl InputCommand for ChoreographyCommand<'_> {
    type Model = Model;

    fn read(&self, _: &RunContext<'_>, input: &Input, source: &Source) -> Reading<Model> {
        self.reading.read(input, source)
    }

    fn size(&self, model: &Model) -> ModelSize {
        let automaton = model.description.resolved(self.choice);
        ModelSize {
            participants: automaton.participants.len(),
            channels: automaton.channels.len(),
            architecture: None,
        }
    }

    fn answer(&mut self, subject: &LoadedModel<'_, Model>) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        let source = (loaded, model);
        let checker = context.checker.map(|checker| checker as &dyn Checker);
        let mut session = ChoreographySession::new(context, checker, source, self.against);
        let choice = self.choice;
        context
            .reporter
            .describe(|| model_section(&loaded.name, session.system(choice), loaded.source()));
        let tasks = (self.ask)(model);
        context.watch.plan(tasks.iter().map(|task| session.subject(task)).collect());
        for task in tasks {
            let answer = session.answer(&task);
            context.tell_checker_failures();
            let witness = answer.found().and_then(|found| found.witness());
            let style = context.style_for(witness.map(|(witness, _)| witness));
            context.reporter.row(input, choreography_row(&answer, task.choice, source, &style))?;
        }
        Ok(())
    }
}
