//! What explains the answers of the engine on terms, on random small interactions: against the words of the
//! interaction, and against the engine on automata where there is one.

use super::explanations::QUESTIONS;
use super::random_terms::{Case, Engines, Known, case, multitrace_of};
use crate::support::cases::seeds;
use crate::support::random_interactions::{Census, count, demand, written};
use oracle::multitraces::{
    Nearness, Traces, comes_by_words, furthest_by_words, nearness_to_words, projections,
};
use scm_check::internals::check::conformance::Question;
use scm_check::internals::kernel::base::{Control, Id, Random};
use scm_check::internals::model::interaction::{Choice, RewriteRules, Semantics, TermReader};
use scm_check::internals::model::trace::{DistributedAlphabet, LetterId};
use std::collections::BTreeSet;

/// How many multitraces are explained of each interaction.
const MULTITRACES: usize = 4;

/// Where rounds of loops pile up there is no answer.
fn limited() -> Control {
    Control { max_states: Some(5_000), ..Control::unlimited() }
}

/// One question about one multitrace, and what tells the answer.
struct Asked<'a> {
    case: &'a Case,
    known: &'a Known,
    traces: &'a Traces,
    question: Question,
    nearness: Nearness,
    told: String,
}

impl Asked<'_> {
    /// The letters of another alphabet, by the numbers of the words.
    fn letters(&self, other: &DistributedAlphabet, letters: &[LetterId]) -> Vec<usize> {
        let texts = letters.iter().map(|&letter| &other.letters()[letter]);
        let own = |text: &String| {
            let place = self.case.observed.alphabet.letters().iter().position(|own| own == text);
            place.expect("both have the letters of the interaction")
        };
        texts.map(own).collect()
    }

    fn comes(&self, locations: &[usize]) -> bool {
        let sight = &self.case.observed.sight;
        comes_by_words(&self.known.words, self.nearness, sight, self.traces, locations)
    }

    fn conflict(&self, engines: &mut Engines, census: &mut Census) {
        let all: Vec<usize> = (0..self.traces.len()).collect();
        let numbers = self.case.numbered(self.traces, engines.terms.alphabet());
        let Ok(found) = engines.terms.conflict(&numbers, self.question, &limited()) else {
            return count(census, "a conflict that was given up");
        };
        let found: Vec<usize> = found.into_iter().map(Id::index).collect();
        if self.comes(&all) {
            assert_eq!(found, all, "{}", self.told);
            return;
        }
        count(census, &format!("a conflict of {}", found.len()));
        assert!(!self.comes(&found), "{found:?} is no conflict of {}", self.told);
        for place in 0..found.len() {
            let mut fewer = found.clone();
            fewer.remove(place);
            assert!(self.comes(&fewer), "{fewer:?} is a conflict too of {}", self.told);
        }
        if let Some(checker) = &mut engines.automaton {
            let numbers = self.case.numbered(self.traces, checker.specification().alphabet());
            let other = checker.conflict(&numbers, self.question, &Control::unlimited()).unwrap();
            let other: Vec<usize> = other.into_iter().map(Id::index).collect();
            assert_eq!(found, other, "{}", self.told);
        }
    }

    fn word(&self, engines: &mut Engines, census: &mut Census) {
        let sight = &self.case.observed.sight;
        let alphabet = engines.terms.alphabet().clone();
        let numbers = self.case.numbered(self.traces, &alphabet);
        let Ok(found) = engines.terms.word(&numbers, self.question, &limited()) else {
            return count(census, "a word that was given up");
        };
        let holds = self.comes(&(0..self.traces.len()).collect::<Vec<usize>>());
        assert_eq!(found.is_some(), holds, "{}", self.told);
        let Some(found) = found else { return };
        count(census, &format!("a word for {:?}", self.nearness));
        let interaction = written(&self.known.term, &self.case.interaction.signature);
        let mut semantics = Semantics::new(&interaction, RewriteRules::none(), Choice::Immediate);
        let mut reader = TermReader::new(&mut semantics);
        for &letter in &found {
            reader.read(letter);
        }
        assert!(!reader.is_stuck(), "{found:?} begins no word of {}", self.told);
        let word = self.letters(&alphabet, &found);
        if self.nearness == Nearness::Accepted {
            assert!(self.known.words.contains(&word), "{word:?} is no word of {}", self.told);
        }
        if self.nearness <= Nearness::GlobalPrefix {
            assert_eq!(&projections(&word, sight, self.traces.len()), self.traces, "{}", self.told);
        }
        let shown = nearness_to_words(std::slice::from_ref(&word), sight, self.traces);
        assert!(shown <= self.nearness, "{word:?} shows {shown:?} of {}", self.told);
    }

    fn furthest(&self, engines: &mut Engines, census: &mut Census) {
        let sight = &self.case.observed.sight;
        let alphabet = engines.terms.alphabet().clone();
        let numbers = self.case.numbered(self.traces, &alphabet);
        let Ok(found) = engines.terms.furthest(&numbers, self.question, &limited()) else {
            assert!(self.nearness > Nearness::GlobalPrefix, "given up: {}", self.told);
            count(census, "a furthest point that was given up");
            let found = engines.terms.furthest_positions(&numbers, self.question, &limited());
            if let Ok((found, _)) = found {
                let (words, traces) = (&self.known.words, self.traces);
                let expected = furthest_by_words(words, self.nearness, sight, traces);
                assert_eq!(Some(found), expected.map(|(positions, _)| positions), "{}", self.told);
                count(census, "positions without terms");
            }
            return;
        };
        let expected = furthest_by_words(&self.known.words, self.nearness, sight, self.traces);
        let Some((positions, next)) = expected else {
            assert!(found.states.is_empty() && found.enabled.is_empty(), "{}", self.told);
            assert!(found.positions.iter().all(|&position| position == 0), "{}", self.told);
            return count(census, "no word");
        };
        count(census, &format!("a furthest point for {:?}", self.nearness));
        assert_eq!(found.positions, positions, "{}", self.told);
        if let Ok((at, letters)) =
            engines.terms.furthest_positions(&numbers, self.question, &limited())
        {
            assert_eq!(at, positions, "{}", self.told);
            let is_unfinished = |letter: &LetterId| {
                alphabet.parts(*letter).iter().any(|&(location, _)| {
                    positions[location.index()] < numbers[location.index()].len()
                })
            };
            if let Some(letters) = letters {
                let mut expected = found.enabled.clone();
                expected.retain(is_unfinished);
                assert_eq!(letters, expected, "{}", self.told);
                count(census, "letters of unfinished locations");
            }
        }
        let distinct: BTreeSet<usize> = found.states.iter().map(|term| term.index()).collect();
        assert!(!distinct.is_empty() && distinct.len() == found.states.len(), "{}", self.told);
        let enabled: BTreeSet<usize> =
            self.letters(&alphabet, &found.enabled).into_iter().collect();
        // What may come behind as many letters as the words are enough for is not known.
        if positions.iter().sum::<usize>() < self.case.letters {
            assert_eq!(enabled, next, "{}", self.told);
            count(census, if next.is_empty() { "nothing enabled" } else { "letters enabled" });
        }
        // The engine on automata leaves off where the answer is yes.
        let holds = self.comes(&(0..self.traces.len()).collect::<Vec<usize>>());
        if let Some(checker) = engines.automaton.as_mut().filter(|_| !holds) {
            let alphabet = checker.specification().alphabet().clone();
            let numbers = self.case.numbered(self.traces, &alphabet);
            let other = checker.furthest(&numbers, self.question, &Control::unlimited()).unwrap();
            assert_eq!(found.positions, other.positions, "{}", self.told);
            let other_letters: BTreeSet<usize> =
                self.letters(&alphabet, &other.enabled).into_iter().collect();
            assert_eq!(enabled, other_letters, "{}", self.told);
            assert_eq!(found.may_end, other.may_end, "{}", self.told);
            count(census, "the same by an automaton");
        }
    }
}

