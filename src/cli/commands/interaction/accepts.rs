//! `interaction accepts`: whether global traces are words of an interaction.

use std::ffi::OsString;
use std::path::Path;

use serde_json::{Map, json};

use super::words;
use crate::cli::answers::Desk;
use crate::cli::input::{Input, expand_to};
use crate::cli::interaction_args::{AcceptsArguments, ReadBy};
use crate::cli::interactions::{Made, Recipe, Unmade, single};
use crate::cli::isolation::crashed;
use crate::cli::models::blank_row;
use crate::cli::output::Failure;
use crate::cli::reporter::Reporter;
use crate::cli::run_options::RunOptions;
use crate::cli::session::{self, Inquiry, Subject};
use crate::cli::watch::Watch;
use scm_check::driver::isolated;
use scm_check::kernel::automata::{FiniteAutomaton, Reader, SymbolId};
use scm_check::kernel::base::Id as _;
use scm_check::kernel::diagnostics::Diagnostic;
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::{Reason, Standing, Verdict};
use scm_check::language::multitrace::{Model, read};
use scm_check::model::interaction::{Choice, Interaction, Semantics, TermReader};
use scm_check::model::trace::{Letter, LetterId, LifelineSet};
use scm_check::render::report::Layout;
use scm_check::render::report::ModelSize as Size;
use scm_check::render::report::{Amount, Row};
use scm_check::render::sentences::number_of;
use scm_check::render::system::model_section as section;

/// The property of the rows.
const PROPERTY: &str = "accepts";

/// So many expected letters are told.
const FEW: usize = 8;

/// Runs the command, and returns the exit code: that of the verdicts.
///
/// # Errors
/// If there is no such interaction, or the report cannot be written.
pub(super) fn run(arguments: &AcceptsArguments, watch: &Watch) -> Result<u8, Failure> {
    let report = &arguments.report;
    if report.certificate.is_some() || report.verify {
        let why = "there is no evidence about traces that scm-check-verify knows";
        return Err(Failure::Usage(why.to_owned()));
    }
    let (_, loaded, model) = single(&arguments.file, &arguments.reading, report.output.color)?;
    let Some((_, interaction)) = model else { return Ok(Standing::Refused.exit_code()) };
    let inputs: Vec<Input> = arguments.traces.iter().flat_map(trace_inputs).collect();
    let mut refused = None;
    let automaton = match arguments.by {
        ReadBy::Term => None,
        ReadBy::Both | ReadBy::Automaton => {
            let recipe = Recipe {
                most: arguments.search.max_states.map(|count| count.0),
                ..Recipe::of_terms(&arguments.terms)
            };
            let control = watch.control(arguments.search.max_states);
            match Made::new(&interaction, recipe, &LifelineSet::new(), &control) {
                Ok(made) => Some(made.nfa),
                Err(Unmade::Refused(refusal)) if arguments.by == ReadBy::Automaton => {
                    refused = Some(words(refusal));
                    None
                }
                Err(_) => None,
            }
        }
    };
    let choice = arguments.terms.choice().unwrap_or(Choice::Delayed);
    let amount = match (report.quiet, inputs.len()) {
        (true, _) | (false, 2..) => Amount::Line,
        (false, _) => Amount::Everything,
    };
    let layout = Layout::Blocks(amount);
    let options = RunOptions::new("interaction accepts", inputs, &arguments.search, report);
    let options = RunOptions { layout, ..options };
    let mut inquiry = AcceptsInquiry {
        arguments,
        name: &loaded.name,
        interaction: &interaction,
        semantics: Semantics::new(&interaction, arguments.terms.laws(), choice),
        automaton,
        refused,
    };
    session::run(&options, watch, &mut inquiry)
}

/// Returns the traces that an argument names, or is.
fn trace_inputs(argument: &OsString) -> Vec<Input> {
    let text = argument.to_string_lossy();
    let is_trace = text.contains(['!', '?', '{']) && !Path::new(argument).exists();
    if is_trace {
        return vec![Input::text(text)];
    }
    expand_to(std::slice::from_ref(argument), &["htf"])
}

struct AcceptsInquiry<'a> {
    arguments: &'a AcceptsArguments,
    /// The name of the interaction's file.
    name: &'a str,
    interaction: &'a Interaction,
    semantics: Semantics,
    automaton: Option<FiniteAutomaton>,
    /// Why there is no automaton, where nothing else reads traces.
    refused: Option<(Reason, String)>,
}

/// What reading a trace comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Outcome {
    accepted: bool,
    /// How many letters were read before the first one that could not be.
    read: usize,
    /// The letters that might have come instead, or next.
    expected: Vec<LetterId>,
}

impl Inquiry for AcceptsInquiry<'_> {
    type Model = Model;

    fn read(&self, _: &Input, source: &Source) -> (Vec<Diagnostic>, Option<Model>) {
        let reading = read(source, &self.interaction.signature);
        (reading.diagnostics, reading.model)
    }

    fn size(&self, _: &Model) -> Size {
        Size { participants: self.interaction.signature.lifelines().len(), channels: 0 }
    }

    fn answer(
        &mut self,
        _: &Desk<'_>,
        reporter: &mut Reporter,
        &Subject { input, loaded, model }: &Subject<'_, Model>,
    ) -> Result<(), Failure> {
        reporter.describe(|| section(&loaded.name, None, loaded.source()));
        let blank = |verdict| blank_row(loaded, PROPERTY, verdict);
        let row = match global_trace(model) {
            Some(_) if let Some((reason, why)) = &self.refused => {
                Row { message: why.clone(), ..blank(Verdict::Unknown(*reason)) }
            }
            None => Row {
                message: "it has letters at several locations: their order is not known".into(),
                ..blank(Verdict::Error)
            },
            Some(letters) => match isolated(|| self.judged(letters)) {
                Ok(Some(outcome)) => self.row(&outcome, letters, blank(Verdict::Holds)),
                Ok(None) => Row {
                    message: "the automaton and the term do not agree".to_owned(),
                    hint: Some("please report it, with the interaction and the trace".into()),
                    ..blank(Verdict::Unknown(Reason::Crashed))
                },
                Err(panic) => {
                    crashed(blank(Verdict::Holds), &panic.0, "the interaction and the trace")
                }
            },
        };
        reporter.row(input, row)
    }
}

