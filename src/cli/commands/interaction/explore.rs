//! `interaction explore`: what can happen, as a tree.

use super::put;
use crate::cli::failure::Failure;
use crate::cli::interaction_args::ExploreArguments;
use crate::cli::interactions::single;
use crate::cli::option_groups::OutputArguments;
use scm_check::driver::interaction::ExecutionTree;
use scm_check::kernel::verdict::Standing;
use scm_check::model::interaction::Choice;
use scm_check::render::diagrams::{Picture, PictureForm};
use scm_check::render::interaction::TreeText;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such interaction, or the output cannot be written.
pub(super) fn run(arguments: &ExploreArguments) -> Result<u8, Failure> {
    let ExploreArguments { errand, depth, nodes, terms, .. } = arguments;
    let output = &errand.output;
    let (inputs, loaded, model) = single(&errand.file, &errand.reading, output.color)?;
    let Some((_, interaction)) = model else { return Ok(Standing::Refused.exit_code()) };
    let terms = terms.options();
    let choice = terms.choice.unwrap_or(Choice::Delayed);
    let tree = ExecutionTree::new(&interaction, terms.laws(), choice, *depth, *nodes);
    let (signature, name) = (&interaction.signature, loaded.name.as_str());
    let tree = TreeText { tree: &tree, signature, name, max_depth: *depth };
    let form = match arguments.to.unwrap_or_else(|| usual(output)) {
        PictureForm::Text => return put(&tree.text(), output, &inputs),
        form => form,
    };
    let picture = Picture::of_automaton(tree.diagram()).encoded(form)?;
    put(&picture, output, &inputs)
}

fn usual(output: &OutputArguments) -> PictureForm {
    match output.ending() {
        Some("dot" | "gv") => PictureForm::Dot,
        Some("svg") => PictureForm::Svg,
        Some("json") => PictureForm::Json,
        _ => PictureForm::Text,
    }
}
