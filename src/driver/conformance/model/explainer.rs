//! Searches for explanations, with their limits.

use std::sync::Arc;
use std::time::Instant;

use super::engines::Engine;
use crate::Host;
use check::conformance::{Furthest, Invariant, Question};
use kernel::base::{Control, Limit};
use model::trace::{LetterId, LocalLetterId, LocationId};

/// Maximum number of configurations of an automaton that an explanation stores for each question.
const BRIEF: u64 = 200_000;

/// Maximum number of configurations that are counted where letters outside the traces multiply them.
const COUNTED: u64 = 1_000;

/// Maximum number of letters that an explanation visits where the hypotheses are terms: a configuration counts for
/// about as many letters as the term has.
const BRIEF_LETTERS: u64 = 400_000;

/// Maximum memory of an explanation in bytes, all stored terms included.
const BRIEF_BYTES: u64 = 1 << 29;

/// Searches for explanations of an engine's answers, within limits: an explanation that takes longer is left out.
pub(in crate::conformance) struct Explainer<'e> {
    engine: &'e mut Engine,
    control: Arc<Control>,
}

/// The furthest point up to which traces can be read together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// Number of letters read of each trace.
    pub positions: Vec<usize>,
    /// Number of hypotheses; `None` if they are more than are counted.
    pub alive: Option<usize>,
    /// The letters that may come next, in order, if they were found. Where hypotheses are not counted, only letters of
    /// locations whose traces are not read to their ends.
    pub enabled: Option<Vec<LetterId>>,
    /// Whether a run may end at this point, where hypotheses are counted.
    pub may_end: Option<bool>,
}

impl Reached {
    fn new<State>(furthest: Furthest<State>) -> Self {
        let Furthest { positions, states, enabled, may_end } = furthest;
        let (alive, may_end) = (Some(states.len()), Some(may_end));
        Self { positions, alive, enabled: Some(enabled), may_end }
    }
}

impl<'e> Explainer<'e> {
    /// Returns an explainer for the answers of the thread with a number, from 1; 0 is the main thread. The time limit
    /// is that of the answers.
    pub(in crate::conformance) fn new(
        engine: &'e mut Engine,
        host: &dyn Host,
        thread: usize,
        deadline: Option<Instant>,
    ) -> Self {
        let max_states = match engine {
            Engine::Automaton(_) => BRIEF,
            Engine::Term(checker) => (BRIEF_LETTERS / (checker.size() as u64 + 1)).max(1_000),
        };
        let control = Arc::new(Control {
            max_states: Some(max_states),
            max_bytes: Some(BRIEF_BYTES),
            deadline,
            ..Control::unlimited()
        });
        host.watch(thread, &control);
        Self { engine, control }
    }

    /// Returns the control with the limits of explanations.
    pub(in crate::conformance) fn control(&self) -> &Control {
        &self.control
    }

    /// Returns the furthest point up to which traces can be read together, in the sense of `question`.
    pub(in crate::conformance) fn furthest(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
    ) -> Result<Reached, Limit> {
        let control = &*self.control;
        let few = Control {
            max_states: Some(COUNTED),
            max_bytes: control.max_bytes,
            deadline: control.deadline,
            ..Control::unlimited()
        };
        match self.engine {
            Engine::Automaton(checker) => {
                checker.furthest(traces, question, control).map(Reached::new)
            }
            Engine::Term(checker) if question <= Question::GlobalPrefix => {
                checker.furthest(traces, question, control).map(Reached::new)
            }
            Engine::Term(checker) => match checker.furthest(traces, question, &few) {
                Err(Limit::States) => {
                    let (positions, enabled) =
                        checker.furthest_positions(traces, question, control)?;
                    Ok(Reached { positions, alive: None, enabled, may_end: None })
                }
                found => found.map(Reached::new),
            },
        }
    }

    /// Returns a minimal set of locations in conflict.
    pub(in crate::conformance) fn conflict(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
    ) -> Result<Vec<LocationId>, Limit> {
        match self.engine {
            Engine::Automaton(checker) => checker.conflict(traces, question, &self.control),
            Engine::Term(checker) => checker.conflict(traces, question, &self.control),
        }
    }

    /// Returns a run with these observations; `None` if there is none.
    pub(in crate::conformance) fn run(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
    ) -> Result<Option<Vec<LetterId>>, Limit> {
        match self.engine {
            Engine::Automaton(checker) => checker.word(traces, question, &self.control),
            Engine::Term(checker) => checker.word(traces, question, &self.control),
        }
    }

    /// Returns an invariant that traces violate. Only automata have invariants.
    pub(in crate::conformance) fn broken_invariant(
        &self,
        traces: &[Vec<LocalLetterId>],
    ) -> Option<Invariant> {
        match &*self.engine {
            Engine::Automaton(checker) => checker.broken_invariant(traces),
            Engine::Term(_) => None,
        }
    }
}
