//! k-multiparty compatibility, and the branching properties of systems for which bounded channels say something about all.

use crate::classes::{Compatibility, Inapplicable, applies};
use crate::reachability::{Answer, Configurations, Justification, Outcome, Tried};
use kernel::base::{Control, Limit};
use kernel::search::{NodeId, Statistics};
use kernel::verdict;
use model::cfsm::SafetyProperty;
use model::evidence::Witness;

/// The bounds on the messages in each channel that are tried for branching properties.
const BOUNDS: [usize; 3] = [1, 2, 3];

/// Maximum number of configurations after a violation that are examined to confirm it; one with more is not reported.
const CONTINUATIONS: usize = 2_000;

/// The name of this procedure.
pub const MULTIPARTY: &str = "multiparty";

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

/// Decides a branching property by the configurations with at most 1, 2 or 3 messages in each channel, if these say
/// something about all ([`classes`](crate::classes)); `None` if they do not. The bounds that were tried are added to
/// `tried`.
///
/// Such configurations decide the property in both ways, but a violation is returned only if all that can follow it can be
/// visited, as its witness demands.
///
/// # Complexity
/// Linear in the number of configurations within the bound, and of the steps between them, times the number of
/// channels; for systems that are not directed, exponential in the numbers of participants and channels, but bounded.
///
/// # Panics
/// If the property is a linear one.
pub fn by_compatibility(
    configurations: &Configurations<'_>,
    property: SafetyProperty,
    tried: &mut Vec<Tried>,
    control: &Control,
) -> Option<Answer> {
    assert!(!property.is_linear(), "a linear property asks for no continuation");
    let system = configurations.system();
    applies(system).ok()?;
    for bound in BOUNDS {
        let explored = configurations.bounded(bound, control);
        let statistics = explored.statistics();
        let parameters = vec![("messages", bound as u64)];
        tried.push(Tried { engine: MULTIPARTY, parameters, states: statistics.states });
        // With a larger bound there are more configurations.
        if *explored.compatibility(control).ok()? != Compatibility::Extends {
            continue;
        }
        let unmet = explored.first_violation(property, control).ok()?;
        let outcome = match unmet {
            None => {
                let configurations = statistics.states;
                Outcome::Holds(Justification::Compatible { bound, configurations })
            }
            Some(node) => {
                let (initial, steps) = explored.run_to(node);
                let limits = (CONTINUATIONS, control);
                let tested = Witness::safety_within(system, property, initial, steps, limits);
                Outcome::Violated(Box::new(tested.ok()?))
            }
        };
        return Some(Answer::new(outcome, MULTIPARTY, statistics));
    }
    None
}
