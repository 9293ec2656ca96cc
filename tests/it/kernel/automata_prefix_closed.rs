//! Minimal deterministic automata of prefix-closed languages.

use scm_check::internals::kernel::automata::{DfaStateId, FiniteStateId, PrefixClosedDfa};
use scm_check::internals::kernel::base::{Control, Id as _};

type Edges<L> = [(FiniteStateId, Option<L>, FiniteStateId)];

fn state(index: usize) -> FiniteStateId {
    FiniteStateId::from_index(index)
}

fn language<L: Copy + Ord>(
    edges: &Edges<L>,
    initial: FiniteStateId,
    max_states: usize,
) -> Option<PrefixClosedDfa<L>> {
    PrefixClosedDfa::new(initial, edges.iter().copied(), max_states, &Control::unlimited())
}

#[test]
fn equal_languages_have_one_automaton() {
    // a then b over and over, with a detour that is silent and a copy, and a letter that is never read.
    let states: Vec<FiniteStateId> = (0..6).map(state).collect();
    let edges = [
        (states[0], Some('a'), states[1]),
        (states[1], None, states[2]),
        (states[2], Some('b'), states[3]),
        (states[3], Some('a'), states[4]),
        (states[4], Some('b'), states[0]),
        (states[5], Some('0'), states[0]),
    ];
    let automaton = language(&edges, states[0], 100).unwrap();
    assert_eq!(automaton.len(), 2);
    let [zero, one] = [0, 1].map(DfaStateId::from_index);
    assert_eq!(automaton.transitions(zero), [('a', one)]);
    assert_eq!(automaton.transitions(one), [('b', zero)]);
    assert_eq!(automaton.members(one), [states[1], states[2], states[4]]);
    assert_eq!(automaton.after(zero, 'b'), None);
    let again = language(&edges, states[4], 100).unwrap();
    assert!(!again.reads_the_same(&automaton), "it begins with another letter");
    assert!(language(&edges, states[3], 100).unwrap().reads_the_same(&automaton));
    assert_eq!(language(&edges, states[0], 4), None, "with the empty one, five sets are met");
    assert_eq!(language(&edges, states[0], 5), Some(automaton));
    let interrupted = Control::unlimited();
    interrupted.interrupt();
    assert_eq!(PrefixClosedDfa::new(states[0], edges, 100, &interrupted), None);
}

#[test]
fn the_empty_set_counts_only_where_words_lead_to_it() {
    let circle = [(state(0), Some('a'), state(1)), (state(1), Some('a'), state(0))];
    assert_eq!(language(&circle, state(0), 2).unwrap().len(), 1);
    assert_eq!(language(&circle, state(0), 1), None);
    let word = [(state(0), Some('a'), state(1))];
    assert_eq!(language(&word, state(0), 2), None);
    assert_eq!(language(&word, state(0), 3).unwrap().len(), 2);
}

#[test]
fn nothing_to_read_is_one_state() {
    let automaton = language::<char>(&[], state(0), 100).unwrap();
    assert_eq!((automaton.len(), automaton.transitions(automaton.initial())), (1, &[][..]));
}

#[test]
fn marked_states_are_told_apart_from_those_that_read_the_same() {
    // a* with the end after the first a, by two ways to an equal state.
    let [start, once, more] = [0, 1, 2].map(state);
    let edges = [(start, Some('a'), once), (once, Some('a'), more), (more, Some('a'), more)];
    assert_eq!(language(&edges, start, 100).unwrap().len(), 1);
    let marked = |is_marked: &dyn Fn(FiniteStateId) -> bool| {
        PrefixClosedDfa::marked(start, edges, is_marked, 100, &Control::unlimited()).unwrap()
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
    let [start, end] = [0, 1].map(state);
    let mut edges = Vec::new();
    for branch in 0..MANY {
        let middle = state(branch as usize + 2);
        edges.extend([(start, Some(branch), middle), (middle, Some(MANY + branch), end)]);
    }
    let automaton = language(&edges, start, 100_000).unwrap();
    assert_eq!(automaton.len(), MANY as usize + 2);
    assert_eq!(automaton.transitions(automaton.initial()).len(), MANY as usize);
}
