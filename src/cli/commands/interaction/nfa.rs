//! `interaction nfa`: the automaton of an interaction.

use super::words;
use crate::cli::automaton_args::AutomatonTarget;
use crate::cli::commands::ask;
use crate::cli::commands::draw::no_answer;
use crate::cli::failure::Failure;
use crate::cli::interaction_args::NfaArguments;
use crate::cli::interactions::single;
use crate::cli::models::Single;
use crate::cli::output::put;
use crate::cli::watch::Watch;
use scm_check::internals::driver::interaction::{Synthesis, SynthesisError, lifelines};
use scm_check::internals::kernel::verdict::Reason;
use scm_check::internals::language::automaton::{Format, print};
use scm_check::internals::render::diagrams::Picture;
use scm_check::internals::render::drawing::TextStyle;
use scm_check::internals::render::interaction::{
    interaction_automaton_graph, interaction_automaton_model,
};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &NfaArguments, watch: &Watch) -> Result<u8, Failure> {
    arguments.report.refuse_evidence("automata of interactions")?;
    if let Some(target) = arguments.to {
        return print_automaton(arguments, target, watch);
    }
    ask::automata(arguments, watch)
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
