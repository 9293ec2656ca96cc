//! Names of commands and options, for the preprocessing of a command line before clap parses it.

use std::cell::OnceCell;

use clap::{Arg, Command};

/// Name of the hidden command for ReSCu's options, which users do not type.
pub(crate) const LEGACY_COMMAND: &str = "legacy-words";

/// The commands that have commands of their own.
const GROUPS: [&str; 4] = ["chor", "interaction", "automaton", "generate"];

/// The options of all commands that take the next word as their value.
///
/// They are listed, and a test compares the list with what clap knows, since clap would have to build all commands to say
/// it: three times of what the rest of a small check costs.
const VALUE_OPTIONS: [&str; 83] = [
    "--against",
    "--algorithm",
    "--arch",
    "--by",
    "--certificate",
    "--choice",
    "--clauses",
    "--color",
    "--construction",
    "--count",
    "--depth",
    "--dir",
    "--draw",
    "--encoding",
    "--engine",
    "--equivalence",
    "--erase",
    "--format",
    "--from",
    "--hide",
    "--input",
    "--interactions",
    "--jobs",
    "--k",
    "--keep",
    "--kind",
    "--length",
    "--limit",
    "--local",
    "--location",
    "--locations",
    "--log",
    "--loops",
    "--lost",
    "--max-states",
    "--memory",
    "--merge",
    "--messages",
    "--minimise",
    "--model",
    "--model-timeout",
    "--nodes",
    "--output",
    "--participant",
    "--participants",
    "--picture",
    "--procedure",
    "--progress",
    "--property",
    "--question",
    "--reach",
    "--reading",
    "--remove",
    "--resume",
    "--rules",
    "--run",
    "--seed",
    "--semantics",
    "--session-timeout",
    "--sessions",
    "--shard",
    "--signature",
    "--silence",
    "--simplify",
    "--spec",
    "--steps",
    "--threads",
    "--timeout",
    "--to",
    "--variables",
    "--what",
    "--width",
    "--window",
    "--without-law",
    "--witness",
    "--write-rules",
    "-c",
    "-d",
    "-j",
    "-l",
    "-o",
    "-p",
    "-s",
];

/// The commands and options of a program.
///
/// To list the options of all commands, clap has to build them: that is most of the cost of a small check, and is done
/// only where the result depends on it.
pub(crate) struct Grammar {
    program: Command,
    built: OnceCell<Command>,
}

impl Grammar {
    /// Returns the grammar of a program.
    pub(crate) fn new(program: Command) -> Self {
        Self { program, built: OnceCell::new() }
    }

    /// Returns the program, for clap to parse with.
    pub(crate) fn into_program(self) -> Command {
        self.program
    }

    /// Returns `true` if a command has this name.
    pub(crate) fn is_command(&self, name: &str) -> bool {
        self.program.get_subcommands().any(|command| command.get_name() == name)
    }

    /// Returns the commands that users type.
    pub(crate) fn visible_commands(&self) -> Vec<&str> {
        let names = self.program.get_subcommands().map(Command::get_name);
        names.filter(|name| *name != LEGACY_COMMAND).collect()
    }

    /// Returns the commands of a command.
    pub(crate) fn commands_of(&self, name: &str) -> Vec<&str> {
        let command = self.built().find_subcommand(name);
        let own = command.into_iter().flat_map(Command::get_subcommands).map(Command::get_name);
        own.filter(|name| *name != "help").collect()
    }

    /// Returns the long options that help shows, with two dashes.
    pub(crate) fn options(&self) -> impl Iterator<Item = String> {
        let shown = self.arguments().filter(|argument| !argument.is_hide_set());
        shown.filter_map(|argument| argument.get_long().map(|name| format!("--{name}")))
    }

    /// Returns `true` if an option, with its dashes, takes the next word as its value.
    pub(crate) fn takes_value(option: &str) -> bool {
        VALUE_OPTIONS.contains(&option)
    }

    /// Returns `true` if a command has commands of its own.
    pub(crate) fn is_group(name: &str) -> bool {
        GROUPS.contains(&name)
    }

    fn arguments(&self) -> impl Iterator<Item = &Arg> {
        let commands = || self.built().get_subcommands();
        let nested = commands().flat_map(Command::get_subcommands);
        commands().chain(nested).flat_map(Command::get_arguments)
    }

    fn built(&self) -> &Command {
        self.built.get_or_init(|| {
            let mut program = self.program.clone();
            program.build();
            program
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::args::Arguments;

    #[test]
    fn the_lists_are_what_clap_knows() {
        let grammar = Grammar::new(Arguments::command());
        let taking = grammar.arguments().filter(|argument| {
            argument.get_action().takes_values() && !argument.is_require_equals_set()
        });
        let named = taking.flat_map(|argument| {
            let long = argument.get_long().filter(|_| !argument.is_hide_set());
            let short = argument.get_short().map(|letter| format!("-{letter}"));
            long.map(|name| format!("--{name}")).into_iter().chain(short)
        });
        let named: BTreeSet<String> = named.collect();
        assert_eq!(VALUE_OPTIONS.map(str::to_owned).to_vec(), Vec::from_iter(named));
        let commands = grammar.built().get_subcommands();
        let groups = commands
            .filter(|command| command.get_subcommands().any(|own| own.get_name() != "help"));
        assert_eq!(GROUPS.to_vec(), groups.map(Command::get_name).collect::<Vec<_>>());
    }
}