/// Returns the letters of a trace whose order is known; nothing if there are letters at several
/// locations.
fn global_trace(model: &Model) -> Option<&[Letter]> {
    let mut filled = model.multitrace.components.iter().filter(|one| !one.letters.is_empty());
    match (filled.next(), filled.next()) {
        (None, _) => Some(&[]),
        (Some(only), None) => Some(&only.letters),
        (Some(_), Some(_)) => None,
    }
}

impl AcceptsInquiry<'_> {
    /// Reads a trace by all means that are asked for; nothing if they do not agree.
    fn judged(&mut self, letters: &[Letter]) -> Option<Outcome> {
        let known: Vec<Option<LetterId>> =
            letters.iter().map(|letter| self.semantics.letters().id(letter)).collect();
        let by_automaton = self.automaton.as_ref().map(|automaton| on_automaton(automaton, &known));
        if self.arguments.by == ReadBy::Automaton {
            return by_automaton;
        }
        let by_term = on_term(&mut self.semantics, &known);
        match by_automaton {
            Some(one) if one.accepted != by_term.accepted => None,
            Some(one) => Some(one),
            None => Some(by_term),
        }
    }

    fn row(&self, outcome: &Outcome, letters: &[Letter], row: Row) -> Row {
        let signature = &self.interaction.signature;
        let text = |&letter: &LetterId| self.semantics.letters().letter(letter).text(signature);
        let expected: Vec<String> = outcome.expected.iter().map(text).collect();
        let by = match (&self.automaton, self.arguments.by) {
            (Some(_), ReadBy::Both) => "automaton and term",
            (Some(_), _) => "automaton",
            (None, _) => "term",
        };
        let mut detail = Map::new();
        detail.insert("interaction".to_owned(), json!(self.name));
        detail.insert("by".to_owned(), json!(by));
        detail.insert("length".to_owned(), json!(letters.len()));
        detail.insert("read".to_owned(), json!(outcome.read));
        detail.insert("expected".to_owned(), json!(expected));
        let read = number_of(letters.len(), "letter");
        if outcome.accepted {
            let message = format!("{read}, a word of {}", self.name);
            return Row { detail, message, qualifier: format!("by {by}"), ..row };
        }
        let more = expected.len().saturating_sub(FEW);
        let shown = expected.iter().take(FEW).cloned().collect::<Vec<_>>().join(", ");
        let mut summary = match expected.len() {
            0 => vec!["  nothing may follow there".to_owned()],
            _ if more > 0 => vec![format!("  expected there: {shown} and {more} others")],
            _ => vec![format!("  expected there: {shown}")],
        };
        let message = match letters.get(outcome.read) {
            Some(letter) => {
                let place = outcome.read + 1;
                if let Some(last) = outcome.read.checked_sub(1) {
                    summary.insert(
                        0,
                        format!("  read before it: {}", ending(letters, last, signature)),
                    );
                }
                format!(
                    "letter {place} of {}, {}, cannot come there",
                    letters.len(),
                    letter.text(signature)
                )
            }
            None => format!("{read}, only the beginning of a word"),
        };
        let verdict = Verdict::Violated;
        Row { verdict, detail, message, summary, qualifier: format!("by {by}"), ..row }
    }
}

/// Returns the letters up to the one at `last`, the first ones left out where they are many.
fn ending(
    letters: &[Letter],
    last: usize,
    signature: &scm_check::model::trace::Signature,
) -> String {
    let first = last.saturating_sub(FEW - 1);
    let shown: Vec<String> =
        letters[first..=last].iter().map(|letter| letter.text(signature)).collect();
    format!("{}{}", if first > 0 { ".." } else { "" }, shown.join("."))
}

fn on_automaton(automaton: &FiniteAutomaton, letters: &[Option<LetterId>]) -> Outcome {
    let mut reader = Reader::new(automaton);
    let mut read = 0;
    let mut before = reader.states().to_vec();
    for letter in letters {
        let Some(letter) = letter else { break };
        reader.read(SymbolId::from_index(letter.index()));
        if reader.is_stuck() {
            break;
        }
        read += 1;
        before.clear();
        before.extend_from_slice(reader.states());
    }
    let accepted = read == letters.len() && reader.is_accepting();
    let symbols = before.iter().flat_map(|&state| automaton.transitions(state));
    let mut expected: Vec<LetterId> =
        symbols.map(|&(symbol, _)| LetterId::from_index(symbol.index())).collect();
    expected.sort_unstable();
    expected.dedup();
    Outcome { accepted, read, expected }
}

fn on_term(semantics: &mut Semantics, letters: &[Option<LetterId>]) -> Outcome {
    let mut reader = TermReader::new(semantics);
    let mut expected = reader.expected();
    let mut read = 0;
    for letter in letters {
        let Some(letter) = letter else { break };
        reader.read(*letter);
        if reader.is_stuck() {
            break;
        }
        read += 1;
        expected = reader.expected();
    }
    Outcome { accepted: read == letters.len() && reader.is_accepting(), read, expected }
}
