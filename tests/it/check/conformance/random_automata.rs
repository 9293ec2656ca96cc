//! Multitraces against random small automata: the procedures against the oracle.
//!
//! There are twice as many systems as `SCM_CHECK_CASES` says, and with those of `random_terms` two and a half
//! times as many: 5,000 when nothing is asked for, and 50,000 with `SCM_CHECK_CASES=20000`. Each has several
//! multitraces. `SCM_CHECK_SEED` is the seed of the first system; a disagreement names its own.

use super::random_systems::{KINDS, Observed, multitrace, numbered, observed, word};
use crate::support::cases::seeds;
use crate::support::random_interactions::{Census, count, demand};
use ::oracle::multitraces as oracle;
use ::oracle::multitraces::{Nearness, Traces, interleavings, nearness_to_words};
use scm_check::internals::check::conformance::{
    Checker, Class, Fault, LocalError, LocalReason, Procedure, Question, Specification,
    TransitionArea,
};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use std::collections::BTreeSet;

/// The most letters of a multitrace, all its traces together.
const LETTERS: usize = 8;

/// How many multitraces are checked against each system.
const MULTITRACES: usize = 4;

/// All ways to check against an automaton.
const PROCEDURES: [Procedure; 4] =
    [Procedure::Auto, Procedure::Central, Procedure::Semi, Procedure::Free];

/// A random multitrace to check against a system.
pub(crate) fn multitrace_of(
    observed: &Observed,
    numbers: &mut Random,
    census: &mut Census,
) -> Traces {
    let word = |numbers: &mut Random| word(&observed.automaton, numbers).unwrap_or_default();
    multitrace(observed, LETTERS, &word, numbers, census)
}

/// Says in what the library contradicts the oracle.
pub(crate) fn disagreement(observed: &Observed, traces: &Traces) -> Option<String> {
    let expected = observed.automaton.nearness(&observed.sight, traces);
    let control = Control::unlimited();
    let specification = observed.specification();
    let numbers = numbered(traces);
    let mut checker = Checker::new(specification);
    for question in Question::ALL {
        let expected = holds(question, expected);
        for procedure in PROCEDURES {
            let answer = checker.check(&numbers, Some(question), procedure, &control);
            if answer.verdict != Ok(expected) {
                return Some(format!("{procedure:?} to {}: {answer:?}", question.word()));
            }
        }
    }
    for procedure in PROCEDURES {
        let answer = checker.check(&numbers, None, procedure, &control);
        let is_accepted = expected == Nearness::Accepted;
        if answer.verdict != Ok(is_accepted)
            || answer.class.map(Class::word) != Some(expected.word())
        {
            return Some(format!("{procedure:?}: {answer:?}, and it is {}", expected.word()));
        }
    }
    faults(observed, traces, &mut checker)
}

/// Says in what the library contradicts the oracle as to why a multitrace is not accepted.
fn faults(observed: &Observed, traces: &Traces, checker: &mut Checker) -> Option<String> {
    let (automaton, sight) = (&observed.automaton, &observed.sight);
    let control = Control::unlimited();
    let numbers = numbered(traces);
    let expected = automaton.fault(sight, traces);
    for (procedure, question) in PROCEDURES
        .into_iter()
        .flat_map(|procedure| [None, Some(Question::Accept)].map(|question| (procedure, question)))
    {
        let answer = checker.check(&numbers, question, procedure, &control);
        if answer.fault.as_ref().map(plainly) != expected {
            return Some(format!("{procedure:?}: {answer:?}, and it is {expected:?}"));
        }
    }
    let mut areas = Vec::new();
    for (location, trace) in observed.alphabet.locations().ids().zip(&numbers) {
        let place = location.index();
        match checker.local(location, trace) {
            Ok(area) => {
                let found = transitions(checker.specification(), &area);
                let expected = automaton.area(sight, place, &traces[place]);
                let expected: BTreeSet<(usize, usize, usize)> =
                    expected.into_iter().map(|number| automaton.transitions[number]).collect();
                if found != expected {
                    return Some(format!("area {found:?} of {location:?}, and it is {expected:?}"));
                }
                areas.push(area);
            }
            Err(error) => {
                let expected = automaton.local_error(sight, place, &traces[place]);
                if Some(plain_error(&error)) != expected {
                    return Some(format!("{error:?}, and it is {expected:?}"));
                }
            }
        }
    }
    if areas.len() == traces.len() {
        let answer = checker.conclude(&areas, &numbers, &control);
        if answer.verdict != Ok(expected.is_none())
            || answer.fault.as_ref().map(plainly) != expected
        {
            return Some(format!("from the areas {answer:?}, and it is {expected:?}"));
        }
    }
    None
}

