//! Checks of multitraces against the term of an interaction.
//!
//! Terms are explored only as far as a multitrace requires. So this module supports interactions without a
//! finite automaton, and those whose automaton is too large to be built.

mod explain;
mod fault;
mod look_ahead;
mod search;
mod store;
mod suffixes;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::answer::Decision;
use super::{Answer, Checker, Procedure, Question, Stage};
use kernel::base::{Control, IndexVec, Limit};
use look_ahead::LookAhead;
use model::interaction::{
    Choice, Ending, Features, Interaction, PersistentSteps, RegionId, RewriteRules, Semantics,
    TermId,
};
use model::trace::{
    DistributedAlphabet, LifelineId, LifelineSet, LocalLetterId, LocationId, Misplaced,
};
use search::{Goal, Removal, StepCandidate, UnobservedLetters};
use store::{ConfigurationStore, Entry};
use suffixes::SuffixId;

/// Checks multitraces against the term of one interaction; results about the term are kept from one to the
/// next.
///
/// - Every procedure searches over pairs of a remaining term and the positions of the traces.
///   [`Procedure::Central`] does no more than that.
/// - The others skip configurations that some location alone cannot continue, and of letters whose order is
///   not seen they try one (see [`PersistentSteps`]).
/// - For [`Question::MultiPrefix`] the lifelines of locations whose traces are read are removed first. If the
///   search then fails, the answer is no. If it succeeds, the answer is yes if each location is a lifeline
///   and nothing is interleaved or synchronised; otherwise the yes is confirmed by a search in which letters
///   outside the traces may happen freely. [`Procedure::Free`] does only the latter search.
/// - [`Procedure::Semi`] is the same as [`Procedure::Auto`].
///
/// If operands are synchronised, or no bound on the length of the words is known, a search may be given up:
/// the verdict is then [`Limit::States`].
///
/// A clone can be used on another thread.
///
/// Source: \[OVM\], with the corrections described at [`Semantics::without`].
#[derive(Clone, Debug)]
pub struct TermChecker {
    interaction: Interaction,
    rules: RewriteRules,
    alphabet: DistributedAlphabet,
    /// The lifelines of each location.
    members: IndexVec<LocationId, LifelineSet>,
    semantics: Semantics,
    features: Features,
    /// Whether removal of lifelines is exact: the words of the remaining term are seen as those of the whole.
    is_plain: bool,
    persistent: PersistentSteps,
    look_ahead: LookAhead,
    /// Number of terms before the first check.
    first_terms: usize,
    /// The lifelines of each location, numbered.
    regions: Vec<RegionId>,
    nobody: RegionId,
    /// For each term with synchronised operands, whether it can reach an end.
    ends: FxHashMap<TermId, bool>,
    /// Whether [`Self::ends`] was determined, in this search, for each term that was asked about.
    knows_ends: bool,
    store: ConfigurationStore,
    /// The configuration that the last search found, if any.
    found: Option<Entry>,
    open: Vec<u32>,
    candidates: Vec<StepCandidate>,
    here: Vec<u32>,
    next: Vec<u32>,
    /// The suffixes that are left to read, by location and position.
    suffixes: Vec<SuffixId>,
    /// Index of the first suffix of each location.
    offsets: Vec<usize>,
    states: u64,
    is_local: bool,
    /// An automaton of the same words, which decides whether a fault is inter or central.
    automaton: Option<Box<Checker>>,
}

/// Maximum number of terms, and of answers of look-ahead, that are kept from one multitrace to the next.
const KEPT: usize = 1 << 21;

impl TermChecker {
    /// Maximum number of configurations that a search without a known end stores if `control` sets no
    /// maximum.
    pub const UNENDING: u64 = search::MAX_STORED;

    /// Returns a checker of multitraces over the letters of an interaction; terms are simplified by the
    /// rewrite rules `rules`. Each lifeline that is in no location gets a location of its own.
    ///
    /// # Errors
    /// If two locations name a lifeline.
    pub fn new(
        interaction: &Interaction,
        rules: RewriteRules,
        locations: &[Vec<LifelineId>],
    ) -> Result<Self, Misplaced> {
        let semantics = Semantics::new(interaction, rules, CHOICE);
        let signature = &interaction.signature;
        let alphabet = DistributedAlphabet::of_letters(semantics.letters(), signature, locations)?;
        Ok(Self::from_parts(interaction.clone(), rules, semantics, alphabet))
    }

