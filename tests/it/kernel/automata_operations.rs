//! Operations on finite automata, against languages as sets of words.

use std::collections::{BTreeMap, BTreeSet};

use scm_check::internals::kernel::automata::{
    Alphabet, FiniteAutomaton, FiniteStateId, RandomWords, Side, Simulation, SymbolId, WordReader,
    equivalence, inclusion, joined,
};
use scm_check::internals::kernel::base::{Control, Id as _, Limit, Random};

use crate::support::cases::{case_count, setting};
use crate::support::effort::{required, scaled};

type Word = Vec<SymbolId>;
type Words = BTreeSet<Word>;

fn state(index: usize) -> FiniteStateId {
    FiniteStateId::from_index(index)
}

fn symbol(index: usize) -> SymbolId {
    SymbolId::from_index(index)
}

fn free() -> Control {
    Control::unlimited()
}

/// All words over some symbols up to a length, the shortest first.
fn all_words(symbols: usize, max_states: usize) -> Vec<Word> {
    let mut words = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..max_states {
        let to = words.len();
        for at in from..to {
            for next in 0..symbols {
                let mut longer = words[at].clone();
                longer.push(symbol(next));
                words.push(longer);
            }
        }
        from = to;
    }
    words
}

/// Where all runs over a word lead.
type States = BTreeSet<FiniteStateId>;

/// Where all runs begin.
fn start(automaton: &FiniteAutomaton) -> States {
    automaton.initial().iter().copied().collect()
}

/// Where all runs that came here are after one symbol more.
fn after(automaton: &FiniteAutomaton, here: &States, next: SymbolId) -> States {
    let steps = here.iter().flat_map(|&from| automaton.transitions(from));
    steps.filter(|step| step.0 == next).map(|step| step.1).collect()
}

/// Whether some run that came here ends well.
fn ends(automaton: &FiniteAutomaton, here: &States) -> bool {
    here.iter().any(|&last| automaton.is_accepting(last))
}

/// Whether some run over the word ends well, by the definition: all runs are tried.
fn has_run(automaton: &FiniteAutomaton, word: &[SymbolId]) -> bool {
    let last = word.iter().fold(start(automaton), |here, &next| after(automaton, &here, next));
    ends(automaton, &last)
}

/// The words up to a length over which some run ends well. The runs over a word go on where those over
/// its front ended; a word without runs is not made longer.
fn words(automaton: &FiniteAutomaton, max_states: usize) -> Words {
    let mut found = Vec::new();
    let mut layer = vec![(Word::new(), start(automaton))];
    for length in 0..=max_states {
        let mut longer = Vec::new();
        for (word, here) in layer {
            for next in (0..automaton.symbols()).map(symbol).filter(|_| length < max_states) {
                let there = after(automaton, &here, next);
                if !there.is_empty() {
                    longer.push(([&word[..], &[next]].concat(), there));
                }
            }
            if ends(automaton, &here) {
                found.push(word);
            }
        }
        layer = longer;
    }
    found.into_iter().collect()
}

fn read(reader: &mut WordReader<'_>, word: &[SymbolId]) {
    for &symbol in word {
        reader.read(symbol);
    }
}

/// An automaton with up to `states` states; any part of it may be missing.
fn random_automaton(random: &mut Random, states: usize, symbols: usize) -> FiniteAutomaton {
    let states = random.below(states + 1);
    let (starts, ends) = (random.between(10, 60), random.between(10, 60));
    let initial = (0..states).filter(|_| random.percent(starts)).map(state).collect();
    let accepting = (0..states).map(|_| random.percent(ends)).collect();
    let mut transitions = Vec::new();
    if symbols > 0 && states > 0 {
        for _ in 0..random.below(3 * states + 1) {
            let (from, to) = (random.below(states), random.below(states));
            transitions.push((state(from), symbol(random.below(symbols)), state(to)));
        }
    }
    FiniteAutomaton::new(symbols, initial, accepting, transitions)
}

/// Random automata, three for each case, with the length up to which their words are compared.
fn for_random_automata(check: impl Fn(&FiniteAutomaton, &FiniteAutomaton, usize, &mut Random)) {
    let (seed, cases) = (setting("SCM_CHECK_SEED", 11), case_count(2_000));
    for case in 0..cases {
        let mut random = Random::new(seed + case);
        let symbols = random.below(4);
        let left = random_automaton(&mut random, 6, symbols);
        let right = random_automaton(&mut random, 5, symbols);
        let max_states = [3, 8, 6, 4][symbols];
        println!("case {case}: {left:?} {right:?}");
        check(&left, &right, max_states, &mut random);
    }
}

