//! Bad specifications.

use rustc_hash::{FxHashMap, FxHashSet};

use super::condition::{self, Decided};
use super::expansion::Expansion;
use super::scope::Scope;
use super::{bag, contents, contents_nodes};
use crate::scm::ast::{Bad, BadAutomaton, Number};
use crate::scm::codes;
use kernel::source::Span;
use model::cfsm::{BadConfigurations, ParticipantId, StateId};

/// Returns the bad configurations, as far as they can be read.
pub(super) fn lower(scope: &mut Scope<'_, '_>, bags: &[Number]) -> Vec<BadConfigurations> {
    let tree = scope.tree;
    let mut found: Vec<BadConfigurations> = Vec::new();
    let mut budget = bag::Budget::default();
    let mut expansion = Expansion::new(scope);
    for specification in tree.file.bad() {
        let bad = one(scope, specification, bags, &mut budget, &mut expansion);
        scope.places.bad.push(specification.span);
        found.push(bad);
    }
    found
}

fn one<'input>(
    scope: &mut Scope<'_, 'input>,
    specification: &Bad<'input>,
    bags: &[Number],
    budget: &mut bag::Budget,
    expansion: &mut Expansion,
) -> BadConfigurations {
    let mut control = Vec::new();
    let mut named: FxHashMap<ParticipantId, Span> = FxHashMap::default();
    for automaton in &specification.automata {
        let Some((name, participant)) =
            automaton.name.and_then(|name| Some((name, scope.automaton(name)?)))
        else {
            continue;
        };
        if let Some(&first) = named.get(&participant) {
            scope.sink.push(
                codes::AUTOMATON_TWICE
                    .at(
                        name.span,
                        format!("automaton `{}` is named twice in one specification", name.text),
                    )
                    .label("again here")
                    .also(first, "first here")
                    .help("list its states behind one `automaton`: `in 0 : true in 1 : true`"),
            );
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
        bag::check(scope, parts, expression, bags, budget);
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
        let decided = bad
            .condition
            .map(|condition| condition::check_condition(scope, Some(participant), condition));
        let Some(number) = bad.state else { continue };
        let Some(state) = scope.state(participant, number) else { continue };
        if decided == Some(Decided::Never) {
            // Being there is not bad.
        } else if seen.insert(state) {
            states.push(state);
        } else {
            scope.repeated("the state", number.span);
        }
    }
    states
}
