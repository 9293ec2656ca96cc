//! `interaction metrics`: how large an interaction is.

use super::put;
use crate::cli::failure::Failure;
use crate::cli::interaction_args::MetricsArguments;
use crate::cli::interactions::single;
use scm_check::kernel::verdict::Standing;
use scm_check::render::interaction::{metrics_json, metrics_text};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such interaction, or the output cannot be written.
pub(super) fn run(arguments: &MetricsArguments) -> Result<u8, Failure> {
    let errand = &arguments.errand;
    let output = &errand.output;
    let (inputs, loaded, model) = single(&errand.file, &errand.reading, output.color)?;
    let Some((_, interaction)) = model else { return Ok(Standing::Refused.exit_code()) };
    let metrics = interaction.metrics();
    let is_json = arguments.json || output.ending() == Some("json");
    let text = if is_json { metrics_json } else { metrics_text };
    put(&text(&loaded.name, &metrics), output, &inputs)
}
