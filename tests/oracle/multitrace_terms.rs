//! How near a multitrace comes to a word of an interaction, by its words.
//!
//! There may be infinitely many, but few matter. Take a word that shows that a multitrace of so many letters
//! is of some class: each of these letters is seen of one letter of the word. A round of a loop in which there
//! is none of those may be left out: without it the word is still one, and shows the same. So no loop needs more
//! rounds than there are letters in the multitrace. Only where a loop stands under `sync` this is not so, as
//! there the other operand may have to take part.

use super::interaction::{Alphabet, Bound, Operation, Term, Words, words};
use super::multitraces::Sight;
use model::interaction::Repetition;
use model::trace::{Letter, LifelineId, Signature};
use std::collections::{BTreeMap, BTreeSet};

/// The term in the local reading: operands follow each other, and rounds do, on each lifeline only.
pub fn weakened(term: &Term) -> Term {
    match term {
        Term::Empty | Term::Letter(_) => term.clone(),
        Term::Pair(operation, left, right) => {
            let operation = match operation {
                Operation::Strict => Operation::Seq,
                other => other.clone(),
            };
            Term::pair(operation, weakened(left), weakened(right))
        }
        Term::Loop(repetition, body) => {
            let repetition = match repetition {
                Repetition::Strict | Repetition::Head | Repetition::Weak => Repetition::Weak,
                Repetition::Parallel => Repetition::Parallel,
            };
            Term::repeat(repetition, weakened(body))
        }
    }
}

/// Whether a loop stands under `sync`.
pub fn has_synchronised_loop(term: &Term) -> bool {
    let is_loop = |part: &Term| matches!(part, Term::Loop(..));
    term.has(&|part| {
        matches!(part, Term::Pair(Operation::Sync(_), left, right)
            if left.has(&is_loop) || right.has(&is_loop))
    })
}

/// Enough words to tell how near multitraces of at most so many letters come to a word, if no loop stands
/// under `sync`; nothing if that is more work than `budget` allows.
pub fn enough_words(
    term: &Term,
    alphabet: &Alphabet,
    letters: usize,
    budget: usize,
) -> Option<Words> {
    let bound = Bound { rounds: letters, ..Bound::length(longest(term, letters)) };
    words(term, alphabet, &bound, budget)
}

/// The length of the longest word in which each letter of a loop comes at most so many times.
fn longest(term: &Term, times: usize) -> usize {
    match term {
        Term::Empty => 0,
        Term::Letter(_) => 1,
        Term::Pair(Operation::Alt, left, right) => longest(left, times).max(longest(right, times)),
        Term::Pair(_, left, right) => longest(left, times) + longest(right, times),
        Term::Loop(_, body) => times * body.size(),
    }
}

/// The texts of what locations see of letters, by location.
pub fn seen<'a>(
    letters: impl IntoIterator<Item = &'a Letter>,
    signature: &Signature,
    locations: &[Vec<LifelineId>],
) -> Vec<BTreeMap<usize, String>> {
    let seen_of = |letter: &Letter| {
        let mut texts: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for action in letter.actions() {
            let is_there = |location: &Vec<LifelineId>| location.contains(&action.lifeline);
            let place = locations.iter().position(is_there).expect("each lifeline is somewhere");
            texts.entry(place).or_default().insert(action.text(signature));
        }
        let whole = |texts: BTreeSet<String>| {
            let texts: Vec<String> = texts.into_iter().collect();
            if let [one] = &*texts { one.clone() } else { format!("{{{}}}", texts.join(",")) }
        };
        texts.into_iter().map(|(place, texts)| (place, whole(texts))).collect()
    };
    letters.into_iter().map(seen_of).collect()
}

/// Numbers the texts that each location sees, in their order.
pub fn sight(seen: &[BTreeMap<usize, String>]) -> Sight {
    let mut texts: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    for (&location, text) in seen.iter().flatten() {
        texts.entry(location).or_default().insert(text);
    }
    let number = |(&location, text): (&usize, &String)| {
        let place = texts[&location].iter().position(|other| other == text);
        (location, place.expect("all texts are numbered"))
    };
    seen.iter().map(|parts| parts.iter().map(number).collect()).collect()
}
