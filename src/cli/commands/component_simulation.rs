//! `simulate` of a component system: one run of its global semantics.

use crate::cli::args::SimulateArguments;
use crate::cli::components::{fault_failure, read_component, refuse_options};
use crate::cli::dialogue::{Answer, Dialogue};
use crate::cli::failure::Failure;
use crate::cli::input::Input;
use crate::cli::models::{LoadOptions, Single};
use crate::cli::output::{Output, put, text_style};
use scm_check::internals::driver::component::GlobalSimulation;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::component::{Composite, Fault};
use scm_check::internals::render::component::{firable_text, run_headline, run_text, state_text};
use scm_check::internals::render::sentences::number_of;

/// Simulates a system of components, and returns the exit code.
///
/// # Errors
/// If the options do not fit, an interaction cannot fire, the system has an error, or the output cannot be written.
pub(super) fn run(
    arguments: &SimulateArguments,
    input: Input,
    options: LoadOptions,
) -> Result<u8, Failure> {
    let channels = &arguments.channels;
    refuse_options([(channels.fifo, "--fifo"), (channels.bag, "--bag")])?;
    let Single { input, loaded, model } = Single::read(input, options, read_component)?;
    let composite = &model.composite;
    let failure = |fault: Fault| fault_failure(&fault, (&loaded, &model), options.colour);
    let mut simulation =
        GlobalSimulation::new(composite, Random::new(arguments.seed)).map_err(failure)?;
    let (taken, origin) = the_run(arguments, composite, &mut simulation)?;
    let firable = taken.and_then(|()| simulation.firable());
    let pictures = &arguments.pictures;
    let run = simulation.run();
    let mut text = run_headline(&loaded.name, run, &origin);
    if !pictures.quiet {
        let firable = firable.as_deref().ok();
        let width = text_style(pictures.signs, &pictures.output).width;
        text += &run_text(composite, run, firable, pictures.run.extent(), width);
    }
    let exit = put(&text, &pictures.output, [&input])?;
    firable.map(|_| exit).map_err(failure)
}

/// Takes the requested steps, as far as the system has no error, and says how they were chosen.
fn the_run(
    arguments: &SimulateArguments,
    composite: &Composite,
    simulation: &mut GlobalSimulation<'_>,
) -> Result<(Result<(), Fault>, String), Failure> {
    if let Some(names) = &arguments.run {
        let taken = given(names, composite, simulation)?;
        return Ok((taken, "the given ones".to_owned()));
    }
    if arguments.interactive {
        let taken = chosen(arguments, composite, simulation)?;
        return Ok((taken, "chosen step by step".to_owned()));
    }
    let taken = simulation.take_random(arguments.steps);
    let seed = arguments.seed;
    let end = match &taken {
        Ok(()) if simulation.run().steps.len() < arguments.steps => "a deadlock".to_owned(),
        Ok(()) => format!("left off after {}", number_of(arguments.steps, "step")),
        Err(_) => "an error of the system".to_owned(),
    };
    Ok((taken, format!("random, seed {seed}; {end}")))
}

/// Takes the steps whose interactions are named.
fn given(
    names: &str,
    composite: &Composite,
    simulation: &mut GlobalSimulation<'_>,
) -> Result<Result<(), Fault>, Failure> {
    for (name, number) in names.split_whitespace().zip(1..) {
        let firable = match simulation.firable() {
            Ok(firable) => firable,
            Err(fault) => return Ok(Err(fault)),
        };
        let asked = composite.interaction_named(name);
        let Some(interaction) = asked.filter(|asked| firable.contains(asked)) else {
            let what = match asked {
                Some(_) => format!("`{name}` cannot fire"),
                None => format!("the system has no interaction `{name}`"),
            };
            let able = firable_text(composite, &firable);
            return Err(Failure::Usage(format!("step {number}: {what}; what can fire: {able}")));
        };
        if let Err(fault) = simulation.take(interaction) {
            return Ok(Err(fault));
        }
    }
    Ok(Ok(()))
}

/// Asks for each step until the user finishes or standard input ends.
fn chosen(
    arguments: &SimulateArguments,
    composite: &Composite,
    simulation: &mut GlobalSimulation<'_>,
) -> Result<Result<(), Fault>, Failure> {
    let output = Output::standard(arguments.pictures.output.color);
    let mut dialogue = Dialogue::new(output, Random::new(arguments.seed));
    loop {
        let firable = match simulation.firable() {
            Ok(firable) => firable,
            Err(fault) => return Ok(Err(fault)),
        };
        let place = state_text(composite, simulation.run().last());
        let names = firable.iter().map(|&id| composite.interactions()[id].name.clone());
        match dialogue.choose(&place, &names.collect::<Vec<_>>())? {
            None => break,
            Some(Answer::Undo) => {
                if !simulation.undo() {
                    dialogue.say("  there is nothing to undo\n")?;
                }
            }
            Some(Answer::Choice(choice)) => {
                if let Err(fault) = simulation.take(firable[choice]) {
                    return Ok(Err(fault));
                }
            }
        }
    }
    dialogue.say("\n")?;
    Ok(Ok(()))
}
