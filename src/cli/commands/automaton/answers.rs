//! Questions about automata.

use super::{ReadAutomaton, input, single, two};
use crate::cli::automaton_args::{
    AcceptsArguments, AnswerForm, AskArguments, CompareArguments, InfoArguments, VerdictArguments,
};
use crate::cli::failure::Failure;
use crate::cli::models::notes;
use crate::cli::output::{Output, put, refuse_input};
use crate::cli::watch::Watch;
use scm_check::internals::driver::Answer;
use scm_check::internals::driver::automaton::{self, AutomatonFinding, AutomatonInput};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::language::automaton::read_word;
use scm_check::internals::render::automaton::{automaton_row, facts_json, facts_text};
use scm_check::internals::render::report::{Amount, Report, write_report, write_row};
use scm_check::internals::render::sentences::Detail;

/// Reports an answer about the first of `inputs`, and returns the exit code.
fn tell(
    inputs: &[&ReadAutomaton],
    property: &str,
    answer: Answer<AutomatonFinding>,
    options: &VerdictArguments,
) -> Result<u8, Failure> {
    let command = format!("automaton {property}");
    let mut report = Report { command, exit_zero: options.exit_zero, ..Report::default() };
    for read in inputs {
        report.notes.extend_from_slice(&notes(&read.loaded));
    }
    report.rows.push(automaton_row(&answer));
    let code = report.exit_code(report.exit_status());
    let mut text = Vec::new();
    let written = match (options.output.form(options.format, AnswerForm::Human), options.quiet) {
        (AnswerForm::Json, _) => write_report(&report, Detail::Reproducible, code, &mut text),
        (AnswerForm::Human, true) => write_row(&report.rows[0], Amount::Line, &mut text),
        (AnswerForm::Human, false) => write_row(&report.rows[0], Amount::Everything, &mut text),
    };
    written.expect("memory can be written to");
    Output::open(&options.output)?.put(text)?;
    if let Some(mut beside) = Output::beside(&options.output) {
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
    let CompareArguments { first, second, options } = arguments;
    let both = two([first, second], options.from, options.output.color)?;
    let inputs = [&both[0], &both[1]];
    refuse_input(options.output.output.as_deref(), inputs.map(|read| &read.input))?;
    let control = watch.control(options.limits.max_states);
    tell(&inputs, property, ask(input(&both[0]), input(&both[1]), &control), options)
}

/// Decides whether an automaton has no word.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn empty(arguments: &AskArguments) -> Result<u8, Failure> {
    let AskArguments { file, options } = arguments;
    let read = single(file, options.from, options.output.color)?;
    refuse_input(options.output.output.as_deref(), [&read.input])?;
    tell(&[&read], "empty", automaton::empty(input(&read)), options)
}

/// Decides whether an automaton accepts a word.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn accepts(arguments: &AcceptsArguments, watch: &Watch) -> Result<u8, Failure> {
    let AcceptsArguments { file, word, options } = arguments;
    let read = single(file, options.from, options.output.color)?;
    refuse_input(options.output.output.as_deref(), [&read.input])?;
    let control = watch.control(options.limits.max_states);
    let answer = automaton::accepts(input(&read), read_word(word), &control);
    tell(&[&read], "accepts", answer, options)
}

/// Prints the size of an automaton and the kind of its language.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn info(arguments: &InfoArguments) -> Result<u8, Failure> {
    let InfoArguments { file, from, format, output } = arguments;
    let read = single(file, *from, output.color)?;
    let (name, facts) = (&read.loaded.name, automaton::facts(&read.model));
    let text = match output.form(*format, AnswerForm::Human) {
        AnswerForm::Json => facts_json(name, &facts, &read.model.locations),
        AnswerForm::Human => facts_text(name, &facts),
    };
    put(&text, output, [&read.input])
}
