//! Regular expressions, compiled to deterministic automata.

use scm_check::internals::kernel::automata::{Dfa, RegularExpression};

fn letter(letter: u8) -> RegularExpression {
    RegularExpression::letter(letter)
}

fn accepts(dfa: &Dfa<bool>, word: &[usize]) -> bool {
    dfa.outputs()[word.iter().fold(dfa.initial(), |state, &letter| dfa.after(state, letter))]
}

#[test]
fn all_words_are_found_not_only_the_leftmost() {
    // 0 | 0.1, and bytes that are no text.
    let both = RegularExpression::concatenation([letter(0), letter(255)]);
    let dfa = RegularExpression::alternatives([letter(0), both]).compile(256, 1 << 20);
    let (dfa, _) = dfa.expect("it is small");
    assert!(accepts(&dfa, &[0]) && accepts(&dfa, &[0, 255]));
    assert!(!accepts(&dfa, &[]) && !accepts(&dfa, &[255]) && !accepts(&dfa, &[0, 255, 0]));
}

#[test]
fn repetitions_of_what_may_be_empty_end() {
    let maybe = RegularExpression::alternatives([RegularExpression::empty_word(), letter(1)]);
    let (dfa, _) = maybe.repeated(1).repeated(0).compile(2, 1 << 20).expect("it is small");
    assert_eq!(dfa.outputs().len(), 2);
    assert!(accepts(&dfa, &[]) && accepts(&dfa, &[1, 1, 1]) && !accepts(&dfa, &[1, 0]));
}

#[test]
fn the_nth_letter_from_the_end_is_too_large() {
    let any = || RegularExpression::alternatives([letter(0), letter(1)]);
    let tail = std::iter::repeat_with(any).take(30);
    let parts = [any().repeated(0), letter(0)].into_iter().chain(tail);
    assert_eq!(RegularExpression::concatenation(parts).compile(2, 1 << 20), None);
    assert_eq!(
        RegularExpression::alternatives([]).compile(2, 1 << 20).map(|(dfa, _)| dfa.letters()),
        Some(2)
    );
}
