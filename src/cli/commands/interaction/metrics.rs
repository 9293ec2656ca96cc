//! `interaction metrics`: how large an interaction is.

use std::fmt::Write as _;

use serde_json::json;

use super::put;
use crate::cli::interaction_args::MetricsArguments;
use crate::cli::interactions::single;
use crate::cli::output::Failure;
use scm_check::kernel::verdict::Standing;

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
    if arguments.json || output.ending() == Some("json") {
        let text = json!({
            "model": loaded.name,
            "lifelines": metrics.lifelines,
            "messages": metrics.messages,
            "passings": metrics.passings,
            "actions": metrics.actions,
            "letters": metrics.letters,
            "depth": metrics.depth,
            "operators": metrics.operators,
        });
        return put(&format!("{text}\n"), output, &inputs);
    }
    let mut text = format!("{}\n", loaded.name);
    for (name, count) in [
        ("lifelines", metrics.lifelines),
        ("messages", metrics.messages),
        ("passings", metrics.passings),
        ("actions", metrics.actions),
        ("letters", metrics.letters),
        ("depth", metrics.depth),
    ]
    .into_iter()
    .chain(metrics.operators)
    {
        let _ = writeln!(text, "  {name:<10}{count:>6}");
    }
    put(&text, output, &inputs)
}
