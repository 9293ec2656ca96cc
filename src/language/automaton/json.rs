//! The reader of `scm-check/automaton`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::json_places::place;
use super::raw::{MAX_STATES, RawAutomaton, RawTransition, too_large, unknown_state};
use super::{Model, codes};
use crate::reading::{json_complaint, json_place, shortened};
use kernel::base::Id;
use kernel::diagnostics::{Code, Sink};
use kernel::source::{Source, Span};

pub(super) const SCHEMA: &str = "scm-check/automaton";
pub(super) const VERSION: u64 = 1;

/// The members that each automaton has.
const REQUIRED: [&str; 6] =
    ["schema", "schema_version", "states", "initial", "final", "transitions"];
const SHAPE: &str =
    "transitions are [source, \"symbol\", target]; states are numbers from 0, symbols are texts";

#[derive(Serialize, Deserialize)]
struct AutomatonObject {
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
struct SchemaHeader {
    schema: Option<serde_json::Value>,
    schema_version: Option<serde_json::Value>,
}

/// A text to read, and the diagnostics about it.
struct JsonText<'a, 's> {
    /// The text without a byte order mark.
    text: &'a str,
    /// The length of the byte order mark.
    skipped: usize,
    sink: &'s mut Sink,
}

pub(super) fn read(source: &Source, sink: &mut Sink) -> Option<RawAutomaton> {
    let text = source.text().strip_prefix('\u{feff}').unwrap_or(source.text());
    let mut json = JsonText { text, skipped: source.text().len() - text.len(), sink };
    // Derived readers accept lists in place of objects.
    let body = text.trim_start();
    if !body.starts_with('{') {
        let first = text.len() - body.len();
        let length = body.chars().next().map_or(0, char::len_utf8);
        let place = json.moved(first..first + length);
        json.mistake(codes::SYNTAX, place, "expected an object", SHAPE);
        return None;
    }
    let header: SchemaHeader = json.parsed()?;
    let wrong = if header.schema.is_some_and(|schema| schema != SCHEMA) {
        Some(("schema", "this is another kind of document"))
    } else if header.schema_version.is_some_and(|version| version != VERSION) {
        Some(("schema_version", "this is another version of the schema"))
    } else {
        None
    };
    if let Some((member, message)) = wrong {
        let help = format!("an automaton has the schema `{SCHEMA}` in version {VERSION}");
        json.mistake(codes::WRONG_SCHEMA, json.place(member, None), message, &help);
        return None;
    }
    let object: AutomatonObject = match serde_json::from_str(text) {
        Ok(object) => object,
        Err(error) => {
            json.complain(&error);
            return None;
        }
    };
    if object.states > MAX_STATES {
        too_large(json.place("states", None), json.sink);
        return None;
    }
    json.review(&object);
    let transition =
        |(source, symbol, target)| RawTransition { source, symbol, target, place: Span::default() };
    let mut raw = RawAutomaton {
        states: object.states,
        initial: object.initial,
        accepting: object.accepting,
        transitions: object.transitions.into_iter().map(transition).collect(),
        alphabet: object.alphabet,
        names: object.names,
        locations: object.locations,
    };
    json.place_repetitions(&mut raw.transitions);
    Some(raw)
}

/// Maximum number of transitions whose places are searched for.
const PLACED: usize = 20;

impl<'a> JsonText<'a, '_> {
    /// Returns the value that the text encodes; `None`, with a diagnostic, if it cannot be read.
    fn parsed<T: Deserialize<'a>>(&mut self) -> Option<T> {
        let error = match serde_json::from_str(self.text) {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        self.broken(&error);
        None
    }

    /// Reports an error of the JSON reader at the place where it stopped.
    fn broken(&mut self, error: &serde_json::Error) {
        let place = self.moved(json_place(self.text, error));
        let help =
            if error.is_eof() { "the file is cut off, or a bracket is missing" } else { SHAPE };
        self.mistake(codes::SYNTAX, place, json_complaint(error), help);
    }

    /// Reports what is wrong with each member of an object that is no automaton; `error` says one thing.
    fn complain(&mut self, error: &serde_json::Error) {
        let members: Option<BTreeMap<String, &RawValue>> = serde_json::from_str(self.text).ok();
        let lacks = |name: &&str| members.as_ref().is_some_and(|all| !all.contains_key(*name));
        let missing: Vec<&str> = REQUIRED.into_iter().filter(lacks).collect();
        let mut is_told = !missing.is_empty();
        if is_told {
            let help = format!("an automaton has {}", REQUIRED.join(", "));
            let start = self.text.len() - self.text.trim_start().len();
            let message = format!("there is no {}", missing.join(", "));
            self.mistake(codes::MISSING, self.moved(start..start + 1), message, &help);
        }
        for (name, value) in members.iter().flatten() {
            is_told |= match name.as_str() {
                "states" => self.is_wrong::<usize>(value),
                "initial" | "final" => self.has_wrong::<usize>(value),
                "names" | "alphabet" => self.has_wrong::<String>(value),
                "transitions" => self.has_wrong::<(usize, String, usize)>(value),
                "locations" => self.has_wrong::<Vec<String>>(value),
                _ => false,
            };
        }
        if !is_told {
            self.broken(error);
        }
    }

