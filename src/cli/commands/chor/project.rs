//! `chor project`: the local automata of the participants.

use super::single;
use crate::cli::choreography_args::ProjectArguments;
use crate::cli::failure::Failure;
use crate::cli::models::Single;
use crate::cli::option_groups::Target;
use crate::cli::output::put;
use scm_check::internals::driver::Unprojected;
use scm_check::internals::driver::choreography::MAX_STATES;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{CommunicatingAutomaton, System};
use scm_check::internals::model::choreography::Choreography;
use scm_check::internals::render::choreography::projections_text;
use scm_check::internals::render::drawing::dot;
use scm_check::internals::render::system::system_graph;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is nothing to project, no such participant, or the output cannot be written.
pub(super) fn run(arguments: &ProjectArguments) -> Result<u8, Failure> {
    let colour = arguments.output.color;
    let Single { input, loaded, model } = single(&arguments.file, arguments.reading, colour)?;
    let choice = arguments.channels.choice().settled(&model.description);
    let automaton = model.description.resolved(choice);
    let large = || Failure::usage(Unprojected::TooLarge);
    let choreography = Choreography::new(&automaton, MAX_STATES).ok_or_else(large)?;
    if choreography.is_empty() {
        return Err(Failure::Usage(format!("{}: {}", loaded.name, Unprojected::Nothing)));
    }
    let projections = if arguments.raw {
        choreography.intermediate_implementation()
    } else {
        choreography.implementation_with_ends(MAX_STATES, &Control::unlimited())
    };
    let mut system = projections.ok_or_else(large)?;
    if let Some(name) = &arguments.participant {
        system = only(&system, name)?;
    }
    let text = match arguments.output.form(arguments.to, Target::Scm) {
        Target::Scm => projections_text(&system, &loaded.name, choice),
        Target::Dot => dot(&system_graph(&system)),
        Target::Json => scm::json(&system, &[], &[]),
    };
    put(&text, &arguments.output, [&input])
}

/// Returns the system of one participant alone, on the same channels.
fn only(system: &System, name: &str) -> Result<System, Failure> {
    let all = system.automata();
    let found = all.enumerate().find(|(_, automaton)| automaton.name() == name);
    found.map(|(participant, _)| system.of_participants(&[participant])).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(CommunicatingAutomaton::name).collect();
        Failure::Usage(format!("there is no participant `{name}`, but {}", names.join(", ")))
    })
}
