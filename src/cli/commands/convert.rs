//! `convert`: a model in another form.

use crate::cli::args::ConvertArguments;
use crate::cli::failure::Failure;
use crate::cli::input::only_model;
use crate::cli::models::{LoadOptions, Single};
use crate::cli::option_groups::Target;
use crate::cli::output::put;
use scm_check::internals::driver::system::ChannelReading;
use scm_check::internals::language::reading::Expectation;
use scm_check::internals::language::{scm, system};
use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::render::drawing::dot;
use scm_check::internals::render::system::system_graph;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is more than one model, or the output cannot be written.
pub(super) fn run(arguments: &ConvertArguments) -> Result<u8, Failure> {
    let reading = arguments.channels.reading()?;
    let input = only_model(&arguments.model, "convert takes")?;
    let options = LoadOptions::by_path(arguments.output.color);
    let Single { input, model, .. } = Single::system(input, options)?;
    let constrained = model.bad.iter().any(|bad| bad.contents.is_some());
    if constrained
        && arguments.to == Target::Scm
        && reading == ChannelReading::All(ChannelKind::Bag)
    {
        let why = "the bad states constrain what channels hold, and bags must be left alone";
        return Err(Failure::usage(why));
    }
    let system = reading.of(&model.system);
    let text = match arguments.to {
        Target::Scm => scm::print(&system, &model.bad, expectations(&model, reading)),
        Target::Dot => dot(&system_graph(&system)),
        Target::Json => scm::json(&system, &model.bad, &model.expectations),
    };
    put(&text, &arguments.output, [&input])
}

/// Returns the statements of a model; an empty list if the channels change, since the statements may then be wrong.
fn expectations(model: &system::Model, reading: ChannelReading) -> &[Expectation] {
    match reading {
        ChannelReading::AsWritten => &model.expectations,
        ChannelReading::All(_) => &[],
    }
}
