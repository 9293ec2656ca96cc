//! `interaction metrics`: the size of an interaction.

use crate::cli::failure::Failure;
use crate::cli::interaction_args::MetricsArguments;
use crate::cli::models::Single;
use crate::cli::output::put;
use scm_check::internals::render::interaction::{metrics_json, metrics_text};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such interaction, or the output cannot be written.
pub(super) fn run(arguments: &MetricsArguments) -> Result<u8, Failure> {
    let output = &arguments.common.output;
    let (Single { input, loaded, .. }, interaction) = arguments.common.read()?;
    let metrics = interaction.metrics();
    let is_json = arguments.json || output.ending() == Some("json");
    let text = if is_json { metrics_json } else { metrics_text };
    put(text(&loaded.name, &metrics), output, [&input])
}
