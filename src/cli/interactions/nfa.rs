//! The command that asks for the automata of interactions.

use super::reading::Read;
use crate::cli::answers::Desk;
use crate::cli::input::Input;
use crate::cli::output::Failure;
use crate::cli::reporter::Reporter;
use crate::cli::session::{Inquiry, Subject};
use scm_check::driver::interaction::{AutomatonOptions, automaton_answers};
use scm_check::kernel::diagnostics::Diagnostic;
use scm_check::kernel::source::Source;
use scm_check::language::interaction::Model;
use scm_check::render::interaction::interaction_row;
use scm_check::render::report::ModelSize;
use scm_check::render::system::model_section;

/// Asks for the automaton of each interaction.
pub(crate) struct NfaInquiry<'a> {
    pub(crate) options: AutomatonOptions<'a>,
    pub(crate) read: Read<'a>,
}

impl Inquiry for NfaInquiry<'_> {
    type Model = Model;

    fn read(&self, input: &Input, source: &Source) -> (Vec<Diagnostic>, Option<Model>) {
        self.read.read(input, source)
    }

    fn size(&self, model: &Model) -> ModelSize {
        ModelSize { participants: model.interaction.signature.lifelines().len(), channels: 0 }
    }

    fn answer(
        &mut self,
        desk: &Desk<'_>,
        reporter: &mut Reporter,
        &Subject { input, loaded, model }: &Subject<'_, Model>,
    ) -> Result<(), Failure> {
        reporter.describe(|| model_section(&loaded.name, None, loaded.source()));
        for answer in automaton_answers(desk, loaded, model, &self.options) {
            reporter.row(input, interaction_row(&answer, (loaded, model), &desk.style()))?;
        }
        Ok(())
    }
}
