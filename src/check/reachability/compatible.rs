//! Properties of systems for which channels with few messages say something about all.

use super::{Answer, Configurations, Justification, Outcome, Tried};
use crate::EngineName;
use crate::compatibility::Compatibility;
use kernel::base::Control;
use model::cfsm::SafetyProperty;
use model::evidence::Witness;

/// Maximum number of configurations after a violation that are examined to confirm it; one with more is not reported.
const CONTINUATIONS: usize = 2_000;

/// Decides a property by the configurations with at most so many messages in each channel, for each of the `bounds`, if
/// these say something about all ([`compatibility`](crate::compatibility)); `None` if they do not. The bounds that were tried are
/// added to `tried`.
///
/// Such configurations decide the property in both ways, but a violation of a branching one is returned only if all that
/// can follow it can be visited, as its witness demands.
///
/// # Complexity
/// Linear in the number of configurations within the bound, and of the steps between them, times the number of
/// channels; for systems that are not directed, exponential in the numbers of participants and channels, but bounded.
pub fn by_compatibility(
    configurations: &Configurations<'_>,
    property: SafetyProperty,
    bounds: &[usize],
    tried: &mut Vec<Tried>,
    control: &Control,
) -> Option<Answer> {
    let system = configurations.system();
    if !configurations.have_classes(control) {
        return None;
    }
    for &bound in bounds {
        let explored = configurations.bounded(bound, control);
        let statistics = explored.statistics();
        let parameters = vec![("messages", bound as u64)];
        tried.push(Tried { engine: EngineName::Multiparty, parameters, states: statistics.states });
        // With a larger bound there are more configurations.
        if !matches!(explored.compatibility(control).ok()?, Compatibility::Extends(_)) {
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
        return Some(Answer::new(outcome, EngineName::Multiparty, statistics));
    }
    None
}