#[test]
fn a_language_may_be_empty_finite_or_infinite_among_random_automata() {
    let mut seen = BTreeMap::new();
    let mut random = Random::new(5);
    for _ in 0..scaled(2_000) {
        let automaton = random_automaton(&mut random, 6, 2);
        let kind = (automaton.is_empty_language(), automaton.is_finite_language());
        *seen.entry(kind).or_insert(0) += 1;
        // What a cycle adds shows in words with as many symbols as there are states, and fewer than
        // twice as many.
        let has_long = words(&automaton, 11).iter().any(|word| word.len() >= automaton.len());
        assert_eq!(automaton.is_finite_language(), !has_long, "{automaton:?}");
        assert_eq!(automaton.is_empty_language(), words(&automaton, 6).is_empty());
    }
    let often = [(true, true), (false, true), (false, false)].map(|kind| seen[&kind]);
    assert!(often.into_iter().all(|count| count > required(100)), "{often:?}");
}

#[test]
fn regular_operations_are_those_of_sets_of_words() {
    for_random_automata(|left, right, max_states, _| {
        let (a, b) = (words(left, max_states), words(right, max_states));
        assert_eq!(words(&left.union(right), max_states), &a | &b);
        assert_eq!(words(&left.product(right, &free()).unwrap(), max_states), &a & &b);
        let mut concatenated = Words::new();
        for one in &a {
            for two in &b {
                concatenated.insert([one.as_slice(), two].concat());
            }
        }
        concatenated.retain(|word| word.len() <= max_states);
        let concatenation = left.concatenation(right);
        assert_eq!(words(&concatenation, max_states), concatenated);
        let of_both =
            [left.len() + right.len(), left.transition_count() + right.transition_count()];
        assert!(concatenation.len() <= of_both[0] + 1);
        assert!(concatenation.transition_count() <= 2 * of_both[1]);
        let mut iterated = Words::from([Vec::new()]);
        for word in all_words(left.symbols(), max_states) {
            let splits = |end: usize| iterated.contains(&word[..end]) && a.contains(&word[end..]);
            if (0..word.len()).any(splits) {
                iterated.insert(word);
            }
        }
        let star = left.star();
        assert_eq!(words(&star, max_states), iterated);
        assert!(star.len() == left.len() + 1);
        assert!(star.transition_count() <= 4 * left.transition_count());
        let backwards = |word: &Word| word.iter().rev().copied().collect();
        let reversed: Words = a.iter().map(backwards).collect();
        assert_eq!(words(&left.reversed(), max_states), reversed);
    });
}

#[test]
fn many_initial_and_many_accepting_states_are_not_multiplied() {
    const MANY: usize = 3_000;
    let transitions = (0..MANY).map(|one| (state(one), symbol(one % 2), state((one * 7) % MANY)));
    let all = (0..MANY).map(state).collect();
    let automaton = FiniteAutomaton::new(2, all, vec![true; MANY], transitions.collect());
    assert!(automaton.star().transition_count() <= 4 * MANY);
    assert!(automaton.concatenation(&automaton).transition_count() <= 4 * MANY);
}

/// A chain of `a`.
fn chain(states: usize) -> FiniteAutomaton {
    let transitions = (1..states).map(|at| (state(at - 1), symbol(0), state(at))).collect();
    let accepting = (1..=states).map(|at| at == states).collect();
    FiniteAutomaton::new(1, vec![state(0)], accepting, transitions)
}

#[test]
fn the_least_nondeterministic_automaton_counts_its_table() {
    let control = Control { max_bytes: Some(1 << 20), ..free() };
    assert_eq!(chain(4_000).minimal_nfa(&control), Err(Limit::Memory));
    assert_eq!(chain(40).minimal_nfa(&control).map(|one| one.len()), Ok(40));
}

#[test]
fn a_simulation_counts_a_row_for_each_symbol() {
    let symbols = 2_000;
    let transitions = (0..symbols).map(|one| (state(0), symbol(one), state(one % 2)));
    let accepting = (0..640).map(|at| at == 1).collect();
    let automaton = FiniteAutomaton::new(symbols, vec![state(0)], accepting, transitions.collect());
    let control = |bytes| Control { max_bytes: Some(bytes), ..free() };
    assert_eq!(Simulation::compute(&automaton, &control(100_000)), Err(Limit::Memory));
    assert!(Simulation::compute(&automaton, &control(300_000)).is_ok());
}

