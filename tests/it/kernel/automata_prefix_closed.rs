//! Minimal deterministic automata of prefix-closed languages.

use scm_check::kernel::automata::{DfaStateId, Nfa, NfaStateId, PrefixClosed};
use scm_check::kernel::base::Id as _;

#[test]
fn equal_languages_have_one_automaton() {
    // a then b over and over, with a detour that is silent and a copy.
    let mut nfa: Nfa<char> = Nfa::new();
    let states: Vec<NfaStateId> = (0..5).map(|_| nfa.state()).collect();
    nfa.transition(states[0], 'a', states[1]);
    nfa.silent(states[1], states[2]);
    nfa.transition(states[2], 'b', states[3]);
    nfa.transition(states[3], 'a', states[4]);
    nfa.transition(states[4], 'b', states[0]);
    let automaton = PrefixClosed::new(&nfa, states[0], 100).unwrap();
    assert_eq!(automaton.len(), 2);
    let [zero, one] = [0, 1].map(DfaStateId::from_index);
    assert_eq!(automaton.transitions(zero), [('a', one)]);
    assert_eq!(automaton.transitions(one), [('b', zero)]);
    assert_eq!(automaton.members(one), [states[1], states[2], states[4]]);
    assert_eq!(automaton.after(zero, 'b'), None);
    let again = PrefixClosed::new(&nfa, states[4], 100).unwrap();
    assert!(!again.reads_the_same(&automaton), "it begins with another letter");
    assert!(PrefixClosed::new(&nfa, states[3], 100).unwrap().reads_the_same(&automaton));
    assert_eq!(PrefixClosed::new(&nfa, states[0], 2), None, "three sets of states are met");
}

#[test]
fn nothing_to_read_is_one_state() {
    let mut nfa: Nfa<char> = Nfa::new();
    let state = nfa.state();
    let automaton = PrefixClosed::new(&nfa, state, 100).unwrap();
    assert_eq!((automaton.len(), automaton.transitions(automaton.initial())), (1, &[][..]));
}
