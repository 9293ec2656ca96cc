//! `interaction project`: communicating automata, or a choreography, from an interaction.

use std::path::Path;

use super::words;
use crate::cli::commands::chor::printed;
use crate::cli::commands::draw::no_answer;
use crate::cli::failure::Failure;
use crate::cli::interaction_args::{InteractionProjectArguments, PROJECTIONS, ProjectionTarget};
use crate::cli::models::Single;
use crate::cli::option_groups::Target;
use crate::cli::output::put;
use crate::cli::routes::target_of_ending;
use crate::cli::watch::Watch;
use scm_check::internals::driver::Loaded;
use scm_check::internals::language::interaction::Model;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::model::choreography::{Architecture, ChannelChoice};
use scm_check::internals::model::interaction::{ProjectionRefusal, Unprojectable};
use scm_check::internals::render::choreography::projections_text;
use scm_check::internals::render::drawing::dot;
use scm_check::internals::render::system::system_graph;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is nothing to project, or the output cannot be written.
pub(super) fn run(arguments: &InteractionProjectArguments, watch: &Watch) -> Result<u8, Failure> {
    let output = &arguments.common.output;
    let (Single { input, loaded, model }, interaction) = arguments.common.read()?;
    let control = watch.control(arguments.limits.max_states);
    let name = stem(&loaded.name);
    let kind = if arguments.bag { ChannelKind::Bag } else { ChannelKind::Fifo };
    let architecture = arguments.arch;
    if architecture == Architecture::Free {
        let why = "an interaction names no channels: --arch p2p, mailbox or onebuf";
        return Err(Failure::usage(why));
    }
    let system = || interaction.system(&name, architecture, kind, &control);
    let choice = ChannelChoice { architecture: Some(architecture), kind: Some(kind) };
    let by_ending = || {
        let target = output.ending().map(target_of_ending);
        let row = PROJECTIONS.iter().find(|(name, ..)| Some(*name) == target);
        row.map_or(ProjectionTarget::System(Target::Scm), |(_, target, _)| *target)
    };
    let text = match arguments.to.unwrap_or_else(by_ending) {
        ProjectionTarget::System(target) => system().map(|system| match target {
            Target::Scm => projections_text(&system, &loaded.name, choice),
            Target::Dot => dot(&system_graph(&system)),
            Target::Json => scm::json(&system, &[], &[]),
        }),
        ProjectionTarget::Choreography(format) => match interaction.choreography(&name, &control) {
            Ok(described) => Ok(printed(&described, format, &loaded.name, output.color)?),
            Err(why) => Err(why),
        },
    };
    match text {
        Ok(text) => put(&text, output, [&input]),
        Err(ProjectionRefusal::Synthesis(refusal)) => {
            let (reason, why) = words(refusal);
            Err(no_answer(&loaded.name, reason, "nothing projected", &why, output.color))
        }
        Err(ProjectionRefusal::Part(part)) => Err(refused(&loaded, &model, part)),
        Err(why @ (ProjectionRefusal::Nothing | ProjectionRefusal::NoMessage)) => {
            Err(Failure::Usage(format!("{}: {why}", loaded.name)))
        }
    }
}

/// Returns the error for a part that cannot be projected, with its line.
fn refused(loaded: &Loaded, model: &Model, part: Unprojectable) -> Failure {
    let place = loaded.source().zip(model.spans.get(part.0));
    let line = place.map(|(source, span)| source.line_of(span.start()));
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    Failure::Usage(format!("{}{line}: {part}", loaded.name))
}

/// Returns the name of a file without its directory and its extension.
fn stem(name: &str) -> String {
    let stem = Path::new(name).file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
    stem.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect()
}
