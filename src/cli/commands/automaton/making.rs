//! Commands that make automata of other automata.

use super::{ReadAutomaton, single, two};
use crate::cli::automaton_args::{
    AutomatonTarget, OneArguments, ProjectionArguments, ResultArguments, TARGETS, TwoArguments,
};
use crate::cli::commands::draw::no_answer;
use crate::cli::failure::Failure;
use crate::cli::output::{put, refuse_input};
use crate::cli::picture::write_picture;
use crate::cli::watch::Watch;
use scm_check::internals::driver::automaton::{combined, projected};
use scm_check::internals::kernel::automata::FiniteAutomaton;
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::language::automaton::{Model, diagram, print};
use scm_check::internals::render::diagrams::Picture;
use scm_check::internals::render::drawing::TextStyle;

/// Result of making a model: a failure if the options do not fit the model, or the limit that was reached.
type Made = Result<Result<Model, Limit>, Failure>;

/// Makes a model of one automaton, and prints it.
///
/// # Errors
/// If the options do not fit, or the output cannot be written.
pub(super) fn one(
    watch: &Watch,
    arguments: &OneArguments,
    make: impl FnOnce(ReadAutomaton, &Control) -> Made,
) -> Result<u8, Failure> {
    let OneArguments { file, options } = arguments;
    let read = single(file, options.from, options.output.color)?;
    refuse_input(options.output.output.as_deref(), [&read.input])?;
    let name = read.loaded.name.clone();
    let made = make(read, &watch.control(options.limits.max_states))?;
    finish(&name, made, options)
}

/// Makes an automaton of one automaton, over the same alphabet, and prints it.
///
/// # Errors
/// If the options do not fit, or the output cannot be written.
pub(super) fn of_one(
    watch: &Watch,
    arguments: &OneArguments,
    make: impl FnOnce(&FiniteAutomaton, &Control) -> Result<FiniteAutomaton, Limit>,
) -> Result<u8, Failure> {
    one(watch, arguments, |read, control| {
        let made = make(&read.model.automaton, control);
        Ok(made.map(|automaton| Model { automaton, names: Vec::new(), ..read.model }))
    })
}

/// Makes an automaton of two automata, over the symbols of both, and prints it.
///
/// # Errors
/// If the options do not fit, or the output cannot be written.
pub(super) fn of_two(
    watch: &Watch,
    arguments: &TwoArguments,
    make: impl FnOnce(&FiniteAutomaton, &FiniteAutomaton, &Control) -> Result<FiniteAutomaton, Limit>,
) -> Result<u8, Failure> {
    let TwoArguments { first, second, options } = arguments;
    let both = two([first, second], options.from, options.output.color)?;
    refuse_input(options.output.output.as_deref(), both.iter().map(|read| &read.input))?;
    let [first, second] = both;
    let name = format!("{}, {}", first.loaded.name, second.loaded.name);
    let control = watch.control(options.limits.max_states);
    let made = combined(first.model, second.model, |left, right| make(left, right, &control));
    finish(&name, made.map_err(Failure::usage)?, options)
}

/// Makes a projection, over the symbols that are kept, and prints it.
///
/// # Errors
/// If the options do not fit, or the output cannot be written.
pub(super) fn projection(watch: &Watch, arguments: &ProjectionArguments) -> Result<u8, Failure> {
    let ProjectionArguments { one: file, keep, erase } = arguments;
    one(watch, file, |read, control| {
        let name = read.loaded.name;
        projected(read.model, keep, erase, control)
            .map_err(|why| Failure::Usage(format!("{name}: {why}")))
    })
}

/// Prints the resulting automaton, or the limit that was reached, and returns the exit code.
fn finish(
    name: &str,
    made: Result<Model, Limit>,
    options: &ResultArguments,
) -> Result<u8, Failure> {
    let ResultArguments { to, output, .. } = options;
    let model = made.map_err(|limit| {
        let why = "a limit was reached";
        no_answer(name, limit.into(), "nothing printed", why, output.color)
    })?;
    let ending = match output.ending() {
        None => "json",
        Some("gv") => "dot",
        Some(ending) => ending,
    };
    let by_ending = TARGETS.iter().find(|(name, ..)| *name == ending);
    let target = to.or(by_ending.map(|&(_, target, _)| target)).ok_or_else(|| {
        Failure::Usage(format!(
            "no form has the ending .{ending}; --to json|timbuk|aut|text|dot|svg|html"
        ))
    })?;
    match target {
        AutomatonTarget::Text(format) => {
            let text = print(&model, format);
            let text = text.map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
            put(&text, output, [])
        }
        AutomatonTarget::Picture(form) => {
            let picture = Picture::of_automaton(diagram(&model, name));
            write_picture(&picture.encoded(form, TextStyle::default())?, form, output)
        }
    }
}
