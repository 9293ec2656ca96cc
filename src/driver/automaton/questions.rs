//! Questions about finite automata.

use super::over_both;
use crate::{Answer, Finding, Loaded};
use check::EngineName;
use kernel::automata::{Alphabet, Side, SymbolId, equivalence, inclusion};
use kernel::base::{Control, Limit};
use language::automaton::{Model, word_names};

/// An automaton with the input that it was read from.
#[derive(Clone, Copy, Debug)]
pub struct AutomatonInput<'a> {
    /// The input.
    pub loaded: &'a Loaded,
    /// The automaton.
    pub model: &'a Model,
}

/// Result of a question about automata.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AutomatonFinding {
    /// Whether all words of one automaton are words of another.
    Inclusion {
        /// Name of the other automaton.
        other: String,
        /// Digest of the bytes of the other automaton.
        other_sha256: Option<String>,
        /// A shortest word that the other automaton lacks, if there is one; or the limit that was reached.
        missing: Result<Option<Vec<String>>, Limit>,
    },
    /// Whether two automata have the same words.
    Equivalence {
        /// Names of the two automata.
        names: [String; 2],
        /// Digest of the bytes of the second.
        other_sha256: Option<String>,
        /// A shortest word that only one of the automata accepts, if there is one; or the limit that was reached.
        difference: Result<Option<(Vec<String>, Side)>, Limit>,
    },
    /// Whether an automaton has no word: `None` if so, else a shortest word.
    Emptiness(Option<Vec<String>>),
    /// Whether an automaton accepts a word.
    Acceptance {
        /// The word.
        word: Vec<String>,
        /// A symbol of the word that the automaton does not have.
        unknown: Option<String>,
        /// Whether the word is accepted; or the limit that was reached.
        is_accepted: Result<bool, Limit>,
    },
}

/// Returns the answer of a question: `unknown` where a limit was reached.
fn answer(
    input: AutomatonInput<'_>,
    (property, engine): (&str, EngineName),
    verdict: Result<bool, Limit>,
    finding: AutomatonFinding,
) -> Answer<AutomatonFinding> {
    let subject = input.loaded.subject(property);
    let answer = Answer::new(subject, verdict.into(), Finding::Found(finding));
    Answer { engine: Some(engine), ..answer }
}

fn owned(word: &[SymbolId], alphabet: &Alphabet) -> Vec<String> {
    word_names(word, alphabet).into_iter().map(str::to_owned).collect()
}

/// Decides whether all words of one automaton are words of another, by antichains.
pub fn included(
    first: AutomatonInput<'_>,
    second: AutomatonInput<'_>,
    control: &Control,
) -> Answer<AutomatonFinding> {
    let (alphabet, left, right) = over_both(first.model, second.model);
    let missing = inclusion(&left, &right, control);
    let missing = missing.map(|word| word.map(|word| owned(&word, &alphabet)));
    let verdict = missing.as_ref().map(Option::is_none).map_err(|&limit| limit);
    let (other, other_sha256) = (second.loaded.name.clone(), second.loaded.sha256.clone());
    let finding = AutomatonFinding::Inclusion { other, other_sha256, missing };
    answer(first, ("included", EngineName::Antichains), verdict, finding)
}

/// Decides whether two automata have the same words, by antichains.
pub fn equivalent(
    first: AutomatonInput<'_>,
    second: AutomatonInput<'_>,
    control: &Control,
) -> Answer<AutomatonFinding> {
    let (alphabet, left, right) = over_both(first.model, second.model);
    let difference = equivalence(&left, &right, control).map(|difference| {
        difference.map(|found| (owned(&found.word, &alphabet), found.accepted_by))
    });
    let verdict = difference.as_ref().map(Option::is_none).map_err(|&limit| limit);
    let names = [first, second].map(|input| input.loaded.name.clone());
    let other_sha256 = second.loaded.sha256.clone();
    let finding = AutomatonFinding::Equivalence { names, other_sha256, difference };
    answer(first, ("equivalent", EngineName::Antichains), verdict, finding)
}

/// Decides whether an automaton has no word.
pub fn empty(input: AutomatonInput<'_>) -> Answer<AutomatonFinding> {
    let word = input.model.automaton.shortest_word();
    let word = word.map(|word| owned(&word, &input.model.alphabet));
    let verdict = Ok(word.is_none());
    answer(input, ("empty", EngineName::BreadthFirst), verdict, AutomatonFinding::Emptiness(word))
}

/// Decides whether an automaton accepts a word, given by the names of its symbols.
pub fn accepts(
    input: AutomatonInput<'_>,
    word: Vec<String>,
    control: &Control,
) -> Answer<AutomatonFinding> {
    let Model { automaton, alphabet, .. } = input.model;
    let known = |name: &String| {
        let found = alphabet.enumerate().find(|(_, other)| *other == name);
        found.map(|(symbol, _)| symbol).ok_or_else(|| name.clone())
    };
    let (is_accepted, unknown) = match word.iter().map(known).collect::<Result<Vec<SymbolId>, _>>()
    {
        Ok(symbols) => (automaton.accepts_within(symbols, control), None),
        Err(name) => (Ok(false), Some(name)),
    };
    let finding = AutomatonFinding::Acceptance { word, unknown, is_accepted };
    answer(input, ("accepts", EngineName::Subsets), is_accepted, finding)
}

/// Number of words of an automaton, as a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LanguageSize {
    /// No word.
    Empty,
    /// Finitely many words.
    Finite,
    /// Infinitely many words.
    Infinite,
}

/// Size of an automaton, and the kind of its language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AutomatonFacts {
    /// Number of states.
    pub states: usize,
    /// Number of states on accepting paths.
    pub useful_states: usize,
    /// Number of transitions.
    pub transitions: usize,
    /// Number of symbols.
    pub symbols: usize,
    /// Number of initial states.
    pub initial: usize,
    /// Number of states in which words may end.
    pub accepting: usize,
    /// Whether the automaton is deterministic.
    pub is_deterministic: bool,
    /// Number of words of the automaton, as a class.
    pub language: LanguageSize,
    /// A shortest word, if there is a word.
    pub shortest_word: Option<Vec<String>>,
}

/// Returns the size of an automaton and the kind of its language.
pub fn facts(model: &Model) -> AutomatonFacts {
    let automaton = &model.automaton;
    let shortest_word = automaton.shortest_word().map(|word| owned(&word, &model.alphabet));
    AutomatonFacts {
        states: automaton.len(),
        useful_states: automaton.useful().into_iter().filter(|&useful| useful).count(),
        transitions: automaton.transition_count(),
        symbols: automaton.symbols(),
        initial: automaton.initial().len(),
        accepting: automaton.states().filter(|&state| automaton.is_accepting(state)).count(),
        is_deterministic: automaton.is_deterministic(),
        language: match (&shortest_word, automaton.is_finite_language()) {
            (None, _) => LanguageSize::Empty,
            (Some(_), true) => LanguageSize::Finite,
            (Some(_), false) => LanguageSize::Infinite,
        },
        shortest_word,
    }
}
