//! What a class of systems is defined by.

use super::{Rejected, Replay};
use crate::cfsm::{Fault, System};

/// A class of systems, or a family of classes, one for each bound.
#[derive(Debug)]
pub struct ClassDefinition {
    /// The name of the property that a system is in the class: `half-duplex[binary]`; of a family without the bound.
    pub name: &'static str,
    /// The kind of the evidence that it is not, in files: `not-compatible`; empty if no run shows it.
    pub evidence: &'static str,
    /// Whether it is a family: a bound, from 1, belongs to the name, as in `multiparty-compatible[2]`.
    pub has_bound: bool,
    /// Returns what is at fault at the end of a run that shows that the system is not in the class for a bound; `None` if it
    /// does not show that. At most so many configurations that can follow are explored.
    pub(super) fault: fn(&System, usize, &Replay, usize) -> Result<Option<Fault>, Rejected>,
}

impl ClassDefinition {
    /// Returns the definition of a class of which no run shows that a system is not in it.
    pub(super) const fn without_runs(name: &'static str) -> Self {
        Self { name, evidence: "", has_bound: false, fault: |_, _, _, _| Ok(None) }
    }

    /// Returns the name, with this bound if it is a family.
    pub fn with_bound(&self, bound: impl std::fmt::Display) -> String {
        if self.has_bound { format!("{}[{bound}]", self.name) } else { self.name.to_owned() }
    }
}
