//! What explanations ask an engine, and what that may take.

use std::sync::Arc;
use std::time::Instant;

use super::engines::Engine;
use crate::Host;
use check::conformance::{Furthest, Invariant, Question};
use kernel::base::{Control, Limit};
use model::trace::{LetterId, LocalLetterId, LocationId};

/// So many configurations of an automaton an explanation may take for each question.
const BRIEF: u64 = 200_000;

/// So many configurations are counted where letters outside the traces multiply them.
const COUNTED: u64 = 1_000;

/// So many letters an explanation may look at where the hypotheses are terms: a configuration for about as
/// many letters as the term has.
const BRIEF_LETTERS: u64 = 400_000;

/// So many bytes an explanation may take with all terms that are kept.
const BRIEF_BYTES: u64 = 1 << 29;

/// Asks an engine what explains its answers, within limits: an explanation that takes longer is left out.
pub(super) struct Explainer<'e> {
    engine: &'e mut Engine,
    control: Arc<Control>,
}

/// How far traces can be read together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// How many local letters of each trace are read.
    pub positions: Vec<usize>,
    /// How many hypotheses are alive; `None` where they are more than are counted.
    pub alive: Option<usize>,
    /// The letters that may come next, in order, if they were found. Where hypotheses are not counted, only those
    /// of locations whose traces are not read to their ends.
    pub enabled: Option<Vec<LetterId>>,
    /// Whether a run may end there, where hypotheses are counted.
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
    /// Returns an explainer for the answers of a thread with a number, from 1; 0 is the main one. Its time is over when that
    /// of the answers is.
    pub(super) fn new(
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

    /// Returns what an explanation may take.
    pub(super) fn control(&self) -> &Control {
        &self.control
    }

    /// Returns the furthest that traces can be read together, as a question asks.
    pub(super) fn furthest(
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
    pub(super) fn conflict(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
    ) -> Result<Vec<LocationId>, Limit> {
        match self.engine {
            Engine::Automaton(checker) => checker.conflict(traces, question, &self.control),
            Engine::Term(checker) => checker.conflict(traces, question, &self.control),
        }
    }

    /// Returns a run that is seen so; `None` if there is none.
    pub(super) fn run(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
    ) -> Result<Option<Vec<LetterId>>, Limit> {
        match self.engine {
            Engine::Automaton(checker) => checker.word(traces, question, &self.control),
            Engine::Term(checker) => checker.word(traces, question, &self.control),
        }
    }

    /// Returns an invariant that traces break. Only automata have some.
    pub(super) fn broken_invariant(&self, traces: &[Vec<LocalLetterId>]) -> Option<Invariant> {
        match &*self.engine {
            Engine::Automaton(checker) => checker.broken_invariant(traces),
            Engine::Term(_) => None,
        }
    }
}