#[test]
fn whatever_may_take_long_stops_when_it_is_told_to() {
    let stopped = free();
    stopped.interrupt();
    let automaton = chain(20);
    let word = vec![symbol(0); 19];
    assert!(automaton.accepts(word.iter().copied()));
    assert_eq!(automaton.accepts_within(word, &stopped), Err(Limit::Interrupted));
    assert_eq!(automaton.minimised_within(&stopped), Err(Limit::Interrupted));
    assert_eq!(automaton.minimised_within(&free()), Ok(automaton.minimised()));
    let made = [
        automaton.product(&automaton, &stopped),
        automaton.shuffle(&automaton, &stopped),
        automaton.complement(&stopped),
        automaton.reduced(&stopped),
        automaton.minimal_nfa(&stopped),
        automaton.minimised_by_reversal(&stopped),
        automaton.projection(|_| true, &stopped),
        automaton.determinised_within(&stopped).map(|made| made.0),
    ];
    assert!(made.iter().all(|made| *made == Err(Limit::Interrupted)), "{made:?}");
    assert_eq!(inclusion(&automaton, &automaton, &stopped), Err(Limit::Interrupted));
}

/// Whether some of the symbols make a word of `a` and the others one of `b`.
fn is_shuffle(word: &[SymbolId], a: &Words, b: &Words) -> bool {
    (0_u32..1 << word.len()).any(|taken| {
        let part = |wanted: u32| {
            let places = (0..word.len()).filter(|&place| taken >> place & 1 == wanted);
            places.map(|place| word[place]).collect::<Word>()
        };
        a.contains(&part(1)) && b.contains(&part(0))
    })
}

#[test]
fn a_shuffle_keeps_the_order_of_each() {
    for_random_automata(|left, right, max_states, _| {
        let max_states = max_states.min(5);
        let (a, b) = (words(left, max_states), words(right, max_states));
        let all = all_words(left.symbols(), max_states).into_iter();
        let expected: Words = all.filter(|word| is_shuffle(word, &a, &b)).collect();
        assert_eq!(words(&left.shuffle(right, &free()).unwrap(), max_states), expected);
    });
}

#[test]
fn a_projection_forgets_symbols() {
    for_random_automata(|automaton, _, max_states, random| {
        let kept: Vec<bool> = (0..automaton.symbols()).map(|_| random.percent(50)).collect();
        let keeps = |symbol: SymbolId| kept[symbol.index()];
        // States with what is left of the words that lead to them, by fixpoint.
        let mut ways: BTreeSet<(FiniteStateId, Word)> =
            automaton.initial().iter().map(|&first| (first, Word::new())).collect();
        let mut open: Vec<_> = ways.iter().cloned().collect();
        while let Some((from, word)) = open.pop() {
            for &(symbol, to) in automaton.transitions(from) {
                let mut word = word.clone();
                if keeps(symbol) {
                    word.push(symbol);
                }
                if word.len() <= max_states && ways.insert((to, word.clone())) {
                    open.push((to, word));
                }
            }
        }
        let accepted = ways.into_iter().filter(|(last, _)| automaton.is_accepting(*last));
        let expected: Words = accepted.map(|(_, word)| word).collect();
        let projected = automaton.projection(keeps, &free()).unwrap();
        assert_eq!(words(&projected, max_states), expected);
        assert!(projected.len() <= automaton.len());
        assert!(projected.used_symbols().into_iter().all(keeps));
    });
}

#[test]
fn what_is_of_no_use_is_left_out_in_order() {
    for_random_automata(|automaton, _, max_states, _| {
        let trimmed = automaton.trimmed();
        assert_eq!(words(&trimmed, max_states), words(automaton, max_states));
        // From each state, and to it, a word shorter than the number of states leads.
        for one in trimmed.states() {
            let alone = |initial: Vec<FiniteStateId>, accepting: Vec<bool>| {
                let edges = trimmed.edges().collect();
                let automaton = FiniteAutomaton::new(trimmed.symbols(), initial, accepting, edges);
                !words(&automaton, trimmed.len() - 1).is_empty()
            };
            let accepting = trimmed.states().map(|other| trimmed.is_accepting(other)).collect();
            assert!(alone(vec![one], accepting));
            let only = trimmed.states().map(|other| other == one).collect();
            assert!(alone(trimmed.initial().to_vec(), only));
        }
        let useful = automaton.useful();
        let kept: Vec<FiniteStateId> =
            automaton.states().filter(|one| useful[one.index()]).collect();
        assert_eq!(kept.len(), trimmed.len());
        for (new, &old) in kept.iter().enumerate() {
            assert_eq!(trimmed.is_accepting(state(new)), automaton.is_accepting(old));
            let targets: Vec<(SymbolId, FiniteStateId)> = trimmed
                .transitions(state(new))
                .iter()
                .map(|&(symbol, to)| (symbol, kept[to.index()]))
                .collect();
            let old_targets = automaton.transitions(old).iter().copied();
            let old_targets: Vec<_> = old_targets.filter(|(_, to)| useful[to.index()]).collect();
            assert_eq!(targets, old_targets);
        }
    });
}

