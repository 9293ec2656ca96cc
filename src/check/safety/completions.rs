//! The branching properties of RSC systems, by completions to synchronous executions.

use crate::completability::{CompletionOutcome, Deadlock};
use crate::membership::Proof;
use crate::reachability::{Answer, Configurations, Justification, Outcome, UnknownReason};
use kernel::base::{Control, IndexVec};
use kernel::search::{Statistics, reachable, shortest_path};
use model::cfsm::{ParticipantId, SafetyProperty, StateId, Step, System};
use model::choreography::{StableStates, stable_states, stable_steps};
use model::evidence::{Rejected, Witness};

/// Maximum number of configurations after a violation that are examined to confirm it; with more, the
/// violation rests on the theory.
const CONTINUATIONS: usize = 2_000;

/// Maximum number of combinations of local states that may be reached synchronously.
const STATES: usize = 100_000;

/// The name of this procedure.
const ENGINE: &str = "completions";

/// Decides a branching property of a system that is RSC, as `proof` shows; returns `None` if it cannot
/// decide.
///
/// `deadlock` is decided as [`deadlock_freedom`](crate::completability::deadlock_freedom) says. In
/// an RSC system without deadlocks every message is received in some continuation. So `unreceived`
/// holds. Whatever a participant receives in a continuation, it also receives in a synchronous one, since the
/// whole can be completed. So `stuck` is violated if a combination of local states that is reached
/// synchronously has a reception of the participant, but no path from there does. If there is no such
/// combination, it holds, unless the participant has a state in which it may either receive or do something
/// else: while it waits in such a state others may make their choice, and it may have to leave before all
/// channels are empty.
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
    let answer = |outcome| Some(Answer { outcome, engine: ENGINE, statistics: *statistics });
    let holds = |level| answer(Outcome::Holds(Justification::Completable { proof, level }));
    match (freedom, property) {
        (
            &CompletionOutcome::Holds(level),
            SafetyProperty::Deadlock | SafetyProperty::Unreceived(_),
        ) => holds(level),
        (CompletionOutcome::Violated(Deadlock { initial, steps }), SafetyProperty::Deadlock) => {
            answer(witnessed(system, property, initial.clone(), steps.clone()))
        }
        (&CompletionOutcome::Holds(level), SafetyProperty::Stuck(participant)) => {
            match stuck(system, participant)? {
                Stuck::Never => holds(level),
                Stuck::After(initial, steps) => answer(witnessed(system, property, initial, steps)),
            }
        }
        (CompletionOutcome::Unknown(Some(limit)), _) if control.limit(0, 0) == Some(*limit) => {
            Some(Answer {
                outcome: Outcome::Unknown(UnknownReason::Limit(*limit)),
                engine: ENGINE,
                statistics: Statistics::default(),
            })
        }
        (CompletionOutcome::Unknown(_) | CompletionOutcome::Violated(_), _) => None,
        (CompletionOutcome::Holds(_), _) => panic!("a linear property asks for no continuation"),
    }
}

/// Returns a violation, replayed. Its continuations are examined if there are not too many.
fn witnessed(
    system: &System,
    property: SafetyProperty,
    initial: IndexVec<ParticipantId, StateId>,
    steps: Vec<Step>,
) -> Outcome {
    let tested = Witness::safety(system, property, initial.clone(), steps.clone(), CONTINUATIONS);
    let witness = match tested {
        Err(Rejected::ManyContinuations { .. }) => {
            Witness::by_theory(system, property, initial, steps)
        }
        tested => tested,
    };
    let witness = witness.expect("a search finds violations of its property only");
    Outcome::Violated(Box::new(witness))
}

/// Result of the synchronous executions for `stuck` of a participant of an RSC system without deadlocks.
enum Stuck {
    /// Wherever the participant has a reception, it can receive.
    Never,
    /// After this run the participant has a reception, and never receives again.
    After(IndexVec<ParticipantId, StateId>, Vec<Step>),
}

fn stuck(system: &System, participant: ParticipantId) -> Option<Stuck> {
    let reached = stable_states(system, STATES)?;
    let automaton = &system.automata()[participant];
    let receives = able(&reached, participant);
    let waits = |state: StateId| automaton.receptions(state).next().is_some();
    let is_stuck = |id: &StateId| waits(reached.states[*id][participant]) && !receives[*id];
    if let Some(end) = reached.states.ids().find(is_stuck) {
        let (initial, steps) = run_to(system, &reached, end);
        return Some(Stuck::After(initial, steps));
    }
    let is_mixed = |state: StateId| waits(state) && !automaton.is_receiving(state);
    (!automaton.states().ids().any(is_mixed)).then_some(Stuck::Never)
}

/// Returns for each state `true` if some path from it lets the participant receive.
fn able(reached: &StableStates, participant: ParticipantId) -> IndexVec<StateId, bool> {
    let edges = reached.edges.iter();
    let before = edges.clone().map(|edge| (edge.target, edge.source));
    let before = IndexVec::grouped(reached.states.len(), before);
    let receiving = edges
        .filter(|edge| edge.exchange.is_some_and(|one| one.receiver == participant))
        .map(|edge| edge.source);
    let mut able = IndexVec::filled(false, reached.states.len());
    for state in reachable(receiving, |&state| before[state].iter().copied()) {
        able[state] = true;
    }
    able
}

/// Returns a synchronous run with the fewest edges to a state.
fn run_to(
    system: &System,
    reached: &StableStates,
    end: StateId,
) -> (IndexVec<ParticipantId, StateId>, Vec<Step>) {
    let start = reached.initial.iter().map(|&state| reached.states[state].clone());
    let successors = |control: &IndexVec<ParticipantId, StateId>| {
        let steps = stable_steps(system, control).into_iter();
        steps.map(|step| ((step.first, step.reception), step.next))
    };
    let end = &reached.states[end];
    let path = shortest_path(start, successors, |control| control == end);
    let path = path.expect("all these states are reached");
    let steps = path
        .steps
        .into_iter()
        .flat_map(|((first, reception), _)| std::iter::once(first).chain(reception));
    (path.initial, steps.collect())
}
