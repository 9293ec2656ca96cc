//! Checks of multitraces against an automaton.

use std::sync::{Arc, OnceLock};

use super::answer::Decision;
use super::budget::SearchBudget;
use super::invariants::{Invariant, Invariants};
use super::local::{LocalVerifiers, TransitionArea};
use super::masks::BackwardReaders;
use super::plain::by_interleavings;
use super::problem::{Masks, Moves, Problem, Query};
use super::projection::SetId;
use super::search::{backtracking, by_layers, depth_first, greedy};
use super::{
    Answer, CacheLimits, Class, Fault, LocalError, Procedure, Question, Specification, Stage,
};
use kernel::automata::SymbolId;
use kernel::base::{Control, Id as _, Limit};
use model::trace::{LetterId, LocalLetterId, LocationId};

/// Number of configurations, plus as many for each local letter, after which the depth-first search is given
/// up.
const DEPTH_FIRST: usize = 1_024;
const DEPTH_FIRST_EACH: usize = 4;

/// Checks multitraces against one specification.
///
/// Results about the specification are kept from one multitrace to the next. A clone can be used on another
/// thread.
///
/// # Examples
/// ```
/// use check::conformance::{Checker, Class, Procedure, Specification};
/// use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
/// use kernel::base::{Control, Id as _};
/// use model::trace::{DistributedAlphabet, LocationId};
///
/// // a, then b: a is seen at location 1, b at location 2.
/// let (state, symbol) = (FiniteStateId::from_index, SymbolId::from_index);
/// let steps = vec![(state(0), symbol(0), state(1)), (state(1), symbol(1), state(2))];
/// let automaton = FiniteAutomaton::new(2, vec![state(0)], vec![false, false, true], steps);
/// let places = [vec!["a".to_owned()], vec!["b".to_owned()]];
/// let alphabet = DistributedAlphabet::of_names(["a", "b"], &places).expect("each has a place");
/// let b = alphabet.locations()[LocationId::from_index(1)].local_letter("b");
/// let mut checker = Checker::new(Specification::new(&automaton, alphabet));
/// let answer = checker.check(&[vec![], vec![b]], None, Procedure::Auto, &Control::unlimited());
/// assert_eq!(answer.class, Some(Class::MultiPrefix));
/// ```
#[derive(Clone, Debug)]
pub struct Checker {
    specification: Specification,
    /// Maximum number of bytes that verifiers keep from one multitrace to the next, for each location.
    kept_bytes: usize,
    moves: Arc<Moves>,
    invariants: Arc<OnceLock<Option<Invariants>>>,
    verifiers: LocalVerifiers,
    backward: BackwardReaders,
    /// The masks of each location; the buffers are reused.
    masks: Vec<Vec<SetId>>,
}

impl Checker {
    /// Returns a checker of multitraces over the alphabet of `specification`.
    ///
    /// # Complexity
    /// Linear in the transitions and letters, times the number of locations.
    pub fn new(specification: Specification) -> Self {
        Self::with_limits(specification, CacheLimits::default())
    }

    /// Returns a checker whose cache is bounded by `limits`.
    ///
    /// # Complexity
    /// That of [`new`](Self::new).
    pub fn with_limits(specification: Specification, limits: CacheLimits) -> Self {
        Self {
            kept_bytes: limits.bytes,
            moves: Arc::new(Moves::new(&specification, None)),
            invariants: Arc::new(OnceLock::new()),
            verifiers: LocalVerifiers::with_entries(specification.clone(), limits.entries),
            backward: BackwardReaders::new(&specification, limits.entries),
            masks: vec![Vec::new(); specification.alphabet().locations().len()],
            specification,
        }
    }

    /// Returns the specification that multitraces are checked against.
    pub fn specification(&self) -> &Specification {
        &self.specification
    }

    /// Returns the verifiers of the locations.
    pub fn verifiers(&mut self) -> &mut LocalVerifiers {
        &mut self.verifiers
    }

