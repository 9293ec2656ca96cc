//! Automata over global states: from trees to models.

use kernel::base::IndexVec;
use model::component::{PropertyAutomaton, PropertyStateId};
use model::temporal::{BinaryOperator, Formula};
use rustc_hash::FxHashMap;

use super::cases::check_cases;
use super::codes;
use super::names::has;
use super::resolve::Scope;
use super::syntax::{Monitor, Name};
use crate::reading::with_nearest;
use kernel::source::Span;

/// Returns the automaton of a monitor; `None` if something is wrong, which is reported.
pub(super) fn automaton(monitor: &Monitor<'_>, mut scope: Scope<'_>) -> Option<PropertyAutomaton> {
    let states = states(monitor, &mut scope);
    let initial = initial(monitor, &mut scope);
    let mut is_whole = !monitor.is_damaged && states.len() == monitor.states.len();
    let mut transitions: Vec<(PropertyStateId, Formula, PropertyStateId)> = Vec::new();
    let mut places: Vec<Span> = Vec::new();
    for transition in &monitor.transitions {
        let ends =
            [transition.from, transition.to].map(|name| state(&states, name, monitor, &mut scope));
        let condition = match &transition.condition {
            None => Some(Formula::Constant(true)),
            Some(condition) => match condition.temporal() {
                Some(place) => scope.temporal(place),
                None => scope.formula(condition),
            },
        };
        match (ends, condition) {
            ([Some(from), Some(to)], Some(condition)) => {
                transitions.push((from, condition, to));
                places.push(transition.span);
            }
            _ => is_whole = false,
        }
    }
    let mut automaton = PropertyAutomaton {
        states: monitor
            .states
            .iter()
            .map(|one| (one.name.text.to_owned(), one.is_accepting))
            .collect(),
        initial: initial?,
        predicates: scope.predicates,
        transitions,
    };
    if !is_whole {
        return None;
    }
    let names: IndexVec<PropertyStateId, Span> =
        monitor.states.iter().map(|one| one.name.span).collect();
    check_cases(&automaton, &names, &places, scope.composite, scope.sink);
    automaton.transitions = joined(std::mem::take(&mut automaton.transitions));
    if automaton.states.iter().all(|(_, accepts)| !accepts) {
        let message = format!("no state of `{}` accepts", monitor.name.text);
        let warning = codes::NOTHING_ACCEPTS.at(monitor.name.span, message);
        scope.sink.push(warning.help("write `accepting` behind the name of a state"));
    }
    Some(automaton)
}

/// Returns one transition for each pair of states that transitions join.
fn joined(
    transitions: Vec<(PropertyStateId, Formula, PropertyStateId)>,
) -> Vec<(PropertyStateId, Formula, PropertyStateId)> {
    let mut joined: Vec<(PropertyStateId, Formula, PropertyStateId)> = Vec::new();
    for (from, when, to) in transitions {
        match joined.iter_mut().find(|(one, _, other)| (*one, *other) == (from, to)) {
            Some((_, known, _)) => {
                *known = Formula::binary(BinaryOperator::Or, known.clone(), when);
            }
            None => joined.push((from, when, to)),
        }
    }
    joined
}

/// Returns the states by their names.
fn states<'a>(
    monitor: &Monitor<'a>,
    scope: &mut Scope<'_>,
) -> FxHashMap<&'a str, (PropertyStateId, Span)> {
    let mut states: FxHashMap<&str, (PropertyStateId, Span)> = FxHashMap::default();
    let ids: IndexVec<PropertyStateId, Name<'a>> =
        monitor.states.iter().map(|state| state.name).collect();
    for (id, name) in ids.enumerate() {
        if let Some((_, first)) = states.get(name.text) {
            let message = format!("two states are called `{}`", name.text);
            scope.sink.push(codes::DUPLICATE.at(name.span, message).also(*first, "first here"));
        } else {
            states.insert(name.text, (id, name.span));
        }
    }
    states
}

fn state(
    states: &FxHashMap<&str, (PropertyStateId, Span)>,
    name: Name<'_>,
    monitor: &Monitor<'_>,
    scope: &mut Scope<'_>,
) -> Option<PropertyStateId> {
    if let Some((id, _)) = states.get(name.text) {
        return Some(*id);
    }
    if monitor.is_damaged {
        return None;
    }
    let known = || monitor.states.iter().map(|state| state.name.text);
    let unknown = codes::UNKNOWN_STATE.at(name.span, format!("no state `{}`", name.text));
    let help = has(monitor.name.text, "state", "states", known());
    scope.report(with_nearest(unknown, name.text, known()).help(help))
}

/// Returns the state in which the automaton starts.
fn initial(monitor: &Monitor<'_>, scope: &mut Scope<'_>) -> Option<PropertyStateId> {
    let states: IndexVec<PropertyStateId, _> = monitor.states.iter().collect();
    let mut initial = states.enumerate().filter(|(_, state)| state.is_initial);
    let (id, first) = match initial.next() {
        Some(found) => found,
        None if monitor.is_damaged => return None,
        None => {
            let message = format!("`{}` has no initial state", monitor.name.text);
            let missing = codes::INITIAL_STATE.at(monitor.name.span, message);
            let name = monitor.states.first().map_or("NAME", |state| state.name.text);
            return scope.report(missing.help(format!("write `state {name} initial;`")));
        }
    };
    match initial.next() {
        None => Some(id),
        Some((_, second)) => {
            let message = format!("`{}` has two initial states", monitor.name.text);
            let two = codes::INITIAL_STATE.at(second.name.span, message);
            scope.report(two.also(first.name.span, "the first one"))
        }
    }
}
