//! Whether an automaton accepts every word.

use scm_check::kernel::automata::{Nfa, Steps, is_universal};

#[test]
fn only_automata_that_accept_every_word_are_universal() {
    let mut nfa = Nfa::new();
    let (start, end) = (nfa.state(), nfa.state());
    nfa.silent(start, end);
    nfa.transition(end, 'a', start);
    let ask = |nfa: &Nfa<char>, alphabet: &[char]| {
        is_universal(nfa, start, end, alphabet, &mut Steps(1_000))
    };
    assert_eq!(ask(&nfa, &['a']), Some(true));
    assert_eq!(ask(&nfa, &['a', 'b']), Some(false));
    nfa.transition(end, 'b', end);
    assert_eq!(ask(&nfa, &['a', 'b']), Some(true));
    assert_eq!(is_universal(&nfa, start, end, &['a', 'b'], &mut Steps(3)), None);
}