    /// Answers a question about a multitrace; without a question, finds its class.
    ///
    /// [`Procedure::Removal`] needs terms; here it is the same as [`Procedure::Free`].
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    ///
    /// # Complexity
    /// Linear in the lengths of the traces if checks of single traces, invariants, areas or a greedy run
    /// decide. Otherwise the product of the lengths, times the transitions.
    pub fn check(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Option<Question>,
        procedure: Procedure,
        control: &Control,
    ) -> Answer {
        let locations = self.specification.alphabet().locations().len();
        assert_eq!(traces.len(), locations, "each location has a trace");
        self.shrink();
        let mut budget = SearchBudget::new(control);
        let mut answer = Answer::of_questions(question, |question| {
            self.decide(&Query::new(traces, question), procedure, &mut budget)
        });
        let is_refused = answer.verdict == Ok(false);
        if is_refused
            && answer.fault.is_none()
            && question.is_none_or(|one| one == Question::Accept)
        {
            answer.fault = Some(match procedure {
                // Errors of single traces were reported already.
                Procedure::Auto => self.joint_fault(traces),
                _ => self.fault(traces),
            });
        }
        answer.states = budget.stored;
        answer
    }

    /// Drops sets of states if there are very many.
    fn shrink(&mut self) {
        self.verifiers.shrink(self.kept_bytes);
        self.backward.shrink(self.kept_bytes);
    }

    fn decide(
        &mut self,
        query: &Query<'_>,
        procedure: Procedure,
        budget: &mut SearchBudget<'_>,
    ) -> Result<Decision, Limit> {
        match procedure {
            Procedure::Auto => self.staged(query, budget),
            Procedure::Central | Procedure::Free | Procedure::Removal => {
                self.plainly(query, None, budget)
            }
            Procedure::Semi if query.question != Question::Accept => {
                if !self.backward.read(query, &mut self.masks) {
                    return Ok(Decision::no(Stage::Local));
                }
                self.plainly(query, None, budget)
            }
            Procedure::Semi => {
                let errors = self.local_errors(query.traces);
                if !errors.is_empty() {
                    return Ok(Decision::no(Stage::Local).because(Fault::Local(errors)));
                }
                let common = self.common_area(query.traces);
                if !self.has_way(&common) {
                    return Ok(Decision::no(Stage::Areas).because(Fault::Inter));
                }
                let found = self.plainly(query, Some(&common), budget)?;
                Ok(found.because(Fault::Central))
            }
        }
    }

    /// Answers a question by a search over all interleavings; with an area, by its transitions only.
    fn plainly(
        &mut self,
        query: &Query<'_>,
        area: Option<&TransitionArea>,
        budget: &mut SearchBudget<'_>,
    ) -> Result<Decision, Limit> {
        self.unmask(query.traces);
        let inside = area.map(|area| Moves::new(&self.specification, Some(area)));
        let problem = self.problem(query);
        let moves = inside.as_ref().unwrap_or(problem.moves);
        by_interleavings(&Problem { moves, ..problem }, budget).map(Decision::searched)
    }

    /// Answers a question by filters, then a greedy run, then searches. Errors of single traces are
    /// reported.
    fn staged(
        &mut self,
        query: &Query<'_>,
        budget: &mut SearchBudget<'_>,
    ) -> Result<Decision, Limit> {
        if query.question == Question::Accept {
            let errors = self.local_errors(query.traces);
            if !errors.is_empty() {
                return Ok(Decision::no(Stage::Local).because(Fault::Local(errors)));
            }
            if self.invariants().is_some_and(|invariants| !invariants.admit(query.traces)) {
                return Ok(Decision::no(Stage::Invariant));
            }
        }
        if !self.backward.read(query, &mut self.masks) {
            return Ok(Decision::no(Stage::Local));
        }
        self.together(query, budget)
    }

