//! Witnesses of kind `not-synchronisable`: a run whose sends, in their order, no run has in which each message is received at
//! once.

use std::collections::BTreeSet;

use crate::core::{Act, Claim, Outcome, System, ensure, initial, reachable, replay};

/// Checks that no synchronous run has the sends of the run.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let (run, system) = (replay(claim)?, claim.system);
    let loses = |participant: &crate::core::Participant| {
        let mut transitions = participant.states.iter().flat_map(|state| &state.transitions);
        transitions.any(|transition| transition.lost.is_some())
    };
    ensure(!system.participants.iter().any(loses), || "a channel loses messages")?;
    let mut here: BTreeSet<Vec<u32>> = initial(system)?.collect();
    for action in &run.actions {
        let Act::Send(message) = action.act else { continue };
        let mut next = BTreeSet::new();
        for state in &here {
            for sent in after(system, state, action.participant, Act::Send(message)) {
                for receiver in 0..system.participants.len() {
                    next.extend(after(system, &sent, receiver, Act::Receive(message)));
                }
            }
        }
        here = next;
    }
    ensure(here.is_empty(), || "a synchronous run has the same sends")?;
    run.blamed(claim).map(drop)
}

/// Returns the states after internal steps of `p` and an action of it.
fn after(system: &System, state: &[u32], p: usize, act: Act) -> Vec<Vec<u32>> {
    let internal = |local: usize| {
        let steps = system.state(p, local).transitions.iter();
        steps.filter(|one| one.act == Act::Internal).map(|one| one.to).collect::<Vec<_>>()
    };
    let sources = reachable([state[p] as usize], internal);
    let taken = sources.into_iter().flat_map(|local| &system.state(p, local).transitions);
    let targets = taken.filter(|one| one.act == act).map(|one| one.to);
    let moved = targets.map(|to| {
        let mut next = state.to_vec();
        next[p] = to as u32;
        next
    });
    moved.collect()
}
