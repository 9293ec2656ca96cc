//! RSC executions one by one, the shortest first.

use std::collections::VecDeque;

use crate::check::rsc::RscAutomaton;
use crate::kernel::base::Control;
use crate::kernel::transition_system::TransitionSystem as _;
use crate::model::cfsm::{Action, Exchange, System};
use crate::model::choreography::{Choreography, Completion, completion};

/// Returns a shortest RSC execution of `system` that the choreography does not allow, up to the order of
/// independent actions; nothing if none is among the first `most`.
///
/// # Complexity
/// For each execution that of [`completion`].
pub(super) fn shortest_violation(
    choreography: &Choreography,
    system: &System,
    most: usize,
    control: &Control,
) -> Option<Vec<Exchange>> {
    let automaton = RscAutomaton::<Box<[u64]>>::of(system);
    let mut open: VecDeque<(Box<[u64]>, Vec<Exchange>)> =
        automaton.initial_states().map(|state| (state, Vec::new())).collect();
    let mut tested = 0;
    while let Some((state, word)) = open.pop_front() {
        let mut next = Vec::new();
        automaton.successors(&state, &mut (), &mut |step, state| {
            let mut word = word.clone();
            word.push(automaton.space().exchange(step));
            next.push((state, word));
        });
        for (state, word) in next {
            tested += 1;
            if tested > most || control.limit(0, 0).is_some() {
                return None;
            }
            let actions: Vec<Action> = word.iter().flat_map(|letter| letter.actions()).collect();
            match completion(choreography, &actions, control) {
                Completion::No => return Some(word),
                Completion::Cut(_) => return None,
                Completion::Yes(_) => open.push_back((state, word)),
            }
        }
    }
    None
}
