//! The control part of a set of bad configurations.

use crate::rsc::RscSpace;
use kernel::base::IndexVec;
use model::cfsm::{
    BadConfigurations, CommunicatingAutomaton, Label, ParticipantId, StateId, System, Transition,
};

/// What a state of a named participant is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Prospect {
    /// The state that internal steps lead to, itself first, and that is among those that are asked
    /// for.
    rests_in: Option<StateId>,
    /// Whether the automaton, left to itself, can reach such a state.
    hopeful: bool,
}

/// The states that some participants must be in, internal steps at the end included.
#[derive(Clone, Debug)]
pub(super) struct ControlPart {
    named: Vec<(ParticipantId, IndexVec<StateId, Prospect>)>,
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
            let hopeful: Vec<StateId> =
                rests_in.enumerate().filter(|(_, to)| to.is_some()).map(|(id, _)| id).collect();
            let hopeful = backward(automaton, &hopeful, |_| true);
            let prospects = automaton
                .states()
                .ids()
                .map(|state| Prospect {
                    rests_in: rests_in[state],
                    hopeful: hopeful[state].is_some(),
                })
                .collect();
            (*participant, prospects)
        });
        Self { named: named.collect() }
    }

    /// Tells whether internal steps can lead all named participants to where they must be.
    #[inline]
    pub(super) fn matches(&self, space: &RscSpace, state: &[u64]) -> bool {
        self.named.iter().all(|(participant, prospects)| {
            prospects[space.control(state, *participant)].rests_in.is_some()
        })
    }

    /// Tells whether each named participant, left to itself, could still get there.
    #[inline]
    pub(super) fn is_hopeful(&self, space: &RscSpace, state: &[u64]) -> bool {
        self.named
            .iter()
            .all(|(participant, prospects)| prospects[space.control(state, *participant)].hopeful)
    }

    /// Returns those of the local states `initial` from which their participants, left to themselves,
    /// could get there.
    pub(super) fn hopeful_among(
        &self,
        initial: &IndexVec<ParticipantId, Vec<StateId>>,
    ) -> IndexVec<ParticipantId, Vec<StateId>> {
        let mut hopeful = initial.clone();
        for (participant, prospects) in &self.named {
            hopeful[*participant].retain(|&state| prospects[state].hopeful);
        }
        hopeful
    }

    /// Returns where internal steps lead the named participants from the states `control`.
    pub(super) fn resting_places<'a>(
        &'a self,
        control: &'a IndexVec<ParticipantId, StateId>,
    ) -> impl Iterator<Item = (ParticipantId, StateId)> + 'a {
        self.named.iter().filter_map(|(participant, prospects)| {
            Some((*participant, prospects[control[*participant]].rests_in?))
        })
    }
}

/// Returns for each state one of `targets` that the transitions that count lead to from there: one
/// with the fewest steps.
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
