//! Nondeterministic automata, reduced by bisimilarity.

use scm_check::kernel::automata::{Nfa, ReducedNfa};

#[test]
fn states_that_behave_alike_are_one_and_dead_ends_are_left_out() {
    // (a|b)^* as its usual automaton, with a dead end.
    let mut nfa = Nfa::new();
    let [start, end, a, b, dead] = [(); 5].map(|()| nfa.state());
    nfa.silent(start, end);
    nfa.transition(end, 'a', a);
    nfa.transition(end, 'b', b);
    nfa.transition(end, 'c', dead);
    nfa.silent(a, end);
    nfa.silent(b, start);
    let reduced = ReducedNfa::new(&nfa, start, end);
    let only = reduced.initial().expect("the empty word is accepted");
    assert_eq!(reduced.states().count(), 1);
    assert_eq!(reduced.transitions(only), [('a', only), ('b', only)]);
    assert!(reduced.is_accepting(only));
    assert_eq!(ReducedNfa::new(&nfa, dead, end).initial(), None);
}