    /// Reports each element of a list that is no `T`, or a value that is no list; returns `true` if there was one.
    fn has_wrong<T: Deserialize<'a>>(&mut self, value: &'a RawValue) -> bool {
        match serde_json::from_str::<Vec<&'a RawValue>>(value.get()) {
            Ok(elements) => {
                let wrong = elements.into_iter().map(|element| self.is_wrong::<T>(element));
                wrong.filter(|&is_wrong| is_wrong).take(PLACED).count() > 0
            }
            Err(_) => self.is_wrong::<Vec<T>>(value),
        }
    }

    /// Reports a value that is no `T`; returns `true` if it is none.
    fn is_wrong<T: Deserialize<'a>>(&mut self, value: &'a RawValue) -> bool {
        let Err(error) = serde_json::from_str::<T>(value.get()) else { return false };
        let start = value.get().as_ptr() as usize - self.text.as_ptr() as usize;
        let place = self.moved(start..start + value.get().len());
        self.mistake(codes::SYNTAX, place, json_complaint(&error), SHAPE);
        true
    }

    /// Finds the places of the transitions that are written twice; finding the place of every transition would take
    /// too long.
    fn place_repetitions(&self, transitions: &mut [RawTransition]) {
        let mut order: Vec<usize> = (0..transitions.len()).collect();
        let key = |index: usize| {
            let RawTransition { source, symbol, target, .. } = &transitions[index];
            (*source, symbol, *target)
        };
        order.sort_by(|&one, &two| key(one).cmp(&key(two)));
        let equal = order.chunk_by(|&one, &two| key(one) == key(two));
        let twice: Vec<usize> =
            equal.filter(|all| all.len() > 1).flatten().copied().take(PLACED).collect();
        for index in twice {
            transitions[index].place = self.place("transitions", Some(index));
        }
    }

    fn review(&mut self, object: &AutomatonObject) {
        let initial = object.initial.iter().enumerate();
        let initial = initial.map(|(index, &state)| ("initial", index, state));
        let accepting = object.accepting.iter().enumerate();
        let accepting = accepting.map(|(index, &state)| ("final", index, state));
        let transitions = object.transitions.iter().enumerate();
        let transitions = transitions
            .map(|(index, &(source, _, target))| ("transitions", index, source.max(target)));
        let unknown = initial.chain(accepting).chain(transitions);
        for (member, index, state) in
            unknown.filter(|&(.., state)| state >= object.states).take(PLACED)
        {
            let place = self.place(member, Some(index));
            unknown_state(&state.to_string(), object.states, place, self.sink);
        }
        if !object.names.is_empty() && object.names.len() != object.states {
            let (names, states) = (object.names.len(), object.states);
            let message = format!("there are {names} names and {states} states");
            let help = "give each state a name, or leave out `names`";
            self.mistake(codes::SYNTAX, self.place("names", None), message, help);
        }
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for (index, location) in object.locations.iter().enumerate() {
            for name in location.iter().filter(|name| !seen.insert(name)) {
                let message = format!("`{}` stands in two locations", shortened(name));
                let place = self.place("locations", Some(index));
                let help = "a symbol belongs to one location";
                self.mistake(codes::WRONG_LOCATIONS, place, message, help);
            }
        }
    }

    /// Returns the place of a member of the outermost object, or of its element `index`.
    fn place(&self, member: &str, index: Option<usize>) -> Span {
        self.moved(place(self.text, member, index))
    }

    /// Returns the place in the source of a range of the text.
    fn moved(&self, range: Range<usize>) -> Span {
        Span::new(range.start + self.skipped, range.end + self.skipped)
    }

    fn mistake(&mut self, code: Code, place: Span, message: impl Into<String>, help: &str) {
        self.sink.push(code.at(place, message).help(help));
    }
}

/// Returns a model as JSON, on one line.
pub(super) fn print(model: &Model) -> String {
    let Model { automaton, alphabet, names, locations } = model;
    let accepting = automaton.states().filter(|&one| automaton.is_accepting(one));
    let is_used_up = automaton.used_symbols().len() == alphabet.len();
    let transitions = automaton
        .edges()
        .map(|(from, symbol, to)| (from.index(), alphabet[symbol].clone(), to.index()));
    let object = AutomatonObject {
        schema: SCHEMA.to_owned(),
        schema_version: VERSION,
        states: automaton.len(),
        initial: automaton.initial().iter().map(|state| state.index()).collect(),
        accepting: accepting.map(Id::index).collect(),
        names: names.clone(),
        alphabet: if is_used_up { Vec::new() } else { alphabet.iter().cloned().collect() },
        transitions: transitions.collect(),
        locations: locations.clone(),
    };
    let text = serde_json::to_string(&object).expect("lists of names and numbers can be written");
    text + "\n"
}
