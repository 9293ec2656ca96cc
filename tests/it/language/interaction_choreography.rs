//! The choreography of an interaction, against the words of the interaction whose messages are received at once.

use std::collections::BTreeSet;

use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::model::choreography::Description;
use scm_check::internals::model::interaction::{
    Choice, Expression, Interaction, Repetition, RewriteRules, Semantics,
};

use crate::language::interaction_printing::random_diagram;

/// A word: the sender, the receiver and the message of each letter.
type Word = Vec<[String; 3]>;

/// The length of the words that are compared.
const LONGEST: usize = 4;

/// Returns the least word that differs in the order of letters without a common participant.
fn normal(word: &Word) -> Word {
    let mut rest = word.clone();
    let mut normal = Vec::new();
    while !rest.is_empty() {
        let shares = |one: &[String; 3], other: &[String; 3]| {
            one[..2].iter().any(|name| other[..2].contains(name))
        };
        let is_first = |&at: &usize| rest[..at].iter().all(|before| !shares(before, &rest[at]));
        let first = (0..rest.len()).filter(is_first).min_by_key(|&at| rest[at].clone()).unwrap();
        normal.push(rest.remove(first));
    }
    normal
}

/// Returns the words of an interaction in which all messages are passed at once, without those that nobody receives, up to
/// the order of independent ones.
fn words(interaction: &Interaction) -> BTreeSet<Word> {
    let mut at_once = interaction.without_internal_steps();
    let is_lossy = interaction.unreceived().next().is_some();
    for part in at_once.parts.ids() {
        match &mut at_once.parts[part] {
            Expression::Passing(passing) => passing.synchronous = true,
            // Rounds of lost messages only would have no end.
            Expression::Loop(kind @ (Repetition::Weak | Repetition::Head), _) if is_lossy => {
                *kind = Repetition::Strict;
            }
            _ => {}
        }
    }
    let signature = &at_once.signature;
    let mut semantics = Semantics::new(&at_once, RewriteRules::full(), Choice::Immediate);
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![(semantics.start(), Word::new())];
    while let Some((term, word)) = open.pop() {
        if !seen.insert((term, word.clone())) {
            continue;
        }
        if semantics.is_final(term) {
            found.insert(normal(&word));
        }
        for &(letter, rest) in semantics.steps(term).iter() {
            let actions = semantics.letters().letter(letter).actions();
            let (send, receive) = match actions {
                // Nobody receives the message: no other participant sees it.
                [_] => {
                    open.push((rest, word.clone()));
                    continue;
                }
                _ if word.len() == LONGEST => continue,
                [one, other] if one.direction < other.direction => (one, other),
                [one, other] => (other, one),
                _ => unreachable!("each message has one sender and one receiver"),
            };
            let name = |lifeline| signature.lifelines()[lifeline].clone();
            let message = signature.messages()[send.message].clone();
            let mut word = word.clone();
            word.push([name(send.lifeline), name(receive.lifeline), message]);
            open.push((rest, word));
        }
    }
    found
}

/// Returns the words of a choreography, up to the order of independent letters.
fn described(description: &Description) -> BTreeSet<Word> {
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut open: Vec<_> =
        description.initial.map(|state| (state, Word::new())).into_iter().collect();
    while let Some((state, word)) = open.pop() {
        if !seen.insert((state, word.clone())) {
            continue;
        }
        if description.finals.contains(&state) {
            found.insert(normal(&word));
        }
        for edge in &description.edges {
            if edge.source == state && word.len() < LONGEST {
                let exchange = edge.exchange.unwrap();
                let [from, to] = [exchange.sender, exchange.receiver]
                    .map(|who| description.participants[who].clone());
                let mut word = word.clone();
                word.push([from, to, description.messages[exchange.message].clone()]);
                open.push((edge.target, word));
            }
        }
    }
    found
}

#[test]
fn the_choreography_of_an_interaction_has_its_words_up_to_the_order_of_independent_messages() {
    let mut random = Random::new(57);
    let (mut compared, mut with_losses) = (0, 0);
    while compared < 400 {
        let interaction = random_diagram(&mut random);
        let is_small = interaction.parts.len() <= 10;
        if !is_small || interaction.no_choreography().is_some() {
            continue;
        }
        let single = |part: &Expression| match part {
            Expression::Passing(passing) => {
                passing.is_internal(&interaction.signature) || passing.receivers().count() <= 1
            }
            _ => true,
        };
        if !interaction.parts.iter().all(single) {
            continue;
        }
        // Rounds of lost messages only would have no end.
        let is_lossy = interaction.unreceived().next().is_some();
        let is_parallel =
            |part: &Expression| matches!(part, Expression::Loop(Repetition::Parallel, _));
        if is_lossy && interaction.parts.iter().any(is_parallel) {
            continue;
        }
        let control = Control::unlimited();
        let Ok(plain) = interaction.choreography("c", &control) else { continue };
        let (marked, parts) = interaction.choreography_with_origins("c", &control).unwrap();
        assert_eq!(parts.len(), marked.edges.len());
        let text = interaction.text();
        let expected = words(&interaction);
        assert_eq!(described(&plain), expected, "{text}");
        assert_eq!(described(&marked), expected, "{text}");
        compared += 1;
        with_losses += usize::from(is_lossy);
    }
    assert!(with_losses > 20, "{with_losses}");
}
