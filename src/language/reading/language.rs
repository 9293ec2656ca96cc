//! Recognition of texts in another language than the expected one.

use super::codes;
use kernel::diagnostics::Diagnostic;
use kernel::source::{Source, Span};

/// How texts of a language begin, a word that they also have, the name of the language, the endings of its files, and
/// a command that reads them.
type Beginning = (&'static str, &'static str, &'static str, &'static str, &'static str);

const BEGINNINGS: [Beginning; 23] = [
    ("scm ", "nb_channels", "SCM", "*.scm", "rsc"),
    ("package ", "compound type", "BIP", "*.bip", "check"),
    ("@startuml", "", "PlantUML", "*.puml", "chor check"),
    ("sequenceDiagram", "", "Mermaid", "*.mmd, blocks of *.md", "chor check"),
    ("@message", "{", "signature", "*.hsf", "interaction nfa"),
    ("@lifeline", "{", "signature", "*.hsf", "interaction nfa"),
    ("global protocol", "(", "Scribble", "*.scr, *.nuscr", "chor check"),
    ("explicit global protocol", "(", "Scribble", "*.scr, *.nuscr", "chor check"),
    ("aux global", "(", "Scribble", "*.scr, *.nuscr", "chor check"),
    ("module ", "global protocol", "Scribble", "*.scr, *.nuscr", "chor check"),
    ("digraph", "{", "DOT", "*.dot", "chor check"),
    ("Initial state", ":", "Sprout", "*.sprout", "chor check"),
    ("des (", ",", "Aldebaran", "*.aut", "automaton info"),
    ("Ops ", "Automaton", "Timbuk", "*.timbuk", "automaton info"),
    ("{[", "]", "multitrace", "*.htf", "conform --model M"),
    ("{", "scm-check/automaton", "JSON", "*.json", "automaton info"),
    ("{", "\"resourceSpans\"", "OpenTelemetry", "*.otlp, *.otel, *.json", "conform --model M"),
    ("{", "\"traceID\"", "Jaeger", "*.json", "conform --model M"),
    ("[", "\"traceId\"", "Zipkin", "*.json", "conform --model M"),
    ("sel {", "->", "ChorGram", "*.gc, *.sgg", "chor check"),
    ("repeat {", "->", "ChorGram", "*.gc, *.sgg", "chor check"),
    ("", " -- ", "interaction", "*.hif", "interaction nfa"),
    ("", "->", "choreography automaton", "*.ca", "chor check"),
];

/// How texts of a language that no command reads begin, a word that they also have, the name of the language, and advice.
type ForeignBeginning = (&'static str, &'static str, &'static str, &'static str);

const FOREIGN: [ForeignBeginning; 11] = [
    ("@startmindmap", "", "a mind map of PlantUML", DIAGRAM),
    ("@start", "", "another diagram of PlantUML", DIAGRAM),
    ("flowchart", "", "a flowchart of Mermaid", DIAGRAM),
    ("graph ", "-->", "a flowchart of Mermaid", DIAGRAM),
    ("stateDiagram", "", "a state diagram of Mermaid", DIAGRAM),
    ("local protocol", "(", "a local protocol of Scribble", GLOBAL),
    ("<?xml", "bpmn", "a diagram of BPMN", BPMN),
    ("<", "/spec/BPMN/", "a diagram of BPMN", BPMN),
    ("<?xml", "", "XML", "no command reads XML"),
    ("", "", "Promela", PROMELA),
    (".outputs", ".marking", "automata of ChorGram", "`scm-check` reads systems in SCM: *.scm"),
];

/// Advice about diagrams that cannot be read.
const DIAGRAM: &str = "of diagrams, `scm-check chor check` reads sequence diagrams: *.puml, *.mmd";
/// Advice about the protocol of one participant.
const GLOBAL: &str = "`scm-check chor check` reads the global protocol that it is a part of";
/// Advice about models for SPIN.
const PROMELA: &str = "SPIN reads it; `scm-check` reads systems in SCM: *.scm";
/// Advice about business processes.
const BPMN: &str =
    "draw its messages as a sequence diagram: `scm-check chor check` reads *.puml, *.mmd";
/// Advice about JSON.
const JSON: &str =
    "logs in JSON are read by `scm-check conform`, automata by `scm-check automaton info`";

/// By the languages that readers expect: the endings of their files, and words one of which stands in each text.
const SIGNS: [(&str, &[&str], &[&str]); 16] = [
    ("SCM", &["scm"], &["nb_channels", "automaton"]),
    ("BIP", &["bip"], &["package", "atom", "connector", "compound"]),
    ("PlantUML", &["puml", "plantuml"], &["@start", "->", "<-", "participant"]),
    ("Mermaid", &["mmd", "mermaid"], &["sequenceDiagram", "->", "participant"]),
    ("interaction", &["hif", "hsf"], &[" -- ", "seq(", "alt(", "@lifeline", "@message"]),
    ("signature", &["hsf"], &["@"]),
    ("choreography automaton", &["ca"], &["init ", "arch "]),
    ("ChorGram", &["gc", "sgg"], &["->"]),
    ("Scribble", &["scr", "nuscr"], &["protocol", "module"]),
    ("DOT", &["dot", "gv"], &["graph"]),
    ("Sprout", &["sprout"], &["state", "->"]),
    ("multitrace", &["htf"], &["[", "!", "?"]),
    ("JSON", &["json"], &[]),
    ("Aldebaran", &["aut"], &["des", "("]),
    ("Timbuk", &["timbuk"], &["Ops", "Automaton", "->"]),
    ("DIMACS", &["cnf"], &["p "]),
];

/// Endings of files that are no models, whatever words they have.
const OTHER_ENDINGS: [&str; 16] = [
    "csv", "tsv", "jsonl", "ndjson", "log", "xml", "bpmn", "html", "yaml", "yml", "toml", "md",
    "py", "rs", "go", "java",
];

/// Returns the report of a text with errors that begins as those of another language than the `expected` ones, or that is
/// in no language that is known; `None` if it may be in one of these.
pub(crate) fn foreign(source: &Source, expected: &[&str]) -> Option<Diagnostic> {
    let wanted = expected.first()?;
    let (first, name, help) = match unread(source) {
        // Its reader names other diagrams of Mermaid.
        Some((first, &(_, _, name, advice)))
            if !(*wanted == "Mermaid" && name.ends_with("of Mermaid")) =>
        {
            (first, name, advice.to_owned())
        }
        _ => match beginning(source) {
            Some((first, &(_, _, name, endings, command))) => {
                let help =
                    format!("such files are called {endings}; `scm-check {command}` reads them");
                (first, name, help)
            }
            None => match json(source) {
                Some(first) => (first, "JSON", JSON.to_owned()),
                None => return unknown(source, expected),
            },
        },
    };
    if expected.contains(&name) {
        return unknown(source, expected);
    }
    let message = format!("expected the language {wanted}, found {name}");
    Some(codes::OTHER_LANGUAGE.at(word(source, first), message).help(help))
}

/// Returns the report of a text that is in no language that is known; `None` if its ending or its words are those of an
/// expected one.
fn unknown(source: &Source, expected: &[&str]) -> Option<Diagnostic> {
    let name = source.name();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let signs = || SIGNS.iter().filter(|(language, ..)| expected.contains(language));
    let text = source.text().trim_start_matches('\u{feff}').trim_start();
    let is_other = OTHER_ENDINGS.contains(&ending);
    let is_meant = |(language, endings, words): &(&str, &[&str], &[&str])| {
        let has_sign = || {
            let has_edge =
                *language == "choreography automaton" && source.text().lines().any(is_edge);
            let is_json = *language == "JSON" && text.starts_with(['{', '[']);
            has_edge || is_json || words.iter().any(|word| source.text().contains(word))
        };
        endings.contains(&ending) || !is_other && has_sign()
    };
    if signs().next().is_none() || signs().any(is_meant) || text.is_empty() {
        return None;
    }
    let endings: Vec<String> =
        signs().flat_map(|(_, endings, _)| *endings).map(|ending| format!("*.{ending}")).collect();
    let message = match ending {
        "csv" | "tsv" => format!("expected the language {}, found a table", expected[0]),
        "jsonl" | "ndjson" => format!("expected the language {}, found JSON lines", expected[0]),
        _ => format!("this is not in the language {}, nor in another that is known", expected[0]),
    };
    let help = format!(
        "files in it are called {}; `scm-check conform` reads logs, `scm-check explain formats` says \
         what else is read",
        endings.join(", ")
    );
    Some(codes::OTHER_LANGUAGE.at(word(source, text), message).help(help))
}

/// Returns a text that seems to be JSON.
fn json(source: &Source) -> Option<&str> {
    let text = source.text().trim_start_matches('\u{feff}').trim_start();
    let inside = text.strip_prefix('[').map_or(text, str::trim_start).strip_prefix('{')?;
    inside.trim_start().starts_with('"').then_some(text)
}

/// Returns the place of the first word of a rest of a text.
fn word(source: &Source, rest: &str) -> Span {
    let start = rest.as_ptr() as usize - source.text().as_ptr() as usize;
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    Span::new(start, start + length)
}

/// Returns the name of the language that a text begins in, if a command reads it.
pub fn language_of(source: &Source) -> Option<&'static str> {
    if unread(source).is_some() {
        return None;
    }
    beginning(source).map(|(_, (_, _, name, ..))| *name)
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
        let begins = |(word, other, name, _): &&ForeignBeginning| match *name {
            "Promela" => is_promela(text),
            "another diagram of PlantUML" if first.starts_with("@startuml") => false,
            _ => first.starts_with(word) && text.contains(other),
        };
        Some((first, FOREIGN.iter().find(begins)?))
    })
}

