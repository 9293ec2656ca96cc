//! Linear invariants, and where none are looked for.

use scm_check::internals::check::conformance::{Invariants, Specification, orthogonal};
use scm_check::internals::kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::model::trace::DistributedAlphabet;

/// The invariants of an automaton in which each state has so many transitions, each with a letter of its own
/// location.
fn invariants(states: usize, letters: usize, each: usize) -> Option<Invariants> {
    let names: Vec<String> = (0..letters).map(|letter| letter.to_string()).collect();
    let names = names.iter().map(String::as_str);
    let alphabet =
        DistributedAlphabet::of_names(names.clone(), &[names.map(str::to_owned).collect()]);
    let state = FiniteStateId::from_index;
    let steps = (0..states * each).map(|number| {
        let symbol = SymbolId::from_index(number * 7 % letters);
        let target = (number / each + 1 + number % each * (number % 17)) % states;
        (state(number / each), symbol, state(target))
    });
    let accepting = vec![true; states];
    let automaton = FiniteAutomaton::new(letters, vec![state(0)], accepting, steps.collect());
    Invariants::new(&Specification::new(&automaton, alphabet.unwrap()))
}

#[test]
fn what_would_take_too_many_numbers_is_not_looked_for() {
    assert!(invariants(20, 10, 2).is_some());
    assert!(invariants(4_000, 2_000, 1).is_none(), "counts at all states");
    assert!(invariants(2_000, 1_000, 25).is_none(), "cycles");
    assert!(invariants(1_000, 1_000, 3).is_none(), "products");
}

#[test]
fn what_is_orthogonal_to_one_row() {
    assert_eq!(orthogonal(vec![vec![1, 1, 0]], 3), Some(vec![vec![1, -1, 0], vec![0, 0, 1]]));
    assert_eq!(orthogonal(vec![vec![2, 3]], 2), Some(vec![vec![3, -2]]));
    assert_eq!(orthogonal(vec![vec![1, 0], vec![1, 1]], 2), Some(vec![]));
    assert_eq!(orthogonal(vec![], 1), Some(vec![vec![1]]));
}
