//! Multitraces against random small interactions: the procedures against the oracle, in both readings.
//!
//! See `random_automata` for the settings.

use super::random_automata::{holds, plain_error};
use super::random_systems::{KINDS, Observed, co_located, multitrace, observed_by};
use crate::support::cases::{case_count, seeds};
use crate::support::random_interactions::{
    Census, KINDS as PARTS, count, demand, interaction_of_seed, written,
};
use ::oracle::interaction::{Alphabet, Term};
use ::oracle::multitrace_terms::{enough_words, has_synchronised_loop, weakened};
use ::oracle::multitraces as oracle;
use ::oracle::multitraces::{
    Automaton, Nearness, Traces, local_errors_by_words, nearness_to_words,
};
use scm_check::internals::check::conformance::{
    Checker, Class, Fault, LocalError, Procedure, Question, Specification, TermChecker,
};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::model::interaction::{Interaction, RewriteRules, Synthesis, synthesise};
use scm_check::internals::model::trace::{
    DistributedAlphabet, Letters, LifelineId, LocalLetterId, LocationId, Signature,
};

/// How many multitraces are checked against each interaction.
const MULTITRACES: usize = 8;

/// The most letters of a multitrace, all its traces together.
const LETTERS: usize = 6;

/// The most merges that are tried, and words that are kept, to know the words of a term.
const EFFORT: (usize, usize) = (20_000, 400);

/// How strictly an interaction is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Global,
    Local,
}

/// A term with enough of its words.
pub(crate) struct Known {
    pub(crate) reading: Reading,
    pub(crate) term: Term,
    /// All words that matter, by numbers of letters.
    pub(crate) words: Vec<Vec<usize>>,
}

/// An interaction, both ways to read it, and who sees what.
pub(crate) struct Case {
    pub(crate) interaction: Interaction,
    pub(crate) locations: Vec<Vec<LifelineId>>,
    pub(crate) readings: [Known; 2],
    /// How many letters a multitrace may have for the words to suffice.
    pub(crate) letters: usize,
    /// The letters and the locations; it has no transitions.
    pub(crate) observed: Observed,
}

impl Case {
    /// The case for multitraces of at most so many letters, or fewer if that is more work than the effort
    /// allows: so many merges and words. Nothing if not even one letter may be had.
    pub(crate) fn of(
        interaction: Interaction,
        locations: Vec<Vec<LifelineId>>,
        letters: usize,
        budget: (usize, usize),
    ) -> Option<Self> {
        let term = Term::of(&interaction);
        if has_synchronised_loop(&term) {
            return None;
        }
        let alphabet = Alphabet::of([&term]);
        let terms = [term.clone(), weakened(&term)];
        let known = |letters: usize| {
            let mut found = Vec::new();
            for term in &terms {
                let words = enough_words(term, &alphabet, letters, budget.0)?;
                if words.len() > budget.1 {
                    return None;
                }
                let wide =
                    |word: &Vec<u8>| word.iter().map(|&letter| usize::from(letter)).collect();
                found.push(words.iter().map(wide).collect::<Vec<Vec<usize>>>());
            }
            Some((letters, found))
        };
        let (letters, mut words) = (1..=letters).map_while(known).last()?;
        let mut reading = |reading, term| Known { reading, term, words: words.remove(0) };
        let [global, local] = terms;
        let readings = [reading(Reading::Global, global), reading(Reading::Local, local)];
        let all = Letters::new(alphabet.letters().iter().cloned());
        assert!(all.all().iter().eq(alphabet.letters()), "both number letters in order");
        let observed = observed_by(Automaton::default(), &all, &interaction.signature, &locations);
        Some(Self { interaction, locations, readings, letters, observed })
    }

    fn signature(&self) -> &Signature {
        &self.interaction.signature
    }

    pub(crate) fn nearness(&self, known: &Known, traces: &Traces) -> Nearness {
        nearness_to_words(&known.words, &self.observed.sight, traces)
    }

    pub(crate) fn describe(&self, known: &Known, traces: &Traces) -> String {
        let term = known.term.text(self.signature());
        format!("{:?} reading of {term}\n  {}", known.reading, self.observed.describe(traces))
    }

