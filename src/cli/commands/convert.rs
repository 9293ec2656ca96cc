//! `convert`: a model in another form.

use crate::cli::args::{ConvertArguments, Target};
use crate::cli::input::{Naming, expand};
use crate::cli::models::{Manner, load};
use crate::cli::output::{Failure, Output};
use crate::cli::reporter::refuse_input;
use crate::cli::system_graph::graph;
use crate::cli::system_json::json;
use crate::cli::task::Reading;
use crate::kernel::drawing::dot;
use crate::kernel::report::{Severity, Standing};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is more than one model, or the output cannot be written.
pub(super) fn run(arguments: &ConvertArguments) -> Result<u8, Failure> {
    let reading = Reading::new(&arguments.channels)?;
    let inputs = expand(std::slice::from_ref(&arguments.model));
    let [input] = inputs.as_slice() else {
        let model = arguments.model.display();
        return Err(Failure::Usage(format!("{model} is more than one model; convert takes one")));
    };
    let manner =
        Manner { naming: Naming::Path, colour: arguments.output.color, from: Severity::Warning };
    let Some(model) = load(input, manner).model else {
        return Ok(Standing::Refused.exit_code());
    };
    let system = reading.of(&model.system);
    let text = match arguments.to {
        Target::Dot => dot(&graph(&system)),
        Target::Json => json(&model, &system),
    };
    if let Some(path) = &arguments.output.output {
        refuse_input(path, &inputs)?;
    }
    Output::open(&arguments.output)?.write(|stream| stream.write_all(text.as_bytes()))?;
    Ok(0)
}
