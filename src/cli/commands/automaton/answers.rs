//! Questions about automata.

use super::{Read, input, single, two};
use crate::cli::automaton_args::{
    AcceptsArguments, AskArguments, CompareArguments, InfoArguments, TellingArguments, Wording,
};
use crate::cli::failure::Failure;
use crate::cli::models::notes;
use crate::cli::output::{Output, put, refuse_input};
use crate::cli::watch::Watch;
use scm_check::driver::Answer;
use scm_check::driver::automaton::{self, AutomatonFinding, AutomatonInput};
use scm_check::kernel::base::Control;
use scm_check::language::automaton::read_word;
use scm_check::render::automaton::{automaton_row, facts_json, facts_text};
use scm_check::render::report::{Amount, Report, write_report, write_row};
use scm_check::render::sentences::Detail;

/// Reports an answer about the first of `inputs`, and returns the exit code.
fn tell(
    inputs: &[&Read],
    property: &str,
    answer: Answer<AutomatonFinding>,
    telling: &TellingArguments,
) -> Result<u8, Failure> {
    let command = format!("automaton {property}");
    let mut report = Report { command, exit_zero: telling.exit_zero, ..Report::default() };
    for read in inputs {
        report.notes.extend_from_slice(&notes(&read.loaded));
    }
    report.rows.push(automaton_row(&answer));
    let code = report.exit_code(report.exit_status());
    let mut text = Vec::new();
    let written = match (telling.output.form(telling.format, Wording::Human), telling.quiet) {
        (Wording::Json, _) => write_report(&report, Detail::Reproducible, code, &mut text),
        (Wording::Human, true) => write_row(&report.rows[0], Amount::Line, &mut text),
        (Wording::Human, false) => write_row(&report.rows[0], Amount::Everything, &mut text),
    };
    written.expect("memory can be written to");
    Output::open(&telling.output)?.put(text)?;
    if let Some(mut beside) = Output::beside(&telling.output) {
        beside.write(|mut stream| write_row(&report.rows[0], Amount::Line, &mut stream))?;
    }
    Ok(code)
}

/// Decides whether all words of one automaton are words of another, or whether both have the same words.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn compare(
    arguments: &CompareArguments,
    property: &str,
    watch: &Watch,
    ask: impl FnOnce(AutomatonInput<'_>, AutomatonInput<'_>, &Control) -> Answer<AutomatonFinding>,
) -> Result<u8, Failure> {
    let CompareArguments { first, second, telling } = arguments;
    let both = two([first, second], telling.from, telling.output.color)?;
    let inputs = [&both[0], &both[1]];
    refuse_input(telling.output.output.as_deref(), inputs.map(|read| &read.input))?;
    let control = watch.control(telling.limits.max_states);
    tell(&inputs, property, ask(input(&both[0]), input(&both[1]), &control), telling)
}

/// Decides whether an automaton has no word.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn empty(arguments: &AskArguments) -> Result<u8, Failure> {
    let AskArguments { file, telling } = arguments;
    let read = single(file, telling.from, telling.output.color)?;
    refuse_input(telling.output.output.as_deref(), [&read.input])?;
    tell(&[&read], "empty", automaton::empty(input(&read)), telling)
}

/// Decides whether an automaton accepts a word.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn accepts(arguments: &AcceptsArguments, watch: &Watch) -> Result<u8, Failure> {
    let AcceptsArguments { file, word, telling } = arguments;
    let read = single(file, telling.from, telling.output.color)?;
    refuse_input(telling.output.output.as_deref(), [&read.input])?;
    let control = watch.control(telling.limits.max_states);
    let answer = automaton::accepts(input(&read), read_word(word), &control);
    tell(&[&read], "accepts", answer, telling)
}

/// Prints the size of an automaton and the kind of its language.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn info(arguments: &InfoArguments) -> Result<u8, Failure> {
    let InfoArguments { file, from, format, output } = arguments;
    let read = single(file, *from, output.color)?;
    let (name, facts) = (&read.loaded.name, automaton::facts(&read.model));
    let text = match output.form(*format, Wording::Human) {
        Wording::Json => facts_json(name, &facts, &read.model.locations),
        Wording::Human => facts_text(name, &facts),
    };
    put(&text, output, [&read.input])
}