    /// A multitrace in the numbers of another alphabet of the same locations.
    pub(super) fn numbered(
        &self,
        traces: &Traces,
        other: &DistributedAlphabet,
    ) -> Vec<Vec<LocalLetterId>> {
        let own = self.observed.alphabet.locations().iter();
        let letter = |location: usize, letter: usize| {
            let location = LocationId::from_index(location);
            let own = &self.observed.alphabet.locations()[location];
            let other = &other.locations()[location];
            let text = own.text(LocalLetterId::from_index(letter));
            text.map_or(other.unknown(), |text| other.local_letter(text))
        };
        let trace = |place: usize| traces[place].iter().map(|&one| letter(place, one)).collect();
        own.enumerate().map(|(place, _)| trace(place)).collect()
    }

    /// The checker of the automaton of a term, if it has one that is not large.
    pub(super) fn checker(&self, known: &Known) -> Option<Checker> {
        let interaction = written(&known.term, self.signature());
        let how = Synthesis { max_states: 200, ..Synthesis::default() };
        let made = synthesise(&interaction, &how, &Control::unlimited()).ok()?;
        let alphabet =
            DistributedAlphabet::of_letters(made.letters(), self.signature(), &self.locations);
        Some(Checker::new(Specification::new(&made.automaton, alphabet.unwrap())))
    }

    /// The engines for a term.
    pub(super) fn engines(&self, known: &Known) -> Engines {
        let interaction = written(&known.term, self.signature());
        let terms = TermChecker::new(&interaction, RewriteRules::full(), &self.locations).unwrap();
        let automaton = self.checker(known);
        let terms = match &automaton {
            Some(automaton) => terms.with_automaton(automaton.clone()),
            None => terms,
        };
        Engines { terms, automaton, asked: 0, given_up: 0, inter: 0 }
    }

    /// Says in what the library contradicts the oracle.
    pub(crate) fn disagreement(&self, known: &Known, traces: &Traces) -> Option<String> {
        self.differs(&mut self.engines(known), known, traces)
    }

    fn differs(&self, engines: &mut Engines, known: &Known, traces: &Traces) -> Option<String> {
        let expected = self.nearness(known, traces);
        let errors = local_errors_by_words(&known.words, &self.observed.sight, traces);
        // Small questions have short answers.
        let control = Control { max_states: Some(4_000), ..Control::unlimited() };
        let joint = match &mut engines.automaton {
            Some(checker) => {
                let numbers = self.numbered(traces, checker.specification().alphabet());
                checker.joint_fault(&numbers)
            }
            None => Fault::Central,
        };
        let terms = &mut engines.terms;
        let numbers = self.numbered(traces, terms.alphabet());
        for procedure in TERM_PROCEDURES {
            for question in [None].into_iter().chain(Question::ALL.map(Some)) {
                let answer = terms.check(&numbers, question, procedure, &control);
                engines.asked += 1;
                let told = || format!("{procedure:?} on terms to {question:?}: {answer:?}");
                let is_asked = question.is_none_or(|question| question == Question::Accept);
                let is_given_up = answer.verdict.is_err()
                    || question.is_none() && answer.class.is_none()
                    || is_asked && answer.verdict == Ok(false) && answer.fault.is_none();
                if is_given_up {
                    engines.given_up += 1;
                    continue;
                }
                if answer.verdict != Ok(holds(question.unwrap_or(Question::Accept), expected)) {
                    return Some(told());
                }
                if question.is_none() && answer.class.map(Class::word) != Some(expected.word()) {
                    return Some(told());
                }
                let is_fault = match &answer.fault {
                    None => !is_asked || expected == Nearness::Accepted,
                    Some(Fault::Local(found)) => {
                        // What is not found out is not named.
                        let mut named = errors.clone();
                        named.retain(|error| {
                            found.iter().any(|other| other.location.index() == error.location)
                        });
                        engines.given_up += usize::from(named.len() < errors.len());
                        is_asked && self.are_those(found, &named)
                    }
                    Some(fault) => {
                        engines.inter += usize::from(*fault == Fault::Inter);
                        let is_joint = errors.is_empty() && expected != Nearness::Accepted;
                        is_asked && is_joint && *fault == joint
                    }
                };
                if !is_fault {
                    return Some(format!("{}, and the errors are {errors:?}", told()));
                }
            }
        }
        self.differs_by_automaton(engines, known, traces)
    }

    fn differs_by_automaton(
        &self,
        engines: &mut Engines,
        known: &Known,
        traces: &Traces,
    ) -> Option<String> {
        let expected = self.nearness(known, traces);
        let checker = engines.automaton.as_mut()?;
        let control = Control::unlimited();
        let numbers = self.numbered(traces, checker.specification().alphabet());
        for procedure in [Procedure::Auto, Procedure::Semi, Procedure::Free] {
            let answer = checker.check(&numbers, None, procedure, &control);
            if answer.class.map(Class::word) != Some(expected.word()) {
                return Some(format!("{procedure:?} {answer:?}, and it is {}", expected.word()));
            }
        }
        None
    }

