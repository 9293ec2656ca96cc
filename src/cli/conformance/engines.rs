//! What answers questions about logs: one checker for each way to group lifelines.

use rustc_hash::FxHashMap;

use super::model::{Behaviour, GlobalModel, Seen};
use crate::check::conformance::{Answer, Checker, Procedure, Question, Specification};
use crate::kernel::base::Control;
use crate::kernel::report::Reason;
use crate::model::trace::{DistributedAlphabet, LifelineId, LocalLetterId};

/// More groupings than that are not kept.
const KEPT: usize = 64;

/// The checkers of a model. The automaton is trimmed once for all of them.
pub(crate) struct Engines<'a> {
    model: &'a GlobalModel,
    /// As the locations of the options see it.
    base: Engine,
    /// For other groupings of the lifelines.
    others: FxHashMap<Vec<Vec<LifelineId>>, Engine>,
}

/// What answers questions about logs of one group of locations.
#[derive(Clone, Debug)]
pub(crate) enum Engine {
    /// The automaton.
    Automaton(Box<Checker>),
    /// Nothing, for this reason.
    Nothing(DistributedAlphabet, Reason, String),
}

impl<'a> Engines<'a> {
    /// Returns the checkers of a model.
    pub(crate) fn new(model: &'a GlobalModel) -> Self {
        let alphabet = model.alphabet();
        let base = match &model.behaviour {
            Behaviour::Automaton { automaton, .. } => {
                Engine::Automaton(Box::new(Checker::new(Specification::new(automaton, alphabet))))
            }
            Behaviour::Term { reason, why } => Engine::Nothing(alphabet, *reason, why.clone()),
        };
        Self { model, base, others: FxHashMap::default() }
    }

    /// Returns what answers for the locations of the options.
    pub(crate) fn base(&mut self) -> &mut Engine {
        &mut self.base
    }

    /// Returns what answers where lifelines share locations in this way.
    pub(crate) fn seen_by(&mut self, grouping: &[Vec<LifelineId>]) -> &mut Engine {
        let Seen::Actions { letters, signature, .. } = &self.model.letters else {
            return &mut self.base;
        };
        if !self.others.contains_key(grouping) {
            let alphabet = DistributedAlphabet::of_letters(letters, signature, grouping)
                .expect("the locations of a multitrace are disjoint");
            let engine = match &self.base {
                Engine::Automaton(checker) => {
                    let specification = checker.specification().seen_by(alphabet);
                    Engine::Automaton(Box::new(Checker::new(specification)))
                }
                Engine::Nothing(_, reason, why) => Engine::Nothing(alphabet, *reason, why.clone()),
            };
            if self.others.len() >= KEPT {
                self.others.clear();
            }
            self.others.insert(grouping.to_vec(), engine);
        }
        self.others.get_mut(grouping).expect("it was inserted")
    }
}

impl Engine {
    /// Returns the letters and what is seen of them.
    pub(crate) fn alphabet(&self) -> &DistributedAlphabet {
        match self {
            Self::Automaton(checker) => checker.specification().alphabet(),
            Self::Nothing(alphabet, ..) => alphabet,
        }
    }

    /// Answers a question about a multitrace.
    ///
    /// # Errors
    /// If nothing answers it: why.
    pub(crate) fn check(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Option<Question>,
        procedure: Procedure,
        control: &Control,
    ) -> Result<Answer, (Reason, String)> {
        match self {
            Self::Automaton(checker) => Ok(checker.check(traces, question, procedure, control)),
            Self::Nothing(_, reason, why) => Err((*reason, why.clone())),
        }
    }

    /// Returns the word for what answers.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Automaton(_) => "automaton",
            Self::Nothing(..) => "none",
        }
    }
}
