//! k-stable systems: with `k + 1` messages in each channel they do what they do with `k`.

use rustc_hash::FxHashMap;

use super::departure::{Reference, SubsetId, first_departure};
use super::{
    ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, ClassScope, Decided, Equivalence,
    InClass, OpenClass, Outside,
};
use crate::EngineName;
use crate::reachability::Explored;
use kernel::automata::{bisimilarity, branching_bisimilarity};
use kernel::base::{Control, Id as _, Interner, Limit};
use kernel::search::{Edges, NodeId, Statistics, reachable};
use model::cfsm::{Action, Architecture, Direction, Step, System};

/// Decides whether the behaviours of a mailbox system with at most `k` and at most `k + 1` messages in each channel are
/// bisimilar, where sends are visible, and receptions and internal steps are hidden or, for the strong equivalence, all alike.
///
/// That says nothing about `k + 2`, unless no run has more than `k` messages in a channel.
///
/// # Complexity
/// That of exploring both, and of [`branching_bisimilarity`] on both together.
///
/// # Errors
/// If the system is not a mailbox system, or a channel loses messages.
pub(super) fn decide(question: &ClassQuestion<'_, '_>) -> Decided {
    let (all, control, bound) = (question.configurations, question.control, question.class.bound());
    let system = all.system();
    if !Architecture::Mailbox.suits(system) {
        return Err("only for mailbox systems".to_owned());
    }
    if system.channels().iter().any(|channel| channel.lossy) {
        return Err("only for channels that lose nothing".to_owned());
    }
    let small = all.bounded_as_asked(bound, control);
    let mut statistics = small.statistics();
    let in_class = |scope, statistics: Statistics| {
        let found = InClass::decided(ClassGround::Configurations, statistics.states);
        ClassOutcome::Holds(InClass { scope, ..found })
    };
    let answer = |outcome, statistics| ClassAnswer::new(EngineName::Bounded, outcome, statistics);
    if small.gap().is_none() {
        return Ok(answer(in_class(ClassScope::Decided, statistics), statistics));
    }
    let large = all.bounded_as_asked(bound + 1, control);
    statistics.include(large.statistics());
    let outcome = match are_equal(&small, &large, question.equivalence, control) {
        Ok(true) => in_class(ClassScope::UpToBound, statistics),
        Ok(false) => {
            let mut reference = Subsets::new(&small, control);
            match reference
                .as_mut()
                .map_err(|limit| *limit)
                .and_then(|reference| first_departure(&large, reference, &question.limits()))
            {
                Ok(Some((node, steps))) => {
                    question.outside((large.run_to(node).0, steps), u64::MAX)
                }
                Ok(None) => ClassOutcome::Violated(Outside::Choices(question.equivalence)),
                Err(limit) => ClassOutcome::Unknown(OpenClass::Limit(limit)),
            }
        }
        Err(limit) => ClassOutcome::Unknown(OpenClass::Limit(limit)),
    };
    Ok(answer(outcome, statistics))
}

/// Returns `true` if two behaviours are bisimilar: each initial configuration of one to one of the other.
///
/// # Errors
/// The limit that was reached first, in one of the explorations or now.
fn are_equal<'a>(
    small: &Explored<'a>,
    large: &Explored<'a>,
    equivalence: Equivalence,
    control: &Control,
) -> Result<bool, Limit> {
    let mut letters: Interner<LetterId, Action> = Interner::default();
    let mut steps: Vec<Vec<(Option<LetterId>, usize)>> = Vec::new();
    for explored in [small, large] {
        explored.cut().map_or(Ok(()), Err)?;
        let (edges, first) = (explored.edges(control)?, steps.len());
        for node in explored.nodes() {
            let leaving = edges.leaving(node).map(|(step, target)| {
                let send = sent(explored.system(), step);
                (send.map(|send| letters.id(&send)), first + target.index())
            });
            steps.push(leaving.collect());
        }
    }
    control.within(0, 0)?;
    let classes = match equivalence {
        Equivalence::Branching => branching_bisimilarity(&steps),
        Equivalence::Strong => bisimilarity(&steps, |_| ()),
    };
    let initial = |explored: &Explored<'_>, first: usize| {
        let mut own: Vec<usize> =
            explored.initial().map(|node| classes[first + node.index()]).collect();
        own.sort_unstable();
        own.dedup();
        own
    };
    Ok(initial(small, 0) == initial(large, small.nodes().len()))
}

kernel::base::typed_id! {
    /// A send of a system.
    struct LetterId;
}

/// Returns the send that a step is, if it is one.
fn sent(system: &System, step: Step) -> Option<Action> {
    let action = system.action(step.participant, step.transition);
    action.filter(|action| action.direction == Direction::Send)
}

/// The sets of configurations to which the same sends lead within a bound.
struct Subsets<'e, 'a> {
    explored: &'e Explored<'a>,
    edges: &'e Edges<Step>,
    sets: Interner<SubsetId, Vec<NodeId>>,
    after: FxHashMap<(SubsetId, Action), Option<SubsetId>>,
}

impl<'e, 'a> Subsets<'e, 'a> {
    fn new(explored: &'e Explored<'a>, control: &Control) -> Result<Self, Limit> {
        let (sets, after) = (Interner::default(), FxHashMap::default());
        Ok(Self { explored, edges: explored.edges(control)?, sets, after })
    }

    /// Returns the set of the configurations to which hidden steps lead from others.
    fn closed(&mut self, from: impl IntoIterator<Item = NodeId>) -> SubsetId {
        let system = self.explored.system();
        let hidden = |&node: &NodeId| {
            let leaving = self.edges.leaving(node);
            leaving.filter(|&(step, _)| sent(system, step).is_none()).map(|(_, target)| target)
        };
        let mut members = reachable(from, hidden);
        members.sort_unstable();
        self.sets.id(&members)
    }
}

impl Reference for Subsets<'_, '_> {
    fn start(&mut self) -> SubsetId {
        self.closed(self.explored.initial().collect::<Vec<_>>())
    }

    fn after(&mut self, from: SubsetId, send: Action) -> Option<SubsetId> {
        if let Some(&known) = self.after.get(&(from, send)) {
            return known;
        }
        let system = self.explored.system();
        let leaving = self.sets.items()[from].iter().flat_map(|&node| self.edges.leaving(node));
        let targets = leaving.filter(|&(step, _)| sent(system, step) == Some(send));
        let mut targets: Vec<NodeId> = targets.map(|(_, target)| target).collect();
        targets.sort_unstable();
        targets.dedup();
        let after = (!targets.is_empty()).then(|| self.closed(targets));
        self.after.insert((from, send), after);
        after
    }
}
