//! k-multiparty compatibility.

use crate::classes::{Compatibility, Inapplicable, applies};
use crate::reachability::Configurations;
use kernel::base::{Control, Limit};
use kernel::search::{NodeId, Statistics};
use kernel::verdict;
use model::cfsm::SafetyProperty;
use model::evidence::Witness;

/// Whether a system is k-multiparty compatible: it is, or a run ends where something that this demands is not possible.
pub type MultipartyOutcome = verdict::Outcome<MultipartyCompatible, Box<Witness>, Limit>;

/// A system is k-multiparty compatible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultipartyCompatible {
    /// Number of configurations with at most `k` messages in each channel.
    pub configurations: u64,
    /// Whether that says something about all bounds: the system is k-independent ([`classes`](crate::classes)), so no
    /// participant ever waits for ever, and each message can be received.
    pub is_sound: bool,
}

/// Decides whether a system is multiparty compatible for a bound `k` on the messages in each channel: k-exhaustive and
/// k-safe ([`classes`](crate::classes)).
///
/// # Complexity
/// Linear in the number of configurations within the bound, and of the steps between them, times the numbers of
/// participants, channels and messages; for systems that are not directed, exponential in the numbers of
/// participants and channels, but bounded.
///
/// # Errors
/// If it is not defined for the system.
pub fn multiparty_compatible(
    configurations: &Configurations<'_>,
    bound: usize,
    control: &Control,
) -> Result<(MultipartyOutcome, Statistics), Inapplicable> {
    let system = configurations.system();
    applies(system)?;
    let explored = configurations.bounded(bound, control);
    let statistics = explored.statistics();
    let decide = || {
        let compatibility = explored.compatibility(control)?;
        let node = match compatibility {
            Compatibility::NotExhaustive(misfit) => Some(misfit.node),
            Compatibility::Exhaustive | Compatibility::Extends => {
                let stuck = system.automata().ids().map(SafetyProperty::Stuck);
                let unreceived = system.messages().ids().map(SafetyProperty::Unreceived);
                let mut first: Option<NodeId> = None;
                for property in stuck.chain(unreceived) {
                    let found = explored.first_violation(property, control)?;
                    first = first.into_iter().chain(found).min();
                }
                first
            }
        };
        let Some(node) = node else {
            return Ok(MultipartyOutcome::Holds(MultipartyCompatible {
                configurations: statistics.states,
                is_sound: *compatibility == Compatibility::Extends,
            }));
        };
        let (initial, steps) = explored.run_to(node);
        let most = usize::try_from(statistics.states).unwrap_or(usize::MAX);
        let witness = Witness::not_compatible(system, bound, initial, steps, most)
            .expect("the search finds configurations in which something is not possible only");
        Ok(MultipartyOutcome::Violated(Box::new(witness)))
    };
    Ok((decide().unwrap_or_else(MultipartyOutcome::Unknown), statistics))
}
