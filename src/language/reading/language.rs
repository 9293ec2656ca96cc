//! Recognition of texts in another language than the expected one.

use super::codes;
use kernel::diagnostics::Diagnostic;
use kernel::source::{Source, Span};

/// A language that texts are recognised as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    Scm,
    ChoreographyAutomaton,
    ChorGram,
    Scribble,
    Dot,
    Sprout,
    Signature,
    Interaction,
    PlantUml,
    Multitrace,
    AutomatonJson,
    Timbuk,
    Aldebaran,
    JsonLines,
}

impl Language {
    /// Returns the name of the language, the endings of its files, and a command that reads them.
    fn described(self) -> (&'static str, &'static str, &'static str) {
        let (name, endings) = match self {
            Self::Scm => ("a model in SCM", "*.scm"),
            Self::ChoreographyAutomaton => ("a choreography automaton", "*.ca"),
            Self::ChorGram => ("a choreography in ChorGram", "*.gc, *.sgg"),
            Self::Scribble => ("a protocol in Scribble", "*.scr, *.nuscr"),
            Self::Dot => ("a graph in DOT", "*.dot"),
            Self::Sprout => ("a protocol of Sprout", "*.sprout"),
            Self::Signature => ("a signature", "*.hsf"),
            Self::Interaction => ("an interaction", "*.hif"),
            Self::PlantUml => ("a diagram of PlantUML", "*.puml"),
            Self::Multitrace => ("a multitrace", "*.htf"),
            Self::AutomatonJson => ("an automaton in JSON", "*.json"),
            Self::Timbuk => ("an automaton in Timbuk", "*.timbuk"),
            Self::Aldebaran => ("an automaton in Aldebaran", "*.aut"),
            Self::JsonLines => ("a log as JSON lines", "*.jsonl"),
        };
        let command = match self {
            Self::Scm => "rsc",
            Self::Signature | Self::Interaction | Self::PlantUml => "interaction nfa",
            Self::Multitrace | Self::JsonLines => "conform --model M",
            Self::AutomatonJson | Self::Timbuk | Self::Aldebaran => "automaton info",
            _ => "chor check",
        };
        (name, endings, command)
    }

    /// Returns the language that a text is certainly written in, by how it begins.
    fn of(text: &str) -> Option<Self> {
        /// The first words of languages, each with a word that its texts also have.
        const BEGINNINGS: [(&str, &str, Language); 18] = [
            ("scm ", "nb_channels", Language::Scm),
            ("@startuml", "", Language::PlantUml),
            ("@message", "{", Language::Signature),
            ("@lifeline", "{", Language::Signature),
            ("global protocol", "(", Language::Scribble),
            ("aux global", "(", Language::Scribble),
            ("module ", "protocol", Language::Scribble),
            ("digraph", "{", Language::Dot),
            ("Initial state", ":", Language::Sprout),
            ("Initial register", ":", Language::Sprout),
            ("des (", ",", Language::Aldebaran),
            ("des(", ",", Language::Aldebaran),
            ("Ops ", "Automaton", Language::Timbuk),
            ("{[", "]", Language::Multitrace),
            ("{", "scm-check/automaton", Language::AutomatonJson),
            ("{", "\"message\":", Language::JsonLines),
            ("sel", "->", Language::ChorGram),
            ("repeat", "->", Language::ChorGram),
        ];
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let is_comment = |line: &&str| {
            line.is_empty()
                || ["//", "#", "/*", "..", "'"].iter().any(|sign| line.starts_with(sign))
        };
        let first = lines.find(|line| !is_comment(line))?;
        let begins =
            |(word, other, _): &&(&str, &str, _)| first.starts_with(word) && text.contains(other);
        if let Some(&(_, _, language)) = BEGINNINGS.iter().find(begins) {
            return Some(language);
        }
        let mut words = first.split_whitespace();
        let is_edge = words.any(|word| {
            let label = word.strip_prefix('-').filter(|label| label.contains("->"));
            label.is_some_and(|label| label.starts_with(char::is_alphanumeric))
        });
        if is_edge && first.contains(':') {
            return Some(Self::ChoreographyAutomaton);
        }
        let operators = ["seq(", "strict(", "par(", "alt(", "opt(", "coreg(", "loopS(", "loopW("];
        let is_term = operators.iter().any(|operator| first.starts_with(operator));
        let is_term = (is_term || first.contains(" -- ")) && text.contains("->");
        is_term.then_some(Self::Interaction)
    }
}

/// Returns the report of a text with errors that is written in another language than the `expected` ones; `None` if it
/// may be in one of these.
pub(crate) fn foreign(source: &Source, expected: &[Language]) -> Option<Diagnostic> {
    let found = Language::of(source.text()).filter(|found| !expected.contains(found))?;
    let (name, endings, command) = found.described();
    let (wanted, ..) = expected.first()?.described();
    let text = source.text().trim_start_matches('\u{feff}');
    let start = source.text().len() - text.trim_start().len();
    let length = text.trim_start().find(char::is_whitespace).unwrap_or(text.trim_start().len());
    let message = format!("this is {name}, and not {wanted}");
    let help = format!("such files are called {endings}; `scm-check {command}` reads them");
    Some(codes::OTHER_LANGUAGE.at(Span::new(start, start + length), message).help(help))
}
