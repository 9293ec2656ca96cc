//! The oracle of interactions on terms whose words are known.

use oracle::interaction::{Alphabet, Bound, Operation, Term, erased, words};
use scm_check::internals::model::interaction::Repetition;
use scm_check::internals::model::trace::{Action, Letter, LifelineId, Signature};
use std::collections::BTreeSet;

/// Terms by hand, over the lifelines `a`, `b`, `c` and messages that are added as they come.
struct Hand {
    signature: Signature,
}

impl Hand {
    fn new() -> Self {
        let mut signature = Signature::new();
        for name in ["a", "b", "c"] {
            signature.add_lifeline(name);
        }
        Self { signature }
    }

    fn lifeline(&self, name: &str) -> LifelineId {
        self.signature.lifeline(name).unwrap()
    }

    /// The action of a text such as `a!m`.
    fn action(&mut self, text: &str) -> Action {
        let message = self.signature.add_message(&text[2..]);
        let lifeline = self.lifeline(&text[..1]);
        if &text[1..2] == "!" {
            Action::send(lifeline, message)
        } else {
            Action::receive(lifeline, message)
        }
    }

    /// The letter of a text such as `a!m` or `a!m,b?m`.
    fn letter(&mut self, text: &str) -> Term {
        let actions: Vec<Action> = text.split(',').map(|one| self.action(one)).collect();
        Term::Letter(Letter::new(actions).unwrap())
    }

    /// The letters of a text one after the other, folded by an operation.
    fn all(&mut self, operation: &Operation, text: &str) -> Term {
        let letters: Vec<Term> = text.split('.').map(|one| self.letter(one)).collect();
        letters
            .into_iter()
            .rev()
            .reduce(|right, left| Term::pair(operation.clone(), left, right))
            .unwrap()
    }

    fn words(&self, term: &Term, length: usize) -> Vec<String> {
        let alphabet = Alphabet::of([term]);
        let found = words(term, &alphabet, &Bound::length(length), 1_000_000).unwrap();
        let mut texts: Vec<String> =
            found.iter().map(|word| alphabet.text(word, &self.signature)).collect();
        texts.sort();
        texts
    }
}

/// The words of a loop of `a!m` and then `b?m`.
fn loop_of_a_passing(repetition: Repetition, length: usize) -> Vec<String> {
    let mut hand = Hand::new();
    let body = hand.all(&Operation::Strict, "a!m.b?m");
    hand.words(&Term::repeat(repetition, body), length)
}

#[test]
fn sequencing_orders_what_happens_on_a_lifeline() {
    let mut hand = Hand::new();
    let [left, right] = ["a!m.b?m", "a!n.c?n"].map(|text| hand.all(&Operation::Strict, text));
    let compose = |operation| Term::pair(operation, left.clone(), right.clone());
    assert_eq!(hand.words(&compose(Operation::Strict), 4), ["a!m.b?m.a!n.c?n"]);
    let weak = ["a!m.a!n.b?m.c?n", "a!m.a!n.c?n.b?m", "a!m.b?m.a!n.c?n"];
    assert_eq!(hand.words(&compose(Operation::Seq), 4), weak);
    let region: BTreeSet<LifelineId> = [hand.lifeline("a")].into();
    let coregion = hand.words(&compose(Operation::Coreg(region)), 4);
    assert_eq!(coregion, hand.words(&compose(Operation::Par), 4));
    assert_eq!(coregion.len(), 6);
    assert_eq!(hand.words(&compose(Operation::Alt), 4), ["a!m.b?m", "a!n.c?n"]);
}

#[test]
fn a_coregion_frees_its_lifelines_only() {
    let mut hand = Hand::new();
    let [left, right] = ["a!m,b?m", "a!n,b?n"].map(|text| hand.letter(text));
    let of = |names: &[&str]| {
        let region = names.iter().map(|name| hand.lifeline(name)).collect();
        let term = Term::pair(Operation::Coreg(region), left.clone(), right.clone());
        hand.words(&term, 2)
    };
    let both = ["{a!m,b?m}.{a!n,b?n}", "{a!n,b?n}.{a!m,b?m}"];
    assert_eq!(of(&["a"]), both[..1]);
    assert_eq!(of(&["a", "b"]), both);
}

