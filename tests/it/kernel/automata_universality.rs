//! Whether an automaton accepts every word.

use scm_check::internals::kernel::automata::{
    FiniteAutomaton, FiniteStateId, Steps, SymbolId, is_universal,
};
use scm_check::internals::kernel::base::Id as _;

#[test]
fn only_automata_that_accept_every_word_are_universal() {
    let [silent, a, b] = [0, 1, 2].map(SymbolId::from_index);
    let [start, end] = [0, 1].map(FiniteStateId::from_index);
    let mut transitions = vec![(start, silent, end), (end, a, start)];
    let automaton = |transitions: &[_]| {
        FiniteAutomaton::new(3, vec![start], vec![false, true], transitions.to_vec())
    };
    let ask = |automaton: &FiniteAutomaton, alphabet: &[SymbolId], steps| {
        is_universal(automaton, silent, [start, end], alphabet, &mut Steps(steps))
    };
    assert_eq!(ask(&automaton(&transitions), &[a], 1_000), Some(true));
    assert_eq!(ask(&automaton(&transitions), &[a, b], 1_000), Some(false));
    transitions.push((end, b, end));
    assert_eq!(ask(&automaton(&transitions), &[a, b], 1_000), Some(true));
    assert_eq!(ask(&automaton(&transitions), &[a, b], 3), None);
}
