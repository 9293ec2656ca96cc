//! The stored global states, and what they answer.

use kernel::base::{Control, Limit};
use kernel::search::{NodeId, SearchBounds, StateGraph, Statistics, explore_within};
use kernel::verdict::Outcome;
use model::component::{
    Composite, Fault, GlobalState, InteractionId, Predicate, StateVariable, StateView,
};

use super::packed_state::{PackedState, unpack};
use super::space::{GlobalSpace, StepLabel};
use super::{GlobalRun, GlobalStep};

/// Number of global states that are explored unless the user sets a limit: counters make them infinitely many in many
/// systems, which would end only with the memory.
pub const MAX_STATES: u64 = 2_000_000;

/// Number of states after which it is first asked whether everything is decided.
const FIRST_STAGE: u64 = 1 << 16;

/// What is asked of the reachable global states.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// Whether no reachable state is a deadlock: no interaction can ever fire again.
    NoDeadlock,
    /// Whether a predicate holds in each reachable state.
    Always(&'a Predicate),
    /// Whether a predicate holds in no reachable state.
    Never(&'a Predicate),
}

/// The answer to a question: a run to a shortest violation, or why there is no verdict.
pub type Answer = Outcome<(), GlobalRun, Open>;

/// Why a question has no verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// A limit was reached.
    Limit(Limit),
    /// Variables leave the ranges that bound the exploration.
    Range,
    /// The system has an error in a state, or in a step, that is reached.
    Fault,
}

/// The reachable global states of a composite.
#[derive(Debug)]
pub struct Explored<'a> {
    graph: StateGraph<GlobalSpace<'a>>,
    composite: &'a Composite,
    /// The first state that stands for an error, and the first beyond the ranges.
    fault: Option<NodeId>,
    beyond: Option<NodeId>,
}

impl<'a> Explored<'a> {
    /// Explores the global states until all of them are stored, a limit is reached, the system has an error, or each
    /// question is violated.
    ///
    /// # Complexity
    /// Time linear in the number of steps between reachable states, memory linear in that of states.
    pub fn new(composite: &'a Composite, questions: &[Question<'_>], control: &Control) -> Self {
        let most = control.max_states.unwrap_or(MAX_STATES);
        let by_interaction = questions.iter().any(|question| match question {
            Question::NoDeadlock => false,
            Question::Always(predicate) | Question::Never(predicate) => {
                reads_interaction(predicate)
            }
        });
        let space = GlobalSpace { composite, by_interaction };
        let mut states = FIRST_STAGE.min(most);
        loop {
            let bounds = SearchBounds { states, bytes: u64::MAX };
            let graph = explore_within(space, bounds, control);
            let is_cut = graph.cut() == Some(Limit::States) && states < most;
            let find = |kind: &PackedState| graph.nodes().find(|&node| graph.state(node) == kind);
            let (fault, beyond) = (find(&PackedState::Fault), find(&PackedState::Beyond));
            let explored = Self { graph, composite, fault, beyond };
            let is_settled = |question: &Question<'_>| {
                !matches!(explored.answer(*question), Ok(Outcome::Holds(()) | Outcome::Unknown(_)))
            };
            if !is_cut
                || explored.fault.is_some()
                || !questions.is_empty() && questions.iter().all(is_settled)
            {
                return explored;
            }
            states = most;
        }
    }

    /// Returns the error of the system, if it has one in a state that was reached, with a shortest run that leads there.
    pub fn fault(&self) -> Option<(Fault, GlobalRun)> {
        self.fault.map(|node| self.error(node))
    }

    /// Returns the counts of the exploration.
    pub fn statistics(&self) -> Statistics {
        self.graph.statistics()
    }

    /// Answers a question.
    ///
    /// # Errors
    /// If the predicate has no value in a reachable state: the error, with a shortest run that leads there.
    ///
    /// # Complexity
    /// Linear in the number of states; for a deadlock also in the cost of their successors.
    pub fn answer(&self, question: Question<'_>) -> Result<Answer, (Fault, GlobalRun)> {
        for node in self.graph.nodes() {
            let PackedState::State(bytes, led_by) = self.graph.state(node) else { continue };
            let state = unpack(self.composite, bytes);
            let is_violated = match question {
                // An error of the system is none of the question.
                Question::NoDeadlock => {
                    Ok(self.composite.firable(&state).is_ok_and(|all| all.is_empty()))
                }
                Question::Always(predicate) => self.value(predicate, &state, *led_by).map(|it| !it),
                Question::Never(predicate) => self.value(predicate, &state, *led_by),
            };
            match is_violated {
                Ok(true) => return Ok(Outcome::Violated(self.run_to(node))),
                Ok(false) => {}
                Err(fault) => return Err((fault, self.run_to(node))),
            }
        }
        Ok(match (self.fault, self.graph.cut(), self.beyond) {
            (Some(_), ..) => Outcome::Unknown(Open::Fault),
            (None, Some(limit), _) => Outcome::Unknown(Open::Limit(limit)),
            (None, None, Some(_)) => Outcome::Unknown(Open::Range),
            (None, None, None) => Outcome::Holds(()),
        })
    }

    fn value(
        &self,
        predicate: &Predicate,
        state: &GlobalState,
        led_by: Option<InteractionId>,
    ) -> Result<bool, Fault> {
        Ok(predicate.holds(&StateView { composite: self.composite, state, led_by })?)
    }

    /// Returns the run to a state, replayed.
    fn run_to(&self, node: NodeId) -> GlobalRun {
        let (run, fault) = self.replay(self.graph.path_to(node).into_labels());
        assert_eq!(fault, None, "a stored state is reached without error");
        assert_eq!(run.is_run_of(self.composite), Ok(true), "the run is replayed");
        run
    }

    fn error(&self, node: NodeId) -> (Fault, GlobalRun) {
        let (run, fault) = self.replay(self.graph.path_to(node).into_labels());
        (fault.expect("the path leads to an error"), run)
    }

    /// Follows labels from the initial state, as far as there is no error.
    fn replay(&self, labels: impl Iterator<Item = StepLabel>) -> (GlobalRun, Option<Fault>) {
        let composite = self.composite;
        let mut run = match composite.initial_state() {
            Ok(initial) => GlobalRun::new(initial),
            Err(fault) => {
                return (GlobalRun::new(composite.start_values()), Some(fault));
            }
        };
        for label in labels {
            let Some(interaction) = label.interaction else {
                let fault = composite.firable(run.last()).expect_err("the state has an error");
                return (run, Some(fault));
            };
            let mut steps = Vec::new();
            let fired = composite.fire(run.last(), interaction, &mut |transitions, state| {
                let transitions = transitions.to_vec();
                steps.push(state.map(|state| GlobalStep { interaction, transitions, state }));
            });
            if let Err(fault) = fired {
                return (run, Some(fault));
            }
            match steps.swap_remove(label.choice as usize) {
                Ok(step) => run.steps.push(step),
                Err(fault) => return (run, Some(fault)),
            }
        }
        (run, None)
    }
}

fn reads_interaction(predicate: &Predicate) -> bool {
    let mut reads = false;
    predicate.variables(&mut |variable| {
        reads |= matches!(variable, StateVariable::Fired(_) | StateVariable::FiredAny(_));
    });
    reads
}
