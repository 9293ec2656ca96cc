//! Unbounded channels in RSC executions.

use super::RscAutomaton;
use kernel::base::{Control, Limit, Words, with_words};
use kernel::search::explore;
use model::cfsm::System;

/// Returns `true` if RSC executions of `system` can leave arbitrarily many messages in its channels, so
/// that infinitely many configurations are reachable.
///
/// They can iff a cycle of the RSC automaton has an unmatched send: the cycle can be repeated, and its
/// message is never received. Other executions are not considered.
///
/// # Complexity
/// Linear in the number of transitions of the RSC automaton.
///
/// # Errors
/// The limit that was reached first; the automaton may have `max_states` states at most.
pub fn is_unbounded(system: &System, max_states: u64, control: &Control) -> Result<bool, Limit> {
    let automaton = RscAutomaton::<Box<[u64]>>::new(system);
    with_words!(automaton.state_words(), W => is_unbounded_in(automaton.packed::<W>(), max_states, control))
}

fn is_unbounded_in<W: Words>(
    automaton: RscAutomaton<W>,
    max_states: u64,
    control: &Control,
) -> Result<bool, Limit> {
    let states = explore(automaton, max_states, control);
    if let Some(limit) = states.cut() {
        return Err(limit);
    }
    let edges = states.edges(control)?;
    let components = edges.components(control)?;
    let grows = |source| {
        edges.leaving(source).any(|(communication, target)| {
            communication.reception.is_none() && components.of(source) == components.of(target)
        })
    };
    Ok(states.nodes().any(grows))
}
