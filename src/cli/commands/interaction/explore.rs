//! `interaction explore`: the executions of an interaction as a tree.

use crate::cli::failure::Failure;
use crate::cli::interaction_args::ExploreArguments;
use crate::cli::models::Single;
use crate::cli::option_groups::OutputArguments;
use crate::cli::output::put;
use scm_check::driver::interaction::ExecutionTree;
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
    let (Single { input, loaded, .. }, interaction) = errand.read()?;
    let terms = terms.options();
    let choice = terms.choice.unwrap_or(Choice::Delayed);
    let tree = ExecutionTree::new(&interaction, terms.laws(), choice, *depth, *nodes);
    let (signature, name) = (&interaction.signature, loaded.name.as_str());
    let tree = TreeText { tree: &tree, signature, name, max_depth: *depth };
    let form = match arguments.to.unwrap_or_else(|| usual(output)) {
        PictureForm::Text => return put(tree.text(), output, [&input]),
        form => form,
    };
    let picture = Picture::of_automaton(tree.diagram()).encoded(form)?;
    put(&picture, output, [&input])
}

fn usual(output: &OutputArguments) -> PictureForm {
    match output.ending() {
        Some("dot" | "gv") => PictureForm::Dot,
        Some("svg") => PictureForm::Svg,
        Some("json") => PictureForm::Json,
        _ => PictureForm::Text,
    }
}
