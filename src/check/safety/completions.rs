//! The branching properties of RSC systems, by completions to synchronous executions.

use super::examined;
use crate::EngineName;
use crate::completability::{CompletionOutcome, Deadlock};
use crate::membership::Proof;
use crate::reachability::{Answer, Configurations, Justification, Outcome, UnknownReason};
use crate::rsc::Run;
use kernel::base::{Control, IndexVec};
use kernel::search::{Statistics, reachable, shortest_path};
use model::cfsm::{CommunicatingAutomaton, ParticipantId, SafetyProperty, StateId, System};
use model::choreography::{StableStates, StableSteps, stable_states};

/// Maximum number of configurations after a violation that are examined to confirm it; with more, the
/// violation rests on the theory.
const CONTINUATIONS: usize = 2_000;

/// Maximum number of combinations of local states that may be reached synchronously.
const STATES: usize = 100_000;

/// Decides a branching property of a system that is RSC, as `proof` shows; returns `None` if it cannot
/// decide.
///
/// `deadlock` is decided as [`deadlock_freedom`](crate::completability::deadlock_freedom) says. In
/// an RSC system without deadlocks every message is received in some continuation. So `unreceived`
/// holds. Whatever a participant receives in a continuation, it also receives in a synchronous one, since the
/// whole can be completed; and it comes to the same states. So `stuck` is violated if in a combination of local states
/// that is reached synchronously the participant has a reception and is in no final state, but no path from there lets it
/// receive or come to a final state. If there is no such combination, it holds, unless the participant has a state, not a
/// final one, in which it may either receive or do something else: while it waits in such a state others may make their
/// choice, and it may have to leave before all channels are empty.
///
/// # Complexity
/// That of the search for deadlocks, which is done once, and linear in the number of synchronous
/// steps.
///
/// # Panics
/// If the property is a linear one, or the proof is about another system.
pub fn by_completions(
    configurations: &Configurations<'_>,
    property: SafetyProperty,
    proof: Proof,
    control: &Control,
) -> Option<Answer> {
    let system = configurations.system();
    let freedom = configurations.freedom(proof, control);
    let (freedom, statistics) = &*freedom;
    let answer = |outcome| Some(Answer::new(outcome, EngineName::Completions, *statistics));
    let violated = |run| {
        let witness = examined(system, property, run, (CONTINUATIONS, control));
        answer(Outcome::Violated(Box::new(witness)))
    };
    let holds = |level| answer(Outcome::Holds(Justification::Completable { proof, level }));
    match (freedom, property) {
        (
            &CompletionOutcome::Holds(level),
            SafetyProperty::Deadlock | SafetyProperty::Unreceived(_),
        ) => holds(level),
        (CompletionOutcome::Violated(Deadlock { initial, steps }), SafetyProperty::Deadlock) => {
            violated((initial.clone(), steps.clone()))
        }
        (&CompletionOutcome::Holds(level), SafetyProperty::Stuck(participant)) => {
            let reached = stable_states(system, STATES)?;
            match stuck(system, &reached, participant) {
                Some(end) => violated(run_to(system, &reached, end)),
                None if is_mixed(&system.automata()[participant]) => None,
                None => holds(level),
            }
        }
        (CompletionOutcome::Unknown(Some(limit)), _) if control.limit(0, 0) == Some(*limit) => {
            let outcome = Outcome::Unknown(UnknownReason::Limit(*limit));
            Some(Answer::new(outcome, EngineName::Completions, Statistics::default()))
        }
        (CompletionOutcome::Unknown(_) | CompletionOutcome::Violated(_), _) => None,
        (CompletionOutcome::Holds(_), _) => panic!("a linear property asks for no continuation"),
    }
}

/// Returns a state that is reached synchronously, in which the participant waits, and from which no path lets it receive
/// or come to a final state.
fn stuck(system: &System, reached: &StableStates, participant: ParticipantId) -> Option<StateId> {
    let automaton = &system.automata()[participant];
    let able = able(system, reached, participant);
    let is_waiting = |id: StateId| automaton.waits(reached.states[id][participant]);
    reached.states.ids().find(|&id| is_waiting(id) && !able[id])
}

/// Returns `true` if the automaton has a state, not a final one, with a reception and other transitions.
fn is_mixed(automaton: &CommunicatingAutomaton) -> bool {
    let is_mixed = |state| automaton.waits(state) && !automaton.is_receiving(state);
    automaton.states().ids().any(is_mixed)
}

/// Returns for each state `true` if some path from it lets the participant receive or come to a final state.
fn able(
    system: &System,
    reached: &StableStates,
    participant: ParticipantId,
) -> IndexVec<StateId, bool> {
    let automaton = &system.automata()[participant];
    let is_final = |id: StateId| automaton.is_final(reached.states[id][participant]);
    let edges = reached.edges.iter();
    let before = edges.clone().map(|edge| (edge.target, edge.source));
    let before = IndexVec::grouped(reached.states.len(), before);
    let receiving = edges
        .filter(|edge| edge.exchange.is_some_and(|one| one.receiver == participant))
        .map(|edge| edge.source);
    let good = receiving.chain(reached.states.ids().filter(|&id| is_final(id)));
    let mut able = IndexVec::filled(false, reached.states.len());
    for state in reachable(good, |&state| before[state].iter().copied()) {
        able[state] = true;
    }
    able
}

/// Returns a synchronous run with the fewest edges to a state.
fn run_to(system: &System, reached: &StableStates, end: StateId) -> Run {
    let start = reached.initial.iter().map(|&state| reached.states[state].clone());
    let steps = StableSteps::new(system);
    let successors = |control: &IndexVec<ParticipantId, StateId>| {
        let leaving = steps.leaving(control).into_iter();
        leaving.map(|step| ((step.first, step.reception), step.next))
    };
    let end = &reached.states[end];
    let path = shortest_path(start, successors, |control| control == end);
    let path = path.expect("all these states are reached");
    let initial = path.initial.clone();
    let both = |(first, reception)| std::iter::once(first).chain(reception);
    (initial, path.into_labels().flat_map(both).collect())
}
