//! Questions about automata.

use serde_json::{Map, Value, json};

use super::making::over_both;
use super::word::{names, symbols, written};
use super::{Read, single, two};
use crate::cli::automaton_args::{
    AcceptsArguments, AskArguments, CompareArguments, InfoArguments, TellingArguments, Wording,
};
use crate::cli::failure::Failure;
use crate::cli::models::notes;
use crate::cli::output::Output;
use crate::cli::report_writer::refuse_input;
use crate::cli::watch::Watch;
use scm_check::kernel::automata::{Alphabet, Side, SymbolId, equivalence, inclusion};
use scm_check::kernel::base::Limit;
use scm_check::kernel::verdict::{Standing, Verdict};
use scm_check::render::report::{Amount, Report, Row, write_report, write_row};
use scm_check::render::sentences::Detail;
use scm_check::render::sentences::number_of;

/// What is known at the end.
struct Answer {
    verdict: Verdict,
    message: String,
    /// The evidence.
    lines: Vec<String>,
    detail: Map<String, Value>,
}

impl Answer {
    fn new(verdict: Verdict, message: impl Into<String>) -> Self {
        Self { verdict, message: message.into(), lines: Vec::new(), detail: Map::new() }
    }

    /// Returns that a limit was reached.
    fn open(limit: Limit) -> Self {
        Self::new(Verdict::Unknown(limit.into()), "a limit was reached")
    }

    /// Returns it with a word as evidence.
    fn with_word(mut self, word: &[SymbolId], alphabet: &Alphabet) -> Self {
        let names = names(word, alphabet);
        let line = if names.is_empty() { "(the empty word)".to_owned() } else { written(&names) };
        self.lines.push(format!("  {line}"));
        self.detail.insert("word".to_owned(), json!(names));
        self
    }
}

/// Tells an answer about the first of `inputs`, and returns the exit code.
fn tell(
    inputs: &[&Read],
    property: &str,
    engine: &'static str,
    answer: Answer,
    telling: &TellingArguments,
) -> Result<u8, Failure> {
    let command = format!("automaton {property}");
    let mut report = Report { command, exit_zero: telling.exit_zero, ..Report::default() };
    for read in inputs {
        report.notes.extend_from_slice(&notes(&read.loaded));
    }
    let Answer { verdict, message, lines, detail } = answer;
    report.rows.push(Row {
        sha256: inputs[0].loaded.sha256.clone(),
        property: Some(property.to_owned()),
        verdict,
        engine: Some(engine),
        detail,
        summary: lines,
        ..Row::unreadable(&inputs[0].loaded.name, message)
    });
    let code = report.exit_code(report.standing());
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

fn spare(inputs: &[&Read], telling: &TellingArguments) -> Result<(), Failure> {
    let Some(path) = &telling.output.output else { return Ok(()) };
    let inputs: Vec<_> = inputs.iter().map(|read| read.input.clone()).collect();
    refuse_input(path, &inputs)
}

/// Reads two automata, asks `ask` about them over the symbols of both, and tells the answer.
fn compare(
    arguments: &CompareArguments,
    property: &str,
    ask: impl FnOnce(&[Read; 2]) -> Answer,
) -> Result<u8, Failure> {
    let CompareArguments { first, second, telling } = arguments;
    let Some(both) = two([first, second], telling.from, telling.output.color)? else {
        return Ok(Standing::Refused.exit_code());
    };
    let inputs = [&both[0], &both[1]];
    spare(&inputs, telling)?;
    let mut answer = ask(&both);
    answer.detail.insert("other".to_owned(), json!(both[1].loaded.name));
    answer.detail.insert("other_sha256".to_owned(), json!(both[1].loaded.sha256));
    tell(&inputs, property, "antichains", answer, telling)
}

/// Decides whether all words of one automaton are words of another.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn included(arguments: &CompareArguments, watch: &Watch) -> Result<u8, Failure> {
    let control = watch.control(arguments.telling.limits.max_states);
    compare(arguments, "included", |[first, second]| {
        let (one, other) = (&first.model, &second.model);
        let (alphabet, left, right) =
            over_both((&one.automaton, &one.alphabet), (&other.automaton, &other.alphabet));
        let name = &second.loaded.name;
        match inclusion(&left, &right, &control) {
            Ok(None) => {
                Answer::new(Verdict::Holds, format!("every word is accepted by {name} too"))
            }
            Ok(Some(word)) => {
                let symbols = number_of(word.len(), "symbol");
                let message = format!("a word of {symbols} is not accepted by {name}; shortest");
                Answer::new(Verdict::Violated, message).with_word(&word, &alphabet)
            }
            Err(limit) => Answer::open(limit),
        }
    })
}

