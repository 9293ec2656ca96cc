//! `convert`: a model in another form.

use crate::cli::args::ConvertArguments;
use crate::cli::failure::Failure;
use crate::cli::feed;
use crate::cli::input::expand;
use crate::cli::models::{LoadOptions, load};
use crate::cli::option_groups::Target;
use crate::cli::output::Output;
use crate::cli::report_writer::refuse_input;
use scm_check::driver::system::ChannelReading;
use scm_check::kernel::verdict::Standing;
use scm_check::language::reading::Expectation;
use scm_check::language::scm;
use scm_check::model::cfsm::ChannelKind;
use scm_check::render::drawing::dot;
use scm_check::render::system::system_graph;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is more than one model, or the output cannot be written.
pub(super) fn run(arguments: &ConvertArguments) -> Result<u8, Failure> {
    let reading = arguments.channels.reading()?;
    let inputs = expand(std::slice::from_ref(&arguments.model));
    let [input] = inputs.as_slice() else {
        let model = arguments.model.display();
        return Err(Failure::Usage(format!("{model} is more than one model; convert takes one")));
    };
    let options = LoadOptions::by_path(arguments.output.color);
    let (_, Some(model)) = load(input, feed::text(input), options) else {
        return Ok(Standing::Refused.exit_code());
    };
    let constrained = model.bad.iter().any(|bad| bad.contents.is_some());
    if constrained
        && arguments.to == Target::Scm
        && reading == ChannelReading::All(ChannelKind::Bag)
    {
        let why = "the bad states constrain what channels hold, and bags must be left alone";
        return Err(Failure::Usage(why.to_owned()));
    }
    let system = reading.of(&model.system);
    let text = match arguments.to {
        Target::Scm => scm::print(&system, &model.bad, expectations(&model, reading)),
        Target::Dot => dot(&system_graph(&system)),
        Target::Json => scm::json(&system, &model.bad, &model.expectations),
    };
    if let Some(path) = &arguments.output.output {
        refuse_input(path, &inputs)?;
    }
    Output::open(&arguments.output)?.put(&text)?;
    Ok(0)
}

/// Returns what a model states of itself, which is of no use once its channels are others.
fn expectations(model: &scm::Model, reading: ChannelReading) -> &[Expectation] {
    match reading {
        ChannelReading::AsWritten => &model.expectations,
        ChannelReading::All(_) => &[],
    }
}
