//! Texts of choreographies: read, compared by what they do, and made at random.

use std::collections::BTreeMap;

use crate::support::advised::advised;

use scm_check::internals::kernel::automata::PrefixClosedDfa;
use scm_check::internals::kernel::base::{Control, Id, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::choreography::{Format, Model, print, read};
use scm_check::internals::model::choreography::{ChannelChoice, Description, Interaction};

/// Reads a text that is right.
pub(crate) fn model(text: &str, format: Format) -> Model {
    let source = Source::new("test", text);
    let reading = read(&source, format);
    reading
        .model
        .unwrap_or_else(|| panic!("{text}\n{}", advised(&source, reading.diagnostics, 100)))
}

/// Returns the diagnostics as `CODE line:column`.
pub(crate) fn told(text: &str, format: Format) -> Vec<String> {
    let source = Source::new("test", text);
    let reading = read(&source, format);
    let errors = reading.diagnostics.iter().any(|one| one.code.name.starts_with('E'));
    assert_eq!(reading.model.is_none(), errors, "a model iff no error: {text}");
    let place = |offset| source.line_column(offset);
    reading
        .diagnostics
        .iter()
        .map(|one| {
            let position = place(one.primary.span.start());
            format!("{} {}:{}", one.code.name, position.line, position.column)
        })
        .collect()
}

/// Returns the diagnostics as a person sees them.
pub(crate) fn shown(text: &str, format: Format) -> String {
    let source = Source::new("test", text);
    advised(&source, read(&source, format).diagnostics, 100)
}

/// Returns the printed transitions of a text.
pub(crate) fn edges(text: &str, format: Format) -> Vec<String> {
    let printed = print(&model(text, format).description, Format::Automaton).unwrap().text;
    let is_edge = |line: &&str| line.contains("->");
    printed.lines().filter(is_edge).map(str::to_owned).collect()
}

/// Returns a protocol with two roles.
pub(crate) fn protocol(body: &str) -> String {
    format!("global protocol P(role A, role B) {{ {body} }}")
}

/// Numbers of the interactions of several descriptions, the same for the same names.
pub(crate) type Letters = BTreeMap<(String, String, String), usize>;

/// Returns the minimal automaton of what a description does, whatever the channels are.
pub(crate) fn language(description: &Description, letters: &mut Letters) -> PrefixClosedDfa<usize> {
    let automaton = description.resolved(ChannelChoice::default());
    let mut name = |exchange: Interaction| {
        let name = (
            automaton.participants[exchange.sender].clone(),
            automaton.participants[exchange.receiver].clone(),
            automaton.messages[exchange.message].clone(),
        );
        let next = letters.len();
        *letters.entry(name).or_insert(next)
    };
    let steps = automaton.steps().map(|(from, exchange, to)| (from, exchange.map(&mut name), to));
    PrefixClosedDfa::new(automaton.initial, steps, 100_000, &Control::unlimited()).unwrap()
}

/// Tells whether two descriptions do the same, whatever their channels are.
pub(crate) fn agree(one: &Description, other: &Description) -> bool {
    let mut letters = Letters::new();
    let one = language(one, &mut letters);
    let other = language(other, &mut letters);
    let transitions = |of: &PrefixClosedDfa<usize>| -> Vec<Vec<(usize, usize)>> {
        let numbered = |&(letter, target): &(usize, _)| (letter, Id::index(target));
        of.states().map(|state| of.transitions(state).iter().map(numbered).collect()).collect()
    };
    transitions(&one) == transitions(&other)
}

pub(crate) fn random_view(random: &mut Random, depth: usize) -> String {
    let message = |random: &mut Random| {
        let pair = random.choose(&["A -> B", "B -> C", "C -> A"]).unwrap();
        format!("{pair} : {}", random.choose(&["x", "y"]).unwrap())
    };
    if depth == 0 {
        return message(random);
    }
    let mut part = || random_view(random, depth - 1);
    let (one, other) = (part(), part());
    match random.below(6) {
        0 => format!("{one} ; {other}"),
        1 => format!("({one} | {other})"),
        2 => format!("sel {{ {one} + {other} }}"),
        3 => format!("repeat {{ {one} }}"),
        4 => format!("sel {{ {one} + (o) }} ; {other}"),
        _ => message(random),
    }
}

pub(crate) fn random_statements(
    random: &mut Random,
    depth: usize,
    bound: &[&'static str],
) -> String {
    let mut parts = Vec::new();
    for _ in 0..random.between(1, 2) {
        let pair = random.choose(&["A to B", "B to A"]).unwrap();
        let message = format!("{} from {pair}; ", random.choose(&["a", "b"]).unwrap());
        match random.below(if depth == 0 { 4 } else { 8 }) {
            0 | 1 => parts.push(message),
            2 => match random.choose(bound) {
                Some(variable) => parts.push(format!("continue {variable}; ")),
                None => parts.push(message),
            },
            3 => {
                let roles = random.choose(&["A, B", "B, A"]).unwrap();
                let protocol = random.choose(&["P", "Q"]).unwrap();
                parts.push(format!("do {protocol}({roles}); "));
            }
            4..6 => {
                let one = random_statements(random, depth - 1, bound);
                let other = random_statements(random, depth - 1, bound);
                parts.push(format!("choice at A {{ {one}}} or {{ {other}}} "));
            }
            _ => {
                let variable = random.choose(&["X", "Y"]).unwrap();
                let inner = random_statements(random, depth - 1, &[bound, &[variable]].concat());
                parts.push(format!("rec {variable} {{ {inner}}} "));
            }
        }
    }
    parts.concat()
}
