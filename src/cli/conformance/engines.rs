//! What answers questions about logs: one checker for each way to group lifelines.

use rustc_hash::FxHashMap;

use super::explanation::{Explained, explained, interleaved};
use super::model::{Behaviour, GlobalModel, Seen};
use super::told::Heard;
use crate::check::conformance::{
    Answer, Checker, Fault, LocalError, Procedure, Question, Specification, TermChecker,
};
use crate::kernel::base::{Control, Id as _};
use crate::model::interaction::Laws;
use crate::model::trace::{DistributedAlphabet, LetterId, LifelineId, LocalLetterId};

/// More groupings than that are not kept.
const KEPT: usize = 64;

/// The checkers of a model. The automaton is trimmed once for all of them.
#[derive(Clone)]
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
    /// The term of the interaction.
    Term(Box<TermChecker>),
}

impl<'a> Engines<'a> {
    /// Returns the checkers of a model for a procedure.
    pub(crate) fn new(model: &'a GlobalModel, procedure: Procedure) -> Self {
        let base = match (&model.behaviour, model.interaction(), &model.letters) {
            (Behaviour::Automaton { automaton, .. }, None, _) => {
                Engine::of_automaton(Specification::new(automaton, model.alphabet()))
            }
            (Behaviour::Automaton { automaton, .. }, Some(_), _)
                if procedure != Procedure::Removal =>
            {
                Engine::of_automaton(Specification::new(automaton, model.alphabet()))
            }
            (_, Some(interaction), Seen::Actions { groups, .. }) => {
                let checker = TermChecker::new(interaction, Laws::full(), groups);
                let checker = checker.expect("the groups were tried when they were read");
                Engine::Term(Box::new(checker))
            }
            (_, Some(_), Seen::Names(_)) | (Behaviour::Term { .. }, None, _) => {
                unreachable!("terms are of interactions, whose letters are actions")
            }
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
            let engine = match (&self.base, self.model.interaction()) {
                (Engine::Term(_), Some(interaction)) => {
                    let checker = TermChecker::new(interaction, Laws::full(), grouping);
                    Engine::Term(Box::new(checker.expect(DISJOINT)))
                }
                (Engine::Automaton(checker), _) => {
                    let alphabet = DistributedAlphabet::of_letters(letters, signature, grouping);
                    let specification = checker.specification();
                    Engine::of_automaton(specification.seen_by(alphabet.expect(DISJOINT)))
                }
                (Engine::Term(_), None) => unreachable!("terms are of interactions"),
            };
            if self.others.len() >= KEPT {
                self.others.clear();
            }
            self.others.insert(grouping.to_vec(), engine);
        }
        self.others.get_mut(grouping).expect("it was inserted")
    }
}

const DISJOINT: &str = "the locations of a multitrace are disjoint";

impl Engine {
    fn of_automaton(specification: Specification) -> Self {
        Self::Automaton(Box::new(Checker::new(specification)))
    }

    /// Returns the letters and what is seen of them.
    pub(crate) fn alphabet(&self) -> &DistributedAlphabet {
        match self {
            Self::Automaton(checker) => checker.specification().alphabet(),
            Self::Term(checker) => checker.alphabet(),
        }
    }

    /// Answers a question about a multitrace.
    pub(crate) fn check(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Option<Question>,
        procedure: Procedure,
        control: &Control,
    ) -> Answer {
        match self {
            Self::Automaton(checker) => checker.check(traces, question, procedure, control),
            Self::Term(checker) => checker.check(traces, question, procedure, control),
        }
    }

    /// Tells for each error of a trace by itself whether the trace might have ended there.
    pub(crate) fn ends(&mut self, traces: &[Vec<LocalLetterId>], answer: &Answer) -> Vec<bool> {
        let (Self::Automaton(checker), Some(Fault::Local(errors))) = (self, &answer.fault) else {
            return Vec::new();
        };
        let read = |error: &LocalError| {
            let trace = &traces[error.location.index()][..error.position];
            checker.verifiers().verify(error.location, trace).is_ok()
        };
        errors.iter().map(read).collect()
    }

    /// Returns why a multitrace does not answer a question with yes, as far as an automaton says so.
    pub(super) fn explained(
        &mut self,
        heard: &Heard<'_>,
        question: Question,
        answer: &Answer,
        model: &GlobalModel,
    ) -> Explained {
        match self {
            Self::Term(_) => Explained::default(),
            Self::Automaton(checker) => {
                let is_local = matches!(answer.fault, Some(Fault::Local(_)));
                let places = |word: &[LetterId]| model.places(word);
                explained(checker, heard, question, is_local, &places)
            }
        }
    }

    /// Returns a run because of which the answer is yes, as far as an automaton says so.
    pub(super) fn interleaved(&mut self, heard: &Heard<'_>, question: Question) -> Explained {
        match self {
            Self::Term(_) => Explained::default(),
            Self::Automaton(checker) => interleaved(checker, heard, question),
        }
    }

    /// Returns the word for what answers.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Automaton(_) => "automaton",
            Self::Term(_) => "term",
        }
    }
}
