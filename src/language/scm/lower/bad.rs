//! Bad specifications.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expansion::ContentsExpansion;
use super::scope::Scope;
use super::{bag, condition, contents, contents_nodes};
use crate::scm::ast::{Bad, BadAutomaton, Number};
use crate::scm::codes;
use kernel::automata::Steps;
use kernel::source::Span;
use model::cfsm::{BadConfigurations, ParticipantId, StateId};

/// Returns the bad configurations, as far as they can be read.
pub(super) fn lower(scope: &mut Scope<'_, '_>, bags: &[Number]) -> Vec<BadConfigurations> {
    let tree = scope.tree;
    let mut steps = Steps(bag::STEPS);
    let mut expansion = ContentsExpansion::new(scope);
    scope.places.bad = tree.file.bad.iter().map(|specification| specification.span).collect();
    let specifications = tree.file.bad.iter();
    specifications
        .map(|specification| one(scope, specification, bags, &mut steps, &mut expansion))
        .collect()
}

fn one<'input>(
    scope: &mut Scope<'_, 'input>,
    specification: &Bad<'input>,
    bags: &[Number],
    steps: &mut Steps,
    expansion: &mut ContentsExpansion,
) -> BadConfigurations {
    let mut control = Vec::new();
    let mut named: FxHashMap<ParticipantId, Span> = FxHashMap::default();
    for automaton in &specification.automata {
        let Some(name) = automaton.name else { continue };
        let Some(participant) = scope.automaton(name) else { continue };
        if let Some(&first) = named.get(&participant) {
            let message = format!("automaton `{}` is named twice in one specification", name.text);
            let twice = codes::AUTOMATON_TWICE.at(name.span, message).label("again here");
            let help = "list its states behind one `automaton`: `in 0 : true in 1 : true`";
            scope.sink.push(twice.also(first, "first here").help(help));
        } else {
            named.insert(participant, name.span);
        }
        let states = states(scope, participant, automaton, specification);
        control.push((participant, states));
    }
    let parts = &*specification.contents;
    let contents = if specification.damaged {
        for part in parts {
            contents_nodes::check_names(scope, part);
        }
        None
    } else {
        contents::lower(scope, parts, expansion)
    };
    if let Some(expression) = &contents {
        bag::check(scope, parts, expression, bags, steps);
    }
    BadConfigurations { control, contents }
}

fn states(
    scope: &mut Scope<'_, '_>,
    participant: ParticipantId,
    automaton: &BadAutomaton<'_>,
    specification: &Bad<'_>,
) -> Vec<StateId> {
    if automaton.states.is_empty() && !specification.damaged {
        let message = "no state of this automaton is named";
        let help = "write `in 0 : true`, or leave out an automaton that may be anywhere";
        scope.sink.push(codes::NO_BAD_STATE.at(automaton.span, message).help(help));
    }
    let mut states: Vec<StateId> = Vec::new();
    let mut seen: FxHashSet<StateId> = FxHashSet::default();
    for bad in &automaton.states {
        let is_possible = bad
            .condition
            .is_none_or(|condition| condition::is_possible(scope, participant, condition));
        let Some(number) = bad.state else { continue };
        let Some(state) = scope.state(participant, number) else { continue };
        if !is_possible {
            // Being there is not bad.
        } else if seen.insert(state) {
            states.push(state);
        } else {
            scope.repeated("the state", number.span);
        }
    }
    states
}