#[test]
fn determinising_keeps_the_words_and_knows_the_members() {
    for_random_automata(|automaton, _, max_states, _| {
        let (deterministic, members) = automaton.determinised(1_000).unwrap();
        assert!(deterministic.is_deterministic() && deterministic.initial() == [state(0)]);
        assert_eq!(words(&deterministic, max_states), words(automaton, max_states));
        assert_eq!(members.len(), deterministic.len());
        assert!(deterministic.reachable().into_iter().all(|reached| reached));
        let is_dead = deterministic.productive().contains(&false);
        assert_eq!(is_dead, automaton.is_empty_language());
        let productive = automaton.productive();
        for word in all_words(automaton.symbols(), max_states.min(4)) {
            let mut reader = WordReader::new(automaton);
            read(&mut reader, &word);
            let mut here: Vec<FiniteStateId> = reader.states().to_vec();
            here.retain(|one| productive[one.index()]);
            let mut reader = WordReader::new(&deterministic);
            read(&mut reader, &word);
            let there = reader.states().first().map_or(&[][..], |&one| members.of(one));
            assert_eq!(here, there);
        }
        let most_states = deterministic.len();
        assert!(automaton.determinised(most_states).is_some());
        assert!(automaton.determinised(most_states - 1).is_none());
    });
}

#[test]
fn a_complement_has_all_other_words() {
    for_random_automata(|automaton, _, max_states, _| {
        let complement = automaton.complement(&free()).unwrap();
        let all: Words = all_words(automaton.symbols(), max_states).into_iter().collect();
        assert_eq!(words(&complement, max_states), &all - &words(automaton, max_states));
        let complete = complement.len() * complement.symbols();
        assert!(complement.is_deterministic() && complement.transition_count() == complete);
    });
}

/// The words up to a length that each state accepts.
fn futures(automaton: &FiniteAutomaton, max_states: usize) -> Vec<Words> {
    let edges: Vec<_> = automaton.edges().collect();
    let accepting: Vec<bool> = automaton.states().map(|one| automaton.is_accepting(one)).collect();
    let from = |one| {
        let (edges, accepting) = (edges.clone(), accepting.clone());
        words(&FiniteAutomaton::new(automaton.symbols(), vec![one], accepting, edges), max_states)
    };
    automaton.states().map(from).collect()
}

#[test]
fn minimal_automata_tell_all_states_apart_and_are_one_value() {
    for_random_automata(|left, right, max_states, random| {
        let minimal = left.determinised(1_000).unwrap().0.minimised();
        assert!(minimal.is_deterministic());
        assert_eq!(words(&minimal, max_states), words(left, max_states));
        assert_eq!(left.minimised_by_reversal(&free()).unwrap(), minimal);
        if minimal.len() <= max_states {
            let futures = futures(&minimal, minimal.len());
            let different: BTreeSet<&Words> = futures.iter().collect();
            assert_eq!(different.len(), minimal.len());
            let has_dead = futures.iter().any(BTreeSet::is_empty);
            assert_eq!(has_dead, left.is_empty_language());
            assert!(!has_dead || minimal.len() == 1);
        }
        // The same language in other words.
        let noisy = left.union(&left.product(right, &free()).unwrap());
        let noisy = noisy.union(&left.reduced(&free()).unwrap());
        assert_eq!(noisy.determinised(10_000).unwrap().0.minimised(), minimal);
        let other = right.determinised(1_000).unwrap().0.minimised();
        if left.symbols() < 3 && left.len() + right.len() < 8 {
            let same = words(left, 12.min(max_states * 2)) == words(right, 12.min(max_states * 2));
            assert_eq!(other == minimal, same);
        }
        // States in another order are the same value in the end.
        if !left.is_empty() {
            let turn = random.below(left.len());
            let turned = |one: FiniteStateId| state((one.index() + turn) % left.len());
            let mut accepting = vec![false; left.len()];
            left.states().for_each(|one| accepting[turned(one).index()] = left.is_accepting(one));
            let edges = left.edges().map(|(from, by, to)| (turned(from), by, turned(to)));
            let initial = left.initial().iter().map(|&one| turned(one)).collect();
            let moved = FiniteAutomaton::new(left.symbols(), initial, accepting, edges.collect());
            assert_eq!(moved.determinised(1_000).unwrap().0.minimised(), minimal);
        }
    });
}

