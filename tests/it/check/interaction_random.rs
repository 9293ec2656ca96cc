//! Interactions against the oracle, on random small ones.
//!
//! The settings are those of `cases.rs`. What shows a difference is made as small as it can
//! be before it is told.

use crate::support::interaction_words::{Subject, check_all, law_sets, numbers_of, words_of_term};
use crate::support::random_interactions::{Census, KINDS, SearchBudget, count, demand, enumerated};
use oracle::interaction::{Alphabet, Operation, Term, Words, up_to};
use oracle::interaction_rewriting::normal_form;
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::read;
use scm_check::internals::model::interaction::{
    Choice, Interaction, RewriteRule, RewriteRules, Semantics, TermId,
};
use scm_check::internals::model::trace::{LetterId, LifelineId, LifelineSet};
use std::collections::BTreeSet;

const CHOICES: [Choice; 2] = [Choice::Delayed, Choice::Immediate];

fn steps_have_the_words(
    interaction: &Interaction,
    seed: u64,
    census: &mut Census,
) -> Option<String> {
    let mut subject = Subject::new(interaction);
    if subject.has_sync() && subject.words.is_empty() {
        count(census, "no word");
    }
    count(census, &format!("length {}", subject.length));
    for (place, (name, laws)) in law_sets(seed).into_iter().enumerate() {
        for choice in CHOICES {
            // The many sets of laws are tried with one choice each.
            if place >= 3 && (choice == Choice::Delayed) == seed.is_multiple_of(2) {
                continue;
            }
            let what = format!("{name}, {choice:?}");
            let mut semantics = Semantics::new(interaction, laws, choice);
            let numbers = numbers_of(semantics.letters(), &mut subject.alphabet);
            let start = semantics.start();
            let (length, found) = words_of_term(&mut semantics, start, &numbers, subject.length);
            let wrong = subject.difference(&what, &up_to(&subject.words, length), &found);
            let wrong = wrong
                .or_else(|| odd_steps(&mut semantics).map(|text| format!("{what}: {text}")))
                .or_else(|| {
                    raised(&subject, &mut semantics, seed).map(|text| format!("{what}: {text}"))
                });
            if wrong.is_some() {
                return wrong;
            }
            count(census, &name);
            if length < subject.length {
                count(census, "unfolded less");
            }
        }
    }
    None
}

/// Says what is wrong with the steps of the terms that were unfolded.
fn odd_steps(semantics: &mut Semantics) -> Option<String> {
    for term in 0..semantics.term_count() {
        let steps = semantics.steps(TermId::from_index(term));
        let different: BTreeSet<(LetterId, TermId)> = steps.iter().copied().collect();
        if different.len() < steps.len() {
            return Some("a step is there twice".to_owned());
        }
        if semantics.term_count() > 300 {
            break;
        }
    }
    None
}

/// Says whether what is left after a few steps, as an interaction, has other words.
fn raised(subject: &Subject<'_>, semantics: &mut Semantics, seed: u64) -> Option<String> {
    let mut random = Random::new(seed);
    let mut term = semantics.start();
    for _ in 0..random.below(4) {
        let steps = semantics.steps(term);
        let Some(&(_, next)) = steps.get(random.below(steps.len().max(1))) else { break };
        term = next;
    }
    let signature = &subject.interaction.signature;
    let expression = semantics.expression(term, signature);
    let as_term = Term::of(&expression);
    let mut alphabet = subject.alphabet.clone();
    let numbers = numbers_of(semantics.letters(), &mut alphabet);
    let effort = SearchBudget { length: 4, merges: 3_000, words: 100 };
    let (length, expected) = enumerated(&[&as_term], &alphabet, effort);
    let (length, found) = words_of_term(semantics, term, &numbers, length);
    let text = as_term.text(signature);
    subject.difference(&format!("the term of {text}"), &up_to(&expected[0], length), &found)
}

/// Terms on which a step that is left out, or a law that goes too far, loses or adds words.
const TEMPTING: [&str; 8] = [
    // Both branches, and both operands, have two steps by one letter.
    "alt(seq(loopS(a -> l), a -> l, b -> l), seq(loopS(a -> l), a -> l, c -> l))",
    "sync{l?a}(seq(loopS(a -> l), a -> l, b -> l), seq(loopS(a -> l), a -> l, c -> l))",
    "alt(par(seq(a -> l, b -> l), seq(a -> l, c -> l)), par(seq(a -> l, d -> l), a -> l))",
    // Only loops P are the same beside themselves.
    "par(loopS(seq(a -> l, b -> l)), loopS(seq(a -> l, b -> l)))",
    "par(loopH(seq(a -> l, b -> k)), loopH(seq(a -> l, b -> k)))",
    "par(loopW(l -- a -> k), loopW(l -- a -> k))",
    // Only coregions with one region are associative.
    "coreg(l)(coreg(k)(seq(a -> l, a -> k), seq(b -> l, b -> k)), seq(c -> l, c -> k))",
    "coreg(l)(seq(c -> l, c -> k), coreg(k)(seq(a -> l, a -> k), seq(b -> l, b -> k)))",
];

