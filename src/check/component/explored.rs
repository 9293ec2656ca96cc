//! The stored global states, and what they answer.

use std::sync::{Mutex, PoisonError};

use kernel::base::{Control, Id as _, Limit};
use kernel::search::{NodeId, SearchBounds, StateGraph, Statistics, explore_until};
use kernel::verdict::Outcome;
use model::component::{Composite, Fault, Predicate, StateVariable, StateView};

use super::packed_state::{PackedState, unpack};
use super::space::{GlobalSpace, StepLabel};
use super::{GlobalRun, GlobalStep};

/// Number of global states that are explored unless the user sets a limit: counters make them infinitely many in many
/// systems, which would end only with the memory.
pub const MAX_STATES: u64 = 2_000_000;

/// Number of states that are explored even if everything is settled before.
const FIRST_STATES: usize = 1 << 16;

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

/// The reachable global states of a composite, and what they answer.
#[derive(Debug)]
pub struct Explored<'a> {
    graph: StateGraph<GlobalSpace<'a>>,
    composite: &'a Composite,
    seen: Seen,
}

/// What was seen of the states so far, each of which is looked at when it is stored: an exploration that is cut has lost
/// nothing of what it found.
#[derive(Clone, Debug)]
struct Seen {
    /// Number of states that were looked at.
    states: usize,
    /// For each question the first state that settles it, with the error if the predicate has no value there.
    settled: Vec<Option<(NodeId, Result<(), Fault>)>>,
    /// The first state that stands for an error, and the first beyond the ranges.
    fault: Option<NodeId>,
    beyond: Option<NodeId>,
}

impl Seen {
    /// Looks at the next state.
    fn look(&mut self, composite: &Composite, questions: &[Question<'_>], state: &PackedState) {
        let node = NodeId::from_index(self.states);
        self.states += 1;
        let (bytes, led_by) = match state {
            PackedState::State(bytes, led_by) => (bytes, *led_by),
            PackedState::Fault => {
                self.fault.get_or_insert(node);
                return;
            }
            PackedState::Beyond => {
                self.beyond.get_or_insert(node);
                return;
            }
        };
        let mut unpacked = None;
        for (settled, question) in self.settled.iter_mut().zip(questions) {
            if settled.is_some() {
                continue;
            }
            let state = unpacked.get_or_insert_with(|| unpack(composite, bytes));
            let value = |predicate: &Predicate| {
                Ok(predicate.holds(&StateView { composite, state, led_by })?)
            };
            let is_violated = match question {
                // An error of the system is none of the question.
                Question::NoDeadlock => {
                    Ok(composite.firable(state).is_ok_and(|all| all.is_empty()))
                }
                Question::Always(predicate) => value(predicate).map(|it| !it),
                Question::Never(predicate) => value(predicate),
            };
            *settled = match is_violated {
                Ok(true) => Some((node, Ok(()))),
                Ok(false) => None,
                Err(fault) => Some((node, Err(fault))),
            };
        }
    }

    /// Returns `true` if more states would say no more, or the system has an error. The first states are explored all
    /// the same.
    fn is_enough(&self) -> bool {
        let all_are_settled = !self.settled.is_empty() && self.settled.iter().all(Option::is_some);
        self.states >= FIRST_STATES && (all_are_settled || self.fault.is_some())
    }
}

impl<'a> Explored<'a> {
    /// Explores the global states until all of them are stored, a limit is reached, the system has an error, or each
    /// question is settled.
    ///
    /// # Complexity
    /// Time linear in the number of steps between reachable states, memory linear in that of states.
    pub fn new(composite: &'a Composite, questions: &[Question<'_>], control: &Control) -> Self {
        let by_interaction = questions.iter().any(|question| match question {
            Question::NoDeadlock => false,
            Question::Always(predicate) | Question::Never(predicate) => {
                reads_interaction(predicate)
            }
        });
        let space = GlobalSpace { composite, by_interaction };
        let settled = vec![None; questions.len()];
        let seen = Mutex::new(Seen { states: 0, settled, fault: None, beyond: None });
        let look = |state: &PackedState| {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.look(composite, questions, state);
            seen.is_enough()
        };
        let most = control.max_states.unwrap_or(MAX_STATES);
        let bounds = SearchBounds { states: most, bytes: u64::MAX };
        let graph = explore_until(space, look, bounds, control);
        let seen = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
        Self { graph, composite, seen }
    }

    /// Returns the error of the system, if it has one in a state that was reached, with a shortest run that leads there.
    pub fn fault(&self) -> Option<(Fault, GlobalRun)> {
        self.seen.fault.map(|node| self.error(node))
    }

    /// Returns the counts of the exploration.
    pub fn statistics(&self) -> Statistics {
        self.graph.statistics()
    }

    /// Returns `true` if the question with a number, from 0, is violated, which [`answer`](Self::answer) shows.
    pub fn is_violated(&self, question: usize) -> bool {
        matches!(self.seen.settled[question], Some((_, Ok(()))))
    }

    /// Answers the question with a number, from 0.
    ///
    /// # Errors
    /// If the predicate has no value in a reachable state: the error, with a shortest run that leads there.
    ///
    /// # Complexity
    /// Linear in the length of the run, and in the cost of the successors of its states.
    pub fn answer(&self, question: usize) -> Result<Answer, (Fault, GlobalRun)> {
        Ok(match (&self.seen.settled[question], self.seen.fault, self.graph.cut()) {
            (Some((node, Ok(()))), ..) => Outcome::Violated(self.run_to(*node)),
            (Some((node, Err(fault))), ..) => return Err((fault.clone(), self.run_to(*node))),
            (None, Some(_), _) => Outcome::Unknown(Open::Fault),
            (None, None, Some(limit)) => Outcome::Unknown(Open::Limit(limit)),
            (None, None, None) if self.seen.beyond.is_some() => Outcome::Unknown(Open::Range),
            (None, None, None) => Outcome::Holds(()),
        })
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
