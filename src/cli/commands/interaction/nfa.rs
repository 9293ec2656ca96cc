//! `interaction nfa`: the automaton of an interaction.

use super::words;
use crate::cli::automaton_args::AutomatonTarget;
use crate::cli::commands::draw::no_answer;
use crate::cli::failure::Failure;
use crate::cli::input::Input;
use crate::cli::interaction_args::{InteractionReading, NfaArguments};
use crate::cli::interactions::single;
use crate::cli::models;
use crate::cli::models::Single;
use crate::cli::output::put;
use crate::cli::run::{InputCommand, LoadedModel, run_models};
use crate::cli::run_context::RunContext;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::driver::Role;
use scm_check::driver::interaction::{
    AutomatonOptions, Synthesis, SynthesisError, automaton_answers, lifelines,
};
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::Reason;
use scm_check::language::automaton::{Format, print};
use scm_check::language::interaction::Model;
use scm_check::language::kinds::Kind;
use scm_check::language::reading::Reading;
use scm_check::render::diagrams::Picture;
use scm_check::render::drawing::TextStyle;
use scm_check::render::interaction::{
    interaction_automaton_graph, interaction_automaton_model, interaction_row,
};
use scm_check::render::report::{Amount, ModelSize, ResultLayout};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &NfaArguments, watch: &Watch) -> Result<u8, Failure> {
    arguments.report.refuse_evidence("automata of interactions")?;
    if let Some(target) = arguments.to {
        return print_automaton(arguments, target, watch);
    }
    let inputs = models::named(&arguments.files, &[Kind::Interaction], &arguments.report);
    let (search, report) = (&arguments.search, &arguments.report);
    let [one, several] = [Amount::Everything, Amount::Line].map(ResultLayout::Blocks);
    let layout = report.layout(inputs.len(), one, several);
    let run = RunOptions::new("interaction nfa", inputs, search, report, layout);
    let options = AutomatonOptions {
        synthesis: arguments.options(),
        remove: &arguments.reading.remove,
        hide: &arguments.hide,
        minimises_as_stated: false,
        unstated: Role::Answer,
    };
    run_models(&run, watch, SynthesisCommand { options, reading: &arguments.reading })
}

/// Prints the automaton instead of a report.
fn print_automaton(
    arguments: &NfaArguments,
    target: AutomatonTarget,
    watch: &Watch,
) -> Result<u8, Failure> {
    let output = &arguments.report.output;
    let [file] = arguments.files.as_slice() else {
        return Err(Failure::usage("--to prints one automaton; name one file"));
    };
    let (Single { input, loaded, .. }, interaction) =
        single(file, &arguments.reading, output.color)?;
    let hidden = lifelines(&arguments.hide, &interaction.signature)
        .map_err(|why| Failure::Usage(format!("{}: {why}", loaded.name)))?;
    let control = watch.control(arguments.search.max_states);
    let made = Synthesis::new(&interaction, &arguments.options(), &hidden, &control);
    let made = made.map_err(|why| {
        let (reason, why) = match why {
            SynthesisError::Refused(refusal) => words(refusal),
            SynthesisError::Part(..) => (Reason::Unsupported, why.to_string()),
        };
        no_answer(&loaded.name, reason, "nothing printed", &why, output.color)
    })?;
    let mut model = interaction_automaton_model(&made, &interaction);
    if target == AutomatonTarget::Text(Format::Timbuk) {
        // Timbuk allows only words as names of states, not terms.
        model.names.clear();
    }
    let text = match target {
        AutomatonTarget::Text(format) => {
            print(&model, format).map_err(Failure::usage)?.into_bytes()
        }
        AutomatonTarget::Picture(form) => {
            let graph = interaction_automaton_graph(&made, &interaction, &loaded.name);
            Picture::Graph(graph, None).encoded(form, TextStyle::default())?
        }
    };
    put(&text, output, [&input])
}

/// Makes the automaton of each interaction.
#[derive(Clone)]
pub(in crate::cli::commands) struct SynthesisCommand<'a> {
    pub(in crate::cli::commands) options: AutomatonOptions<'a>,
    pub(in crate::cli::commands) reading: &'a InteractionReading,
}

impl InputCommand for SynthesisCommand<'_> {
    type Model = Model;

    fn read(&self, context: &RunContext<'_>, input: &Input, source: &Source) -> Reading<Model> {
        self.reading.read(input, source, &|signature| context.tell_about(signature))
    }

    fn size(&self, model: &Model) -> ModelSize {
        ModelSize {
            participants: model.interaction.signature.lifelines().len(),
            channels: 0,
            architecture: None,
        }
    }

    fn answer(&mut self, subject: &LoadedModel<'_, Model>) -> Result<(), Failure> {
        self.answer_all(subject)
    }
}

impl SynthesisCommand<'_> {
    /// Answers all questions about the automaton of an interaction.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(in crate::cli::commands) fn answer_all(
        &self,
        subject: &LoadedModel<'_, Model>,
    ) -> Result<(), Failure> {
        self.answer_some(subject, |_| true)
    }

    /// Answers the questions about the automaton of an interaction with these names.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(in crate::cli::commands) fn answer_only(
        &self,
        subject: &LoadedModel<'_, Model>,
        names: &[&str],
    ) -> Result<(), Failure> {
        self.answer_some(subject, |name| name.is_none_or(|name| names.contains(&name)))
    }

    fn answer_some(
        &self,
        subject: &LoadedModel<'_, Model>,
        is_wanted: impl Fn(Option<&str>) -> bool,
    ) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        context.describe(loaded);
        for answer in automaton_answers(context, loaded, model, &self.options) {
            if is_wanted(answer.subject.property.as_deref()) {
                let row = interaction_row(&answer, (loaded, model), &context.style());
                context.reporter.row(input, row)?;
            }
        }
        Ok(())
    }
}
