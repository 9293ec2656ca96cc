//! Interactions without their internal steps, against all words of small ones.

use std::collections::BTreeSet;

use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::interaction::{
    Choice, Interaction, RewriteRules, Semantics, TermId,
};

use crate::language::interaction_printing::random_diagram;
use crate::support::effort::{required, scaled};

/// Returns the words of at most `letters` letters that are no internal steps, without these; in each of at most `steps`
/// steps.
fn words(interaction: &Interaction, letters: usize, steps: usize) -> BTreeSet<Vec<String>> {
    let mut semantics = Semantics::new(interaction, RewriteRules::full(), Choice::Immediate);
    let mut found = BTreeSet::new();
    let mut seen: BTreeSet<(TermId, Vec<String>, usize)> = BTreeSet::new();
    let mut open = vec![(semantics.start(), Vec::new(), 0)];
    while let Some((term, word, internal)) = open.pop() {
        if !seen.insert((term, word.clone(), internal)) || seen.len() > 200_000 {
            continue;
        }
        if semantics.is_final(term) {
            found.insert(word.clone());
        }
        for &(letter, rest) in &*semantics.steps(term) {
            let text = semantics.letters().letter(letter).text(&interaction.signature);
            if text.contains('~') {
                if internal < steps {
                    open.push((rest, word.clone(), internal + 1));
                }
            } else if word.len() < letters {
                let mut word = word.clone();
                word.push(text);
                open.push((rest, word, internal));
            }
        }
    }
    found
}

#[test]
fn what_is_observed_are_the_words_without_internal_steps() {
    let mut random = Random::new(41);
    let (mut compared, mut refused) = (0, 0);
    while compared < scaled(1_500) {
        let interaction = random_diagram(&mut random);
        if !interaction.has_internal_steps() || interaction.parts.len() > 8 {
            continue;
        }
        let Ok(observed) = interaction.observable() else {
            refused += 1;
            continue;
        };
        assert!(!observed.has_internal_steps());
        let text = interaction.text();
        let [all, observed] = [words(&interaction, 3, 10), words(&observed, 3, 0)];
        assert!(all.is_subset(&observed), "{text}: {all:?}, {observed:?}");
        // Longer words may need more internal steps.
        let is_there = |word: &&Vec<String>| word.len() > 2 || all.contains(*word);
        assert!(observed.iter().all(|word| is_there(&word)), "{text}: {all:?}, {observed:?}");
        compared += 1;
    }
    assert!(refused > required(20), "{refused}");
}

#[test]
fn a_step_that_orders_others_is_not_left_out() {
    let read = |text: &str| {
        let source = scm_check::internals::kernel::source::Source::new("t.hif", text);
        scm_check::internals::language::interaction::read(&source, None).model.unwrap().interaction
    };
    let bound = read("seq(strict(a -- m -> |, b -- ~think -> |), b -- n -> |)");
    assert!(bound.observable().is_err());
    let covered = read("seq(strict(a -- m -> |, seq(b -- ~think -> |, k -> b)), b -- n -> |)");
    assert_eq!(
        covered.observable().unwrap().text(),
        "seq(strict(a -- m ->|, seq(o, k -> b)), b -- n ->|)"
    );
    let words_of_bound = words(&bound, 2, 1);
    assert_ne!(words_of_bound, words(&bound.without_internal_steps(), 2, 0));
}