    /// Whether these are the errors. What may come after as many letters as a multitrace may have is not known.
    fn are_those(&self, found: &[LocalError], expected: &[oracle::LocalError]) -> bool {
        found.len() == expected.len()
            && found.iter().zip(expected).all(|(found, expected)| {
                let found = plain_error(found);
                let known =
                    oracle::LocalError { expected: found.expected.clone(), ..expected.clone() };
                found == known
                    && (expected.position >= self.letters || found.expected == expected.expected)
            })
    }
}

/// What checks multitraces against a term.
pub(super) struct Engines {
    pub(super) terms: TermChecker,
    /// Where the term has an automaton that is not large.
    pub(super) automaton: Option<Checker>,
    /// How many questions the former was asked, and how many of them it gave up.
    asked: usize,
    given_up: usize,
    /// How many faults it called inter.
    inter: usize,
}

/// All ways to check against a term.
const TERM_PROCEDURES: [Procedure; 5] =
    [Procedure::Auto, Procedure::Central, Procedure::Semi, Procedure::Removal, Procedure::Free];

/// The random case of a seed, if it is small enough.
pub(super) fn case(numbers: &mut Random, seed: u64, census: &mut Census) -> Option<Case> {
    let interaction = interaction_of_seed(seed, census);
    let locations = co_located(interaction.signature.lifelines().len(), numbers);
    Case::of(interaction, locations, LETTERS, EFFORT)
}

/// A random multitrace.
pub(super) fn multitrace_of(case: &Case, numbers: &mut Random, census: &mut Census) -> Traces {
    let known = &case.readings[numbers.below(2)];
    let word = |numbers: &mut Random| {
        let place = numbers.below(known.words.len().max(1));
        known.words.get(place).cloned().unwrap_or_default()
    };
    multitrace(&case.observed, case.letters, &word, numbers, census)
}

#[test]
fn procedures_agree_with_the_oracle_on_random_interactions() {
    let mut census = Census::new();
    let mut wrong = Vec::new();
    let (mut asked, mut given_up, mut inter) = (0, 0, 0);
    for seed in seeds(50) {
        let mut numbers = Random::new(seed);
        let mut parts = Census::new();
        let Some(case) = case(&mut numbers, seed, &mut parts) else {
            count(&mut census, "too large");
            continue;
        };
        for part in parts.keys() {
            count(&mut census, part);
        }
        let mut engines = case.readings.each_ref().map(|known| case.engines(known));
        for _ in 0..MULTITRACES {
            let traces = multitrace_of(&case, &mut numbers, &mut census);
            let classes = case.readings.each_ref().map(|known| case.nearness(known, &traces));
            assert!(classes[1] <= classes[0], "the local reading says no more often");
            if classes[0] != classes[1] {
                count(&mut census, "a difference between the readings");
            }
            for ((known, engines), expected) in case.readings.iter().zip(&mut engines).zip(classes)
            {
                count(&mut census, &format!("{:?} {}", known.reading, expected.word()));
                if engines.automaton.is_some() {
                    count(&mut census, "by an automaton");
                }
                if let Some(said) = case.differs(engines, known, &traces) {
                    wrong.push(format!("seed {seed}: {said}\n  {}", case.describe(known, &traces)));
                }
            }
        }
        for engines in &engines {
            asked += engines.asked;
            given_up += engines.given_up;
            inter += engines.inter;
        }
    }
    // Where operands are synchronised, rounds may be begun without end before one is known to be the last.
    assert!(given_up * 200 < asked, "{given_up} of {asked} questions were given up");
    assert!(
        wrong.is_empty(),
        "{} disagree\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    demand(&census, &PARTS, 50);
    demand(&census, &KINDS, 300);
    for reading in ["Global", "Local"] {
        let classes = ["accepted", "global-prefix", "multi-prefix", "slice", "fail"];
        let classes = classes.map(|class| format!("{reading} {class}"));
        demand(&census, &classes.each_ref().map(String::as_str), 100);
    }
    let least = case_count(2_000) / 20;
    assert!(inter as u64 >= least, "{inter} are inter");
    demand(&census, &["a difference between the readings"], 200);
    demand(&census, &["by an automaton"], 8_000);
}
