//! `interaction explore`: what can happen, as a tree.

use super::put;
use crate::cli::interaction_args::{ExploreArguments, TreeTarget};
use crate::cli::interactions::single;
use crate::cli::option_groups::{OutputArguments, PictureFormat};
use crate::cli::output::Failure;
use scm_check::driver::interaction::{ExecutionTree, TreeOptions};
use scm_check::kernel::verdict::Standing;
use scm_check::render::diagrams::Picture;
use scm_check::render::interaction::{tree_diagram, tree_text};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such interaction, or the output cannot be written.
pub(super) fn run(arguments: &ExploreArguments) -> Result<u8, Failure> {
    let errand = &arguments.errand;
    let output = &errand.output;
    let (inputs, loaded, model) = single(&errand.file, &errand.reading, output.color)?;
    let Some((_, interaction)) = model else { return Ok(Standing::Refused.exit_code()) };
    let options = TreeOptions {
        depth: arguments.depth,
        max_nodes: arguments.nodes,
        terms: arguments.terms.options(),
    };
    let tree = ExecutionTree::new(&interaction, &options);
    let target = arguments.to.unwrap_or_else(|| usual(output));
    let form = match target {
        TreeTarget::Text => {
            return put(&tree_text(&tree, &loaded.name, arguments.depth), output, &inputs);
        }
        TreeTarget::Dot => PictureFormat::Dot,
        TreeTarget::Svg => PictureFormat::Svg,
        TreeTarget::Json => PictureFormat::Json,
    };
    let picture = Picture::of_automaton(tree_diagram(&tree, &loaded.name)).encoded(form.into())?;
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
