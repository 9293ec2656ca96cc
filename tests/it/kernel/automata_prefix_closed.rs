//! Minimal deterministic automata of prefix-closed languages.

use scm_check::kernel::automata::{DfaStateId, Nfa, NfaStateId, PrefixClosed};
use scm_check::kernel::base::{Control, Id as _};

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

#[test]
fn marked_states_are_told_apart_from_those_that_read_the_same() {
    // a* with the end after the first a, by two ways to an equal state.
    let mut nfa: Nfa<char> = Nfa::new();
    let [start, once, more] = [(); 3].map(|()| nfa.state());
    nfa.transition(start, 'a', once);
    nfa.transition(once, 'a', more);
    nfa.transition(more, 'a', more);
    assert_eq!(PrefixClosed::new(&nfa, start, 100).unwrap().len(), 1);
    let marked = |is_marked: &dyn Fn(NfaStateId) -> bool| {
        PrefixClosed::marked(&nfa, start, is_marked, 100, &Control::unlimited()).unwrap()
    };
    let automaton = marked(&|state| state == once);
    assert_eq!(automaton.len(), 3);
    let members: Vec<_> = automaton.states().map(|state| automaton.members(state)).collect();
    assert_eq!(members, [[start], [once], [more]]);
    assert!(marked(&|_| true).reads_the_same(&marked(&|_| false)));
    assert_eq!(marked(&|state| state != start).len(), 2);
}

#[test]
fn many_letters_take_no_table() {
    // A table of the letters for each state would have 1,600,000,000 entries.
    const MANY: u32 = 20_000;
    let mut nfa: Nfa<u32> = Nfa::new();
    let [start, end] = [(); 2].map(|()| nfa.state());
    for branch in 0..MANY {
        let state = nfa.state();
        nfa.transition(start, branch, state);
        nfa.transition(state, MANY + branch, end);
    }
    let automaton = PrefixClosed::new(&nfa, start, 100_000).unwrap();
    assert_eq!(automaton.len(), MANY as usize + 2);
    assert_eq!(automaton.transitions(automaton.initial()).len(), MANY as usize);
}