#[test]
fn tempting_terms_have_the_words_of_the_oracle() {
    for (place, text) in TEMPTING.into_iter().enumerate() {
        let reading = read(&Source::new("tempting.hif", text), None);
        let interaction = reading.model.expect("the text is right").interaction;
        for seed in 0..8 {
            let wrong = steps_have_the_words(&interaction, seed, &mut Census::new());
            assert_eq!(wrong, None, "term {place}: {text}");
        }
    }
}

#[test]
fn steps_have_the_words_of_the_oracle() {
    let census = check_all(100, steps_have_the_words);
    demand(&census, &KINDS, 50);
    demand(&census, &["no law", "the paper's laws", "all laws", "some laws", "origin gate"], 100);
    for law in RewriteRule::ALL {
        let name = law.word();
        demand(&census, &[&*format!("all laws but {name}"), &*format!("only {name}")], 50);
    }
    demand(&census, &["no word", "length 7"], 5);
}

fn evasion_and_pruning(
    interaction: &Interaction,
    seed: u64,
    census: &mut Census,
) -> Option<String> {
    let mut subject = Subject::new(interaction);
    let mut random = Random::new(seed);
    let present: Vec<LifelineId> = subject.term.lifelines().into_iter().collect();
    let avoided: BTreeSet<LifelineId> =
        present.into_iter().filter(|_| random.percent(40)).collect();
    let avoids = |word: &[u8], alphabet: &Alphabet| {
        word.iter().all(|&letter| {
            let mut actions = alphabet.letter(letter).actions().iter();
            actions.all(|action| !avoided.contains(&action.lifeline))
        })
    };
    let kept = subject.words.iter().filter(|word| avoids(word, &subject.alphabet));
    let expected: Words = kept.cloned().collect();
    let set: LifelineSet = avoided.iter().copied().collect();
    for (name, laws) in [("no law", RewriteRules::none()), ("all laws", RewriteRules::full())] {
        let mut semantics = Semantics::new(interaction, laws, Choice::Delayed);
        let start = semantics.start();
        let region = semantics.region(&set);
        let evades = semantics.evades(start, region);
        let is_exact = subject.length >= subject.term.size() && !subject.has_sync();
        if !expected.is_empty() && !evades || is_exact && expected.is_empty() && evades {
            return Some(format!("{name}: evades {avoided:?} is {evades}"));
        }
        if !evades {
            count(census, "not evaded");
            continue;
        }
        let pruned = semantics.pruned(start, region);
        let numbers = numbers_of(semantics.letters(), &mut subject.alphabet);
        let (length, found) = words_of_term(&mut semantics, pruned, &numbers, subject.length);
        let what = format!("{name}: pruned of {avoided:?}");
        let wrong = subject.difference(&what, &up_to(&expected, length), &found);
        if wrong.is_some() {
            return wrong;
        }
        if expected.len() < subject.words.len() && expected.len() > 1 {
            count(census, "pruned");
        }
    }
    None
}

#[test]
fn pruned_terms_keep_the_words_that_avoid_the_lifelines() {
    let census = check_all(100, evasion_and_pruning);
    demand(&census, &["not evaded", "pruned"], 30);
}

fn definition_10(interaction: &Interaction, seed: u64, census: &mut Census) -> Option<String> {
    let term = Term::of(interaction);
    let mut random = Random::new(seed);
    let (one, rules) = normal_form(&term, &mut random);
    let (other, _) = normal_form(&term, &mut random);
    assert_eq!(one, other, "the rules have one normal form");
    if rules > 0 {
        count(census, "simplified");
    }
    let of_library = |laws| {
        let semantics = Semantics::new(interaction, laws, Choice::Delayed);
        Term::of(&semantics.expression(semantics.start(), &interaction.signature))
    };
    let signature = &interaction.signature;
    for (expected, laws) in [(&one, RewriteRules::paper()), (&term, RewriteRules::none())] {
        let found = of_library(laws);
        if without_empty_regions(&found) != without_empty_regions(expected) {
            let [expected, found] = [expected, &found].map(|term| term.text(signature));
            return Some(format!("{found} instead of {expected}"));
        }
    }
    None
}

/// The term with seq for coregions of nobody.
fn without_empty_regions(term: &Term) -> Term {
    match term {
        Term::Empty | Term::Letter(_) => term.clone(),
        Term::Loop(kind, body) => Term::repeat(*kind, without_empty_regions(body)),
        Term::Pair(operation, left, right) => {
            let operation = match operation {
                Operation::Coreg(region) if region.is_empty() => Operation::Seq,
                other => other.clone(),
            };
            Term::pair(operation, without_empty_regions(left), without_empty_regions(right))
        }
    }
}

#[test]
fn the_paper_s_laws_have_one_normal_form() {
    let census = check_all(100, definition_10);
    demand(&census, &["simplified"], 50);
}
