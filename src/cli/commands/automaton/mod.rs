//! `automaton`: combination, reduction, comparison and conversion of finite automata.

mod answers;
mod making;
mod word;

use std::ffi::OsString;

use making::{of_one, of_two, one, projection};

use crate::cli::automaton_args::{AutomatonCommand, FromArguments};
use crate::cli::failure::Failure;
use crate::cli::input::{Sought, only};
use crate::cli::models::{LoadOptions, Single};
use crate::cli::option_groups::Colour;
use crate::cli::watch::Watch;
use scm_check::internals::driver::automaton::{AutomatonInput, equivalent, included, trimmed};
use scm_check::internals::driver::interaction::DfaAlgorithm;
use scm_check::internals::kernel::automata::FiniteAutomaton;
use scm_check::internals::language::automaton::{Format, Model, read};
use scm_check::internals::language::kinds::Kind;

/// Runs a command about finite automata, and returns the exit code.
///
/// # Errors
/// If the command could not be carried out.
pub(super) fn run(command: &AutomatonCommand, watch: &Watch) -> Result<u8, Failure> {
    match command {
        AutomatonCommand::Info(arguments) => answers::info(arguments),
        AutomatonCommand::Included(arguments) => {
            answers::compare(arguments, "included", watch, included)
        }
        AutomatonCommand::Equivalent(arguments) => {
            answers::compare(arguments, "equivalent", watch, equivalent)
        }
        AutomatonCommand::Empty(arguments) => answers::empty(arguments),
        AutomatonCommand::Accepts(arguments) => answers::accepts(arguments, watch),
        AutomatonCommand::Words(arguments) => word::words(arguments),
        AutomatonCommand::Product(arguments) => of_two(watch, arguments, FiniteAutomaton::product),
        AutomatonCommand::Union(arguments) => {
            of_two(watch, arguments, |first, second, _| Ok(first.union(second)))
        }
        AutomatonCommand::Concatenation(arguments) => {
            of_two(watch, arguments, |first, second, _| Ok(first.concatenation(second)))
        }
        AutomatonCommand::Shuffle(arguments) => of_two(watch, arguments, FiniteAutomaton::shuffle),
        AutomatonCommand::Star(arguments) => {
            of_one(watch, arguments, |automaton, _| Ok(automaton.star()))
        }
        AutomatonCommand::Project(arguments) => projection(watch, arguments),
        AutomatonCommand::Complement(arguments) => {
            of_one(watch, arguments, FiniteAutomaton::complement)
        }
        AutomatonCommand::Determinise(arguments) => {
            of_one(watch, arguments, |automaton, control| {
                Ok(automaton.determinised_within(control)?.0)
            })
        }
        AutomatonCommand::Minimise(arguments) => match arguments.algorithm {
            DfaAlgorithm::Hopcroft => of_one(watch, &arguments.one, |automaton, control| {
                automaton.determinised_within(control)?.0.minimised_within(control)
            }),
            DfaAlgorithm::Brzozowski => {
                of_one(watch, &arguments.one, FiniteAutomaton::minimised_by_reversal)
            }
        },
        AutomatonCommand::Smallest(arguments) => {
            of_one(watch, arguments, FiniteAutomaton::minimal_nfa)
        }
        AutomatonCommand::Reduce(arguments) => of_one(watch, arguments, FiniteAutomaton::reduced),
        AutomatonCommand::Trim(arguments) => {
            one(watch, arguments, |read, _| Ok(Ok(trimmed(read.model))))
        }
        AutomatonCommand::Reverse(arguments) => one(watch, arguments, |read, _| {
            Ok(Ok(Model { automaton: read.model.automaton.reversed(), ..read.model }))
        }),
        AutomatonCommand::Convert(arguments) => one(watch, arguments, |read, _| Ok(Ok(read.model))),
    }
}

type ReadAutomaton = Single<Model>;

fn input(read: &ReadAutomaton) -> AutomatonInput<'_> {
    AutomatonInput { loaded: &read.loaded, model: &read.model }
}

/// Reads the one automaton that an argument names.
///
/// # Errors
/// If the argument names several files, or the file has errors, which are reported.
fn single(
    argument: &OsString,
    from: FromArguments,
    colour: Colour,
) -> Result<ReadAutomaton, Failure> {
    let input = only(argument, Sought::Kinds(&[Kind::Automaton]))?;
    let by_ending = input.extension().and_then(Format::of_extension);
    let format = from.from.or(by_ending).unwrap_or(Format::Json);
    ReadAutomaton::read(input, LoadOptions::by_path(colour), |_, source| read(source, format))
}

/// Reads two automata.
///
/// # Errors
/// If an argument names several files, both are standard input, or a file has errors, which are reported.
fn two(
    arguments: [&OsString; 2],
    from: FromArguments,
    colour: Colour,
) -> Result<[ReadAutomaton; 2], Failure> {
    if arguments.iter().all(|argument| *argument == "-") {
        return Err(Failure::usage("standard input cannot be both automata"));
    }
    let [first, second] = arguments;
    match single(first, from, colour) {
        // The errors of both are shown.
        Err(told @ Failure::Told(_)) => single(second, from, colour).and(Err(told)),
        first => Ok([first?, single(second, from, colour)?]),
    }
}