/// Returns `true` if a text begins with a declaration of Promela and has processes, which other languages that declare
/// channels and numbers have not.
fn is_promela(text: &str) -> bool {
    const FIRST: [&str; 17] = [
        "#define", "#include", "#if", "#ifdef", "#ifndef", "active", "bit", "bool", "byte", "chan",
        "init", "inline", "int", "mtype", "proctype", "short", "typedef",
    ];
    if !FIRST.contains(&first_word(text)) {
        return false;
    }
    let has_messages =
        || text.lines().any(|line| ["chan", "mtype"].contains(&first_word(line.trim_start())));
    let is_process = |line: &str| {
        let line = line.trim_start();
        let active = line.strip_prefix("active").map_or("", str::trim_start);
        let behind = active.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let named = behind.map_or(active, |(_, rest)| rest.trim_start());
        [line, named].iter().any(|rest| first_word(rest) == "proctype")
    };
    let begins = |line: &str| {
        let block = line.trim_start().strip_prefix("init").map(str::trim_start);
        block.is_some_and(|rest| rest.is_empty() || rest.starts_with('{'))
    };
    text.lines().any(is_process) || text.lines().any(begins) && has_messages()
}

/// Returns the word that a line begins with, which may have a `#`.
fn first_word(line: &str) -> &str {
    let end = line.find(|sign: char| !sign.is_alphanumeric() && sign != '#' && sign != '_');
    &line[..end.unwrap_or(line.len())]
}

