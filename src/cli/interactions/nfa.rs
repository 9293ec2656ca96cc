//! The command for the automata of interactions.

use super::reading::Read;
use crate::cli::failure::Failure;
use crate::cli::input::Input;
use crate::cli::reporter::Reporter;
use crate::cli::run::{InputCommand, Subject};
use crate::cli::run_context::RunContext;
use scm_check::driver::interaction::{AutomatonOptions, automaton_answers};
use scm_check::kernel::diagnostics::Diagnostic;
use scm_check::kernel::source::Source;
use scm_check::language::interaction::Model;
use scm_check::render::interaction::interaction_row;
use scm_check::render::report::ModelSize;
use scm_check::render::system::model_section;

/// Makes the automaton of each interaction.
pub(crate) struct SynthesisCommand<'a> {
    pub(crate) options: AutomatonOptions<'a>,
    pub(crate) read: Read<'a>,
}

impl InputCommand for SynthesisCommand<'_> {
    type Model = Model;

    fn read(&self, input: &Input, source: &Source) -> (Vec<Diagnostic>, Option<Model>) {
        self.read.read(input, source)
    }

    fn size(&self, model: &Model) -> ModelSize {
        ModelSize { participants: model.interaction.signature.lifelines().len(), channels: 0 }
    }

    fn answer(
        &mut self,
        context: &RunContext<'_>,
        reporter: &mut Reporter,
        &Subject { input, loaded, model }: &Subject<'_, Model>,
    ) -> Result<(), Failure> {
        reporter.describe(|| model_section(&loaded.name, None, loaded.source()));
        for answer in automaton_answers(context, loaded, model, &self.options) {
            reporter.row(input, interaction_row(&answer, (loaded, model), &context.style()))?;
        }
        Ok(())
    }
}
