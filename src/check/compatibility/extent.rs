//! What is known of the configurations within a bound, for all properties.

use super::exhaustive::{Misfit, first_misfit};
use super::independent::{Independence, independence};
use crate::configurations::ConfigurationSpace;
use kernel::base::{Control, Limit};
use kernel::search::{Edges, StateGraph};
use model::cfsm::Step;

/// Whether the configurations within a bound say something about all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compatibility {
    /// The system is not exhaustive within the bound.
    NotExhaustive(Misfit),
    /// It is exhaustive, but not known to be independent.
    Exhaustive(Independence),
    /// It is exhaustive and independent: every execution extends to one that is equivalent to one within the bound.
    Extends(Independence),
}

impl Compatibility {
    /// Returns what the configurations of a bounded space say, all of which `graph` has, with the steps between them. The
    /// system must be one that [`applies`](super::applies()) accepts.
    ///
    /// # Complexity
    /// For each channel linear in the steps between the configurations, times those from one; where local states receive
    /// from several channels, exponential in the number of participants and channels, but ended after 20,000 states.
    ///
    /// # Errors
    /// The limit that was reached first.
    pub(crate) fn new(
        graph: &StateGraph<ConfigurationSpace<'_>>,
        edges: &Edges<Step>,
        control: &Control,
    ) -> Result<Self, Limit> {
        if let Some(misfit) = first_misfit(graph, edges, control)? {
            return Ok(Self::NotExhaustive(misfit));
        }
        let found = independence(graph, edges, control)?;
        Ok(if found.is_complete() { Self::Extends(found) } else { Self::Exhaustive(found) })
    }
}
