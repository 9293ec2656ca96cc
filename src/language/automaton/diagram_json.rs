//! Drawn automata in the JSON format `scm-check/automaton`.

use serde::Serialize;

use super::json::{SCHEMA, VERSION};
use kernel::automata::{NamedAutomaton, NamedState};

#[derive(Serialize)]
struct AutomatonObject<'a> {
    schema: &'static str,
    schema_version: u64,
    states: usize,
    initial: Vec<usize>,
    #[serde(rename = "final")]
    accepting: Vec<usize>,
    names: Vec<String>,
    transitions: Vec<(usize, &'a str, usize)>,
}

/// Returns a drawn automaton as JSON. Line breaks in the names of states become semicolons.
pub fn diagram_json(diagram: &NamedAutomaton) -> String {
    let which = |is_wanted: fn(&NamedState) -> bool| {
        let all = diagram.states.iter().enumerate();
        all.filter(|(_, state)| is_wanted(state)).map(|(number, _)| number).collect()
    };
    let transitions = diagram.transitions.iter().map(|one| (one.from, one.letter.as_str(), one.to));
    let object = AutomatonObject {
        schema: SCHEMA,
        schema_version: VERSION,
        states: diagram.states.len(),
        initial: which(|state| state.initial),
        accepting: which(|state| state.accepting),
        names: diagram.states.iter().map(|state| state.name.replace('\n', "; ")).collect(),
        transitions: transitions.collect(),
    };
    let mut text =
        serde_json::to_string(&object).expect("lists of names and numbers can be written");
    text.push('\n');
    text
}
