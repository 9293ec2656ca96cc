//! The first look at a multitrace, compared with a search.

use scm_check::check::conformance::{Checker, Question, Specification, free};
use scm_check::kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use scm_check::kernel::base::{Control, Id as _, Random};
use scm_check::model::trace::{DistributedAlphabet, LocalLetterId};

#[test]
fn of_short_multitraces_those_not_accepted_are_refuted() {
    let mut random = Random::new(11);
    let (mut refuted, mut accepted, mut stuck) = (0, 0, 0);
    for _ in 0..4_000 {
        let states = random.between(1, 4);
        let state = |random: &mut Random| FiniteStateId::from_index(random.below(states));
        let letter = |random: &mut Random| SymbolId::from_index(random.below(3));
        let steps = (0..random.between(1, 8))
            .map(|_| (state(&mut random), letter(&mut random), state(&mut random)));
        let steps: Vec<_> = steps.collect();
        let accepting = (0..states).map(|_| random.below(2) == 0).collect();
        let initial = vec![state(&mut random)];
        let automaton = FiniteAutomaton::new(3, initial, accepting, steps);
        let places = [vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned()]];
        let alphabet = DistributedAlphabet::of_names(["a", "b", "c"], &places).unwrap();
        let specification = Specification::new(&automaton, alphabet);
        let trace = |most: usize, letters: usize, random: &mut Random| -> Vec<LocalLetterId> {
            let length = random.below(most);
            (0..length).map(|_| LocalLetterId::from_index(random.below(letters))).collect()
        };
        let traces = [trace(4, 2, &mut random), trace(3, 1, &mut random)];
        let control = Control::unlimited();
        let holds = free(&specification, &traces, Question::Accept, &control).unwrap().0;
        let checker = Checker::new(specification);
        let is_refuted = checker.is_refuted_early(&traces);
        let is_stuck = checker.is_stuck_early(&traces);
        assert!(!is_stuck || !holds, "{traces:?}");
        stuck += usize::from(is_stuck);
        // Multitraces so short are decided within the steps.
        assert_eq!(is_refuted, !holds, "{traces:?}");
        refuted += usize::from(is_refuted);
        accepted += usize::from(holds);
    }
    assert!(stuck > 500, "{stuck} stuck");
    assert!(refuted > 1_000 && accepted > 100, "{refuted} refuted, {accepted} accepted");
}