/// The transitions of an area, as those of the automaton as given.
pub(crate) fn transitions(
    specification: &Specification,
    area: &TransitionArea,
) -> BTreeSet<(usize, usize, usize)> {
    let given = |state| specification.origin(state).index();
    let edges: Vec<(usize, usize, usize)> = specification
        .automaton()
        .edges()
        .map(|(source, symbol, target)| (given(source), symbol.index(), given(target)))
        .collect();
    let inside = edges.iter().enumerate().filter(|(transition, _)| area.contains(*transition));
    inside.map(|(_, &edge)| edge).collect()
}

/// A fault in the words of the oracle.
fn plainly(fault: &Fault) -> oracle::Fault {
    match fault {
        Fault::Local(errors) => oracle::Fault::Local(errors.iter().map(plain_error).collect()),
        Fault::Inter => oracle::Fault::Inter,
        Fault::Central => oracle::Fault::Central,
    }
}

pub(crate) fn plain_error(error: &LocalError) -> oracle::LocalError {
    oracle::LocalError {
        location: error.location.index(),
        position: error.position,
        is_incomplete: error.reason == LocalReason::Incomplete,
        expected: error.expected.iter().map(|letter| letter.index()).collect(),
        may_end: error.may_end,
    }
}

/// What the answer to a question is in a class.
pub(crate) fn holds(question: Question, nearness: Nearness) -> bool {
    match question {
        Question::Accept => nearness == Nearness::Accepted,
        Question::GlobalPrefix => nearness <= Nearness::GlobalPrefix,
        Question::MultiPrefix => nearness <= Nearness::MultiPrefix,
        Question::Slice => nearness <= Nearness::Slice,
    }
}

/// A system and a multitrace with as little as possible that still show what `shows` sees.
fn reduced(
    observed: &Observed,
    traces: &Traces,
    shows: &dyn Fn(&Observed, &Traces) -> bool,
) -> (Observed, Traces) {
    let (mut observed, mut traces) = (observed.clone(), traces.clone());
    loop {
        let mut smaller: Vec<(Observed, Traces)> = Vec::new();
        for transition in 0..observed.automaton.transitions.len() {
            let mut less = observed.clone();
            less.automaton.transitions.remove(transition);
            smaller.push((less, traces.clone()));
        }
        for state in 0..observed.automaton.states {
            let mut less = observed.clone();
            if less.automaton.accepting.remove(&state) {
                smaller.push((less, traces.clone()));
            }
            let mut less = observed.clone();
            if less.automaton.initial.remove(&state) {
                smaller.push((less, traces.clone()));
            }
        }
        for location in 0..traces.len() {
            for place in 0..traces[location].len() {
                let mut shorter = traces.clone();
                shorter[location].remove(place);
                smaller.push((observed.clone(), shorter));
            }
        }
        match smaller.into_iter().find(|(observed, traces)| shows(observed, traces)) {
            Some(next) => (observed, traces) = next,
            None => return (observed, traces),
        }
    }
}

