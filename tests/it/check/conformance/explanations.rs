//! What is said of multitraces besides their class, on random small automata: conflicts, words that show a class,
//! how far traces can be read together, and linear invariants.

use super::random_automata::multitrace_of;
use super::random_systems::{Observed, numbered, observed};
use crate::support::cases::seeds;
use crate::support::random_interactions::Census;
use oracle::multitraces::{Nearness, Traces, nearness_to_words, projections};
use scm_check::internals::check::conformance::{Checker, Question};
use scm_check::internals::kernel::base::{Control, Id, Random};
use std::collections::BTreeSet;

/// The questions with the classes that they ask for.
pub(super) const QUESTIONS: [(Question, Nearness); 4] = [
    (Question::Accept, Nearness::Accepted),
    (Question::GlobalPrefix, Nearness::GlobalPrefix),
    (Question::MultiPrefix, Nearness::MultiPrefix),
    (Question::Slice, Nearness::Slice),
];

/// Random systems with a multitrace each, and what to tell of them.
fn cases(share: u64) -> impl Iterator<Item = (Observed, Traces, String)> {
    seeds(share).map(|seed| {
        let mut numbers = Random::new(seed);
        let observed = observed(&mut numbers, &mut Census::new());
        let traces = multitrace_of(&observed, &mut numbers, &mut Census::new());
        let told = format!("seed {seed}: {}", observed.describe(&traces));
        (observed, traces, told)
    })
}

#[test]
fn conflicts_are_minimal() {
    let mut sizes = BTreeSet::new();
    for (observed, traces, told) in cases(100) {
        let mut checker = Checker::new(observed.specification());
        let all: Vec<usize> = (0..traces.len()).collect();
        for (question, nearness) in QUESTIONS {
            let found = checker.conflict(&numbered(&traces), question, &Control::unlimited());
            let found: Vec<usize> = found.unwrap().into_iter().map(Id::index).collect();
            let comes = |locations: &[usize]| {
                observed.automaton.comes(nearness, &observed.sight, &traces, locations)
            };
            if comes(&all) {
                assert_eq!(found, all, "{nearness:?} of {told}");
                continue;
            }
            sizes.insert(found.len());
            assert!(!comes(&found), "{nearness:?}: {found:?} is no conflict of {told}");
            for place in 0..found.len() {
                let mut fewer = found.clone();
                fewer.remove(place);
                assert!(comes(&fewer), "{nearness:?}: {fewer:?} is a conflict too of {told}");
            }
        }
    }
    assert!((0..=2).all(|size| sizes.contains(&size)), "conflicts of sizes {sizes:?} were met");
}

#[test]
fn a_word_shows_each_class_that_holds() {
    for (observed, traces, told) in cases(100) {
        let (automaton, sight) = (&observed.automaton, &observed.sight);
        let mut checker = Checker::new(observed.specification());
        let expected = automaton.nearness(sight, &traces);
        for (question, nearness) in QUESTIONS {
            let found = checker.word(&numbered(&traces), question, &Control::unlimited()).unwrap();
            let Some(word) = found else {
                assert!(expected > nearness, "{nearness:?} holds of {told}");
                continue;
            };
            let word: Vec<usize> = word.into_iter().map(Id::index).collect();
            // What comes after a prefix that shows it does not matter.
            let is_right = match nearness {
                Nearness::Accepted => automaton.accepts(&word),
                _ => automaton.accepts_longer(&word),
            };
            assert!(is_right, "{nearness:?}: {word:?} begins no word of {told}");
            if nearness <= Nearness::GlobalPrefix {
                assert_eq!(projections(&word, sight, traces.len()), traces, "{word:?} of {told}");
            }
            let shown = nearness_to_words(std::slice::from_ref(&word), sight, &traces);
            assert!(shown <= nearness, "{word:?} shows {shown:?} of {told}");
        }
    }
}

/// All ways to read so many letters of the traces in all, from those that read most of the first locations.
fn positions(traces: &[Vec<usize>], letters: usize) -> Vec<Vec<usize>> {
    let Some((first, rest)) = traces.split_first() else {
        return if letters == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut found = Vec::new();
    for here in (0..=first.len().min(letters)).rev() {
        for mut others in positions(rest, letters - here) {
            others.insert(0, here);
            found.push(others);
        }
    }
    found
}

#[test]
fn the_furthest_that_traces_are_read_together() {
    for (observed, traces, told) in cases(50) {
        let (automaton, sight) = (&observed.automaton, &observed.sight);
        let mut checker = Checker::new(observed.specification());
        let letters: usize = traces.iter().map(Vec::len).sum();
        for (question, nearness) in QUESTIONS {
            let found = checker.furthest(&numbered(&traces), question, &Control::unlimited());
            let found = found.unwrap();
            if automaton.nearness(sight, &traces) <= nearness.max(Nearness::GlobalPrefix) {
                let read: Vec<usize> = traces.iter().map(Vec::len).collect();
                assert_eq!(found.positions, read, "{nearness:?} of {told}");
                continue;
            }
            let origin = |state| checker.specification().origin(state).index();
            let states: BTreeSet<usize> = found.states.iter().map(|&state| origin(state)).collect();
            let furthest = (0..=letters).rev().find_map(|letters| {
                let all = positions(&traces, letters).into_iter();
                let mut alive = all.map(|at| {
                    let states = automaton.hypotheses(nearness, sight, &traces, &at);
                    (at, states)
                });
                alive.find(|(_, states)| !states.is_empty())
            });
            let expected = furthest.unwrap_or_else(|| (vec![0; traces.len()], BTreeSet::new()));
            assert_eq!(found.positions, expected.0, "{nearness:?} of {told}");
            let useful = automaton.useful();
            let steps = automaton.transitions.iter().filter(|(source, _, target)| {
                expected.1.contains(source) && useful.contains(target)
            });
            let letters: BTreeSet<usize> = steps.map(|&(_, letter, _)| letter).collect();
            let enabled: BTreeSet<usize> = found.enabled.into_iter().map(Id::index).collect();
            assert_eq!((&states, &enabled), (&expected.1, &letters), "{nearness:?} of {told}");
            let may_end = expected.1.iter().any(|state| automaton.accepting.contains(state));
            assert_eq!(found.may_end, may_end, "{nearness:?} of {told}");
        }
    }
}

#[test]
fn invariants_hold_of_all_words_and_of_no_refuted_multitrace() {
    let mut broken = 0;
    for (observed, traces, told) in cases(100) {
        let checker = Checker::new(observed.specification());
        let Some(invariant) = checker.broken_invariant(&numbered(&traces)) else { continue };
        broken += 1;
        let weight = invariant.weight(&numbered(&traces));
        assert!(!invariant.values.contains(&weight), "{invariant:?} holds of {told}");
        let (automaton, sight) = (&observed.automaton, &observed.sight);
        assert!(automaton.nearness(sight, &traces) != Nearness::Accepted, "{told}");
        for word in automaton.words(sight.len(), 4) {
            let seen = numbered(&projections(&word, sight, traces.len()));
            let weight = invariant.weight(&seen);
            assert!(
                invariant.values.contains(&weight),
                "{invariant:?} is broken by {word:?} of {told}"
            );
        }
    }
    assert!(broken > 0 || seeds(100).count() < 200, "no invariant was broken");
}