/// Returns the first line of a text behind comments, and the language that begins so, if one does.
fn beginning(source: &Source) -> Option<(&str, &'static Beginning)> {
    let text = without_comments(source.text().trim_start_matches('\u{feff}'));
    let text = without_settings(text);
    let first = text.lines().next()?.trim_end();
    let begins = |(word, other, name, ..): &&Beginning| match *name {
        "choreography automaton" => is_edge(first),
        "interaction" => {
            first.contains(other) && first.contains("->") && !first.contains(['{', '"'])
        }
        _ => first.starts_with(word) && text.contains(other),
    };
    Some((first, BEGINNINGS.iter().find(begins)?))
}

/// Returns `true` for a line that has an interaction of a choreography automaton, which is one word, such as `-p->q:m-`.
fn is_edge(line: &str) -> bool {
    line.split_whitespace().skip(1).any(|word| {
        let label = word.strip_prefix('-').and_then(|label| label.split_once("->"));
        label.is_some_and(|(sender, label)| {
            sender.starts_with(char::is_alphanumeric) && label.contains(':')
        })
    })
}

/// Returns a text without the settings and comments that a diagram of Mermaid may begin with.
fn without_settings(text: &str) -> &str {
    let settings = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    let mut text = settings.map_or(text, |(_, rest)| rest.trim_start());
    while let Some(rest) = text.strip_prefix("%%") {
        let end = if rest.starts_with('{') { "}%%" } else { "\n" };
        text = rest.find(end).map_or("", |at| &rest[at + end.len()..]).trim_start();
    }
    text
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
