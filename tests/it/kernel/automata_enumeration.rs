//! The words of one length that an automaton accepts.

use scm_check::internals::kernel::automata::{
    FiniteAutomaton, FiniteStateId, SymbolId, WordsOfLength,
};
use scm_check::internals::kernel::base::Id as _;

#[test]
fn each_word_comes_once_and_in_order() {
    // Words over 0 and 1 whose last symbol but one is 1, by two ways each.
    let (state, symbol) = (FiniteStateId::from_index, SymbolId::from_index);
    let mut transitions = Vec::new();
    for (from, read, to) in
        [(0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 1, 2), (1, 0, 3), (1, 1, 3), (2, 0, 3), (2, 1, 3)]
    {
        transitions.push((state(from), symbol(read), state(to)));
    }
    let automaton =
        FiniteAutomaton::new(2, vec![state(0)], vec![false, false, false, true], transitions);
    let words = |length| -> Vec<String> {
        let word = |word: Vec<SymbolId>| word.iter().map(|s| s.index().to_string()).collect();
        WordsOfLength::new(&automaton, length).map(word).collect()
    };
    assert_eq!(words(0), Vec::<String>::new());
    assert_eq!(words(1), Vec::<String>::new());
    assert_eq!(words(2), ["10", "11"]);
    assert_eq!(words(3), ["010", "011", "110", "111"]);
    let nothing = FiniteAutomaton::new(0, vec![state(0)], vec![true], Vec::new());
    assert_eq!(WordsOfLength::new(&nothing, 0).collect::<Vec<_>>(), [Vec::new()]);
}
