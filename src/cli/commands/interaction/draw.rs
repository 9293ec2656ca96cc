//! `interaction draw`: sequence diagrams, and automata with their terms.

use super::words;
use crate::cli::commands::draw::no_verdict;
use crate::cli::failure::Failure;
use crate::cli::interaction_args::{InteractionDrawArguments, InteractionSubject};
use crate::cli::models::Single;
use crate::cli::output::{refuse_input, text_style};
use crate::cli::picture::{picture_format, write_picture};
use scm_check::internals::driver::interaction::{
    DfaAlgorithm, Minimisation, Synthesis, SynthesisError, SynthesisOptions,
};
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::kernel::verdict::Reason;
use scm_check::internals::language::automaton::diagram;
use scm_check::internals::model::interaction::Refusal;
use scm_check::internals::model::trace::LifelineSet;
use scm_check::internals::render::diagrams::{Picture, PictureForm, interaction_sequence};
use scm_check::internals::render::interaction::{
    interaction_automaton_graph, interaction_automaton_model,
};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such item to draw, or the output cannot be written.
pub(super) fn run(arguments: &InteractionDrawArguments) -> Result<u8, Failure> {
    let output = &arguments.common.output;
    let (Single { input, loaded, .. }, interaction) = arguments.common.read()?;
    refuse_input(output.output.as_deref(), [&input])?;
    let usual = match arguments.what {
        InteractionSubject::Sequence => PictureForm::Text,
        InteractionSubject::Nfa | InteractionSubject::Dfa => PictureForm::Dot,
    };
    let format = picture_format(arguments.format, output, usual)?;
    let style = text_style(arguments.signs, output);
    let minimise = match arguments.what {
        InteractionSubject::Sequence => {
            let drawn = interaction_sequence(&interaction).ok_or_else(|| {
                let why = "it is nested too deep, or too long, for a sequence diagram; --what nfa";
                Failure::usage(why)
            })?;
            return write_picture(
                &Picture::Sequence(drawn).encoded(format, style)?,
                format,
                output,
            );
        }
        InteractionSubject::Nfa => None,
        InteractionSubject::Dfa => Some(Minimisation::Dfa(DfaAlgorithm::Hopcroft)),
    };
    let max_states = arguments.max_states;
    let control = Control { max_states: Some(max_states), ..Control::unlimited() };
    let options = SynthesisOptions {
        terms: arguments.terms.options(),
        minimise,
        max_states: Some(max_states),
        ..SynthesisOptions::default()
    };
    let (reason, why) = match Synthesis::new(&interaction, &options, &LifelineSet::new(), &control)
    {
        Ok(made) if made.automaton().len() as u64 <= max_states => {
            let name = &loaded.name;
            let states = diagram(&interaction_automaton_model(&made, &interaction), name);
            let picture = Picture::Graph(
                interaction_automaton_graph(&made, &interaction, name),
                Some(states),
            );
            return write_picture(&picture.encoded(format, style)?, format, output);
        }
        Ok(_) | Err(SynthesisError::Refused(Refusal::Limit(Limit::States))) => {
            (Reason::States, format!("it has more than {max_states} states; see --max-states"))
        }
        Err(SynthesisError::Refused(refusal)) => words(refusal),
        Err(SynthesisError::Part(..)) => unreachable!("automata are made by steps here"),
    };
    Err(no_verdict(&loaded.name, reason, &why, output.color))
}
