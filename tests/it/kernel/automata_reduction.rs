//! Nondeterministic automata, reduced by bisimilarity.

use scm_check::internals::kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use scm_check::internals::kernel::base::Id as _;

#[test]
fn states_that_behave_alike_are_one_and_others_stay_apart() {
    let [a, b, c, d] = [0, 1, 2, 3].map(SymbolId::from_index);
    let [start, one, other, both, end] = [0, 1, 2, 3, 4].map(FiniteStateId::from_index);
    let automaton = |extra: &[(FiniteStateId, SymbolId, FiniteStateId)]| {
        let mut transitions = vec![
            (start, a, one),
            (start, a, other),
            (start, d, both),
            (one, b, end),
            (other, c, end),
            (both, b, end),
            (both, c, end),
        ];
        transitions.extend(extra);
        let accepting = vec![false, false, false, false, true];
        FiniteAutomaton::new(4, vec![start], accepting, transitions)
    };
    let apart = automaton(&[]);
    assert_eq!(apart.bisimulation_quotient(), apart, "what simulates is not what is bisimilar");
    let alike = automaton(&[(one, c, end), (other, b, end)]).bisimulation_quotient();
    assert_eq!(alike.len(), 3);
    let [first, middle, last] = [0, 1, 2].map(FiniteStateId::from_index);
    assert_eq!(alike.transitions(first), [(a, middle), (d, middle)]);
    assert_eq!(alike.transitions(middle), [(b, last), (c, last)]);
    assert!(alike.is_accepting(last) && !alike.is_accepting(middle));
}

#[test]
fn closures_follow_one_symbol_only() {
    let [silent, a] = [0, 1].map(SymbolId::from_index);
    let state = FiniteStateId::from_index;
    let transitions =
        vec![(state(3), silent, state(1)), (state(1), silent, state(3)), (state(1), a, state(0))];
    let automaton = FiniteAutomaton::new(2, vec![state(3)], vec![false; 4], transitions);
    assert_eq!(automaton.closure([state(3)], silent), [state(1), state(3)]);
    assert_eq!(automaton.closure([state(2), state(1)], a), [state(0), state(1), state(2)]);
}
