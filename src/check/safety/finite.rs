//! All properties on all configurations, where they are finitely many.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::replayed;
use crate::check::reachability::{Answer, FiniteSystem, Gap, Outcome};
use crate::kernel::base::{Control, IndexVec, Limit};
use crate::kernel::search::{Edges, NodeId};
use crate::model::cfsm::{Obligation, SafetyProperty, Step, System};

/// The configurations of a system, explored once, for any number of properties.
#[derive(Debug)]
pub struct FiniteSafety<'a> {
    finite: FiniteSystem<'a>,
    /// The steps, once a branching property has asked for them.
    edges: OnceCell<Edges<Step>>,
}

impl<'a> FiniteSafety<'a> {
    /// Explores the configurations of `system` as [`FiniteSystem::explore`] does.
    pub fn explore(system: &'a System, control: &Control) -> Self {
        Self { finite: FiniteSystem::explore(system, control), edges: OnceCell::new() }
    }

    /// Returns the configurations.
    pub fn configurations(&self) -> &FiniteSystem<'a> {
        &self.finite
    }

    /// Decides whether the system has `property`, by its definition: exact where all configurations
    /// were explored. Otherwise violations of linear properties may be found all the same.
    ///
    /// A violation is one that fewest steps lead to.
    ///
    /// # Complexity
    /// Linear in the number of configurations and of the steps between them; for an unreceived
    /// message, times the number of channels.
    pub fn check(&self, property: SafetyProperty, control: &Control) -> Answer {
        let statistics = self.finite.statistics();
        let found = if property.is_linear() {
            Ok(self.linear(property))
        } else {
            self.branching(property, control)
        };
        let outcome = match found {
            Ok(Some(node)) => {
                let (initial, steps) = self.finite.run_to(node);
                replayed(self.finite.system(), property, initial, steps, statistics.states)
            }
            Ok(None) => self.finite.nothing_found(),
            Err(limit) => Outcome::Unknown(Gap::Limit(limit)),
        };
        Answer { outcome, engine: "finite", statistics }
    }

    fn linear(&self, property: SafetyProperty) -> Option<NodeId> {
        let system = self.finite.system();
        let mut configurations = self.finite.configurations();
        configurations
            .find(|(_, configuration)| property.fault(system, configuration).is_some())
            .map(|(node, _)| node)
    }

    /// Returns the first configuration with an obligation that no continuation meets.
    fn branching(
        &self,
        property: SafetyProperty,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        if self.finite.gap().is_some() {
            return Ok(None);
        }
        let edges = match self.edges.get() {
            Some(edges) => edges,
            None => {
                let edges = self.finite.edges(control)?;
                self.edges.get_or_init(|| edges)
            }
        };
        let system = self.finite.system();
        let mut able: BTreeMap<Obligation, IndexVec<NodeId, bool>> = BTreeMap::new();
        for (node, configuration) in self.finite.configurations() {
            for obligation in property.obligations(system, &configuration) {
                let able = able
                    .entry(obligation)
                    .or_insert_with(|| edges.can_reach(self.met(edges, obligation)));
                if !able[node] {
                    return Ok(Some(node));
                }
            }
        }
        Ok(None)
    }

    /// Tells of each configuration whether it meets `obligation` itself, or a step from it does.
    fn met(&self, edges: &Edges<Step>, obligation: Obligation) -> IndexVec<NodeId, bool> {
        let system = self.finite.system();
        let by_step = |&(step, _): &(Step, NodeId)| {
            let action = system.action(step.participant, step.transition);
            action.is_some_and(|action| obligation.is_met_by(action))
        };
        self.finite
            .configurations()
            .map(|(node, configuration)| {
                obligation.is_met_in(&configuration) || edges.leaving(node).iter().any(by_step)
            })
            .collect()
    }
}
