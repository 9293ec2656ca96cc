//! Checkers of logs, one for each grouping of lifelines.

use check::EngineName;
use rustc_hash::FxHashMap;

use super::global_model::{Behaviour, GlobalModel, ObservedLetters};
use check::conformance::{Answer, Checker, Procedure, Question, Specification, TermChecker};
use kernel::base::Control;
use model::interaction::{Interaction, RewriteRules};
use model::trace::{DistributedAlphabet, LifelineId, LocalLetterId};

/// Maximum number of groupings whose checkers are kept.
const KEPT: usize = 64;

/// The checkers of a model. The automaton is trimmed once for all of them.
#[derive(Clone, Debug)]
pub struct Engines<'a> {
    model: &'a GlobalModel,
    /// The checker for the grouping of the options.
    base: Engine,
    /// The checkers for other groupings of the lifelines.
    others: FxHashMap<Vec<Vec<LifelineId>>, Engine>,
}

/// The checker of logs for one grouping of the lifelines.
#[derive(Clone, Debug)]
pub enum Engine {
    /// A checker on the automaton.
    Automaton(Box<Checker>),
    /// A checker on the term of the interaction; it has the automaton too, if that is small, to distinguish inter and
    /// central faults.
    Term(Box<TermChecker>),
}

impl<'a> Engines<'a> {
    /// Returns the checkers of a model for a procedure.
    pub fn new(model: &'a GlobalModel, procedure: Procedure) -> Self {
        let specification = match &model.behaviour {
            Behaviour::Automaton { automaton, .. } => {
                Some(Specification::new(automaton, model.alphabet()))
            }
            Behaviour::Term { .. } => None,
        };
        let base = match (specification, model.interaction(), &model.letters) {
            (Some(specification), interaction, _)
                if interaction.is_none() || procedure != Procedure::Removal =>
            {
                Engine::of_automaton(specification)
            }
            (specification, Some(interaction), ObservedLetters::Actions { groups, .. }) => {
                Engine::of_term(interaction, groups, specification)
            }
            (_, Some(_), ObservedLetters::Names(_)) | (_, None, _) => {
                unreachable!("terms are of interactions, whose letters are actions")
            }
        };
        Self { model, base, others: FxHashMap::default() }
    }

    /// Returns the checker for the locations of the options.
    pub fn base(&mut self) -> &mut Engine {
        &mut self.base
    }

    /// Returns the checker for a grouping of lifelines into locations.
    ///
    /// # Panics
    /// If the groups are not disjoint.
    pub fn seen_by(&mut self, grouping: &[Vec<LifelineId>]) -> &mut Engine {
        let ObservedLetters::Actions { letters, signature, .. } = &self.model.letters else {
            return &mut self.base;
        };
        if !self.others.contains_key(grouping) {
            let regrouped = |checker: &Checker| {
                let alphabet = DistributedAlphabet::of_letters(letters, signature, grouping);
                checker.specification().seen_by(alphabet.expect(DISJOINT))
            };
            let engine = match (&self.base, self.model.interaction()) {
                (Engine::Term(base), Some(interaction)) => {
                    Engine::of_term(interaction, grouping, base.automaton().map(regrouped))
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

const DISJOINT: &str = "the locations of a multitrace are disjoint";

impl Engine {
    fn of_automaton(specification: Specification) -> Self {
        Self::Automaton(Box::new(Checker::new(specification)))
    }

    fn of_term(
        interaction: &Interaction,
        grouping: &[Vec<LifelineId>],
        automaton: Option<Specification>,
    ) -> Self {
        let checker = TermChecker::new(interaction, RewriteRules::full(), grouping);
        let checker = checker.expect(DISJOINT);
        Self::Term(Box::new(match automaton {
            Some(automaton) => checker.with_automaton(Checker::new(automaton)),
            None => checker,
        }))
    }

    /// Returns the letters and their observation at each location.
    pub fn alphabet(&self) -> &DistributedAlphabet {
        match self {
            Self::Automaton(checker) => checker.specification().alphabet(),
            Self::Term(checker) => checker.alphabet(),
        }
    }

    /// Answers a question about a multitrace.
    pub fn check(
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

    /// Returns the name of the checker.
    pub fn name(&self) -> EngineName {
        match self {
            Self::Automaton(_) => EngineName::Automaton,
            Self::Term(_) => EngineName::Term,
        }
    }
}