    /// Answers a question about traces whose masks are complete: by a greedy run, then by searches.
    fn together(
        &mut self,
        query: &Query<'_>,
        budget: &mut SearchBudget<'_>,
    ) -> Result<Decision, Limit> {
        for follow in [greedy, backtracking] {
            let problem = self.problem(query);
            let mut initial = self.specification.automaton().initial().iter();
            if let Some(word) = initial.find_map(|&start| follow(&problem, start)) {
                return Ok(Decision::yes(Stage::Greedy, word));
            }
        }
        let letters: usize = query.traces.iter().map(Vec::len).sum();
        let max_configurations = DEPTH_FIRST + DEPTH_FIRST_EACH * letters;
        if let Some(found) = depth_first(&self.problem(query), max_configurations, budget)? {
            return Ok(match found.0 {
                Some(word) => Decision::yes(Stage::Search, word),
                None => Decision::no(Stage::Search),
            });
        }
        if query.question == Question::Accept {
            let common = self.common_area(query.traces);
            if !self.has_way(&common) {
                return Ok(Decision::no(Stage::Areas).because(Fault::Inter));
            }
        }
        if self.pairs_refute(query, budget)? {
            return Ok(Decision::no(Stage::Pairs));
        }
        let layered = by_layers(&self.problem(query), budget)?;
        Ok(Decision::searched(layered.is_found))
    }

    /// Makes masks that admit everything.
    pub(super) fn unmask(&mut self, traces: &[Vec<LocalLetterId>]) {
        for location in self.specification.alphabet().locations().ids() {
            let everything = self.backward.everything(location);
            let masks = &mut self.masks[location.index()];
            masks.clear();
            masks.resize(traces[location.index()].len() + 1, everything);
        }
    }

