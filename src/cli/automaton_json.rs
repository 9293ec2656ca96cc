//! Automata as JSON, `scm-check/automaton`.

use serde::Serialize;

use scm_check::kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use scm_check::kernel::base::Id as _;
use scm_check::model::cfsm::{CommunicatingAutomaton, System};

#[derive(Serialize)]
struct AutomatonObject<'a> {
    schema: &'static str,
    schema_version: u32,
    states: usize,
    initial: Vec<usize>,
    #[serde(rename = "final")]
    accepting: Vec<usize>,
    names: Vec<String>,
    transitions: Vec<(usize, &'a str, usize)>,
}

/// Returns an automaton as JSON.
pub(crate) fn automaton_json(diagram: &NamedAutomaton) -> String {
    let which = |is_wanted: fn(&NamedState) -> bool| {
        let all = diagram.states.iter().enumerate();
        all.filter(|(_, state)| is_wanted(state)).map(|(number, _)| number).collect()
    };
    let transitions = diagram.transitions.iter().map(|one| (one.from, one.letter.as_str(), one.to));
    let object = AutomatonObject {
        schema: "scm-check/automaton",
        schema_version: 1,
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

/// Returns the automaton of one participant; all its states accept, since what it has done is a
/// beginning of what it does.
pub(crate) fn local_diagram(system: &System, automaton: &CommunicatingAutomaton) -> NamedAutomaton {
    let states = automaton.states().enumerate().map(|(id, name)| NamedState {
        name: name.clone(),
        initial: automaton.initial().contains(&id),
        accepting: true,
    });
    let transitions = automaton.transitions().iter().filter(|one| one.loss_of.is_none());
    let transitions = transitions.map(|one| NamedTransition {
        from: one.source.index(),
        letter: super::system_graph::label(system, one),
        to: one.target.index(),
    });
    NamedAutomaton {
        name: automaton.name().to_owned(),
        states: states.collect(),
        transitions: transitions.collect(),
        gathered: None,
    }
}
