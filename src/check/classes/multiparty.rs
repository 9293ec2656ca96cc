//! k-multiparty compatibility.

use super::{ClassOutcome, ClassScope, Decided, InClass};
use crate::compatibility::{Compatibility, Inapplicable, applies};
use crate::reachability::Configurations;
use kernel::base::Control;
use kernel::search::NodeId;
use model::cfsm::{Direction, SafetyProperty, System};
use model::evidence::{Class, Witness};

/// Decides whether a system is multiparty compatible for the bound `k` of the class on the messages in each channel:
/// k-exhaustive and k-safe ([`compatibility`](crate::compatibility)).
///
/// # Complexity
/// Linear in the number of configurations within the bound, and of the steps between them, times the numbers of
/// participants, channels and messages; for systems that are not directed, exponential in the numbers of
/// participants and channels, but bounded.
///
/// # Errors
/// If it is not defined for the system.
pub(super) fn decide(
    configurations: &Configurations<'_>,
    class: Class,
    control: &Control,
) -> Decided {
    let system = configurations.system();
    applies(system).map_err(|why| inapplicable(system, why))?;
    let explored = configurations.bounded(class.bound(), control);
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
            // A system that is independent, too, has all its executions within the bound, up to their order.
            let scope = match compatibility {
                Compatibility::Extends => ClassScope::Decided,
                _ => ClassScope::UpToBound,
            };
            return Ok(ClassOutcome::Holds(InClass { configurations: statistics.states, scope }));
        };
        let (initial, steps) = explored.run_to(node);
        let most = usize::try_from(statistics.states).unwrap_or(usize::MAX);
        let witness = Witness::outside_class(system, class, initial, steps, most)
            .expect("the search finds configurations in which something is not possible only");
        Ok(ClassOutcome::Violated(Box::new(witness)))
    };
    Ok((decide().unwrap_or_else(ClassOutcome::Unknown), statistics))
}

/// Returns why multiparty compatibility is not defined for a system, as the rest of a sentence.
fn inapplicable(system: &System, why: Inapplicable) -> String {
    match why {
        Inapplicable::Bag(channel) => {
            format!("only for FIFO channels, and channel {} is a bag", system.channel_name(channel))
        }
        Inapplicable::Shared(channel, direction) => {
            let does = match direction {
                Direction::Send => "send to",
                Direction::Receive => "receive from",
            };
            let channel = system.channel_name(channel);
            format!(
                "only for channels between two participants, and several {does} channel {channel}"
            )
        }
        Inapplicable::Mixed(participant, state) => {
            let automaton = &system.automata()[participant];
            let (name, state) = (automaton.name(), &automaton.states()[state]);
            format!(
                "only where nobody can receive or do something else in the same state, and `{name}` can in \
                 state {state}"
            )
        }
    }
}
