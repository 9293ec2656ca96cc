//! `interaction convert`: an interaction in another language, or in its normal form.

use crate::cli::failure::Failure;
use crate::cli::interaction_args::{InteractionConvertArguments, InteractionTarget};
use crate::cli::models::Single;
use crate::cli::output::put;
use scm_check::internals::language::interaction::{
    Unprintable, print, print_mermaid, print_plantuml,
};
use scm_check::internals::model::interaction::{Choice, Semantics};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such interaction, the language cannot express it, or the output cannot be written.
pub(super) fn run(arguments: &InteractionConvertArguments) -> Result<u8, Failure> {
    let output = &arguments.common.output;
    let (Single { input, loaded, .. }, mut interaction) = arguments.common.read()?;
    if let Some(simplify) = arguments.simplify {
        let semantics = Semantics::new(&interaction, simplify.laws(), Choice::Delayed);
        interaction = semantics.expression(semantics.start(), &interaction.signature);
    }
    let (signature, term) = print(&interaction);
    let text = match arguments.to {
        InteractionTarget::Hif => term,
        InteractionTarget::Hsf => signature,
        InteractionTarget::Both => format!("{signature}{term}"),
        InteractionTarget::Plantuml => {
            print_plantuml(&interaction).map_err(|why| unprintable(&loaded.name, why))?
        }
        InteractionTarget::Mermaid => {
            print_mermaid(&interaction).map_err(|why| unprintable(&loaded.name, why))?
        }
    };
    put(&text, output, [&input])
}

fn unprintable(name: &str, why: Unprintable) -> Failure {
    Failure::Usage(format!("{name}: {why}"))
}
