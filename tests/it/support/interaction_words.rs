//! The words of random interactions by the library and by the oracle, and checks that are run on many of them.

use crate::support::cases::seeds;
use crate::support::random_interactions::{
    Census, SearchBudget, enumerated, interaction_of_seed, reduced, written,
};
use oracle::interaction::{Alphabet, Operation, Term, Words};
use scm_check::internals::kernel::automata::{FiniteAutomaton, FiniteStateId};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::interaction::{
    Interaction, Repetition, RewriteRule, RewriteRules, Semantics, TermId,
};
use scm_check::internals::model::trace::Letters;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the words of an interaction may cost.
const EFFORT: SearchBudget = SearchBudget { length: 7, merges: 10_000, words: 200 };

/// How many pairs of a state and a length are unfolded.
const UNFOLDED: usize = 3_000;

/// The words from each state, by what can be done at once.
struct Unfolding<'a> {
    /// Whether a word may end in a state, and its letters with their targets.
    after: &'a mut dyn FnMut(usize) -> (bool, Vec<(u8, usize)>),
    known: BTreeMap<(usize, usize), Rc<Words>>,
    /// How many pairs of a state and a length may be known.
    most: usize,
}

impl<'a> Unfolding<'a> {
    fn new(most: usize, after: &'a mut dyn FnMut(usize) -> (bool, Vec<(u8, usize)>)) -> Self {
        Self { after, known: BTreeMap::new(), most }
    }

    /// The words of at most so many letters; nothing if there is too much to unfold.
    fn words(&mut self, state: usize, length: usize) -> Option<Rc<Words>> {
        if let Some(known) = self.known.get(&(state, length)) {
            return Some(Rc::clone(known));
        }
        if self.known.len() > self.most {
            return None;
        }
        let (is_final, next) = (self.after)(state);
        let mut found = Words::new();
        if is_final {
            found.insert(Vec::new());
        }
        if let Some(shorter) = length.checked_sub(1) {
            for (letter, target) in next {
                for word in &*self.words(target, shorter)? {
                    let mut longer = vec![letter];
                    longer.extend(word);
                    found.insert(longer);
                }
            }
        }
        let found = Rc::new(found);
        self.known.insert((state, length), Rc::clone(&found));
        Some(found)
    }
}

/// The numbers of the library's letters in an alphabet.
pub(crate) fn numbers_of(letters: &Letters, alphabet: &mut Alphabet) -> Vec<u8> {
    letters.all().iter().map(|letter| alphabet.number(letter)).collect()
}

/// The words of a term by its steps, of the length asked for or of the largest that is had before it.
pub(crate) fn words_of_term(
    semantics: &mut Semantics,
    term: TermId,
    numbers: &[u8],
    length: usize,
) -> (usize, Words) {
    let mut after = |state: usize| {
        let term = TermId::from_index(state);
        let next = semantics.steps(term);
        let next = next.iter().map(|&(letter, to)| (numbers[letter.index()], to.index())).collect();
        (semantics.is_final(term), next)
    };
    let mut unfolding = Unfolding::new(UNFOLDED, &mut after);
    (0..=length)
        .rev()
        .find_map(|length| {
            unfolding.known.clear();
            Some((length, Words::clone(&*unfolding.words(term.index(), length)?)))
        })
        .expect("the empty word is soon found")
}

/// The words of an automaton.
pub(crate) fn words_of_automaton(
    automaton: &FiniteAutomaton,
    numbers: &[u8],
    length: usize,
) -> Words {
    let mut after = |state: usize| {
        let state = FiniteStateId::from_index(state);
        let next = automaton.transitions(state).iter();
        let next = next.map(|&(symbol, to)| (numbers[symbol.index()], to.index())).collect();
        (automaton.is_accepting(state), next)
    };
    let mut found = Words::new();
    for state in automaton.initial() {
        let words = Unfolding::new(usize::MAX, &mut after).words(state.index(), length);
        found.extend(words.iter().flat_map(|words| words.iter().cloned()));
    }
    found
}

/// An interaction with its words.
pub(crate) struct Subject<'a> {
    pub(crate) interaction: &'a Interaction,
    pub(crate) term: Term,
    pub(crate) alphabet: Alphabet,
    pub(crate) length: usize,
    pub(crate) words: Words,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(interaction: &'a Interaction) -> Self {
        let term = Term::of(interaction);
        let alphabet = Alphabet::of([&term]);
        let (length, mut found) = enumerated(&[&term], &alphabet, EFFORT);
        Self { interaction, term, alphabet, length, words: found.remove(0) }
    }

    /// Says which word is only in one of two sets.
    pub(crate) fn difference(&self, what: &str, expected: &Words, found: &Words) -> Option<String> {
        let word = expected.symmetric_difference(found).next()?;
        let verb = if expected.contains(word) { "lacks" } else { "has" };
        let word = self.alphabet.text(word, &self.interaction.signature);
        Some(format!("{what} wrongly {verb} {word}"))
    }

    pub(crate) fn has_growing_loop(&self) -> bool {
        self.term.has(&|part| matches!(part, Term::Loop(kind, _) if *kind != Repetition::Strict))
    }

    pub(crate) fn has_sync(&self) -> bool {
        self.term.has(&|part| matches!(part, Term::Pair(Operation::Sync(_), _, _)))
    }
}

/// What says in what the library is wrong about an interaction; the number draws what is tried.
pub(crate) type Check = fn(&Interaction, u64, &mut Census) -> Option<String>;

/// Checks the random interactions, and makes small what shows an error.
pub(crate) fn check_all(share: u64, check: Check) -> Census {
    let mut census = Census::new();
    for seed in seeds(share) {
        let interaction = interaction_of_seed(seed, &mut census);
        let Some(wrong) = check(&interaction, seed, &mut census) else { continue };
        let signature = &interaction.signature;
        let wrong_with = |term: &Term| check(&written(term, signature), seed, &mut Census::new());
        let term = Term::of(&interaction);
        let small = reduced(&term, &|term| wrong_with(term).is_some());
        panic!(
            "seed {seed}: {}: {wrong}\nsmallest: {}: {:?}",
            term.text(signature),
            small.text(signature),
            wrong_with(&small)
        );
    }
    census
}

/// The sets of laws that a case is tried with, each with its name.
pub(crate) fn law_sets(seed: u64) -> Vec<(String, RewriteRules)> {
    let law = |offset: u64| {
        let place = seed.wrapping_add(offset) % RewriteRule::ALL.len() as u64;
        RewriteRule::ALL[usize::try_from(place).unwrap()]
    };
    let mut sets = vec![
        ("no law".to_owned(), RewriteRules::none()),
        ("the paper's laws".to_owned(), RewriteRules::paper()),
        ("all laws".to_owned(), RewriteRules::full()),
    ];
    sets.push((format!("all laws but {}", law(0).word()), RewriteRules::full().without(law(0))));
    sets.push((format!("only {}", law(7).word()), RewriteRules::none().with(law(7))));
    let mut numbers = Random::new(seed);
    let some = RewriteRule::ALL.into_iter().filter(|_| numbers.percent(50));
    sets.push(("some laws".to_owned(), some.fold(RewriteRules::none(), RewriteRules::with)));
    sets
}
