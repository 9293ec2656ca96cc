//! Runs whose sends a reference does not have.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::reachability::Explored;
use kernel::base::{Control, Limit, typed_id};
use kernel::search::NodeId;
use model::cfsm::{Action, Direction, Step};

/// Number of steps between two looks at the limits.
const CHUNK: usize = 1_024;

typed_id! {
    /// A set of states of the reference.
    pub(super) struct SubsetId;
}

/// A reference for sequences of sends: an automaton, by the sets of its states.
pub(super) trait Reference {
    /// Returns the set of the initial states.
    fn start(&mut self) -> SubsetId;

    /// Returns where a send leads from some of the states of a set; `None` if nowhere.
    fn after(&mut self, from: SubsetId, send: Action) -> Option<SubsetId>;
}

/// A configuration with the states of the reference to which the same sends lead.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pair(NodeId, SubsetId);

/// Returns the steps of a run with the fewest sends whose sends the reference does not have, if there is one, and the initial
/// configuration of the run.
///
/// # Complexity
/// Linear in the number of configurations, times that of the sets of the reference to which the same sends lead, which is
/// exponential at worst.
///
/// # Errors
/// The limit that was reached first.
pub(super) fn first_departure(
    explored: &Explored<'_>,
    reference: &mut impl Reference,
    control: &Control,
) -> Result<Option<(NodeId, Vec<Step>)>, Limit> {
    let system = explored.system();
    let edges = explored.edges(control)?;
    let start = reference.start();
    let mut before: FxHashMap<Pair, Option<(Pair, Step)>> = FxHashMap::default();
    // Receptions and internal steps come before sends.
    let mut queue: VecDeque<(Pair, Option<(Pair, Step)>)> =
        explored.initial().map(|node| (Pair(node, start), None)).collect();
    let path = |before: &FxHashMap<Pair, Option<(Pair, Step)>>, mut at: Pair, last: Step| {
        let mut steps = vec![last];
        while let Some((earlier, step)) = before[&at] {
            steps.push(step);
            at = earlier;
        }
        steps.reverse();
        (at.0, steps)
    };
    while let Some((here, from)) = queue.pop_front() {
        if before.contains_key(&here) {
            continue;
        }
        before.insert(here, from);
        if before.len().is_multiple_of(CHUNK) {
            control.within(before.len() as u64, (before.len() * size_of::<[Pair; 4]>()) as u64)?;
        }
        for (step, target) in edges.leaving(here.0) {
            let action = system.action(step.participant, step.transition);
            match action.filter(|action| action.direction == Direction::Send) {
                None => queue.push_front((Pair(target, here.1), Some((here, step)))),
                Some(send) => match reference.after(here.1, send) {
                    None => return Ok(Some(path(&before, here, step))),
                    Some(after) => queue.push_back((Pair(target, after), Some((here, step)))),
                },
            }
        }
    }
    Ok(None)
}
