//! Findings about one execution: the notions of the theory, one by one.

use super::violation::edges;
use super::{CycleEdge, Replay, Script, StepId};
use crate::cfsm::{ActionId, Communication, ConflictGraph, Direction, Execution};
use kernel::base::{Id as _, IndexVec};

/// Whether an execution is causally equivalent to one that is RSC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Equivalence {
    /// The execution is causally equivalent to the RSC execution with its actions in this order.
    Rsc(Vec<ActionId>),
    /// The execution is equivalent to no RSC one: its conflict graph has this cycle, a shortest one.
    Cyclic(Vec<CycleEdge>),
    /// The execution is not well-formed, and equivalent executions match the same actions.
    IllFormed,
}

/// Findings about an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// The receptions without a matching send, in order; empty iff the execution is well-formed.
    pub without_send: Vec<ActionId>,
    /// The first matching pair whose reception does not directly follow its send.
    pub apart: Option<Communication>,
    /// Whether the execution is causally RSC.
    pub equivalence: Equivalence,
    /// Whether the execution is a borderline violation (Definition 4.1.1 of [RSC](crate#bibliography)): not
    /// causally RSC, its last action a reception, and RSC without that.
    pub is_borderline_violation: bool,
}

impl Findings {
    /// Analyses the execution of `script`.
    ///
    /// # Complexity
    /// `n log n` for `n` actions; `n² log n` if the execution is not causally RSC.
    pub fn new(script: &Script) -> Self {
        let execution = script.execution();
        let is_reception = |id| execution.actions()[id].direction == Direction::Receive;
        let is_without_send = |&id: &ActionId| is_reception(id) && execution.partner(id).is_none();
        let without_send: Vec<ActionId> =
            execution.actions().ids().filter(is_without_send).collect();
        let equivalence =
            if without_send.is_empty() { equivalence(script) } else { Equivalence::IllFormed };
        let is_borderline_violation = matches!(equivalence, Equivalence::Cyclic(_))
            && execution.actions().ids().next_back().is_some_and(is_reception)
            && execution.without_last().is_rsc();
        let apart = execution.first_separated_pair();
        Self { without_send, apart, equivalence, is_borderline_violation }
    }

    /// Returns `true` if each reception has a matching send.
    pub fn is_well_formed(&self) -> bool {
        self.without_send.is_empty()
    }

    /// Returns a shortest cycle in the conflict graph: empty iff the execution is causally RSC or
    /// ill-formed.
    pub fn cycle(&self) -> &[CycleEdge] {
        match &self.equivalence {
            Equivalence::Cyclic(cycle) => cycle,
            Equivalence::Rsc(_) | Equivalence::IllFormed => &[],
        }
    }

    /// Returns `true` if the execution is RSC as it is written.
    pub fn is_rsc(&self) -> bool {
        self.is_well_formed() && self.apart.is_none()
    }
}

fn equivalence(script: &Script) -> Equivalence {
    let graph = ConflictGraph::new(script.execution());
    if let Some(order) = graph.rsc_reordering() {
        // An execution that is RSC as written keeps its order.
        let same: Vec<ActionId> = script.execution().actions().ids().collect();
        return Equivalence::Rsc(if script.execution().is_rsc() { same } else { order });
    }
    let mut shortest: Option<Vec<_>> = None;
    for communication in script.execution().communications().ids() {
        let found = graph.shortest_cycle(communication);
        shortest = match (shortest, found) {
            (Some(known), Some(found)) if found.len() < known.len() => Some(found),
            (None, found) => found,
            (known, _) => known,
        };
        // No cycle is shorter: there are no self loops.
        if shortest.as_ref().is_some_and(|cycle| cycle.len() == 2) {
            break;
        }
    }
    let cycle = shortest.expect("a graph without a topological order has a cycle");
    Equivalence::Cyclic(edges(script, &graph, &cycle))
}

/// How near the run up to one of its steps is to an RSC execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RscDegree {
    /// The execution is RSC as it is written.
    AsWritten,
    /// The execution is causally equivalent to one that is RSC.
    Causally,
    /// The execution is not causally RSC.
    Not,
}

impl RscDegree {
    /// Returns the degree of the execution of `replay` after each of its steps.
    ///
    /// The degree never improves along a run: a longer run keeps the separated pairs, and the conflict graph
    /// of a prefix is a subgraph of the whole one. So the two steps at which the degree changes are found by
    /// bisection.
    ///
    /// # Complexity
    /// `n log² n` for `n` steps.
    pub fn of_steps(replay: &Replay) -> IndexVec<StepId, Self> {
        let execution = replay.execution();
        let beginning = |length: usize| {
            let order: Vec<ActionId> = execution.actions().ids().take(length).collect();
            execution.reordered(&order)
        };
        let lengths: Vec<usize> = (1..=execution.actions().len()).collect();
        let longest = |holds: &dyn Fn(&Execution) -> bool| {
            lengths.partition_point(|&length| holds(&beginning(length)))
        };
        let as_written = longest(&Execution::is_rsc);
        let causally = longest(&|execution| ConflictGraph::new(execution).is_causally_rsc());
        let mut done = 0;
        replay
            .steps()
            .ids()
            .map(|step| {
                if let Some(action) = replay.script().action_of(step) {
                    done = action.index() + 1;
                }
                if done <= as_written {
                    Self::AsWritten
                } else if done <= causally {
                    Self::Causally
                } else {
                    Self::Not
                }
            })
            .collect()
    }
}
