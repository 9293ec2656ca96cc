//! What `--help` shows of the program, and `-h` of a command: what most people need, and where the rest is.

use std::fmt::Write as _;

use std::ffi::OsString;

use clap::{Arg, Command};

use super::args::AFTER_HELP;
use scm_check::internals::render::sentences::wrapped;

/// The commands that the help of the program shows, in groups.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Check", &["check", "run", "conform", "batch"]),
    ("Look", &["show", "explain"]),
    ("Write", &["new", "fmt", "convert"]),
    ("More", &[]),
];

/// Options that `-h` leaves out: most people never need them.
const RARE: [&str; 46] = [
    "all-steps",
    "allow-empty",
    "ascii",
    "assume-eager",
    "by-time",
    "central",
    "certificate",
    "changed-only",
    "color",
    "draw",
    "engine",
    "exit-zero",
    "fail-fast",
    "follow",
    "input",
    "interleaving",
    "join",
    "json",
    "limit",
    "local",
    "location",
    "locations",
    "loops",
    "max-states",
    "memory",
    "merge",
    "model-timeout",
    "no-cache",
    "picture",
    "procedure",
    "progress",
    "reading",
    "replay",
    "reproducible",
    "session-timeout",
    "sessions",
    "shard",
    "silence",
    "skip-bad-lines",
    "slice",
    "snapshot",
    "threads",
    "unmonitored",
    "width",
    "window",
    "write-rules",
];

/// Options that `-h` shows if there is room, the first ones first.
const IF_THERE_IS_ROOM: [&str; 6] = ["timeout", "quiet", "jobs", "witness", "reach", "lost"];

/// Maximum number of options that `-h` shows.
const MOST: usize = 16;

/// Returns the help that words ask for which clap does not write: that of the program, and the short one of a command.
pub(crate) fn asked(words: &[OsString], program: impl FnOnce() -> Command) -> Option<String> {
    let words: Vec<&str> = words.iter().map_while(|word| word.to_str()).collect();
    let words: Vec<&str> = words.split(|word| *word == "--").next()?.to_vec();
    let is_help = |word: &&str| matches!(*word, "-h" | "--help");
    let (asks, others): (Vec<&str>, Vec<&str>) = words.into_iter().partition(is_help);
    match (asks.first()?, others.as_slice()) {
        (_, []) => Some(of_program(&program())),
        (_, ["--all"]) => Some(program().render_long_help().ansi().to_string()),
        (&"-h", _) => short(program(), &others),
        _ => None,
    }
}

/// Returns the help of the program.
pub(crate) fn of_program(program: &Command) -> String {
    let (bold, end) = ("\x1b[1m", "\x1b[0m");
    let about = program.get_about().map(ToString::to_string).unwrap_or_default();
    let mut text = format!(
        "{}\n\n{bold}Usage:{end} scm-check <COMMAND> FILE...\n",
        wrapped(&about, 90).join("\n")
    );
    for (group, names) in GROUPS {
        let _ = writeln!(text, "\n{bold}{group}:{end}");
        for name in names {
            let command = program.find_subcommand(name);
            let about = command.and_then(Command::get_about).map(ToString::to_string);
            let _ = writeln!(text, "  {bold}{name:<9}{end} {}", about.unwrap_or_default());
        }
    }
    let is_shown = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    let rest: Vec<&str> = commands.map(Command::get_name).filter(|name| !is_shown(name)).collect();
    let _ = writeln!(text, "  {}", wrapped(&rest.join(", "), 86).join("\n  "));
    let all = "scm-check --help --all";
    let _ = writeln!(text, "  What they do: {bold}{all}{end}; options: scm-check COMMAND -h");
    text + "\n" + AFTER_HELP
}

/// Returns the help of the command that words name, without its rare options; `None` if they name none.
fn short(mut program: Command, words: &[&str]) -> Option<String> {
    program.build();
    let mut command = &mut program;
    for word in words {
        if command.find_subcommand(word).is_some() {
            command = command.find_subcommand_mut(word)?;
        }
    }
    if command.get_name() == "scm-check" {
        return None;
    }
    let is_short = |name: &&str| !IF_THERE_IS_ROOM.contains(name);
    let shown = command.get_arguments().filter(|one| !one.is_hide_set());
    let all = shown.filter_map(Arg::get_long).filter(|name| !RARE.contains(name));
    let all: Vec<&str> = all.collect();
    let room = MOST.saturating_sub(all.iter().filter(|name| is_short(name)).count());
    let fitting = IF_THERE_IS_ROOM.into_iter().filter(|name| all.contains(name)).take(room);
    let fitting: Vec<&str> = fitting.collect();
    let is_left_out = |argument: &Arg| {
        let name = argument.get_long();
        name.is_some_and(|name| {
            RARE.contains(&name) || !is_short(&name) && !fitting.contains(&name)
        })
    };
    let left_out = command.get_arguments().filter(|one| is_left_out(one) && !one.is_hide_set());
    let count = left_out.count();
    let name = command.get_bin_name().unwrap_or_default().to_owned();
    let mut shown = command.clone().mut_args(|argument| {
        let hides = is_left_out(&argument);
        argument.hide_short_help(hides)
    });
    let text = shown.render_help().ansi().to_string();
    Some(match count {
        0 => text,
        count => format!("{text}\n{count} more options: \x1b[1m{name} --help\x1b[0m\n"),
    })
}
