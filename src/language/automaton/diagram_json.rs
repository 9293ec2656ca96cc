//! Drawn automata in the JSON format `scm-check/automaton`.

use serde_json::json;

use super::json::{SCHEMA, VERSION};
use kernel::automata::{NamedAutomaton, NamedState};

/// Returns a drawn automaton as JSON. Line breaks in the names of states become semicolons.
pub fn diagram_json(diagram: &NamedAutomaton) -> String {
    let which = |is_wanted: fn(&NamedState) -> bool| -> Vec<usize> {
        (0..diagram.states.len()).filter(|&number| is_wanted(&diagram.states[number])).collect()
    };
    let names = diagram.states.iter().map(|state| state.name.replace('\n', "; "));
    let transitions = diagram.transitions.iter().map(|one| (one.from, &one.letter, one.to));
    let object = json!({
        "schema": SCHEMA,
        "schema_version": VERSION,
        "states": diagram.states.len(),
        "initial": which(|state| state.initial),
        "final": which(|state| state.accepting),
        "names": names.collect::<Vec<_>>(),
        "transitions": transitions.collect::<Vec<_>>(),
    });
    format!("{object}\n")
}
