//! Runs whose sends no synchronous run has.

use rustc_hash::FxHashSet;

use super::class_definition::ClassDefinition;
use super::half_duplex::left;
use crate::cfsm::{Action, Direction, SynchronousProduct, System};

/// Synchronisable systems: the sends of each execution are those of one in which each message is received at once.
pub(super) const SYNCHRONISABLE: ClassDefinition = ClassDefinition {
    name: "synchronisable",
    evidence: "not-synchronisable",
    has_bound: false,
    fault: |system, _, replay, _| {
        let actions = replay.execution().actions().iter();
        let sends = actions.copied().filter(|action| action.direction == Direction::Send);
        Ok(left(system, replay, !can_synchronously(system, sends)))
    },
};

/// Returns `true` if a run in which each message is received at once has these sends.
///
/// # Complexity
/// For each send, the number of control states that those before it lead to, times that of the transitions that leave one.
fn can_synchronously(system: &System, sends: impl IntoIterator<Item = Action>) -> bool {
    let product = SynchronousProduct::new(system);
    let mut here = product.initial();
    for send in sends {
        let after = here.iter().flat_map(|control| product.after(control, send));
        here = after.collect::<FxHashSet<_>>().into_iter().collect();
        if here.is_empty() {
            return false;
        }
    }
    true
}