#[test]
fn reducing_keeps_the_words() {
    let mut shrunk = 0;
    let mut random = Random::new(23);
    for_random_automata(|automaton, _, max_states, _| {
        let reduced = automaton.reduced(&free()).unwrap();
        assert_eq!(words(&reduced, max_states), words(automaton, max_states));
        assert_eq!(equivalence(&reduced, automaton, &free()), Ok(None));
        assert!(reduced.len() <= automaton.trimmed().len());
        assert!(reduced.transition_count() <= automaton.trimmed().transition_count());
        assert_eq!(reduced.reduced(&free()).unwrap().len(), reduced.len());
    });
    for _ in 0..500 {
        let automaton = random_automaton(&mut random, 8, 2).trimmed();
        let reduced = automaton.reduced(&free()).unwrap();
        shrunk += usize::from(reduced.len() < automaton.len());
    }
    assert!(shrunk > 50, "{shrunk}");
}

#[test]
fn a_bisimulation_quotient_has_a_state_for_each_class_of_the_greatest_one() {
    let merged = std::cell::Cell::new(0);
    for_random_automata(|automaton, other, _, _| {
        for automaton in [automaton, other] {
            // All pairs that agree in acceptance, less those of which one has a step that the other has not.
            let all =
                automaton.states().flat_map(|one| automaton.states().map(move |two| (one, two)));
            let mut pairs: BTreeSet<(FiniteStateId, FiniteStateId)> = all
                .filter(|&(one, two)| automaton.is_accepting(one) == automaton.is_accepting(two))
                .collect();
            loop {
                let is_matched = |one: FiniteStateId, two: FiniteStateId| {
                    automaton.transitions(one).iter().all(|&(by, to)| {
                        let steps = automaton.successors(two, by).iter();
                        steps.map(|step| (to, step.1)).any(|pair| pairs.contains(&pair))
                    })
                };
                let both = |&(one, two): &_| is_matched(one, two) && is_matched(two, one);
                let kept: BTreeSet<_> = pairs.iter().copied().filter(both).collect();
                if kept.len() == pairs.len() {
                    break;
                }
                pairs = kept;
            }
            let first = |one: FiniteStateId| {
                automaton.states().find(|&two| pairs.contains(&(one, two))).expect("itself")
            };
            let firsts: BTreeSet<FiniteStateId> = automaton.states().map(first).collect();
            let class = |one| state(firsts.range(..first(one)).count());
            let quotient = automaton.bisimulation_quotient();
            assert_eq!(quotient, automaton.quotient(firsts.len(), class));
            merged.set(merged.get() + usize::from(firsts.len() < automaton.len()));
        }
    });
    assert!(merged.get() > 100, "{merged:?}");
}

#[test]
fn a_simulation_is_the_greatest() {
    for_random_automata(|automaton, _, _, _| {
        // All pairs, less those that break a rule, until none does.
        let all = automaton.states().flat_map(|one| automaton.states().map(move |two| (one, two)));
        let mut pairs: BTreeSet<(FiniteStateId, FiniteStateId)> = all.collect();
        loop {
            let stays = |&(one, two): &(FiniteStateId, FiniteStateId)| {
                let follows = |&(by, to): &(SymbolId, FiniteStateId)| {
                    let answers = automaton.transitions(two).iter();
                    answers.clone().any(|&(other, too)| other == by && pairs.contains(&(to, too)))
                };
                (!automaton.is_accepting(one) || automaton.is_accepting(two))
                    && automaton.transitions(one).iter().all(follows)
            };
            let next: BTreeSet<_> = pairs.iter().copied().filter(stays).collect();
            if next == pairs {
                break;
            }
            pairs = next;
        }
        let simulation = Simulation::compute(automaton, &free()).unwrap();
        for one in automaton.states() {
            for two in automaton.states() {
                assert_eq!(simulation.simulates(two, one), pairs.contains(&(one, two)));
            }
        }
    });
}

