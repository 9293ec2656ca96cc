//! The names of commands and options, as far as the words of a command line are looked at before clap parses them.
//!
//! A constant, since clap would have to build the options of all commands to say them: that is most of what a small
//! check costs. A test compares it with clap.

/// The name of the hidden command for the words of the ancestor: a word that nobody types.
pub(crate) const LEGACY_COMMAND: &str = "legacy-words";

/// The commands and options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grammar {
    /// The commands, each with the commands of its own.
    pub(crate) commands: &'static [(&'static str, &'static [&'static str])],
    /// The long options that help shows, with two dashes, in alphabetical order.
    pub(crate) options: &'static [&'static str],
    /// The options that take the next word as their value, with their dashes, in alphabetical order.
    pub(crate) with_value: &'static [&'static str],
}

impl Grammar {
    /// Returns the commands that users type.
    pub(crate) fn visible_commands(&self) -> Vec<&'static str> {
        self.commands.iter().map(|(name, _)| *name).filter(|name| *name != LEGACY_COMMAND).collect()
    }
}

/// The commands and options of this program.
pub(crate) const GRAMMAR: Grammar = Grammar {
    commands: &[
        ("check", &[]),
        ("rsc", &[]),
        ("reach", &[]),
        ("safety", &[]),
        ("simulate", &[]),
        ("replay", &[]),
        ("convert", &[]),
        ("draw", &[]),
        ("chor", &["check", "project", "draw", "convert", "extract"]),
        (
            "interaction",
            &["nfa", "draw", "explore", "accepts", "generate", "project", "convert", "metrics"],
        ),
        ("conform", &[]),
        (
            "automaton",
            &[
                "info",
                "product",
                "union",
                "concatenation",
                "shuffle",
                "star",
                "project",
                "complement",
                "determinise",
                "minimise",
                "smallest",
                "reduce",
                "trim",
                "reverse",
                "convert",
                "included",
                "equivalent",
                "empty",
                "accepts",
                "words",
            ],
        ),
        ("fmt", &[]),
        ("generate", &["multitraces", "3sat"]),
        ("explain", &[]),
        ("schema", &[]),
        (LEGACY_COMMAND, &[]),
    ],
    options: &[
        "--against",
        "--algorithm",
        "--all-steps",
        "--allow-empty",
        "--allow-none",
        "--arch",
        "--ascii",
        "--assume-eager",
        "--bag",
        "--by",
        "--by-time",
        "--central",
        "--certificate",
        "--check",
        "--choice",
        "--clauses",
        "--color",
        "--complete",
        "--construction",
        "--count",
        "--depth",
        "--dir",
        "--draw",
        "--drop-guards",
        "--dry-run",
        "--emit-bad-states",
        "--encoding",
        "--engine",
        "--erase",
        "--exit-zero",
        "--fail-fast",
        "--fifo",
        "--follow",
        "--format",
        "--from",
        "--hide",
        "--input",
        "--interactive",
        "--interleaving",
        "--jobs",
        "--join",
        "--json",
        "--keep",
        "--kind",
        "--length",
        "--limit",
        "--local",
        "--location",
        "--locations",
        "--max-states",
        "--memory",
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
        "--quiet",
        "--raw",
        "--reading",
        "--remove",
        "--reproducible",
        "--resume",
        "--rules",
        "--run",
        "--seed",
        "--session-timeout",
        "--sessions",
        "--signature",
        "--silence",
        "--simplify",
        "--skip-bad-lines",
        "--spec",
        "--steps",
        "--strict",
        "--timeout",
        "--to",
        "--update",
        "--variables",
        "--verbose",
        "--verify",
        "--what",
        "--without-law",
        "--witness",
    ],
    with_value: &[
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
        "--erase",
        "--format",
        "--from",
        "--hide",
        "--input",
        "--jobs",
        "--keep",
        "--kind",
        "--length",
        "--limit",
        "--local",
        "--location",
        "--locations",
        "--max-states",
        "--memory",
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
        "--reading",
        "--remove",
        "--resume",
        "--rules",
        "--run",
        "--seed",
        "--session-timeout",
        "--sessions",
        "--signature",
        "--silence",
        "--simplify",
        "--spec",
        "--steps",
        "--timeout",
        "--to",
        "--variables",
        "--what",
        "--without-law",
        "--witness",
        "-c",
        "-d",
        "-j",
        "-l",
        "-o",
        "-p",
        "-s",
    ],
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::args::Arguments;

    #[test]
    fn the_table_has_the_commands_and_options_of_clap() {
        let mut program = Arguments::command();
        program.build();
        let commands: Vec<&clap::Command> = program.get_subcommands().collect();
        let names: Vec<(&str, Vec<&str>)> = commands
            .iter()
            .map(|command| {
                let own = command.get_subcommands().map(clap::Command::get_name);
                (command.get_name(), own.filter(|name| *name != "help").collect())
            })
            .collect();
        let (mut options, mut with_value) = (BTreeSet::new(), BTreeSet::new());
        let nested = commands.iter().flat_map(|command| command.get_subcommands());
        let all = commands.iter().copied().chain(nested);
        for argument in all.flat_map(clap::Command::get_arguments) {
            let long = argument.get_long().filter(|_| !argument.is_hide_set());
            let long = long.map(|name| format!("--{name}"));
            let short = argument.get_short().map(|letter| format!("-{letter}"));
            if argument.get_action().takes_values() && !argument.is_require_equals_set() {
                with_value.extend(long.clone().into_iter().chain(short));
            }
            options.extend(long);
        }
        options.remove("--help");
        let table: Vec<(&str, Vec<&str>)> =
            GRAMMAR.commands.iter().map(|(name, own)| (*name, own.to_vec())).collect();
        assert_eq!(table, names);
        assert_eq!(GRAMMAR.options.to_vec(), options.iter().collect::<Vec<_>>());
        assert_eq!(GRAMMAR.with_value.to_vec(), with_value.iter().collect::<Vec<_>>());
    }
}
