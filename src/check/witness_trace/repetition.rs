//! Whether automata and atoms that watch tell a state that is repeated from one that is not.

use model::component::{Observer, PropertyAutomaton};

use super::automaton_monitor::holds;

/// Number of predicates of an automaton up to which all their values are tried.
const PREDICATES: usize = 16;

/// Returns `true` if the automaton is in the same state after a global state that shows the same as the one before; it
/// may also be so if the automaton has more predicates than are tried.
pub(super) fn automaton_ignores_it(automaton: &PropertyAutomaton) -> bool {
    let leaving = |state| automaton.transitions.iter().filter(move |(from, ..)| *from == state);
    automaton.predicates.len() <= PREDICATES
        && (0..1_u64 << automaton.predicates.len()).all(|letter| {
            automaton.transitions.iter().all(|(from, when, to)| {
                from == to
                    || !holds(when, &[letter])
                    || leaving(*to).all(|(_, next, target)| target == to || !holds(next, &[letter]))
            })
        })
}

/// Returns `true` if the atom has no action, and stays for ever in each place that it enters from another one: then it
/// is in the same state after a global state that shows the same. Other atoms may be so, too.
pub(super) fn observer_ignores_it(observer: &Observer) -> bool {
    let atom = &observer.atom;
    atom.transitions.iter().all(|transition| {
        let stays =
            |place| atom.leaving(place).iter().all(|&one| atom.transitions[one].to == place);
        transition.port.is_some()
            && transition.action.is_empty()
            && (transition.from == transition.to || stays(transition.to))
    })
}
