//! `simulate`: one run of a model, and the properties of its last configuration.

use super::component_simulation;
use crate::cli::args::SimulateArguments;
use crate::cli::dialogue::ask;
use crate::cli::failure::Failure;
use crate::cli::file_kind::{MODELS, is_component_input};
use crate::cli::input::{Naming, Sought, only_one};
use crate::cli::models::{LoadOptions, Single};
use crate::cli::output::{Output, put, refuse_input, text_style};
use crate::cli::picture::refuse_picture;
use scm_check::internals::driver::simulation::Simulation;
use scm_check::internals::driver::{Projected, projected};
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::kernel::diagnostics::Severity;
use scm_check::internals::language::evidence::read_requests;
use scm_check::internals::model::cfsm::System;
use scm_check::internals::model::evidence::{Findings, Followed, follow};
use scm_check::internals::render::sentences::number_of;
use scm_check::internals::render::witness::RunText;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is more than one model, a step is misspelt, or the output cannot be written.
pub(super) fn run(arguments: &SimulateArguments) -> Result<u8, Failure> {
    let sought = Sought::Kinds(MODELS);
    let input = only_one(&arguments.model, sought, "model; simulate takes one")?;
    if arguments.interactive && arguments.model == "-" {
        let why = "standard input cannot give the model and the answers; name a file";
        return Err(Failure::usage(why));
    }
    let output = &arguments.pictures.output;
    refuse_picture(output)?;
    refuse_input(output.output.as_deref(), [&input])?;
    let mildest = if arguments.pictures.quiet { Severity::Error } else { Severity::Warning };
    let options = LoadOptions { naming: Naming::Path, colour: output.color, mildest };
    if is_component_input(&input) {
        return component_simulation::run(arguments, input, options);
    }
    let reading = arguments.channels.reading()?;
    let Single { loaded, model, .. } = Single::any(input, options)?;
    let Projected { model, lines, channels } = projected(&model, &loaded, &Control::unlimited())
        .map_err(|why| Failure::Usage(format!("{}: {why}", loaded.name)))?;
    let system = reading.of(&model.system);
    let (followed, origin) = the_run(arguments, &system)?;
    let origin = match channels {
        Some(channels) => format!("{origin}; of the projections ({channels})"),
        None => origin,
    };
    let run = RunText {
        name: &loaded.name,
        system: &system,
        model: &model,
        lines: &lines,
        followed: &followed,
        origin,
        extent: arguments.pictures.run.extent(),
        style: text_style(arguments.pictures.signs, output),
    };
    let text = if arguments.pictures.quiet {
        run.headline(&Findings::new(&followed.script))
    } else {
        run.text()
    };
    put(&text, output, [])
}

/// Returns the requested run, and a description of how it was chosen.
fn the_run(arguments: &SimulateArguments, system: &System) -> Result<(Followed, String), Failure> {
    if let Some(steps) = &arguments.run {
        let requests = read_requests(system, steps).map_err(Failure::usage)?;
        return Ok((follow(system, &requests), "the given steps".to_owned()));
    }
    let dice = Random::new(arguments.seed);
    if arguments.interactive {
        let terminal = Output::standard(arguments.pictures.output.color);
        let chosen = ask(system, terminal, dice)?;
        return Ok((chosen.followed(), "chosen step by step".to_owned()));
    }
    let chosen = Simulation::random(system, dice, arguments.steps);
    let seed = arguments.seed;
    let origin = if chosen.len() < arguments.steps {
        format!("random, seed {seed}; nothing more is possible")
    } else {
        format!("random, seed {seed}; left off after {}", number_of(arguments.steps, "step"))
    };
    Ok((chosen.followed(), origin))
}
