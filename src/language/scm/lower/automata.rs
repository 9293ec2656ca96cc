//! The automata: variables, states, initial states, transitions.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::condition;
use super::scope::{AutomatonScope, Scope};
use crate::scm::ast::{Automaton, Initial, Name, Number, State, Transition};
use crate::scm::codes;
use kernel::base::IndexVec;
use kernel::source::Span;
use model::cfsm::{Label, ParticipantId, StateId};

/// Declares the automata with all their parts.
///
/// All names are declared first, so that the report on a condition can name the automaton of a variable.
pub(super) fn lower(scope: &mut Scope<'_, '_>) {
    let automata = &scope.tree.file.automata;
    let ids: Vec<ParticipantId> =
        automata.iter().map(|automaton| declare(scope, automaton)).collect();
    for (automaton, id) in automata.iter().zip(ids) {
        for declaration in &automaton.variables {
            if let Some(value) = declaration.value {
                condition::check_value(scope, Some(id), value);
            }
        }
        initial(scope, id, automaton);
        for state in &automaton.states {
            transitions(scope, id, state);
        }
    }
}

/// Declares an automaton with its variables and states.
fn declare<'input>(scope: &mut Scope<'_, 'input>, automaton: &Automaton<'input>) -> ParticipantId {
    let name = automaton.name.unwrap_or(Name { text: "", span: automaton.keyword });
    let id = scope.builder.participant(name.text);
    let damaged = automaton.damaged;
    scope.automata.push(AutomatonScope { name, damaged, ..AutomatonScope::default() });
    if automaton.name.is_some() {
        match scope.automaton_ids.get(name.text) {
            Some(&first) => {
                let first = scope.automata[first].name.span;
                scope.twice(&format!("automaton `{}`", name.text), name.span, first);
            }
            None => {
                scope.automaton_ids.insert(name.text, id);
            }
        }
    }
    scope.places.participants.push(name.span);
    scope.places.transitions.push(IndexVec::new());
    for declaration in &automaton.variables {
        let variable = declaration.name;
        match scope.automata[id].variables.get(variable.text) {
            Some(&first) => {
                scope.twice(&format!("variable `{}`", variable.text), variable.span, first);
            }
            None => {
                scope.automata[id].variables.insert(variable.text, variable.span);
                scope.automata[id].variable_names.push(variable.text);
            }
        }
    }
    let (mut places, mut again) = (IndexVec::new(), Vec::new());
    let mut digits = itoa::Buffer::new();
    scope.automata[id].states.reserve(automaton.states.len());
    for number in automaton.states.iter().filter_map(|state| state.number) {
        let Some(value) = number.value else { continue };
        match scope.automata[id].states.get(&value) {
            // The head of another automaton may be lost before the second one.
            Some(_) if automaton.damaged => {}
            Some(&first) => again.push((number, places[first])),
            None => {
                let state = scope.builder.state(id, digits.format(value));
                places.push(number.span);
                scope.automata[id].states.insert(value, state);
            }
        }
    }
    states_twice(scope, id, automaton, &again);
    if automaton.states.is_empty() && !automaton.damaged {
        let message = format!("automaton `{}` has no states", name.text);
        scope.sink.push(codes::NO_STATES.at(name.span, message).help("declare one: `state 0 :`"));
    }
    scope.places.states.push(places);
    id
}

/// Reports states that are declared twice, with the places where they are declared first. Where no more states are
/// used without being declared, these were probably meant, and are not reported.
fn states_twice(
    scope: &mut Scope<'_, '_>,
    id: ParticipantId,
    automaton: &Automaton<'_>,
    again: &[(Number, Span)],
) {
    if again.is_empty() {
        return;
    }
    let tree = scope.tree;
    let used = automaton.states.iter().flat_map(|state| state.transitions.clone());
    let used = used.filter_map(|number| tree.transition(number).target.value);
    let declared = &scope.automata[id].states;
    let mut meant: BTreeSet<u64> = used.filter(|value| !declared.contains_key(value)).collect();
    if meant.len() > again.len() {
        meant.clear();
    }
    let mut free = meant.iter();
    for &(Number { value, span }, first) in again {
        let value = value.unwrap_or_default();
        let twice = codes::DUPLICATE.at(span, format!("state {value} is declared twice"));
        let twice = twice.label("again here").also(first, "first declared here");
        scope.sink.push(match free.next() {
            Some(free) => {
                let help = format!("a transition leads to state {free}: did you mean `{free}`?");
                twice.help(help).fix(span, free.to_string())
            }
            None => twice,
        });
    }
    scope.automata[id].meant = meant;
}

fn initial(scope: &mut Scope<'_, '_>, id: ParticipantId, automaton: &Automaton<'_>) {
    match &automaton.initial {
        Initial::Absent if !automaton.damaged => {
            let name = scope.automata[id].name;
            let message = format!("automaton `{}` has no initial state", name.text);
            let help = "write `initial : 0` before its first state";
            scope.sink.push(codes::NO_INITIAL_STATE.at(name.span, message).help(help));
        }
        Initial::Absent | Initial::Unreadable => {}
        Initial::States(numbers) => {
            let mut seen: FxHashSet<StateId> = FxHashSet::default();
            for &number in numbers {
                let Some(state) = scope.state(id, number) else { continue };
                if seen.insert(state) {
                    scope.builder.initial(id, state);
                } else {
                    scope.repeated("the initial state", number.span);
                }
            }
        }
    }
}

fn transitions(scope: &mut Scope<'_, '_>, id: ParticipantId, state: &State) {
    let source = state
        .number
        .and_then(|number| number.value)
        .and_then(|value| scope.automata[id].states.get(&value).copied());
    let mut seen: FxHashSet<(StateId, Label)> = FxHashSet::default();
    for number in state.transitions.clone() {
        let transition = scope.tree.transition(number);
        let target = scope.state(id, transition.target);
        let is_possible = condition::is_possible(scope, id, transition.condition);
        let label = label(scope, &transition);
        condition::check_assignments(scope, id, &transition.assignments);
        if !is_possible {
            // The automaton is the same without it.
            continue;
        }
        let (Some(source), Some(target), Some(label)) = (source, target, label) else { continue };
        // Most states have a single transition.
        if state.transitions.len() > 1 && !seen.insert((target, label)) {
            let twice = codes::DUPLICATE_TRANSITION;
            let twice = twice.at(transition.span, "this transition stands twice");
            scope.sink.push(twice.label("this changes nothing"));
        }
        scope.builder.transition(id, source, label, target);
        scope.places.transitions[id].push(transition.span);
        scope.communications.extend(transition.action.map(|_| number));
    }
}

fn label(scope: &mut Scope<'_, '_>, transition: &Transition<'_>) -> Option<Label> {
    let Some(action) = transition.action else { return Some(Label::Internal) };
    let channel = scope.channel(action.channel);
    let message = scope.message(action.message.text, action.message.span);
    Some(Label::Action(action.direction, channel?, message?))
}