#[test]
fn the_loops_of_a_passing() {
    let strict = ["a!m.b?m", "a!m.b?m.a!m.b?m", "the empty word"];
    assert_eq!(loop_of_a_passing(Repetition::Strict, 4), strict);
    let weak = ["a!m.a!m.b?m.b?m", "a!m.b?m", "a!m.b?m.a!m.b?m", "the empty word"];
    assert_eq!(loop_of_a_passing(Repetition::Weak, 4), weak);
    assert_eq!(loop_of_a_passing(Repetition::Head, 4), weak);
    assert_eq!(loop_of_a_passing(Repetition::Parallel, 4), weak);
    // The Dyck words of at most three pairs.
    assert_eq!(loop_of_a_passing(Repetition::Weak, 6).len(), 1 + 1 + 2 + 5);
    assert_eq!(loop_of_a_passing(Repetition::Strict, 7).len(), 4);
}

#[test]
fn the_head_of_a_round_waits_for_those_before() {
    let mut hand = Hand::new();
    let body = Term::pair(
        Operation::Alt,
        hand.all(&Operation::Strict, "a!m.b?m"),
        hand.all(&Operation::Strict, "c?n.a!o"),
    );
    let weak = hand.words(&Term::repeat(Repetition::Weak, body.clone()), 4);
    let head = hand.words(&Term::repeat(Repetition::Head, body), 4);
    // The second round begins before the first, which comes first on `a`.
    let early = ["c?n.a!m.a!o.b?m", "c?n.a!m.b?m.a!o"];
    assert_eq!(weak.iter().filter(|word| !head.contains(word)).collect::<Vec<_>>(), early);
    assert!(head.iter().all(|word| weak.contains(word)));
    assert!(head.contains(&"a!m.c?n.b?m.a!o".to_owned()));
}

#[test]
fn synchronised_letters_are_one_or_none() {
    let mut hand = Hand::new();
    let left = hand.all(&Operation::Strict, "a!m.b?m");
    let right = hand.all(&Operation::Strict, "b?m.c!n");
    let other = hand.all(&Operation::Strict, "a!m,b?m");
    let sync = |hand: &mut Hand, text: &str, left: &Term, right: &Term| {
        let actions = text.split(',').map(|one| hand.action(one)).collect();
        let term = Term::pair(Operation::Sync(actions), left.clone(), right.clone());
        hand.words(&term, 6)
    };
    assert_eq!(sync(&mut hand, "b?m", &left, &right), ["a!m.b?m.c!n"]);
    assert_eq!(sync(&mut hand, "b?m,c!n", &left, &right), [""; 0]);
    assert_eq!(sync(&mut hand, "c?m", &left, &right).len(), 5);
    // The same action in another letter does not meet it.
    assert_eq!(sync(&mut hand, "b?m", &left, &other), [""; 0]);
    assert_eq!(sync(&mut hand, "b?m", &other, &other), ["{a!m,b?m}"]);
}

#[test]
fn bodies_that_may_do_nothing_are_looped() {
    let mut hand = Hand::new();
    let one = hand.letter("a!m");
    let body = Term::pair(Operation::Alt, Term::Empty, one);
    for repetition in oracle::interaction_laws::REPETITIONS {
        let term = Term::repeat(repetition, Term::repeat(repetition, body.clone()));
        assert_eq!(hand.words(&term, 3).len(), 4);
    }
    assert_eq!(hand.words(&Term::repeat(Repetition::Head, Term::Empty), 3), ["the empty word"]);
}

#[test]
fn what_a_removed_lifeline_does_is_erased() {
    let mut hand = Hand::new();
    let term = hand.all(&Operation::Strict, "a!m,b?m.b!n.c?n");
    let mut alphabet = Alphabet::of([&term]);
    let found = words(&term, &alphabet, &Bound::length(3), 1_000).unwrap();
    let text = |names: [&str; 2], alphabet: &mut Alphabet| {
        let hidden = names.iter().map(|name| hand.lifeline(name)).collect();
        let left = erased(&found, alphabet, &hidden);
        alphabet.text(left.first().unwrap(), &hand.signature)
    };
    assert_eq!(text(["b", "b"], &mut alphabet), "a!m.c?n");
    assert_eq!(text(["a", "c"], &mut alphabet), "b?m.b!n");
    assert_eq!(text(["a", "b"], &mut alphabet), "c?n");
}
