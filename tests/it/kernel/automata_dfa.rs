//! Deterministic automata: minimal ones against the obvious refinement, and their limit.

use rustc_hash::FxHashMap;

use scm_check::internals::kernel::automata::Dfa;
use scm_check::internals::kernel::base::{Id as _, Random};

/// Returns an automaton of a random table.
fn random(random: &mut Random, states: usize, letters: usize, outputs: u64) -> Dfa<u64> {
    let table: Vec<usize> = (0..states * letters).map(|_| random.between(0, states - 1)).collect();
    let shown: Vec<u64> = (0..states).map(|_| random.bits() % outputs).collect();
    Dfa::explore(letters, 0, states, |&s, l| Some(table[s * letters + l]), |&s| shown[s])
        .expect("there are no more states than that")
}

/// Refines the partition by outputs until nothing changes, in the obvious way.
fn classes(dfa: &Dfa<u64>) -> usize {
    let mut class: Vec<usize> =
        dfa.outputs().iter().map(|&o| usize::try_from(o).unwrap_or(0)).collect();
    loop {
        let mut names = FxHashMap::default();
        let next: Vec<usize> = dfa
            .outputs()
            .ids()
            .map(|state| {
                let row: Vec<usize> = (0..dfa.letters())
                    .map(|letter| class[dfa.after(state, letter).index()])
                    .chain([class[state.index()]])
                    .collect();
                let fresh = names.len();
                *names.entry(row).or_insert(fresh)
            })
            .collect();
        let count = |class: &[usize]| {
            let mut seen = class.to_vec();
            seen.sort_unstable();
            seen.dedup();
            seen.len()
        };
        if count(&next) == count(&class) {
            return count(&class);
        }
        class = next;
    }
}

#[test]
fn minimised_automata_are_smallest_and_have_the_same_outputs() {
    let mut numbers = Random::new(7);
    let mut smaller = 0;
    for _ in 0..300 {
        let (states, letters) = (numbers.between(1, 12), numbers.between(1, 3));
        let dfa = random(&mut numbers, states, letters, 2);
        let small = dfa.minimised();
        assert_eq!(small.outputs().len(), classes(&dfa));
        assert_eq!(small.minimised(), small);
        smaller += usize::from(small.outputs().len() < dfa.outputs().len());
        for _ in 0..20 {
            let (mut one, mut other) = (dfa.initial(), small.initial());
            for _ in 0..15 {
                assert_eq!(dfa.outputs()[one], small.outputs()[other]);
                let letter = numbers.between(0, letters - 1);
                (one, other) = (dfa.after(one, letter), small.after(other, letter));
            }
        }
    }
    assert!(smaller > 50, "only {smaller} automata were not minimal already");
}

#[test]
fn an_exploration_that_grows_too_large_is_given_up() {
    let counter =
        |max_states| Dfa::explore(1, 0, max_states, |&n: &u32, _| Some(n.min(8) + 1), |&n| n > 5);
    assert_eq!(counter(9), None);
    assert_eq!(counter(10).map(|dfa| dfa.minimised().outputs().len()), Some(7));
}
