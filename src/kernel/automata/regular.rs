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

    /// Returns the expression of the word of one letter.
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

    /// Returns the minimal automaton over the letters `0..letters` that accepts the words of this expression,
    /// with the number of bytes that its construction took; `None` if it, or an intermediate automaton,
    /// becomes larger than `bytes`.
    ///
    /// # Complexity
    /// Exponential in the size of the expression at worst, which `bytes` limits.
    pub fn compile(&self, letters: usize, bytes: usize) -> Option<(Dfa<bool>, usize)> {
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
        copy.map(|copy| (copy.minimised(), dfa.memory_usage()))
    }
}
