//! `safety --emit-bad-states`: properties as bad states, for tools without properties.

use crate::cli::args::SafetyArguments;
use crate::cli::failure::Failure;
use crate::cli::input::{Sought, expand_to};
use crate::cli::models::{LoadOptions, Single};
use crate::cli::output::put;
use scm_check::internals::driver::choreography::why_no_choreography;
use scm_check::internals::driver::{AnyModel, Projected, projected};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::language::scm::{Emission, emission};
use scm_check::internals::model::cfsm::{SafetyProperty, System};

/// Prints the model with bad states that are reachable iff the properties are violated, and returns the exit code: that
/// of no verdict if none of the properties can be expressed.
///
/// # Errors
/// If there is more than one model, a property is unknown, or the output cannot be written.
pub(super) fn emit(arguments: &SafetyArguments) -> Result<u8, Failure> {
    let common = &arguments.common;
    let reading = common.channels.reading()?;
    let inputs = expand_to(&common.models, Sought::Kinds(&[Kind::System]));
    let [input] = inputs.as_slice() else {
        return Err(Failure::usage("--emit-bad-states takes one model"));
    };
    let output = &common.report.output;
    let options = LoadOptions::by_path(output.color);
    let Single { input, loaded, model } = Single::any(input.clone(), options)?;
    let refused = |why: String| Failure::Usage(format!("{}: {why}", loaded.name));
    if let AnyModel::Interaction(diagram) = &model
        && let Some(why) = why_no_choreography(&loaded, diagram)
    {
        return Err(refused(why));
    }
    let Projected { model, .. } = projected(&model, &loaded, &Control::unlimited())
        .map_err(|why| refused(why.to_string()))?;
    let system = reading.of(&model.system);
    let Emission { text, expressed } = emission(&system, &properties(arguments, &system)?);
    put(&text, output, [&input])?;
    let exit_status = if expressed { ExitStatus::Fine } else { ExitStatus::Open };
    Ok(exit_status.exit_code())
}

/// Returns the requested properties: by default the linear ones.
fn properties(
    arguments: &SafetyArguments,
    system: &System,
) -> Result<Vec<SafetyProperty>, Failure> {
    if arguments.properties.is_empty() {
        return Ok(SafetyProperty::LINEAR.to_vec());
    }
    let named = |name: &String| SafetyProperty::named(system, name).map_err(Failure::usage);
    arguments.properties.iter().map(named).collect()
}
