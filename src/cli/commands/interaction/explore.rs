//! `interaction explore`: what can happen, as a tree.

use super::put;
use crate::cli::interaction_args::{ExploreArguments, TreeTarget};
use crate::cli::interactions::single;
use crate::cli::option_groups::OutputArguments;
use crate::cli::output::Failure;
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
        TreeTarget::Text => return put(&tree.text(), output, &inputs),
        TreeTarget::Dot => PictureForm::Dot,
        TreeTarget::Svg => PictureForm::Svg,
        TreeTarget::Json => PictureForm::Json,
    };
    let picture = Picture::of_automaton(tree.diagram()).encoded(form)?;
    put(&String::from_utf8_lossy(&picture), output, &inputs)
}

fn usual(output: &OutputArguments) -> TreeTarget {
    match output.ending() {
        Some("dot" | "gv") => TreeTarget::Dot,
        Some("svg") => TreeTarget::Svg,
        Some("json") => TreeTarget::Json,
        _ => TreeTarget::Text,
    }
}
