//! The command line: the only place that opens paths, prints and exits.
//!
//! [`run()`] reads the arguments, ReSCu's options among them, and calls one file of `commands`. A command runs the
//! checks, turns their answers into rows of a report, and returns the exit code.
//!
#![doc = include_str!("README.md")]

mod args;
mod automaton_args;
mod batch;
mod batch_args;
mod certificates;
mod checker;
mod choreography_args;
mod commands;
mod companions;
mod component_args;
mod component_packages;
mod components;
mod conform_args;
mod conformance;
mod continuation;
mod dialogue;
mod draft;
mod failure;
mod feed;
mod file_kind;
mod generate_args;
mod grace;
mod grammar;
mod helping;
mod host;
mod input;
mod interaction_args;
mod interactions;
mod legacy;
mod limits;
mod links;
mod machine;
mod markdown;
mod models;
mod option_groups;
mod ordered_writer;
mod output;
mod picture;
mod progress;
mod report_writer;
mod reporter;
mod routes;
mod run;
mod run_context;
mod run_options;
#[cfg(debug_assertions)]
mod test_faults;
mod topics;
mod usage_errors;
mod values;
mod watch;
mod witness_files;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{CommandFactory as _, FromArgMatches as _};

use args::Arguments;
use failure::Failure;
use grammar::Grammar;
use legacy::Caller;
use option_groups::Colour;
use output::tell;
use watch::Watch;

use scm_check::internals::kernel::verdict::ExitStatus;

/// Runs the program with the arguments of the process, and returns its exit code.
pub(crate) fn run() -> ExitCode {
    let mut words = std::env::args_os();
    let program = words.next().unwrap_or_default();
    let words: Vec<OsString> = words.collect();
    // Help and errors in the arguments have colours, too.
    asked_colour(&words).write_global();
    ExitCode::from(run_words(&program, words))
}

/// Returns the colours that the arguments ask for, before they are parsed.
fn asked_colour(words: &[OsString]) -> ColorChoice {
    let mut values = words.iter().enumerate().filter_map(|(place, word)| match word.to_str()? {
        "--color" => words.get(place + 1)?.to_str(),
        word => word.strip_prefix("--color="),
    });
    match values.next_back() {
        Some("never") => ColorChoice::Never,
        Some("always") => ColorChoice::Always,
        _ => ColorChoice::Auto,
    }
}

fn run_words(program: &OsString, words: Vec<OsString>) -> u8 {
    let ancestor = Path::new(program).file_stem().is_some_and(|name| name == "rescu");
    let caller = if ancestor { Caller::Ancestor } else { Caller::Modern };
    if ancestor && (words.is_empty() || words.iter().any(|word| word == "-h" || word == "--help")) {
        return ancestors_help(words.is_empty());
    }
    let words = if ancestor { words } else { legacy::help_as_option(words) };
    if words.is_empty() {
        tell(Colour::Auto, &helping::of_program(&Arguments::command()));
        return ExitStatus::Refused.exit_code();
    }
    if let Some(help) = helping::asked(&words, Arguments::command).filter(|_| !ancestor) {
        return print(&help);
    }
    let grammar = Grammar::new(Arguments::command());
    let words = match legacy::rewrite(words, caller, &grammar) {
        Ok(words) => words,
        Err(error) => return misused(&error.to_string()),
    };
    let words = match routes::routed(words) {
        Ok(words) => std::iter::once("scm-check".into()).chain(words),
        Err(error) => return misused(&error.to_string()),
    };
    let parsed = grammar.into_program().try_get_matches_from(words).and_then(|matches| {
        Ok((option_groups::limits(&matches), Arguments::from_arg_matches(&matches)?))
    });
    let (limits, arguments) = match parsed {
        Ok(parsed) => parsed,
        Err(error) if error.use_stderr() => {
            return match usage_errors::sentence(&error, &Grammar::new(Arguments::command())) {
                Some(sentence) => misused(&sentence),
                None => {
                    tell(Colour::Auto, &error.render().ansi().to_string());
                    ExitStatus::Refused.exit_code()
                }
            };
        }
        Err(help) => return print(&help.render().ansi().to_string()),
    };
    exit_code(commands::run(&arguments.command, &Watch::start(limits)))
}

/// Returns the exit code of a command, and says why it failed if it did.
fn exit_code(done: Result<u8, Failure>) -> u8 {
    match done {
        Ok(code) => code,
        Err(Failure::Closed) => ExitStatus::Fine.exit_code(),
        Err(Failure::Told(exit_status)) => exit_status.exit_code(),
        Err(failure) => refuse(&failure.to_string()),
    }
}

fn misused(message: &str) -> u8 {
    refuse(&format!("{message}\n\nFor more information, try '--help'."))
}

fn refuse(message: &str) -> u8 {
    tell(Colour::Auto, &format!("\x1b[1;31merror:\x1b[0m {message}\n"));
    ExitStatus::Refused.exit_code()
}

/// Prints the help of ReSCu's options: on standard output if it was requested, else on standard error.
fn ancestors_help(reminder: bool) -> u8 {
    let text = topics::legacy_words();
    if reminder {
        tell(Colour::Auto, &text);
        return ExitStatus::Refused.exit_code();
    }
    print(&text)
}

/// Prints a requested page, and returns the exit code.
fn print(text: &str) -> u8 {
    match output::Output::standard(Colour::Auto).put(text) {
        Ok(()) | Err(Failure::Closed) => ExitStatus::Fine.exit_code(),
        Err(failure) => refuse(&failure.to_string()),
    }
}
