//! Regular expressions over numbered letters, compiled to deterministic automata.

use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::{Anchored, Input, MatchKind};
use regex_syntax::hir::{Hir, Repetition};

use super::Dfa;

/// A regular expression over letters, of which there are at most 256.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegularExpression(Hir);

impl RegularExpression {
    /// Returns the expression of the empty word alone.
    pub fn empty_word() -> Self {
        Self(Hir::empty())
    }

    /// Returns the expression of no word at all.
    pub fn nothing() -> Self {
        Self(Hir::fail())
    }

    /// Returns the expression of the word that is one letter.
    pub fn letter(letter: u8) -> Self {
        Self(Hir::literal([letter]))
    }

    /// Returns the expression of words of `parts`, one after the other.
    #[must_use]
    pub fn concatenation(parts: impl IntoIterator<Item = Self>) -> Self {
        Self(Hir::concat(parts.into_iter().map(|part| part.0).collect()))
    }

    /// Returns the expression of the words of any of `parts`.
    #[must_use]
    pub fn alternatives(parts: impl IntoIterator<Item = Self>) -> Self {
        Self(Hir::alternation(parts.into_iter().map(|part| part.0).collect()))
    }

    /// Returns the expression of `least` or more words of `self`, one after the other.
    #[must_use]
    pub fn repeated(self, least: u32) -> Self {
        let sub = Box::new(self.0);
        Self(Hir::repetition(Repetition { min: least, max: None, greedy: true, sub }))
    }

    /// Returns the minimal automaton over the letters `0..letters` that accepts the words of this
    /// expression, or nothing where it, or what it is made from, becomes larger than `bytes`.
    ///
    /// # Complexity
    /// Exponential in the size of the expression at worst, which `bytes` limits.
    pub fn compile(&self, letters: usize, bytes: usize) -> Option<Dfa<bool>> {
        let nfa = thompson::Compiler::new()
            .configure(
                thompson::Config::new()
                    .utf8(false)
                    .which_captures(thompson::WhichCaptures::None)
                    .nfa_size_limit(Some(bytes)),
            )
            .build_from_hir(&self.0)
            .ok()?;
        let config = dense::Config::new()
            .match_kind(MatchKind::All)
            .start_kind(StartKind::Anchored)
            .accelerate(false)
            .dfa_size_limit(Some(bytes))
            .determinize_size_limit(Some(bytes));
        let dfa = dense::Builder::new().configure(config).build_from_nfa(&nfa).ok()?;
        let initial = dfa.start_state_forward(&Input::new("").anchored(Anchored::Yes)).ok()?;
        // A match is reported one letter late, so the end of the word is read as well.
        let copy = Dfa::explore(
            letters,
            initial,
            usize::MAX,
            |&state: &StateID, letter| {
                let byte = u8::try_from(letter).expect("there are at most 256 letters");
                Some(dfa.next_state(state, byte))
            },
            |&state| dfa.is_match_state(dfa.next_eoi_state(state)),
        );
        copy.map(|copy| copy.minimised())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let dfa = dfa.expect("it is small");
        assert!(accepts(&dfa, &[0]) && accepts(&dfa, &[0, 255]));
        assert!(!accepts(&dfa, &[]) && !accepts(&dfa, &[255]) && !accepts(&dfa, &[0, 255, 0]));
    }

    #[test]
    fn repetitions_of_what_may_be_empty_end() {
        let maybe = RegularExpression::alternatives([RegularExpression::empty_word(), letter(1)]);
        let dfa = maybe.repeated(1).repeated(0).compile(2, 1 << 20).expect("it is small");
        assert_eq!(dfa.outputs().len(), 2);
        assert!(accepts(&dfa, &[]) && accepts(&dfa, &[1, 1, 1]) && !accepts(&dfa, &[1, 0]));
    }

    #[test]
    fn the_nth_letter_from_the_end_is_too_large() {
        let any = || RegularExpression::alternatives([letter(0), letter(1)]);
        let tail = std::iter::repeat_with(any).take(30);
        let parts = [any().repeated(0), letter(0)].into_iter().chain(tail);
        assert_eq!(RegularExpression::concatenation(parts).compile(2, 1 << 20), None);
        assert_eq!(RegularExpression::nothing().compile(2, 1 << 20).map(|d| d.letters()), Some(2));
    }
}
