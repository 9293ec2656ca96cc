//! Is the order of independent interactions free?

use super::walks::run_to;
use super::{Finding, cut};
use crate::realisability::Occurrence;
use kernel::automata::DfaStateId;
use kernel::base::Control;
use model::choreography::{Choreography, Interaction, Partials};

/// Two independent interactions whose order is fixed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Square {
    /// The interactions before the two.
    pub run: Vec<Occurrence>,
    /// The interaction that comes first.
    pub first: Occurrence,
    /// The interaction that comes second.
    pub second: Occurrence,
    /// The state that the other order leads to, if it is possible: a different one.
    pub other: Option<DfaStateId>,
}

/// Decides whether any two adjacent interactions that share neither a participant nor a channel key may
/// also happen in the other order, with the same continuations: *closure under commutation*.
///
/// On the minimal deterministic automaton this is the case iff each such pair closes a square.
///
/// # Complexity
/// The number of transitions times that of those that leave one state.
pub fn commutation_closure(choreography: &Choreography, control: &Control) -> Finding<Square> {
    let (language, partials) = (choreography.language(), Partials::new(choreography));
    let depend = |one: Interaction, other: Interaction| {
        partials.depend(one.letter(true), other.letter(true))
    };
    for state in language.states() {
        for &(first, between) in language.transitions(state) {
            if let Some(cut) = cut(control) {
                return cut;
            }
            for &(second, target) in language.transitions(between) {
                if depend(first, second) {
                    continue;
                }
                let other = language.after(state, second).and_then(|at| language.after(at, first));
                if other != Some(target) {
                    return Finding::Violated(Square {
                        run: run_to(choreography, state),
                        first: Occurrence { state, exchange: first },
                        second: Occurrence { state: between, exchange: second },
                        other,
                    });
                }
            }
        }
    }
    Finding::Holds(())
}