    /// Returns a checker without any results.
    fn from_parts(
        interaction: Interaction,
        rules: RewriteRules,
        mut semantics: Semantics,
        alphabet: DistributedAlphabet,
    ) -> Self {
        let signature = &interaction.signature;
        let lifeline = |name: &String| signature.lifeline(name).expect("it is of the signature");
        let locations = alphabet.locations().iter();
        let members: IndexVec<LocationId, LifelineSet> =
            locations.map(|location| location.members().iter().map(lifeline).collect()).collect();
        let features = semantics.features(semantics.start());
        let is_plain = members.iter().all(|members| members.len() == 1)
            && !features.interleaves
            && !features.synchronises
            && features.coregions.is_empty();
        let everybody = members.iter().fold(LifelineSet::new(), |all, members| all.union(members));
        let regions = members.iter().map(|members| semantics.region(members)).collect();
        let others = members.iter().map(|members| semantics.region(&everybody.difference(members)));
        let look_ahead = LookAhead::new(others.collect());
        let zone = |letter| {
            let parts = alphabet.parts(letter).iter();
            parts.fold(LifelineSet::new(), |zone, &(location, _)| zone.union(&members[location]))
        };
        let persistent = PersistentSteps::new(&mut semantics, alphabet.letters().ids().map(zone));
        let nobody = semantics.region(&LifelineSet::new());
        Self {
            interaction,
            rules,
            alphabet,
            members,
            features,
            is_plain,
            persistent,
            look_ahead,
            first_terms: semantics.term_count(),
            semantics,
            regions,
            nobody,
            ends: FxHashMap::default(),
            knows_ends: true,
            store: ConfigurationStore::default(),
            found: None,
            open: Vec::new(),
            candidates: Vec::new(),
            here: Vec::new(),
            next: Vec::new(),
            suffixes: Vec::new(),
            offsets: Vec::new(),
            states: 0,
            is_local: false,
            automaton: None,
        }
    }

    /// Sets an automaton of the same words, whose alphabet has the same locations. The difference between
    /// inter and central faults depends on the automaton, so without one all joint faults are central.
    #[must_use]
    pub fn with_automaton(mut self, automaton: Checker) -> Self {
        self.automaton = Some(Box::new(automaton));
        self
    }

    /// Returns the automaton that separates inter from central faults, if there is one.
    pub fn automaton(&self) -> Option<&Checker> {
        self.automaton.as_deref()
    }

    /// Returns the alphabet of the multitraces.
    pub fn alphabet(&self) -> &DistributedAlphabet {
        &self.alphabet
    }

    /// Returns the number of letters of the term, counted as often as they are written: a measure of the cost
    /// of a step.
    pub fn size(&self) -> usize {
        self.semantics.size(self.semantics.start())
    }

    /// Answers a question about a multitrace; without a question, finds its class.
    ///
    /// If the multitrace is not accepted, and `question` is [`Question::Accept`] or none, the answer has the
    /// locations that cannot see their traces even alone, or a fault that is inter or central (see
    /// [`with_automaton`](Self::with_automaton)). If the limits prevent both, the answer has no fault; a
    /// location whose check is cut short is not listed.
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    ///
    /// # Complexity
    /// At most the number of terms, times the product of the lengths of the traces, each with one more.
    pub fn check(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Option<Question>,
        procedure: Procedure,
        control: &Control,
    ) -> Answer {
        assert_eq!(traces.len(), self.members.len(), "each location has a trace");
        if self.semantics.term_count() > KEPT || self.look_ahead.len() > KEPT {
            self.forget();
        }
        let terms = self.semantics.term_count();
        let answer = self.checked(traces, question, procedure, control);
        if answer.limit != Some(Limit::Memory) || terms <= self.first_terms {
            return answer;
        }
        // Results about other multitraces took some of the memory.
        self.forget();
        self.checked(traces, question, procedure, control)
    }

    fn checked(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Option<Question>,
        procedure: Procedure,
        control: &Control,
    ) -> Answer {
        let mut locations = self.alphabet.locations().iter().zip(traces);
        let is_foreign = locations.any(|(location, trace)| trace.contains(&location.unknown()));
        self.states = 0;
        let mut answer = Answer::of_questions(question, |question| {
            // A trace with a letter that the alphabet does not have fits nowhere.
            self.is_local = is_foreign;
            let holds = !is_foreign && self.ask(traces, question, procedure, control)?;
            let stage = if self.is_local { Stage::Local } else { Stage::Search };
            Ok(Decision { holds, ..Decision::no(stage) })
        });
        let asks_acceptance = question.is_none_or(|question| question == Question::Accept);
        if asks_acceptance && answer.verdict == Ok(false) {
            let (fault, limit) = self.fault(traces, control);
            answer.fault = fault;
            answer.limit = answer.limit.or(limit);
        }
        answer.states = self.states;
        answer
    }

    /// Drops all results.
    fn forget(&mut self) {
        let Self { interaction, rules, alphabet, .. } = self;
        let semantics = Semantics::new(interaction, *rules, CHOICE);
        let fresh = Self::from_parts(interaction.clone(), *rules, semantics, alphabet.clone());
        *self = Self { automaton: self.automaton.take(), ..fresh };
    }