#[test]
fn witnesses_of_inclusion_are_shortest() {
    for_random_automata(|left, right, _, _| {
        let max_states = [3, 12, 9, 6][left.symbols()];
        let (a, b) = (words(left, max_states), words(right, max_states));
        let shortest = |words: Words| words.into_iter().map(|word| word.len()).min();
        let only_left = shortest(&a - &b);
        let answer = inclusion(left, right, &free()).unwrap();
        match &answer {
            Some(word) => {
                assert!(has_run(left, word) && !has_run(right, word));
                assert!(word.len() > max_states || Some(word.len()) == only_left);
            }
            None => assert_eq!(only_left, None),
        }
        let only_right = shortest(&b - &a);
        let least = only_left.into_iter().chain(only_right).min();
        match equivalence(left, right, &free()).unwrap() {
            Some(difference) => {
                let word = &difference.word;
                let side = if has_run(left, word) { Side::First } else { Side::Second };
                assert_eq!(difference.accepted_by, side);
                assert_ne!(has_run(left, word), has_run(right, word));
                assert!(word.len() > max_states || Some(word.len()) == least);
                assert!(side == Side::First || answer.is_none_or(|one| one.len() > word.len()));
            }
            None => assert_eq!(least, None),
        }
        assert_eq!(inclusion(left, &left.union(right), &free()), Ok(None));
        assert_eq!(equivalence(left, &left.trimmed(), &free()), Ok(None));
    });
}

/// An automaton with transitions enough to be in many states at once, of which most accept.
fn dense_automaton(random: &mut Random, states: usize) -> FiniteAutomaton {
    let transitions = (0..random.between(states, 4 * states))
        .map(|_| {
            let (from, to) = (random.below(states), random.below(states));
            (state(from), symbol(random.below(2)), state(to))
        })
        .collect();
    let initial = (0..states).filter(|_| random.percent(40)).map(state).collect();
    let accepting = (0..states).map(|_| random.percent(60)).collect();
    FiniteAutomaton::new(2, initial, accepting, transitions)
}

#[test]
fn antichains_leave_out_no_witness() {
    let mut random = Random::new(setting("SCM_CHECK_SEED", 19));
    let mut lengths = BTreeMap::new();
    for _ in 0..case_count(20_000) {
        let (left, right) = (dense_automaton(&mut random, 4), dense_automaton(&mut random, 6));
        let answer = inclusion(&left, &right, &free()).unwrap();
        // All words, by the pairs of sets of states that they lead to.
        let start: BTreeSet<_> = left.initial().iter().copied().collect();
        let other: BTreeSet<_> = right.initial().iter().copied().collect();
        let mut layer = vec![(start, other)];
        let mut seen: BTreeSet<_> = layer.iter().cloned().collect();
        let mut length = 0;
        let shortest = loop {
            let accepts = |automaton: &FiniteAutomaton, states: &BTreeSet<FiniteStateId>| {
                states.iter().any(|&one| automaton.is_accepting(one))
            };
            if layer.iter().any(|(one, two)| accepts(&left, one) && !accepts(&right, two)) {
                break Some(length);
            }
            let mut next = Vec::new();
            for (one, two) in &layer {
                for by in [symbol(0), symbol(1)] {
                    let step = |automaton: &FiniteAutomaton, from: &BTreeSet<FiniteStateId>| {
                        let steps = from.iter().flat_map(|&one| automaton.transitions(one));
                        steps.filter(|step| step.0 == by).map(|step| step.1).collect()
                    };
                    let pair: (BTreeSet<_>, BTreeSet<_>) = (step(&left, one), step(&right, two));
                    if seen.insert(pair.clone()) {
                        next.push(pair);
                    }
                }
            }
            if next.is_empty() {
                break None;
            }
            layer = next;
            length += 1;
        };
        assert_eq!(answer.as_ref().map(Vec::len), shortest, "{left:?} {right:?}");
        assert!(answer.is_none_or(|word| has_run(&left, &word) && !has_run(&right, &word)));
        *lengths.entry(shortest).or_insert(0) += 1;
    }
    assert!(lengths.len() > 4, "{lengths:?}");
}

#[test]
fn shortest_words_and_reading() {
    for_random_automata(|automaton, _, max_states, _| {
        let accepted = words(automaton, max_states.max(6));
        let expected = accepted.iter().min_by_key(|word| (word.len(), (*word).clone()));
        assert_eq!(automaton.shortest_word().as_ref(), expected);
        assert_eq!(automaton.accepts_empty_word(), accepted.contains(&Vec::new()));
        let mut reader = WordReader::new(automaton);
        for word in all_words(automaton.symbols(), max_states.min(5)) {
            let expected = accepted.contains(&word);
            assert_eq!(automaton.accepts(word.iter().copied()), expected);
            reader.restart();
            read(&mut reader, &word);
            assert_eq!(reader.is_accepting(), expected);
            assert!(!(reader.is_stuck() && expected));
        }
    });
}

