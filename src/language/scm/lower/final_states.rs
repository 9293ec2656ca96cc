//! The states that are declared to be final: in them a participant may wait for ever.

use rustc_hash::FxHashSet;

use super::scope::Scope;
use crate::scm::ast::{Name, Number};
use crate::scm::codes;
use kernel::diagnostics::Sink;
use kernel::source::Span;
use model::cfsm::{ParticipantId, StateId, System};

/// A declared final state, with the place of its number in the declaration.
pub(super) type FinalState = (ParticipantId, StateId, Span);

/// Declares the final states, and returns them.
pub(super) fn lower<'input>(
    scope: &mut Scope<'_, 'input>,
    finals: &[(Name<'input>, Vec<Number>)],
) -> Vec<FinalState> {
    let mut declared = Vec::new();
    for (name, states) in finals {
        let Some(participant) = scope.automaton(*name) else { continue };
        let mut seen: FxHashSet<StateId> = FxHashSet::default();
        for &number in states {
            let Some(state) = scope.state(participant, number) else { continue };
            if !seen.insert(state) {
                scope.repeated("the state", number.span);
                continue;
            }
            scope.builder.final_state(participant, state);
            declared.push((participant, state, number.span));
        }
    }
    declared
}

/// Warns about declared final states in which a participant need not wait.
pub(super) fn warn(system: &System, declared: &[FinalState], sink: &mut Sink) {
    for &(participant, state, place) in declared {
        let automaton = &system.automata()[participant];
        if !automaton.is_resting(state) {
            let (name, state) = (automaton.name(), &automaton.states()[state]);
            let message = format!("`{name}` can always go on in {state}");
            let help = "a final state is one in which it may wait for a message for ever";
            let warning = codes::FINAL_BUT_ACTIVE.at(place, message).label("it never has to wait");
            sink.push(warning.help(help));
        }
    }
}