/// Decides whether two automata have the same words.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn equivalent(arguments: &CompareArguments, watch: &Watch) -> Result<u8, Failure> {
    let control = watch.control(arguments.telling.limits.max_states);
    compare(arguments, "equivalent", |[first, second]| {
        let (one, other) = (&first.model, &second.model);
        let (alphabet, left, right) =
            over_both((&one.automaton, &one.alphabet), (&other.automaton, &other.alphabet));
        match equivalence(&left, &right, &control) {
            Ok(None) => {
                let message = format!("{} accepts the same words", second.loaded.name);
                Answer::new(Verdict::Holds, message)
            }
            Ok(Some(difference)) => {
                let (by, side) = match difference.accepted_by {
                    Side::First => (&first.loaded.name, "first"),
                    Side::Second => (&second.loaded.name, "second"),
                };
                let symbols = number_of(difference.word.len(), "symbol");
                let message = format!("only {by} accepts a word of {symbols}; shortest");
                let mut answer =
                    Answer::new(Verdict::Violated, message).with_word(&difference.word, &alphabet);
                answer.detail.insert("accepted_by".to_owned(), json!(side));
                answer
            }
            Err(limit) => Answer::open(limit),
        }
    })
}

/// Decides whether an automaton has no word.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn empty(arguments: &AskArguments) -> Result<u8, Failure> {
    let AskArguments { file, telling } = arguments;
    let Some(read) = single(file, telling.from, telling.output.color)? else {
        return Ok(Standing::Refused.exit_code());
    };
    spare(&[&read], telling)?;
    let answer = match read.model.automaton.shortest_word() {
        None => Answer::new(Verdict::Holds, "no word is accepted"),
        Some(word) => {
            let symbols = number_of(word.len(), "symbol");
            Answer::new(Verdict::Violated, format!("a word of {symbols} is accepted; shortest"))
                .with_word(&word, &read.model.alphabet)
        }
    };
    tell(&[&read], "empty", "breadth-first", answer, telling)
}

/// Decides whether an automaton accepts a word.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn accepts(arguments: &AcceptsArguments, watch: &Watch) -> Result<u8, Failure> {
    let AcceptsArguments { file, word, telling } = arguments;
    let Some(read) = single(file, telling.from, telling.output.color)? else {
        return Ok(Standing::Refused.exit_code());
    };
    spare(&[&read], telling)?;
    let names = symbols(word);
    let Read { model, .. } = &read;
    let known = |name: &String| {
        let found = model.alphabet.enumerate().find(|(_, other)| *other == name);
        found.map(|(symbol, _)| symbol).ok_or_else(|| name.clone())
    };
    let control = watch.control(telling.limits.max_states);
    let mut answer = match names.iter().map(known).collect::<Result<Vec<SymbolId>, _>>() {
        Ok(word) => match model.automaton.accepts_within(word, &control) {
            Ok(true) => Answer::new(Verdict::Holds, "the word is accepted"),
            Ok(false) => Answer::new(Verdict::Violated, "the word is not accepted"),
            Err(limit) => Answer::open(limit),
        },
        Err(name) => {
            let message = format!("the word is not accepted: there is no symbol `{name}`");
            Answer::new(Verdict::Violated, message)
        }
    };
    answer.detail.insert("word".to_owned(), json!(names));
    tell(&[&read], "accepts", "subsets", answer, telling)
}

/// Says how large an automaton is, and what kind of language it has.
///
/// # Errors
/// If the arguments do not fit, or the answer cannot be written.
pub(super) fn info(arguments: &InfoArguments) -> Result<u8, Failure> {
    let InfoArguments { file, from, format, output } = arguments;
    let Some(read) = single(file, *from, output.color)? else {
        return Ok(Standing::Refused.exit_code());
    };
    if let Some(path) = &output.output {
        refuse_input(path, std::slice::from_ref(&read.input))?;
    }
    let automaton = &read.model.automaton;
    let useful = automaton.useful().into_iter().filter(|&useful| useful).count();
    let accepting = automaton.states().filter(|&state| automaton.is_accepting(state)).count();
    let word = automaton.shortest_word();
    let word = word.map(|word| names(&word, &read.model.alphabet));
    let language = match (&word, automaton.is_finite_language()) {
        (None, _) => "empty",
        (Some(_), true) => "finite",
        (Some(_), false) => "infinite",
    };
    let text = match output.form(*format, Wording::Human) {
        Wording::Json => {
            let object = json!({
                "model": read.loaded.name,
                "states": automaton.len(),
                "useful_states": useful,
                "transitions": automaton.transition_count(),
                "symbols": automaton.symbols(),
                "initial": automaton.initial().len(),
                "final": accepting,
                "deterministic": automaton.is_deterministic(),
                "language": language,
                "shortest_word": word,
                "locations": read.model.locations,
            });
            format!("{object}\n")
        }
        Wording::Human => {
            let is_deterministic = automaton.is_deterministic();
            let kind = if is_deterministic { "deterministic" } else { "nondeterministic" };
            let shortest = match word.as_deref() {
                None => String::new(),
                Some([]) => "\n  shortest word: (the empty word)".to_owned(),
                Some(word) => format!("\n  shortest word: {}", written(word)),
            };
            format!(
                "{}: {kind}, {language} language\n  {} ({useful} useful, {} initial, {accepting} \
                 final), {}, {}{shortest}\n",
                read.loaded.name,
                number_of(automaton.len(), "state"),
                automaton.initial().len(),
                number_of(automaton.transition_count(), "transition"),
                number_of(automaton.symbols(), "symbol"),
            )
        }
    };
    Output::open(output)?.put(&text)?;
    Ok(Standing::Fine.exit_code())
}