#[test]
fn random_words_are_accepted_and_every_short_word_has_a_chance() {
    for_random_automata(|automaton, _, _, random| {
        let mut sampler = RandomWords::new(automaton);
        match sampler.word(random) {
            Some(word) => assert!(has_run(automaton, &word)),
            None => assert!(automaton.is_empty_language()),
        }
        for length in [4, 0, 1, 3, 2] {
            let exists = words(automaton, 4).iter().any(|word| word.len() == length);
            match sampler.word_of_length(length, random) {
                Some(word) => assert!(word.len() == length && has_run(automaton, &word)),
                None => assert!(!exists),
            }
        }
    });
    let automaton = FiniteAutomaton::new(
        2,
        vec![state(0), state(1)],
        vec![true, true],
        vec![(state(0), symbol(0), state(1)), (state(1), symbol(1), state(0))],
    );
    let mut sampler = RandomWords::new(&automaton);
    let mut random = Random::new(3);
    let drawn: Words = (0..500).filter_map(|_| sampler.word(&mut random)).collect();
    assert!(words(&automaton, 3).is_subset(&drawn));
    let drawn: Words = (0..100).filter_map(|_| sampler.word_of_length(3, &mut random)).collect();
    assert_eq!(drawn.len(), 2);
}

#[test]
fn alphabets_are_joined_by_name() {
    let alphabet = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Alphabet>();
    let (all, renaming) = joined(&alphabet(&["a", "b"]), &alphabet(&["c", "b", "d"]));
    assert_eq!(all.as_slice(), ["a", "b", "c", "d"]);
    assert_eq!(renaming.as_slice(), [symbol(2), symbol(1), symbol(3)]);
    let edges = vec![(state(0), symbol(0), state(0)), (state(0), symbol(1), state(0))];
    let right = FiniteAutomaton::new(3, vec![state(0)], vec![true], edges);
    let moved = right.renamed(all.len(), |symbol| renaming[symbol]);
    assert_eq!(moved.symbols(), 4);
    assert_eq!(moved.used_symbols(), [symbol(1), symbol(2)]);
    assert!(moved.accepts([symbol(2), symbol(1)]) && !moved.accepts([symbol(0)]));
    assert_eq!(right.over(5).symbols(), 5);
}

/// Words as one number: a bit for each word up to a length.
fn mask(automaton: &FiniteAutomaton, all: &[Word]) -> u64 {
    let words = words(automaton, all.last().map_or(0, Vec::len));
    let bits = all.iter().enumerate().filter(|(_, word)| words.contains(*word));
    bits.fold(0, |mask, (place, _)| mask | 1 << place)
}

/// All automata with so many states and symbols, by their words up to a length.
fn all_automata(
    states: usize,
    symbols: usize,
    all: &[Word],
) -> BTreeMap<u64, Vec<FiniteAutomaton>> {
    let edges: Vec<_> = (0..states)
        .flat_map(|from| (0..symbols).map(move |by| (from, by)))
        .flat_map(|(from, by)| (0..states).map(move |to| (state(from), symbol(by), state(to))))
        .collect();
    let mut found: BTreeMap<u64, Vec<FiniteAutomaton>> = BTreeMap::new();
    for bits in 0_u32..1 << (edges.len() + 2 * states) {
        let bit = |place: usize| bits >> place & 1 == 1;
        let initial = (0..states).filter(|&one| bit(one)).map(state).collect();
        let accepting = (0..states).map(|one| bit(states + one)).collect();
        let chosen = edges.iter().enumerate().filter(|(place, _)| bit(2 * states + *place));
        let chosen = chosen.map(|(_, &edge)| edge).collect();
        let automaton = FiniteAutomaton::new(symbols, initial, accepting, chosen);
        found.entry(mask(&automaton, all)).or_default().push(automaton);
    }
    found
}