    /// Returns the problem of traces whose masks are complete.
    pub(super) fn problem<'a>(&'a self, query: &'a Query<'a>) -> Problem<'a> {
        let locations = self.specification.alphabet().locations().ids();
        Problem {
            specification: &self.specification,
            moves: &self.moves,
            traces: query.traces,
            query,
            masks: Masks {
                words: self.backward.words(),
                sets: locations.map(|location| self.backward.sets(location)).collect(),
                at: self.masks.iter().map(|masks| &**masks).collect(),
            },
        }
    }

    /// Returns `true` if the locations that are kept are inconsistent, whatever the others see.
    pub(super) fn refute(
        &mut self,
        query: &Query<'_>,
        kept: &[LocationId],
        budget: &mut SearchBudget<'_>,
    ) -> Result<bool, Limit> {
        let mut traces = vec![Vec::new(); query.traces.len()];
        let mut is_open_at_end = vec![true; traces.len()];
        for place in kept.iter().map(|location| location.index()) {
            traces[place].clone_from(&query.traces[place]);
            is_open_at_end[place] = query.is_open_at_end[place];
        }
        let freed = Query { traces: &traces, is_open_at_end, ..*query };
        let others = vec![Vec::new(); traces.len()];
        let saved = std::mem::replace(&mut self.masks, others);
        let outcome = if self.backward.read(&freed, &mut self.masks) {
            by_layers(&self.problem(&freed), budget).map(|layered| !layered.is_found)
        } else {
            Ok(true)
        };
        self.masks = saved;
        outcome
    }

    /// Returns `true` if some two of at least three locations are inconsistent.
    fn pairs_refute(
        &mut self,
        query: &Query<'_>,
        budget: &mut SearchBudget<'_>,
    ) -> Result<bool, Limit> {
        // With more locations there are too many pairs.
        const MANY: usize = 6;
        let locations: Vec<LocationId> = self.specification.alphabet().locations().ids().collect();
        if locations.len() < 3 || locations.len() > MANY {
            return Ok(false);
        }
        for (number, &one) in locations.iter().enumerate() {
            for &other in &locations[number + 1..] {
                if self.refute(query, &[one, other], budget)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn invariants(&self) -> Option<&Invariants> {
        self.invariants.get_or_init(|| Invariants::new(&self.specification)).as_ref()
    }

    /// Returns the errors of single traces, by location.
    pub fn local_errors(&mut self, traces: &[Vec<LocalLetterId>]) -> Vec<LocalError> {
        self.verifiers.verify_all(traces)
    }

    /// Returns the transitions in the areas of all traces.
    pub fn common_area(&mut self, traces: &[Vec<LocalLetterId>]) -> TransitionArea {
        let mut common =
            TransitionArea::everything(self.specification.automaton().transition_count());
        for location in self.specification.alphabet().locations().ids() {
            self.verifiers.restrict(location, &traces[location.index()], &mut common);
        }
        common
    }

    fn has_way(&self, area: &TransitionArea) -> bool {
        self.moves.has_way(self.specification.automaton().initial(), area)
    }

    /// Returns the area of a trace, or its error.
    ///
    /// # Errors
    /// If the trace is the projection of no word.
    pub fn local(
        &mut self,
        location: LocationId,
        trace: &[LocalLetterId],
    ) -> Result<TransitionArea, LocalError> {
        self.shrink();
        self.verifiers.verify(location, trace)?;
        Ok(self.verifiers.area(location, trace))
    }

    /// Returns why a multitrace that is not accepted is not.
    fn fault(&mut self, traces: &[Vec<LocalLetterId>]) -> Fault {
        let errors = self.local_errors(traces);
        if errors.is_empty() { self.joint_fault(traces) } else { Fault::Local(errors) }
    }

    /// Returns why a multitrace is not accepted whose traces are each right by themselves.
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    pub fn joint_fault(&mut self, traces: &[Vec<LocalLetterId>]) -> Fault {
        let common = self.common_area(traces);
        if self.has_way(&common) { Fault::Central } else { Fault::Inter }
    }

    /// Returns a linear invariant that a multitrace breaks.
    pub fn broken_invariant(&self, traces: &[Vec<LocalLetterId>]) -> Option<Invariant> {
        let locations = self.specification.alphabet().locations().iter();
        let is_known = locations
            .zip(traces)
            .all(|(location, trace)| trace.iter().all(|&letter| letter < location.unknown()));
        if is_known { self.invariants()?.broken(traces) } else { None }
    }

    /// Decides whether a multitrace is accepted, from the areas of all its traces, none of which has an
    /// error.
    ///
    /// # Panics
    /// If there are not as many areas and traces as locations.
    pub fn conclude(
        &mut self,
        areas: &[TransitionArea],
        traces: &[Vec<LocalLetterId>],
        control: &Control,
    ) -> Answer {
        assert_eq!(areas.len(), traces.len(), "each location has an area");
        self.shrink();
        let mut common =
            TransitionArea::everything(self.specification.automaton().transition_count());
        for area in areas {
            common.intersect(area);
        }
        if !self.has_way(&common) {
            return Answer { fault: Some(Fault::Inter), stage: Stage::Areas, ..Answer::NO };
        }
        let mut budget = SearchBudget::new(control);
        let mut answer = Answer::of_questions(Some(Question::Accept), |question| {
            self.staged(&Query::new(traces, question), &mut budget)
        });
        if answer.verdict == Ok(false) {
            answer.fault = Some(Fault::Central);
        }
        answer.states = budget.stored;
        answer
    }

    /// Returns the class of a multitrace that is not accepted.
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    pub fn class_of_refused(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        control: &Control,
    ) -> Result<Class, Limit> {
        self.shrink();
        let mut budget = SearchBudget::new(control);
        let class = Class::nearest(&Question::ALL[1..], |question| {
            Ok(self.staged(&Query::new(traces, question), &mut budget)?.holds)
        })?;
        Ok(class.expect("all questions are asked"))
    }

    /// Returns a word that shows that the answer to a question about a multitrace is yes; `None` if there is
    /// none. For all questions but [`Question::Accept`] it may be a prefix of a word that suffices.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn word(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
        control: &Control,
    ) -> Result<Option<Vec<LetterId>>, Limit> {
        let mut budget = SearchBudget::new(control);
        let query = Query::new(traces, question);
        let decision = self.staged(&query, &mut budget)?;
        let word = match decision.word {
            Some(word) => Some(word),
            None if !decision.holds => None,
            None => depth_first(&self.problem(&query), usize::MAX, &mut budget)?
                .and_then(|found| found.0),
        };
        let letter = |symbol: SymbolId| LetterId::from_index(symbol.index());
        Ok(word.map(|word| word.into_iter().map(letter).collect()))
    }
}
