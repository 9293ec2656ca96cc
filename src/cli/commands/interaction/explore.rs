//! `interaction explore`: the executions of an interaction as a tree.

use crate::cli::failure::Failure;
use crate::cli::interaction_args::ExploreArguments;
use crate::cli::models::Single;
use crate::cli::output::{put, text_style};
use crate::cli::picture::form_of_extension;
use scm_check::internals::driver::interaction::ExecutionTree;
use scm_check::internals::model::interaction::Choice;
use scm_check::internals::render::diagrams::{Picture, PictureForm};
use scm_check::internals::render::interaction::TreeText;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such interaction, or the output cannot be written.
pub(super) fn run(arguments: &ExploreArguments) -> Result<u8, Failure> {
    let ExploreArguments { common, depth, nodes, terms, .. } = arguments;
    let output = &common.output;
    let (Single { input, loaded, .. }, interaction) = common.read()?;
    let terms = terms.options();
    let choice = terms.choice.unwrap_or(Choice::Delayed);
    let tree = ExecutionTree::new(&interaction, terms.laws(), choice, *depth, *nodes);
    let (signature, name) = (&interaction.signature, loaded.name.as_str());
    let style = text_style(arguments.signs, output);
    let tree = TreeText { tree: &tree, signature, name, max_depth: *depth, signs: style.signs };
    match arguments.to.or_else(|| form_of_extension(output.ending()?)) {
        None | Some(PictureForm::Text | PictureForm::Png) => put(tree.text(), output, [&input]),
        Some(form) => {
            put(Picture::of_automaton(tree.diagram()).encoded(form, style)?, output, [&input])
        }
    }
}
