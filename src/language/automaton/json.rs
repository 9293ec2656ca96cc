//! The reader of `scm-check/automaton`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::draft::{Draft, MAX_STATES, Transition, syntax, too_large, unknown_state};
use super::json_places::place;
use super::{Model, codes};
use crate::reading::{json_complaint, json_place, shortened};
use kernel::automata::FiniteStateId;
use kernel::base::Id;
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};

pub(super) const SCHEMA: &str = "scm-check/automaton";
pub(super) const VERSION: u64 = 1;

const MEMBERS: &str =
    "an automaton has schema, schema_version, states, initial, final and transitions";
const SHAPE: &str =
    "transitions are [source, \"symbol\", target]; states are numbers from 0, symbols are texts";

#[derive(Serialize, Deserialize)]
struct Object {
    schema: String,
    schema_version: u64,
    states: usize,
    initial: Vec<usize>,
    #[serde(rename = "final")]
    accepting: Vec<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    alphabet: Vec<String>,
    transitions: Vec<(usize, String, usize)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Vec<String>>,
}

/// The part of a document that is checked first: a document of another kind lacks the other fields.
#[derive(Deserialize)]
struct Head {
    schema: Option<serde_json::Value>,
    schema_version: Option<serde_json::Value>,
}

pub(super) fn read(source: &Source, sink: &mut Sink) -> Option<Draft> {
    let text = source.text();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let skipped = source.text().len() - text.len();
    let moved = |span: Span| Span::new(span.start() + skipped, span.end() + skipped);
    // Derived readers accept lists in place of objects.
    let first = text.len() - text.trim_start().len();
    if !text[first..].starts_with('{') {
        let length = text[first..].chars().next().map_or(0, char::len_utf8);
        let span = moved(Span::new(first, first + length));
        syntax(span, "expected an object", SHAPE, sink);
        return None;
    }
    let head: Head = parsed(text, skipped, sink)?;
    if head.schema.is_some_and(|schema| schema != SCHEMA) {
        let span = moved(place(text, "schema", None));
        wrong_schema(span, "this is another kind of document", sink);
        return None;
    }
    if head.schema_version.is_some_and(|version| version != VERSION) {
        let span = moved(place(text, "schema_version", None));
        wrong_schema(span, "this is another version of the schema", sink);
        return None;
    }
    let object: Object = parsed(text, skipped, sink)?;
    let at = |member: &str, index: Option<usize>| moved(place(text, member, index));
    if object.states > MAX_STATES {
        too_large(at("states", None), sink);
        return None;
    }
    review(&object, &at, sink);
    let transitions = object.transitions.into_iter().map(|(source, symbol, target)| Transition {
        source,
        symbol,
        target,
        place: Span::default(),
    });
    let mut draft = Draft {
        states: object.states,
        initial: object.initial,
        accepting: object.accepting,
        transitions: transitions.collect(),
        alphabet: object.alphabet,
        names: object.names,
        locations: object.locations,
    };
    place_repetitions(&mut draft, &at);
    Some(draft)
}

/// Returns the value that a text encodes; `None`, with a diagnostic, if it cannot be read.
fn parsed<'a, T: Deserialize<'a>>(text: &'a str, skipped: usize, sink: &mut Sink) -> Option<T> {
    serde_json::from_str(text).map_err(|error| broken(text, skipped, &error, sink)).ok()
}

/// Finds the places of the transitions that are written twice; finding the place of every transition would take too
/// long.
fn place_repetitions(draft: &mut Draft, at: &impl Fn(&str, Option<usize>) -> Span) {
    let mut order: Vec<usize> = (0..draft.transitions.len()).collect();
    let key = |index: usize| {
        let Transition { source, symbol, target, .. } = &draft.transitions[index];
        (*source, symbol, *target)
    };
    order.sort_by(|&one, &two| key(one).cmp(&key(two)));
    let twice = order.chunk_by(|&one, &two| key(one) == key(two));
    let twice: Vec<Vec<usize>> = twice.filter(|all| all.len() > 1).map(<[_]>::to_vec).collect();
    for index in twice.into_iter().flatten().take(PLACED) {
        draft.transitions[index].place = at("transitions", Some(index));
    }
}

/// Maximum number of transitions whose places are searched for.
const PLACED: usize = 20;

fn review(object: &Object, at: &impl Fn(&str, Option<usize>) -> Span, sink: &mut Sink) {
    let mut found = 0;
    let mut check = |member: &str, index: usize, state: usize, sink: &mut Sink| {
        if state >= object.states && found < PLACED {
            found += 1;
            unknown_state(&state.to_string(), object.states, at(member, Some(index)), sink);
        }
    };
    for (index, &state) in object.initial.iter().enumerate() {
        check("initial", index, state, sink);
    }
    for (index, &state) in object.accepting.iter().enumerate() {
        check("final", index, state, sink);
    }
    for (index, &(source, _, target)) in object.transitions.iter().enumerate() {
        check("transitions", index, source.max(target), sink);
    }
    if !object.names.is_empty() && object.names.len() != object.states {
        let (names, states) = (object.names.len(), object.states);
        let message = format!("there are {names} names and {states} states");
        let help = "give each state a name, or leave out `names`";
        sink.push(Diagnostic::new(codes::SYNTAX, at("names", None), message).help(help));
    }
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, location) in object.locations.iter().enumerate() {
        for name in location {
            if seen.insert(name, index).is_some() {
                let message = format!("`{}` stands in two locations", shortened(name));
                let span = at("locations", Some(index));
                let help = "a symbol belongs to one location";
                sink.push(Diagnostic::new(codes::WRONG_LOCATIONS, span, message).help(help));
            }
        }
    }
}

fn wrong_schema(span: Span, message: &str, sink: &mut Sink) {
    let help = format!("an automaton has the schema `{SCHEMA}` in version {VERSION}");
    sink.push(Diagnostic::new(codes::WRONG_SCHEMA, span, message).help(help));
}

/// Reports an error of the JSON reader at the place where it stopped.
fn broken(text: &str, skipped: usize, error: &serde_json::Error, sink: &mut Sink) {
    let place = json_place(text, error);
    let message = json_complaint(error);
    let (code, help) = if message.starts_with("missing field") {
        (codes::MISSING, MEMBERS)
    } else {
        (codes::SYNTAX, SHAPE)
    };
    let span = Span::new(place.start + skipped, place.end + skipped);
    sink.push(Diagnostic::new(code, span, message).help(help));
}

/// Returns a model as JSON, on one line.
pub(super) fn print(model: &Model) -> String {
    let Model { automaton, alphabet, names, locations } = model;
    let numbers = |states: &mut dyn Iterator<Item = FiniteStateId>| states.map(Id::index).collect();
    let is_used_up = automaton.used_symbols().len() == alphabet.len();
    let edges = automaton.edges();
    let object = Object {
        schema: SCHEMA.to_owned(),
        schema_version: VERSION,
        states: automaton.len(),
        initial: numbers(&mut automaton.initial().iter().copied()),
        accepting: numbers(&mut automaton.states().filter(|&one| automaton.is_accepting(one))),
        names: names.clone(),
        alphabet: if is_used_up { Vec::new() } else { alphabet.iter().cloned().collect() },
        transitions: edges
            .map(|(from, symbol, to)| (from.index(), alphabet[symbol].clone(), to.index()))
            .collect(),
        locations: locations.clone(),
    };
    let mut text =
        serde_json::to_string(&object).expect("lists of names and numbers can be written");
    text.push('\n');
    text
}
