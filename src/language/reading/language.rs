//! Recognition of texts in another language than the expected one.

use super::codes;
use kernel::diagnostics::Diagnostic;
use kernel::source::{Source, Span};

/// How texts of a language begin, a word that they also have, the name of the language, the endings of its files, and
/// a command that reads them.
type Beginning = (&'static str, &'static str, &'static str, &'static str, &'static str);

const BEGINNINGS: [Beginning; 18] = [
    ("scm ", "nb_channels", "SCM", "*.scm", "rsc"),
    ("package ", "compound type", "BIP", "*.bip", "check"),
    ("@startuml", "", "PlantUML", "*.puml", "interaction nfa"),
    ("@message", "{", "signature", "*.hsf", "interaction nfa"),
    ("@lifeline", "{", "signature", "*.hsf", "interaction nfa"),
    ("global protocol", "(", "Scribble", "*.scr, *.nuscr", "chor check"),
    ("aux global", "(", "Scribble", "*.scr, *.nuscr", "chor check"),
    ("digraph", "{", "DOT", "*.dot", "chor check"),
    ("Initial state", ":", "Sprout", "*.sprout", "chor check"),
    ("des (", ",", "Aldebaran", "*.aut", "automaton info"),
    ("Ops ", "Automaton", "Timbuk", "*.timbuk", "automaton info"),
    ("{[", "]", "multitrace", "*.htf", "conform --model M"),
    ("{", "scm-check/automaton", "JSON", "*.json", "automaton info"),
    ("{", "\"resourceSpans\"", "OpenTelemetry", "*.otlp, *.otel", "conform --model M"),
    ("sel {", "->", "ChorGram", "*.gc, *.sgg", "chor check"),
    ("repeat {", "->", "ChorGram", "*.gc, *.sgg", "chor check"),
    ("", " -- ", "interaction", "*.hif", "interaction nfa"),
    ("", "->", "choreography automaton", "*.ca", "chor check"),
];

/// How texts of a language that no command reads begin, a word that they also have, the name of the language, and advice.
type ForeignBeginning = (&'static str, &'static str, &'static str, &'static str);

const FOREIGN: [ForeignBeginning; 9] = [
    ("sequenceDiagram", "", "Mermaid", DIAGRAM),
    ("@startmindmap", "", "a mind map of PlantUML", DIAGRAM),
    ("local protocol", "(", "a local protocol of Scribble", GLOBAL),
    ("<?xml", "", "XML", "no command reads XML"),
    ("proctype", "{", "Promela", PROMELA),
    ("active ", "proctype", "Promela", PROMELA),
    ("mtype", "proctype", "Promela", PROMELA),
    ("#define", "proctype", "Promela", PROMELA),
    (".outputs", ".marking", "automata of ChorGram", "`scm-check` reads systems in SCM: *.scm"),
];

/// Advice about diagrams that cannot be read.
const DIAGRAM: &str =
    "of diagrams, `scm-check interaction nfa` reads sequence diagrams in PlantUML: *.puml";
/// Advice about the protocol of one participant.
const GLOBAL: &str = "`scm-check chor check` reads the global protocol that it is a part of";
/// Advice about models for SPIN.
const PROMELA: &str = "SPIN reads it; `scm-check` reads systems in SCM: *.scm";

/// Returns the report of a text with errors that begins as those of another language than the `expected` ones; `None`
/// if it may be in one of these.
pub(crate) fn foreign(source: &Source, expected: &[&str]) -> Option<Diagnostic> {
    let wanted = expected.first()?;
    let (first, name, help) = match unread(source) {
        Some((first, &(_, _, name, advice))) => (first, name, advice.to_owned()),
        None => {
            let (first, &(_, _, name, endings, command)) = beginning(source)?;
            let help = format!("such files are called {endings}; `scm-check {command}` reads them");
            (first, name, help)
        }
    };
    if expected.contains(&name) {
        return None;
    }
    let start = first.as_ptr() as usize - source.text().as_ptr() as usize;
    let length = first.find(char::is_whitespace).unwrap_or(first.len());
    let message = format!("expected the language {wanted}, found {name}");
    Some(codes::OTHER_LANGUAGE.at(Span::new(start, start + length), message).help(help))
}

/// Returns `true` if a text begins as those of component systems do.
pub fn begins_as_components(source: &Source) -> bool {
    beginning(source).is_some_and(|(_, (_, _, name, ..))| *name == "BIP")
}

/// Returns the first line of a text, and the language that begins so and that no command reads, if one does.
fn unread(source: &Source) -> Option<(&str, &'static ForeignBeginning)> {
    let mut text = source.text().trim_start_matches('\u{feff}').trim_start();
    // Comments of Mermaid, with settings or without.
    while text.starts_with("%%") {
        text = text.find('\n').map_or("", |end| &text[end..]).trim_start();
    }
    // `#` begins a line of Promela, and a comment elsewhere.
    let texts = [text, without_comments(text)];
    texts.into_iter().find_map(|text| {
        let first = text.lines().next()?.trim_end();
        let begins =
            |(word, other, ..): &&ForeignBeginning| first.starts_with(word) && text.contains(other);
        Some((first, FOREIGN.iter().find(begins)?))
    })
}

/// Returns the first line of a text behind comments, and the language that begins so, if one does.
fn beginning(source: &Source) -> Option<(&str, &'static Beginning)> {
    let text = without_comments(source.text().trim_start_matches('\u{feff}'));
    let first = text.lines().next()?.trim_end();
    // An interaction of a choreography automaton is one word, such as `-p->q:m-`.
    let is_edge = first.split_whitespace().skip(1).any(|word| {
        let label = word.strip_prefix('-').and_then(|label| label.split_once("->"));
        label.is_some_and(|(sender, label)| {
            sender.starts_with(char::is_alphanumeric) && label.contains(':')
        })
    });
    let begins = |(word, other, name, ..): &&Beginning| match *name {
        "choreography automaton" => is_edge,
        "interaction" => {
            first.contains(other) && first.contains("->") && !first.contains(['{', '"'])
        }
        _ => first.starts_with(word) && text.contains(other),
    };
    Some((first, BEGINNINGS.iter().find(begins)?))
}

/// Returns a text without the comments and blanks that it begins with.
fn without_comments(text: &str) -> &str {
    const BLOCKS: [(&str, &str); 2] = [("/*", "*/"), ("(*", "*)")];
    let mut text = text.trim_start();
    loop {
        let block = BLOCKS.iter().find(|(begin, _)| text.starts_with(begin));
        let rest = if let Some((_, end)) = block {
            text.find(end).map(|at| &text[at + end.len()..])
        } else if ["//", "#", "..", "'"].iter().any(|sign| text.starts_with(sign)) {
            text.find('\n').map(|at| &text[at..])
        } else {
            return text;
        };
        text = rest.unwrap_or_default().trim_start();
    }
}
