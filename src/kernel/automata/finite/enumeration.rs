//! Enumeration of words, the shorter ones first.

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::Id as _;

/// The accepted words of one length, in the order of their symbols, each once.
///
/// All states that the automaton may be in are followed, and only symbols are tried after which the rest of
/// the length can be accepted: each step leads to a word.
#[derive(Clone, Debug)]
pub struct WordsOfLength<'a> {
    automaton: &'a FiniteAutomaton,
    /// For each number of remaining symbols, the states from which a word of that length is accepted.
    finishing: Vec<Vec<bool>>,
    /// For each symbol read so far, the states before it; and the states after the last symbol.
    path: Vec<Vec<FiniteStateId>>,
    word: Vec<SymbolId>,
    /// The least symbol to try next.
    next: usize,
    length: usize,
    is_over: bool,
}

impl<'a> WordsOfLength<'a> {
    /// Returns the words of `length` symbols that `automaton` accepts.
    ///
    /// # Complexity
    /// The length times the number of transitions, and for each word at most the length times the
    /// transitions of the states that are followed.
    pub fn new(automaton: &'a FiniteAutomaton, length: usize) -> Self {
        let mut finishing = vec![automaton.acceptance()];
        for rest in 0..length {
            finishing.push(automaton.one_before(&finishing[rest]));
        }
        let last = &finishing[length];
        let mut start = automaton.initial().to_vec();
        start.retain(|state| last[state.index()]);
        let is_over = start.is_empty();
        Self { automaton, finishing, path: vec![start], word: Vec::new(), next: 0, length, is_over }
    }

    /// Returns the least symbol from `next` on after which the word can be finished, and the states after it.
    fn step(&self) -> Option<(SymbolId, Vec<FiniteStateId>)> {
        let here = self.path.last()?;
        let finishing = &self.finishing[self.length - self.word.len() - 1];
        let steps = || {
            here.iter()
                .flat_map(|&state| self.automaton.transitions(state))
                .filter(|(symbol, target)| symbol.index() >= self.next && finishing[target.index()])
        };
        let symbol = steps().map(|&(symbol, _)| symbol).min()?;
        let mut behind: Vec<FiniteStateId> =
            steps().filter(|(other, _)| *other == symbol).map(|&(_, target)| target).collect();
        behind.sort_unstable();
        behind.dedup();
        Some((symbol, behind))
    }

    /// Removes the last symbol; returns `true` if there was one.
    fn back(&mut self) -> bool {
        self.path.pop();
        match self.word.pop() {
            Some(symbol) => {
                self.next = symbol.index() + 1;
                true
            }
            None => false,
        }
    }
}

impl Iterator for WordsOfLength<'_> {
    type Item = Vec<SymbolId>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        loop {
            if self.word.len() == self.length {
                let word = self.word.clone();
                self.is_over = !self.back();
                return Some(word);
            }
            match self.step() {
                Some((symbol, behind)) => {
                    self.word.push(symbol);
                    self.path.push(behind);
                    self.next = 0;
                }
                None => {
                    if !self.back() {
                        self.is_over = true;
                        return None;
                    }
                }
            }
        }
    }
}
