//! The commands, one per file.

mod ask;
mod automaton;
mod bad_states;
mod batch;
mod chor;
mod component_pictures;
mod component_simulation;
mod conform;
mod convert;
mod draw;
mod explain;
mod fmt;
mod generate;
mod interaction;
mod legacy;
mod monitor;
mod new;
mod replay;
mod run;
mod shell;
mod show;
mod simulate;

use super::args::Command;
use super::failure::Failure;
use super::watch::Watch;

/// Runs a command, and returns the exit code.
///
/// # Errors
/// If the command could not be carried out.
pub(crate) fn run(command: &Command, watch: &Watch) -> Result<u8, Failure> {
    match command {
        Command::Batch(arguments) => batch::run(arguments, watch),
        Command::Check(arguments) => ask::check(arguments, watch),
        Command::Rsc(arguments) => ask::rsc(arguments, watch),
        Command::Reach(arguments) => ask::reach(arguments, watch),
        Command::Safety(arguments) => ask::safety(arguments, watch),
        Command::Classify(arguments) => ask::classify(arguments, watch),
        Command::Simulate(arguments) => simulate::run(arguments),
        Command::Replay(arguments) => replay::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Draw(arguments) => draw::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Chor { command } => chor::run(command, watch),
        Command::Interaction { command } => interaction::run(command, watch),
        Command::Conform(arguments) => conform::run(arguments, watch),
        Command::Run(arguments) => run::run(arguments, watch),
        Command::Monitor(arguments) => monitor::run(arguments, watch),
        Command::Automaton { command } => automaton::run(command, watch),
        Command::Fmt(arguments) => fmt::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::New(arguments) => new::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Schema(arguments) => shell::schema(arguments),
        Command::Completions(arguments) => shell::completions(arguments),
        Command::Man(arguments) => shell::man(arguments),
        Command::Version => shell::version(),
        Command::Legacy(arguments) => legacy::run(arguments, watch),
    }
}
