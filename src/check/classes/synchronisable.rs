//! Synchronisable systems: what is sent is what is sent if each message is received at once.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::{ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, Decided, InClass, OpenClass};
use crate::EngineName;
use crate::reachability::Explored;
use kernel::base::{Control, Interner, Limit, typed_id};
use kernel::search::NodeId;
use model::cfsm::{Action, ControlStates, Direction, Step, SynchronousProduct, System};

/// Number of steps between two looks at the limits.
const CHUNK: usize = 1_024;

typed_id! {
    /// A set of states of the synchronous product.
    struct SubsetId;
}

/// Decides whether a system is synchronisable if all configurations can be explored; else, whether one of the runs with few
/// messages in each channel shows that it is not.
///
/// # Complexity
/// Linear in the number of configurations, times that of the sets of synchronous states that the same sends lead to, which is
/// exponential at worst.
///
/// # Errors
/// If a channel loses messages.
pub(super) fn decide(question: &ClassQuestion<'_, '_>) -> Decided {
    let system = question.configurations.system();
    if system.channels().iter().any(|channel| channel.lossy) {
        return Err("only for channels that lose nothing".to_owned());
    }
    let explored = question.configurations.bounded_as_asked(question.most, question.control);
    let statistics = explored.statistics();
    let found = first_departure(&explored, question.control);
    let outcome = match (found, explored.gap()) {
        (Ok(Some((node, steps))), _) => {
            let (initial, _) = explored.run_to(node);
            question.outside((initial, steps), 0)
        }
        (Ok(None), None) => {
            ClassOutcome::Holds(InClass::decided(ClassGround::Configurations, statistics.states))
        }
        (Ok(None), Some(gap)) => ClassOutcome::Unknown(gap.into()),
        (Err(limit), _) => ClassOutcome::Unknown(OpenClass::Limit(limit)),
    };
    let engine = if explored.gap().is_some() { EngineName::Bounded } else { EngineName::Finite };
    Ok(ClassAnswer { engine, outcome, statistics })
}

/// A configuration with the synchronous states that the same sends lead to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pair(NodeId, SubsetId);

/// Returns the steps of a run with the fewest sends whose sends no synchronous run has, if there is one, with the
/// configuration before the last one.
fn first_departure(
    explored: &Explored<'_>,
    control: &Control,
) -> Result<Option<(NodeId, Vec<Step>)>, Limit> {
    let system = explored.system();
    let edges = explored.edges(control)?;
    let mut product = Subsets::new(system);
    let start = product.start();
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
        if before.len() % CHUNK == 0 {
            control.within(before.len() as u64, (before.len() * size_of::<[Pair; 4]>()) as u64)?;
        }
        for (step, target) in edges.leaving(here.0) {
            let action = system.action(step.participant, step.transition);
            match action.filter(|action| action.direction == Direction::Send) {
                None => queue.push_front((Pair(target, here.1), Some((here, step)))),
                Some(send) => match product.after(here.1, send) {
                    None => return Ok(Some(path(&before, here, step))),
                    Some(after) => queue.push_back((Pair(target, after), Some((here, step)))),
                },
            }
        }
    }
    Ok(None)
}

/// The sets of states of the synchronous product, each stored once.
struct Subsets<'a> {
    product: SynchronousProduct<'a>,
    sets: Interner<SubsetId, Vec<ControlStates>>,
    after: FxHashMap<(SubsetId, Action), Option<SubsetId>>,
}

impl<'a> Subsets<'a> {
    fn new(system: &'a System) -> Self {
        let (sets, after) = (Interner::default(), FxHashMap::default());
        Self { product: SynchronousProduct::new(system), sets, after }
    }

    fn start(&mut self) -> SubsetId {
        self.sets.id(&self.product.initial())
    }

    /// Returns where a send leads from some of the states; `None` if nowhere.
    fn after(&mut self, from: SubsetId, send: Action) -> Option<SubsetId> {
        if let Some(&known) = self.after.get(&(from, send)) {
            return known;
        }
        let targets =
            self.sets.items()[from].iter().flat_map(|state| self.product.after(state, send));
        let mut targets: Vec<ControlStates> = targets.collect();
        targets.sort_unstable_by(|one, other| one.iter().cmp(other.iter()));
        targets.dedup();
        let after = (!targets.is_empty()).then(|| self.sets.id(&targets));
        self.after.insert((from, send), after);
        after
    }
}
