//! The control part of a set of bad configurations.

use crate::rsc::{RscSpace, RunBuilder};
use kernel::base::IndexVec;
use model::cfsm::{
    BadConfigurations, CommunicatingAutomaton, Label, ParticipantId, StateId, System, Transition,
};

/// Relation of a state of a named participant to the required states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LocalReach {
    /// The required state that internal steps lead to, if any; the state itself if it is required.
    rests_in: Option<StateId>,
    /// Whether the automaton, without the other participants, can reach a required state.
    co_reachable: bool,
}

/// The states that some participants must be in, internal steps at the end included.
#[derive(Clone, Debug)]
pub(super) struct ControlPart {
    named: Vec<(ParticipantId, IndexVec<StateId, LocalReach>)>,
}

impl ControlPart {
    /// Returns the control part of `bad`.
    ///
    /// # Complexity
    /// Linear in the size of the named automata.
    pub(super) fn new(system: &System, bad: &BadConfigurations) -> Self {
        let named = bad.control.iter().map(|(participant, states)| {
            let automaton = &system.automata()[*participant];
            let targets: Vec<StateId> = states.clone();
            let rests_in = backward(automaton, &targets, |t| t.label == Label::Internal);
            let co_reachable: Vec<StateId> =
                rests_in.enumerate().filter(|(_, to)| to.is_some()).map(|(id, _)| id).collect();
            let co_reachable = backward(automaton, &co_reachable, |_| true);
            let local_reach = automaton
                .states()
                .ids()
                .map(|state| LocalReach {
                    rests_in: rests_in[state],
                    co_reachable: co_reachable[state].is_some(),
                })
                .collect();
            (*participant, local_reach)
        });
        Self { named: named.collect() }
    }

    /// Returns `true` if internal steps can lead all named participants to required states.
    #[inline]
    pub(super) fn matches(&self, space: &RscSpace, state: &[u64]) -> bool {
        self.named.iter().all(|(participant, local_reach)| {
            local_reach[space.control(state, *participant)].rests_in.is_some()
        })
    }

    /// Returns `true` if each named participant, without the others, can still reach a required state.
    #[inline]
    pub(super) fn is_co_reachable(&self, space: &RscSpace, state: &[u64]) -> bool {
        self.named.iter().all(|(participant, local_reach)| {
            local_reach[space.control(state, *participant)].co_reachable
        })
    }

    /// Returns those of the local states `initial` from which their participants, without the others, can
    /// reach required states.
    pub(super) fn co_reachable_among(
        &self,
        initial: &IndexVec<ParticipantId, Vec<StateId>>,
    ) -> IndexVec<ParticipantId, Vec<StateId>> {
        let mut co_reachable = initial.clone();
        for (participant, local_reach) in &self.named {
            co_reachable[*participant].retain(|&state| local_reach[state].co_reachable);
        }
        co_reachable
    }

    /// Appends to `run` the internal steps of the named participants to required states, if any lead there.
    pub(super) fn end_run(&self, run: &mut RunBuilder<'_>) {
        for (participant, local_reach) in &self.named {
            if let Some(target) = local_reach[run.control(*participant)].rests_in {
                run.move_internally(*participant, target);
            }
        }
    }
}

/// Returns for each state one of `targets` that the counted transitions lead to from there: one with the
/// fewest steps.
fn backward(
    automaton: &CommunicatingAutomaton,
    targets: &[StateId],
    counts: impl Fn(&Transition) -> bool,
) -> IndexVec<StateId, Option<StateId>> {
    let counting = automaton.transitions().iter().filter(|transition| counts(transition));
    let sources = IndexVec::grouped(
        automaton.states().len(),
        counting.map(|transition| (transition.target, transition.source)),
    );
    let mut found: IndexVec<StateId, Option<StateId>> =
        IndexVec::filled(None, automaton.states().len());
    let mut queue = targets.to_vec();
    for &target in targets {
        found[target] = Some(target);
    }
    let mut next = 0;
    while let Some(&state) = queue.get(next) {
        next += 1;
        for &source in &sources[state] {
            if found[source].is_none() {
                found[source] = found[state];
                queue.push(source);
            }
        }
    }
    found
}