#[test]
fn terms_explain_as_words_and_automata_do() {
    let mut census = Census::new();
    for seed in seeds(15) {
        let mut numbers = Random::new(seed);
        let Some(case) = case(&mut numbers, seed, &mut Census::new()) else { continue };
        let mut engines = case.readings.each_ref().map(|known| case.engines(known));
        for _ in 0..MULTITRACES {
            let traces = multitrace_of(&case, &mut numbers, &mut Census::new());
            for (known, engines) in case.readings.iter().zip(&mut engines) {
                for (question, nearness) in QUESTIONS {
                    let told =
                        format!("{nearness:?}, seed {seed}: {}", case.describe(known, &traces));
                    let (case, traces) = (&case, &traces);
                    let asked = Asked { case, known, traces, question, nearness, told };
                    asked.conflict(engines, &mut census);
                    asked.word(engines, &mut census);
                    asked.furthest(engines, &mut census);
                }
            }
        }
    }
    // Few terms have three locations of which any two agree.
    let sizes = [0, 1, 2].map(|size| format!("a conflict of {size}"));
    demand(&census, &sizes.each_ref().map(String::as_str), 10);
    for (_, nearness) in QUESTIONS {
        let kinds = ["a word", "a furthest point"].map(|kind| format!("{kind} for {nearness:?}"));
        demand(&census, &kinds.each_ref().map(String::as_str), 100);
    }
    demand(&census, &["letters enabled", "nothing enabled"], 100);
    demand(&census, &["positions without terms"], 20);
    demand(&census, &["the same by an automaton"], 1_000);
}