#[test]
fn procedures_agree_with_the_oracle_on_random_automata() {
    let mut census = Census::new();
    let mut wrong = Vec::new();
    for seed in seeds(200) {
        let mut numbers = Random::new(seed);
        let observed = observed(&mut numbers, &mut census);
        let mut letters = observed.alphabet.letters().ids();
        if letters.any(|letter| observed.alphabet.parts(letter).len() > 1) {
            count(&mut census, "a letter of two locations");
        }
        for _ in 0..MULTITRACES {
            let traces = multitrace_of(&observed, &mut numbers, &mut census);
            count(&mut census, observed.automaton.nearness(&observed.sight, &traces).word());
            count(&mut census, fault(&observed, &traces));
            if disagreement(&observed, &traces).is_some() {
                let shows =
                    |observed: &Observed, traces: &Traces| disagreement(observed, traces).is_some();
                let (observed, traces) = reduced(&observed, &traces, &shows);
                let said = disagreement(&observed, &traces).unwrap();
                wrong.push(format!("seed {seed}: {said}\n  {}", observed.describe(&traces)));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} disagree\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n")
    );
    demand(&census, &KINDS, 800);
    demand(&census, &["accepted", "global-prefix", "multi-prefix", "fail"], 700);
    demand(&census, &["slice", "inter"], 250);
    demand(&census, &["central"], 600);
    demand(&census, &["unexpected", "incomplete", "errors at two locations"], 1_000);
    demand(&census, &["two initial states", "an initial state without transitions"], 200);
    demand(&census, &["useless states", "no word", "an unknown letter"], 200);
    demand(&census, &["plain letters", "letters of lifelines"], 1_500);
    demand(&census, &["a letter of two locations"], 500);
}

/// What is wrong with a multitrace, in a word.
fn fault(observed: &Observed, traces: &Traces) -> &'static str {
    match observed.automaton.fault(&observed.sight, traces) {
        None => "nothing wrong",
        Some(oracle::Fault::Inter) => "inter",
        Some(oracle::Fault::Central) => "central",
        Some(oracle::Fault::Local(errors)) => match &*errors {
            [error] if error.is_incomplete => "incomplete",
            [_] => "unexpected",
            _ => "errors at two locations",
        },
    }
}

/// The numbers of the library are those that the oracle is told.
#[test]
fn random_systems_are_seen_as_the_oracle_is_told() {
    for seed in seeds(50) {
        let observed = observed(&mut Random::new(seed), &mut Census::new());
        for (letter, parts) in observed.alphabet.letters().ids().zip(&observed.sight) {
            let found = observed.alphabet.parts(letter).iter();
            let found: Vec<(usize, usize)> =
                found.map(|(location, part)| (location.index(), part.index())).collect();
            let told: Vec<(usize, usize)> = parts.iter().map(|(&at, &part)| (at, part)).collect();
            assert_eq!(found, told, "seed {seed}: {}", observed.describe(&Vec::new()));
        }
    }
}

/// The two ways of the oracle agree: intersections of languages, and words one by one.
#[test]
fn the_oracle_agrees_with_all_words() {
    let (mut cases, mut whole) = (0, 0);
    for seed in seeds(200) {
        let mut numbers = Random::new(seed);
        let observed = observed(&mut numbers, &mut Census::new());
        let traces = multitrace_of(&observed, &mut numbers, &mut Census::new());
        let (automaton, sight) = (&observed.automaton, &observed.sight);
        let nearness = automaton.nearness(sight, &traces);
        let told = || format!("seed {seed}: {}", observed.describe(&traces));
        let letters: usize = traces.iter().map(Vec::len).sum();
        if letters <= 6 {
            let words = interleavings(sight, &traces);
            let is_accepted = words.iter().any(|word| automaton.accepts(word));
            let is_begun = words.iter().any(|word| automaton.accepts_longer(word));
            assert_eq!(is_accepted, nearness == Nearness::Accepted, "{}", told());
            assert_eq!(is_begun, nearness <= Nearness::GlobalPrefix, "{}", told());
            cases += 1;
        }
        // Between letters of the traces no state need come twice.
        let enough = letters + (letters + 1) * automaton.useful().len().saturating_sub(1);
        let length = enough.min(5);
        if sight.len().pow(u32::try_from(length).unwrap()) > 1_000 {
            continue;
        }
        let found = nearness_to_words(&automaton.words(sight.len(), length), sight, &traces);
        if length == enough {
            assert_eq!(found, nearness, "{}", told());
            whole += 1;
        } else {
            assert!(found >= nearness, "{}", told());
        }
    }
    assert!(whole * 10 >= cases, "{whole} of {cases} cases are decided by all words");
}
