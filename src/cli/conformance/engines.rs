//! What answers questions about logs: one checker for each way to group lifelines.

use rustc_hash::FxHashMap;

use super::explanation::{Explained, explained, interleaved};
use super::model::{Behaviour, GlobalModel, Seen};
use super::told::{Heard, automaton_words};
use crate::check::conformance::{
    Answer, Checker, Fault, Furthest, Invariant, Procedure, Question, Specification, TermChecker,
};
use crate::kernel::base::{Control, Limit};
use crate::model::interaction::Laws;
use crate::model::trace::{DistributedAlphabet, LetterId, LifelineId, LocalLetterId, LocationId};

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
    /// The term of the interaction; with its automaton, where that is small, to tell inter from central faults.
    Term(Box<TermChecker>),
}

impl<'a> Engines<'a> {
    /// Returns the checkers of a model for a procedure.
    pub(crate) fn new(model: &'a GlobalModel, procedure: Procedure) -> Self {
        let automaton = match &model.behaviour {
            Behaviour::Automaton { automaton, .. } => {
                let specification = Specification::new(automaton, model.alphabet());
                Some(Box::new(Checker::new(specification)))
            }
            Behaviour::Term { .. } => None,
        };
        let base = match (automaton, model.interaction(), &model.letters) {
            (Some(automaton), None, _) => Engine::Automaton(automaton),
            (Some(automaton), Some(_), _) if procedure != Procedure::Removal => {
                Engine::Automaton(automaton)
            }
            (automaton, Some(interaction), Seen::Actions { groups, .. }) => {
                let checker = TermChecker::new(interaction, Laws::full(), groups);
                let checker = checker.expect("the groups were tried when they were read");
                Engine::of_term(checker, automaton.map(|automaton| *automaton))
            }
            (_, Some(_), Seen::Names(_)) | (None, None, _) => {
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
            let regrouped = |checker: &Checker| {
                let alphabet = DistributedAlphabet::of_letters(letters, signature, grouping);
                checker.specification().seen_by(alphabet.expect(DISJOINT))
            };
            let engine = match (&self.base, self.model.interaction()) {
                (Engine::Term(base), Some(interaction)) => {
                    let checker = TermChecker::new(interaction, Laws::full(), grouping);
                    let automaton = base.automaton().map(|one| Checker::new(regrouped(one)));
                    Engine::of_term(checker.expect(DISJOINT), automaton)
                }
                (Engine::Automaton(checker), _) => Engine::of_automaton(regrouped(checker)),
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

/// The word for hypotheses that are terms.
pub(super) const TERMS: &str = "terms";

/// So many configurations of an automaton an explanation may take for each question.
const BRIEF: u64 = 200_000;

/// So many configurations are counted where letters outside the traces multiply them.
const COUNTED: u64 = 1_000;

/// So many letters an explanation may look at where the hypotheses are terms: a configuration for about as
/// many letters as the term has.
const BRIEF_LETTERS: u64 = 400_000;

/// How far traces can be read together.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    /// How many local letters of each trace are read.
    pub(super) positions: Vec<usize>,
    /// How many hypotheses are alive; nothing where they are more than are counted.
    pub(super) alive: Option<usize>,
    /// The letters that may come next, in order, if they were found. Where hypotheses are not counted, only those
    /// of locations whose traces are not read to their ends.
    pub(super) enabled: Option<Vec<LetterId>>,
    /// Whether a run may end there, where hypotheses are counted.
    pub(super) may_end: Option<bool>,
}

impl Reached {
    fn of<State>(furthest: Furthest<State>) -> Self {
        let Furthest { positions, states, enabled, may_end } = furthest;
        let (alive, may_end) = (Some(states.len()), Some(may_end));
        Self { positions, alive, enabled: Some(enabled), may_end }
    }
}

const DISJOINT: &str = "the locations of a multitrace are disjoint";

impl Engine {
    fn of_automaton(specification: Specification) -> Self {
        Self::Automaton(Box::new(Checker::new(specification)))
    }

    fn of_term(checker: TermChecker, automaton: Option<Checker>) -> Self {
        Self::Term(Box::new(match automaton {
            Some(automaton) => checker.with_automaton(automaton),
            None => checker,
        }))
    }

    /// Returns the letters and what is seen of them.
    pub(crate) fn alphabet(&self) -> &DistributedAlphabet {
        match self {
            Self::Automaton(checker) => checker.specification().alphabet(),
            Self::Term(checker) => checker.alphabet(),
        }
    }

    /// Returns what an explanation may take for each question.
    fn brief(&self) -> Control {
        let most = match self {
            Self::Automaton(_) => BRIEF,
            Self::Term(checker) => (BRIEF_LETTERS / (checker.size() as u64 + 1)).max(1_000),
        };
        Control { max_states: Some(most), ..Control::unlimited() }
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

    /// Returns why a multitrace does not answer a question with yes.
    pub(super) fn explained(
        &mut self,
        heard: &Heard<'_>,
        question: Question,
        answer: &Answer,
        model: &GlobalModel,
    ) -> Explained {
        let is_local = matches!(answer.fault, Some(Fault::Local(_)));
        let mut explained = explained(self, heard, question, answer, model);
        if !is_local {
            // What is inter and what is central depends on the automaton.
            explained.lines.insert(0, automaton_words(model));
        }
        explained
    }

    /// Returns a run because of which the answer is yes.
    pub(super) fn interleaved(
        &mut self,
        heard: &Heard<'_>,
        question: Question,
        model: &GlobalModel,
    ) -> Explained {
        interleaved(self, heard, question, model)
    }

    /// Returns the furthest that traces can be read together, as a question asks.
    pub(super) fn furthest(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
    ) -> Result<Reached, Limit> {
        let brief = self.brief();
        let few = Control { max_states: Some(COUNTED), ..Control::unlimited() };
        match self {
            Self::Automaton(checker) => checker.furthest(traces, question, &brief).map(Reached::of),
            Self::Term(checker) if question <= Question::GlobalPrefix => {
                checker.furthest(traces, question, &brief).map(Reached::of)
            }
            Self::Term(checker) => match checker.furthest(traces, question, &few) {
                Err(Limit::States) => {
                    let (positions, enabled) =
                        checker.furthest_positions(traces, question, &brief)?;
                    Ok(Reached { positions, alive: None, enabled, may_end: None })
                }
                found => found.map(Reached::of),
            },
        }
    }

    /// Returns a minimal set of locations in conflict.
    pub(super) fn conflict(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
    ) -> Result<Vec<LocationId>, Limit> {
        let brief = self.brief();
        match self {
            Self::Automaton(checker) => checker.conflict(traces, question, &brief),
            Self::Term(checker) => checker.conflict(traces, question, &brief),
        }
    }

    /// Returns a run that is seen so; nothing if there is none.
    pub(super) fn run(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
    ) -> Result<Option<Vec<LetterId>>, Limit> {
        let brief = self.brief();
        match self {
            Self::Automaton(checker) => checker.word(traces, question, &brief),
            Self::Term(checker) => checker.word(traces, question, &brief),
        }
    }

    /// Returns an invariant that traces break. Only automata have some.
    pub(super) fn broken_invariant(&self, traces: &[Vec<LocalLetterId>]) -> Option<Invariant> {
        match self {
            Self::Automaton(checker) => checker.broken_invariant(traces),
            Self::Term(_) => None,
        }
    }

    /// Returns the word for what the hypotheses are.
    pub(super) fn hypotheses(&self) -> &'static str {
        match self {
            Self::Automaton(_) => "states",
            Self::Term(_) => TERMS,
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
