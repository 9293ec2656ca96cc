//! Synchronisable systems: what is sent is what is sent if each message is received at once.

use rustc_hash::FxHashMap;

use super::departure::{Reference, SubsetId, first_departure};
use super::{ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, Decided, InClass, OpenClass};
use crate::EngineName;
use kernel::base::Interner;
use model::cfsm::{Action, ControlStates, SynchronousProduct, System};

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
    let found = first_departure(&explored, &mut Subsets::new(system), &question.limits());
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
    Ok(ClassAnswer::new(engine, outcome, statistics))
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
}

impl Reference for Subsets<'_> {
    fn start(&mut self) -> SubsetId {
        self.sets.id(&self.product.initial())
    }

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
