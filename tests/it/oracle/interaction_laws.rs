//! The equations of interactions on random terms, by the oracle alone.

use crate::support::cases::seeds;
use crate::support::interaction_words::{numbers_of, words_of_term};
use crate::support::random_interactions::{
    Census, SearchBudget, Shape, count, demand, enumerated, interaction_of, signature, written,
};
use oracle::interaction::{Alphabet, Bound, Operation, Term, up_to, words};
use oracle::interaction_laws::{FALSEHOODS, Instance, LAWS, Terms};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::interaction::{Choice, RewriteRules, Semantics};
use scm_check::internals::model::trace::{Action, LifelineId};
use std::collections::BTreeSet;

/// What the words of a side may cost.
const EFFORT: SearchBudget = SearchBudget { length: 6, merges: 3_000, words: 100 };

/// Three random terms over four lifelines, small enough for loops of loops of them.
fn terms_of(numbers: &mut Random, passings: usize) -> Terms {
    let mut unused = Census::new();
    let mut term = || {
        let shape = Shape {
            lifelines: numbers.between(1, 3),
            messages: numbers.between(1, 2),
            passings: numbers.between(1, passings),
            depth: numbers.between(0, 2),
        };
        let term = Term::of(&interaction_of(shape, numbers, &mut unused));
        let offset = numbers.below(5 - shape.lifelines);
        term.renamed(&|lifeline| LifelineId::from_index(lifeline.index() + offset))
    };
    let terms = [term(), term(), term()];
    let actions: Vec<Action> =
        terms.iter().flat_map(Term::letters).flat_map(|letter| letter.actions().to_vec()).collect();
    let mut region = || -> BTreeSet<LifelineId> {
        (0..4).filter(|_| numbers.percent(40)).map(LifelineId::from_index).collect()
    };
    let regions = [region(), region()];
    let actions = (0..numbers.below(3)).filter_map(|_| numbers.choose(&actions)).collect();
    let alphabet = Alphabet::of([&terms[0]]);
    let at_once = words(&terms[0], &alphabet, &Bound::length(0), 1_000).unwrap();
    Terms { operands: terms, regions, actions, first_may_stop: !at_once.is_empty() }
}

/// A word of one side that the other does not have, if there is one among those that are enumerated.
fn difference(instance: &Instance) -> (usize, Option<String>) {
    let terms = [&instance.left, &instance.right];
    let alphabet = Alphabet::of(terms);
    let (length, found) = enumerated(&terms, &alphabet, EFFORT);
    let names = signature(Shape { lifelines: 4, messages: 3, passings: 0, depth: 0 });
    let text = found[0].symmetric_difference(&found[1]).next().map(|word| {
        let side = if found[0].contains(word) { "left" } else { "right" };
        let word = alphabet.text(word, &names);
        let [left, right] = terms.map(|term| term.text(&names));
        format!("{}: only the {side} of {left} = {right} has {word}", instance.law)
    });
    (length, text)
}

#[test]
fn the_laws_hold_for_random_terms() {
    let mut census = Census::new();
    for seed in seeds(10) {
        for instance in terms_of(&mut Random::new(seed), 3).laws() {
            let (length, difference) = difference(&instance);
            assert_eq!(difference, None, "seed {seed}");
            if length >= 3 && instance.left != instance.right {
                count(&mut census, instance.law);
            }
        }
    }
    demand(&census, &LAWS, 50);
}

/// Random terms, half of them such that loops have rounds of two kinds, of which one is long.
fn tempting_terms(seed: u64) -> Terms {
    let mut terms = terms_of(&mut Random::new(seed), 2);
    if seed.is_multiple_of(2) {
        let [i, j, k] = terms.operands;
        let long = Term::pair(Operation::Strict, j.clone(), k.clone());
        terms.operands = [Term::pair(Operation::Alt, i, long), j, k];
    }
    terms
}

#[test]
fn nothing_is_simplified_by_what_only_looks_like_a_law() {
    let names = signature(Shape { lifelines: 4, messages: 3, passings: 0, depth: 0 });
    for seed in seeds(25) {
        for instance in tempting_terms(seed).falsehoods() {
            let mut alphabet = Alphabet::of([&instance.left]);
            let (length, found) = enumerated(&[&instance.left], &alphabet, EFFORT);
            let interaction = written(&instance.left, &names);
            let mut semantics = Semantics::new(&interaction, RewriteRules::full(), Choice::Delayed);
            let numbers = numbers_of(semantics.letters(), &mut alphabet);
            let start = semantics.start();
            let (length, words) = words_of_term(&mut semantics, start, &numbers, length);
            let text = instance.left.text(&names);
            assert_eq!(words, up_to(&found[0], length), "seed {seed}: {text}");
        }
    }
}

#[test]
fn what_only_looks_like_a_law_is_found_false() {
    let mut census = Census::new();
    for seed in seeds(50) {
        for instance in tempting_terms(seed).falsehoods() {
            if difference(&instance).1.is_some() {
                count(&mut census, instance.law);
            }
        }
    }
    demand(&census, &FALSEHOODS, 5);
}
