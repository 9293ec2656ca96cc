//! Names of commands and options, for the preprocessing of a command line before clap parses it.

use std::cell::OnceCell;

use clap::{Arg, Command};

/// Name of the hidden command for ReSCu's options, which users do not type.
pub(crate) const LEGACY_COMMAND: &str = "legacy-words";

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
    pub(crate) fn takes_value(&self, option: &str) -> bool {
        let is_it = |argument: &&Arg| match option.strip_prefix("--") {
            Some(name) => !argument.is_hide_set() && argument.get_long() == Some(name),
            None => argument.get_short().is_some_and(|letter| option == format!("-{letter}")),
        };
        let takes = |argument: &Arg| {
            argument.get_action().takes_values() && !argument.is_require_equals_set()
        };
        self.arguments().filter(is_it).any(takes)
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
