//! ReSCu's options: `-isrsc -mc -fifo -counter -to_dot[=FILE]`.

use crate::cli::input::{Sought, expand_to};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::ask::{AskCommand, AskedModel};
use crate::cli::args::{LegacyArguments, RscArguments};
use crate::cli::failure::Failure;
use crate::cli::output::{Output, refuse_input};
use crate::cli::run::run_models_then;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::internals::driver::ask::{Asked, Questions};
use scm_check::internals::driver::system::SystemSession;
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::render::drawing::dot;
use scm_check::internals::render::report::{Amount, ResultLayout};
use scm_check::internals::render::system::system_graph;

/// Runs the command for ReSCu's options, and returns the exit code, which depends on the verdicts.
///
/// # Errors
/// If the options do not fit together, or a file cannot be written.
pub(super) fn run(arguments: &LegacyArguments, watch: &Watch) -> Result<u8, Failure> {
    let LegacyArguments { common, isrsc, mc, allow_none, to_dot } = arguments;
    let RscArguments { counter, channels, report, .. } = common;
    let reading = channels.reading()?;
    let inputs = expand_to(&common.models, Sought::Kinds(&[Kind::System]));
    let asks = *isrsc || *mc;
    let layout = match (asks, report.quiet, counter) {
        (false, ..) => ResultLayout::Silent,
        (_, true, _) => ResultLayout::Blocks(Amount::Line),
        (_, false, true) => ResultLayout::Blocks(Amount::Everything),
        (_, false, false) if inputs.len() > 1 => ResultLayout::Lines,
        (_, false, false) => ResultLayout::Blocks(Amount::Summary),
    };
    refuse_drawing(arguments)?;
    let file = to_dot.as_ref().and_then(Option::as_deref);
    if let Some(path) = file {
        refuse_input(Some(path), &inputs)?;
        if report.output.output.as_deref() == Some(path) {
            return Err(Failure::usage("the drawing and the report cannot be the same file"));
        }
    }
    let drawings = Arc::new(Mutex::new(String::new()));
    let questions = Questions::Plain { membership: *isrsc, bad_states: mc.then_some(*allow_none) };
    let asked = &Asked::new(questions, &[], vec![reading]);
    let attach = |subject: &AskedModel<'_>, session: &SystemSession<'_>| {
        if to_dot.is_none() {
            return Ok(());
        }
        let drawing = dot(&system_graph(&reading.of(&session.model().system)));
        if file.is_none() {
            return subject.context.reporter.text(&drawing);
        }
        let drawings = Arc::clone(&drawings);
        let add =
            move || drawings.lock().unwrap_or_else(PoisonError::into_inner).push_str(&drawing);
        subject.context.reporter.record(move |_| add());
        Ok(())
    };
    let hint = (!counter).then_some("add -counter to see it");
    let options = RunOptions::new("legacy", inputs, &common.search, report, layout);
    let options = RunOptions { hint, extent: common.run.extent(), ..options };
    let mut command = AskCommand { attach: &attach, ..AskCommand::new(asked, &[Kind::System]) };
    run_models_then(&options, watch, &mut command, &mut |code| {
        // A file of an earlier run is kept if there is nothing to draw.
        let drawings = drawings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = file
            && !drawings.is_empty()
        {
            Output::file(path)?.put(&*drawings)?;
        }
        Ok(code)
    })
}

/// Rejects a drawing on standard output together with JSON, and a drawing whose file is read as a model because of a
/// missing `=`.
///
/// # Errors
/// If one of these is requested.
fn refuse_drawing(arguments: &LegacyArguments) -> Result<(), Failure> {
    if !matches!(arguments.to_dot, Some(None)) {
        return Ok(());
    }
    if !arguments.common.report.format().is_text() {
        let why = "the report is on standard output; say where the drawing goes: -to_dot=FILE";
        return Err(Failure::usage(why));
    }
    let is_drawing = |model: &&OsString| Path::new(model).extension() == Some(OsStr::new("dot"));
    match arguments.common.models.iter().find(is_drawing) {
        Some(model) => {
            let model = model.display();
            let why = format!("`{model}` is read as a model; to draw into it: -to_dot={model}");
            Err(Failure::Usage(why))
        }
        None => Ok(()),
    }
}