    fn ask(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Question,
        procedure: Procedure,
        control: &Control,
    ) -> Result<bool, Limit> {
        let is_reduced = procedure != Procedure::Central;
        let goal = Goal { is_reduced, ..Goal::new(traces, question) };
        match goal.freedom {
            UnobservedLetters::Nowhere => self.search(&goal, control),
            UnobservedLetters::Behind
                if !matches!(procedure, Procedure::Central | Procedure::Free) =>
            {
                self.search_removing(goal, self.is_plain, control)
            }
            _ => self.search_free(goal, control),
        }
    }

    /// Searches for the goal if letters may happen behind the ends of some traces: the lifelines of these are
    /// removed once the traces are read, and unless that is exact, a yes is confirmed.
    fn search_removing(
        &mut self,
        goal: Goal<'_>,
        is_exact: bool,
        control: &Control,
    ) -> Result<bool, Limit> {
        if !self.features.synchronises {
            let holds = self.search(&Goal { removal: Removal::Lifelines, ..goal }, control)?;
            if !holds || is_exact {
                return Ok(holds);
            }
        }
        self.search_free(goal, control)
    }

    /// Searches for the goal if letters may happen that are in no trace.
    fn search_free(&mut self, goal: Goal<'_>, control: &Control) -> Result<bool, Limit> {
        let goal = self.bounded(goal);
        self.search(&goal, control)
    }

    /// Returns the goal without rounds of loops in which nothing is read.
    fn bounded<'a>(&mut self, goal: Goal<'a>) -> Goal<'a> {
        if self.features.synchronises {
            return goal;
        }
        let wanted = |lifelines: &LifelineSet| {
            let places = self.members.iter().zip(goal.traces);
            let meets = places.filter(|(members, _)| !members.is_disjoint(lifelines));
            meets.map(|(_, trace)| trace.len() as u64).sum()
        };
        let longest = self.semantics.longest(self.semantics.start(), wanted);
        Goal { removal: Removal::Loops, longest, ..goal }
    }

    /// Returns `true` if a term can reach an end, which only synchronised operands can prevent.
    fn can_end(&mut self, term: TermId, control: &Control) -> Result<bool, Limit> {
        if !self.features.synchronises || self.semantics.is_final(term) {
            return Ok(true);
        }
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.ends.contains_key(&next) {
                open.pop();
                continue;
            }
            // One operand with the answer `decisive` decides; of the others, the first unknown one is next.
            let of_operands = |operands: [TermId; 2], decisive: bool| {
                let known = operands.map(|operand| self.ends.get(&operand).copied());
                if known.contains(&Some(decisive)) {
                    return Ok(decisive);
                }
                let unknown = known.iter().position(Option::is_none);
                unknown.map_or(Ok(!decisive), |place| Err(operands[place]))
            };
            let found = match self.semantics.ending(next) {
                Ending::Sure => Ok(true),
                Ending::Synchronised => Ok(self.can_synchronise(next, control)?),
                Ending::Both(operands) => of_operands(operands, false),
                Ending::Either(operands) => of_operands(operands, true),
            };
            match found {
                Ok(can_end) => {
                    self.ends.insert(next, can_end);
                    open.pop();
                }
                Err(operand) => open.push(operand),
            }
        }
        Ok(self.ends[&term])
    }

    /// Returns `true` if synchronised operands can reach an end together, by a search.
    fn can_synchronise(&mut self, term: TermId, control: &Control) -> Result<bool, Limit> {
        let mut seen = rustc_hash::FxHashSet::from_iter([term]);
        // Small terms come first, and of these the earliest: rounds of loops make terms larger.
        let mut open = BinaryHeap::from([Reverse((self.semantics.size(term), 0, term))]);
        let mut taken = 0;
        while let Some(Reverse((.., next))) = open.pop() {
            match self.ends.get(&next) {
                Some(false) => continue,
                Some(true) => return Ok(true),
                None if self.semantics.is_final(next) => return Ok(true),
                None => {}
            }
            taken += 1;
            if taken > MAX_ENDS || control.limit(0, 0).is_some() {
                return Err(control.limit(0, 0).unwrap_or(Limit::States));
            }
            for &(_, rest) in &*self.semantics.steps(next) {
                if seen.insert(rest) {
                    open.push(Reverse((self.semantics.size(rest), seen.len(), rest)));
                }
            }
        }
        Ok(false)
    }
}

/// Maximum number of terms that are visited to find an end.
const MAX_ENDS: usize = 1 << 12;

/// A choice is made by the step that begins it.
const CHOICE: Choice = Choice::Immediate;