#[test]
fn no_automaton_has_fewer_states_than_the_smallest() {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for (symbols, largest, length) in [(1, 3, 30), (2, 2, 4)] {
        let all = all_words(symbols, length);
        assert!(all.len() <= 64);
        let known: Vec<_> =
            (1..=largest).map(|states| all_automata(states, symbols, &all)).collect();
        let mut random = Random::new(41);
        for _ in 0..scaled(1_500) {
            let automaton = random_automaton(&mut random, 5, symbols);
            let minimal_nfa = automaton.minimal_nfa(&free()).unwrap();
            assert_eq!(equivalence(&minimal_nfa, &automaton, &free()), Ok(None), "{automaton:?}");
            let mask = mask(&automaton, &all);
            for (place, known) in known.iter().enumerate() {
                let mut same = known.get(&mask).into_iter().flatten();
                let exists = same.any(|other| equivalence(other, &automaton, &free()) == Ok(None));
                assert_eq!(exists, minimal_nfa.len() <= place + 1, "{automaton:?} {minimal_nfa:?}");
                if exists {
                    break;
                }
            }
            *sizes.entry(minimal_nfa.len()).or_default() += 1;
        }
    }
    for (size, least) in [(1, 100), (2, 50), (3, 50), (4, 20)] {
        assert!(sizes[&size] > required(least), "{sizes:?}");
    }
}

/// `(a|b)* w (a|b)^n u`, where `w` and `u` have a letter for each character.
fn lock(key: &str, between: usize, last: &str) -> FiniteAutomaton {
    let mut edges = vec![(state(0), symbol(0), state(0)), (state(0), symbol(1), state(0))];
    let mut here = 0;
    let read = |letters: &[usize], here: &mut usize, edges: &mut Vec<_>| {
        for &letter in letters {
            edges.push((state(*here), symbol(letter), state(*here + 1)));
        }
        *here += 1;
    };
    let letter = |one: char| usize::from(one == 'b');
    key.chars().for_each(|one| read(&[letter(one)], &mut here, &mut edges));
    (0..between).for_each(|_| read(&[0, 1], &mut here, &mut edges));
    last.chars().for_each(|one| read(&[letter(one)], &mut here, &mut edges));
    let accepting = (0..=here).map(|one| one == here).collect();
    FiniteAutomaton::new(2, vec![state(0)], accepting, edges)
}

#[test]
fn a_lock_has_fourteen_deterministic_states_and_eight_others() {
    for key in ["aaab", "aabb", "bbba"] {
        let lock = lock(key, 3, "");
        let minimal = lock.determinised(1_000).unwrap().0.minimised();
        assert_eq!((lock.len(), minimal.len()), (8, 14));
        // The reversal has more states, so that neither bounds the search.
        let backwards = minimal.reversed().determinised(1_000).unwrap().0;
        let minimal_nfa = minimal.minimal_nfa(&free()).unwrap();
        assert_eq!(minimal_nfa.len(), 8, "{} backwards", backwards.len());
        assert_eq!(equivalence(&minimal_nfa, &lock, &free()), Ok(None));
    }
}

/// `(aa)*` and `a`: three rectangles cover all marks, and make no automaton for it.
#[test]
fn not_every_cover_makes_an_automaton() {
    let edge = |from, to| (state(from), symbol(0), state(to));
    let edges = vec![edge(0, 1), edge(1, 0), edge(2, 3)];
    let accepting = vec![true, false, false, true];
    let automaton = FiniteAutomaton::new(1, vec![state(0), state(2)], accepting, edges);
    let minimal_nfa = automaton.minimal_nfa(&free()).unwrap();
    assert_eq!(equivalence(&minimal_nfa, &automaton, &free()), Ok(None));
    assert_eq!(minimal_nfa.len(), 4);
}

#[test]
fn limits_are_heard() {
    let lock = lock("a", 9, "b");
    let few = Control { max_states: Some(20), ..Control::unlimited() };
    assert_eq!(lock.determinised_within(&few).err(), Some(Limit::States));
    assert_eq!(lock.complement(&few).err(), Some(Limit::States));
    assert_eq!(lock.minimised_by_reversal(&few).err(), Some(Limit::States));
    assert_eq!(lock.product(&lock, &few).err(), Some(Limit::States));
    assert_eq!(lock.shuffle(&lock, &few).err(), Some(Limit::States));
    assert_eq!(lock.minimal_nfa(&few).err(), Some(Limit::States));
    assert_eq!(lock.projection(|_| true, &few).err(), Some(Limit::States));
    assert_eq!(inclusion(&lock, &lock, &few).err(), Some(Limit::States));
    let now = Control::unlimited().with_timeout(std::time::Duration::ZERO);
    assert_eq!(lock.reduced(&now).err(), Some(Limit::Timeout));
    assert_eq!(equivalence(&lock, &lock, &now).err(), Some(Limit::Timeout));
}
