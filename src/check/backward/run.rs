//! The run for which the elements of a backward search stand.

use kernel::base::IndexVec;
use model::cfsm::{Configuration, ParticipantId, StateId, Step, System};

use super::basis::{Basis, ElementId};
use super::{Outcome, Target};

/// Returns the run from an initial configuration in the set of `first` along the steps that were followed back from the
/// target; `None` if it cannot be taken, or does not end in the target.
///
/// A message that the next element does not need is lost if its channel is lossy. So lossy channels hold exactly the
/// messages of the elements, and a message need not be lost later than when it is sent.
pub(super) fn forwards(
    system: &System,
    basis: &Basis,
    first: ElementId,
    target: Target<'_>,
) -> Option<Outcome> {
    let states = system.automata().iter().zip(&basis.element(first).control);
    let initial = states.map(|(automaton, state)| state.unwrap_or(automaton.initial()[0]));
    let initial: IndexVec<ParticipantId, StateId> = initial.collect();
    let mut configuration = Configuration::empty(system, initial.clone());
    let mut steps = Vec::new();
    let mut at = first;
    while let Some(origin) = basis.origin(at) {
        let is_needed = basis.element(at).word.len() < basis.element(origin.next).word.len();
        let step = if is_needed { origin.step } else { lost(system, origin.step) };
        if !configuration.take(system, step) {
            return None;
        }
        steps.push(step);
        at = origin.next;
    }
    let is_met = match target {
        Target::Violations(property) => property.fault(system, &configuration).is_some(),
        Target::Configurations(bad) => bad.contains(&configuration),
    };
    is_met.then_some(Outcome::Violated { initial, steps })
}

/// Returns the step in which the message that a step sends is lost, if the channel is lossy; the step itself otherwise.
fn lost(system: &System, step: Step) -> Step {
    let automaton = &system.automata()[step.participant];
    let mut leaving = automaton.outgoing(system.transition(step).source).iter();
    let twin =
        leaving.find(|&&other| automaton.transitions()[other].loss_of == Some(step.transition));
    Step { transition: twin.copied().unwrap_or(step.transition), ..step }
}
