//! `interaction accepts`: whether global traces are words of an interaction.

use std::ffi::OsString;
use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::input::{Input, Sought, expand_to};
use crate::cli::interaction_args::AcceptsArguments;
use crate::cli::interactions::observed;
use crate::cli::models::Single;
use crate::cli::run::{InputCommand, LoadedModel, run_inputs};
use crate::cli::run_context::RunContext;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::internals::driver::interaction::AcceptanceSession;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::language::multitrace::{Model, read};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::interaction::Synthesis;
use scm_check::internals::render::interaction::acceptance_row;
use scm_check::internals::render::report::{Amount, ModelSize, ResultLayout};

/// Runs the command, and returns the exit code, which depends on the verdicts.
///
/// # Errors
/// If there is no such interaction, or the report cannot be written.
pub(super) fn run(arguments: &AcceptsArguments, watch: &Watch) -> Result<u8, Failure> {
    let AcceptsArguments { report, search, terms, .. } = arguments;
    report.refuse_evidence("traces")?;
    let (Single { loaded, .. }, interaction) =
        observed(&arguments.file, &arguments.reading, report.output.color)?;
    let inputs: Vec<Input> = arguments.traces.iter().flat_map(trace_inputs).collect();
    let usual = Synthesis::default();
    let max_states = search
        .max_states
        .map_or(usual.max_states, |count| usize::try_from(count).unwrap_or(usize::MAX));
    let terms = terms.options();
    let synthesis = Synthesis { laws: terms.laws(), choice: terms.choice, max_states };
    let [one, several] = [Amount::Everything, Amount::Line].map(ResultLayout::Blocks);
    let layout = report.layout(inputs.len(), one, several);
    let run = RunOptions::new("interaction accepts", inputs, search, report, layout);
    let control = watch.control(search.max_states);
    let mut command = AcceptanceCommand {
        name: &loaded.name,
        session: AcceptanceSession::new(&interaction, arguments.by, &synthesis, &control),
    };
    run_inputs(&run, watch, &mut command)
}

/// Returns the inputs for an argument that names traces or is a trace.
fn trace_inputs(argument: &OsString) -> Vec<Input> {
    let text = argument.to_string_lossy();
    let is_trace = text.contains(['!', '?', '{']) && !Path::new(argument).exists();
    if is_trace {
        return vec![Input::Text(text.into_owned())];
    }
    expand_to(std::slice::from_ref(argument), Sought::Kinds(&[Kind::Multitrace]))
}

struct AcceptanceCommand<'a> {
    /// Name of the interaction's file.
    name: &'a str,
    session: AcceptanceSession<'a>,
}

impl InputCommand for AcceptanceCommand<'_> {
    type Model = Model;

    fn read(&self, _: &RunContext<'_>, _: &Input, source: &Source) -> Reading<Model> {
        read(source, &self.session.interaction().signature)
    }

    fn size(&self, _: &Model) -> ModelSize {
        let participants = self.session.interaction().signature.lifelines().len();
        ModelSize { participants, channels: 0, architecture: None }
    }

    fn answer(&mut self, subject: &LoadedModel<'_, Model>) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        context.describe(loaded);
        let answer = self.session.answer(loaded, model);
        context
            .reporter
            .row(input, acceptance_row(&answer, &self.session, self.name, &context.style()))
    }
}
