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
    /// What happens before.
    pub run: Vec<Occurrence>,
    /// The interaction that comes first.
    pub first: Occurrence,
    /// The one that comes then.
    pub second: Occurrence,
    /// Where the other order leads, if it is possible: to something else.
    pub other: Option<DfaStateId>,
}

/// Returns `true` if two interactions that happen next to each other, and share neither a participant
/// nor a channel key, may also happen the other way round, with the same behind them: *closure
/// under commutation*.
///
/// On the minimal deterministic automaton this is so iff each such pair closes a square.
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
