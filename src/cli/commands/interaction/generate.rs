//! `interaction generate`: traces of an interaction.

use std::ffi::OsStr;

use crate::cli::commands::draw::no_answer;
use crate::cli::failure::Failure;
use crate::cli::interaction_args::TraceArguments;
use crate::cli::interactions::observed;
use crate::cli::models::Single;
use crate::cli::output::{put, tell};
use crate::cli::watch::Watch;
use scm_check::internals::driver::interaction::{TraceKind, TraceOptions, traces};
use scm_check::internals::render::interaction::{limit_text, traces_text};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such interaction, or the output cannot be written.
pub(super) fn run(arguments: &TraceArguments, watch: &Watch) -> Result<u8, Failure> {
    let file = match arguments.file.as_slice() {
        [what, file] if what == OsStr::new("traces") => file,
        [file] => file,
        [_, second, ..] => {
            let second = second.display();
            return Err(Failure::Usage(format!("`{second}` is one word too many; name one file")));
        }
        [] => return Err(Failure::usage("which interaction? name a file")),
    };
    if arguments.kind == TraceKind::Modulo && arguments.length == 0 {
        return Err(Failure::usage("--kind modulo needs a --length above 0"));
    }
    let output = &arguments.output;
    let (Single { input, loaded, .. }, interaction) =
        observed(file, &arguments.reading, output.color)?;
    let TraceArguments { length, count, seed, .. } = *arguments;
    let options = TraceOptions { kind: arguments.kind, length, count, seed };
    let control = watch.control(arguments.limits.max_states);
    let traces = traces(&interaction, &options, &control).map_err(|limit| {
        let why = limit_text(limit);
        no_answer(&loaded.name, limit.into(), "nothing generated", why, output.color)
    })?;
    if traces.are_more {
        tell(output.color, &format!("note: there are more than these {count}; see --count\n"));
    }
    put(traces_text(&traces, &interaction.signature), output, [&input])
}
