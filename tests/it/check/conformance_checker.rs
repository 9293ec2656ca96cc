//! The procedures on automata, compared with each other.

use scm_check::internals::check::conformance::{
    Answer, CacheLimits, Checker, Class, Fault, Procedure, Question, Specification, Stage,
};
use scm_check::internals::kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use scm_check::internals::kernel::base::{Control, Id as _, Limit, Random};
use scm_check::internals::model::trace::{
    Action, DistributedAlphabet, Letter, Letters, LifelineId, LocalLetterId, Signature,
};

/// Returns a checker that forgets early, and has room in its tables for few sets only.
fn checker(specification: Specification) -> Checker {
    Checker::with_limits(specification, CacheLimits { bytes: 1 << 9, entries: 1 << 4 })
}

/// Letters of three lifelines; some are seen by two or three of them.
fn alphabet(random: &mut Random) -> DistributedAlphabet {
    let mut signature = Signature::new();
    let lifelines = ["a", "b", "c"].map(|name| signature.add_lifeline(name));
    let messages = ["m", "n"].map(|name| signature.add_message(name));
    let action = |random: &mut Random, lifeline: LifelineId| {
        let message = random.choose(&messages).unwrap();
        if random.percent(50) {
            Action::send(lifeline, message)
        } else {
            Action::receive(lifeline, message)
        }
    };
    let letters: Vec<Letter> = (0..random.between(1, 5))
        .map(|_| {
            let first = random.below(3);
            let more = if random.percent(25) { random.between(1, 2) } else { 0 };
            let seen = (0..=more).map(|step| lifelines[(first + step) % 3]);
            let actions: Vec<_> = seen.map(|lifeline| action(random, lifeline)).collect();
            Letter::new(actions).unwrap()
        })
        .collect();
    let letters = Letters::new(letters);
    let together: &[&[usize]] = match random.below(4) {
        0 => &[&[0, 1]],
        1 => &[&[0, 1, 2]],
        _ => &[],
    };
    let together: Vec<Vec<LifelineId>> = together
        .iter()
        .map(|places| places.iter().map(|&place| lifelines[place]).collect())
        .collect();
    DistributedAlphabet::of_letters(&letters, &signature, &together).unwrap()
}

fn automaton(random: &mut Random, symbols: usize) -> FiniteAutomaton {
    let states = random.between(1, 5);
    let state = |random: &mut Random| FiniteStateId::from_index(random.below(states));
    let initial = (0..random.between(1, 2)).map(|_| state(random)).collect();
    let accepting = (0..states).map(|_| random.percent(40)).collect();
    let transitions = (0..random.between(0, 3 * states))
        .map(|_| (state(random), SymbolId::from_index(random.below(symbols)), state(random)));
    let transitions = transitions.collect();
    FiniteAutomaton::new(symbols, initial, accepting, transitions)
}

/// What the locations see of a walk, some of it cut off or changed.
fn traces(random: &mut Random, specification: &Specification) -> Vec<Vec<LocalLetterId>> {
    let locations = specification.alphabet().locations();
    let mut traces = vec![Vec::new(); locations.len()];
    let automaton = specification.automaton();
    if let Some(mut state) = random.choose(automaton.initial()) {
        for _ in 0..random.below(8) {
            let Some((symbol, target)) = random.choose(automaton.transitions(state)) else {
                break;
            };
            for &(location, letter) in specification.parts(symbol) {
                traces[location.index()].push(letter);
            }
            state = target;
        }
    }
    for (trace, location) in traces.iter_mut().zip(locations) {
        match random.below(8) {
            0 => drop(trace.pop()),
            1 => drop(trace.drain(..trace.len().min(1))),
            2 => trace.push(LocalLetterId::from_index(random.below(location.letters().len() + 1))),
            3 => trace.reverse(),
            _ => {}
        }
    }
    traces
}

#[test]
fn all_procedures_agree() {
    let control = Control::unlimited();
    let mut classes = [0; 5];
    let mut faults = [0; 3];
    for seed in 0..6_000 {
        let mut random = Random::new(seed);
        let alphabet = alphabet(&mut random);
        let automaton = automaton(&mut random, alphabet.letters().len());
        let specification = Specification::new(&automaton, alphabet);
        let mut checker = checker(specification);
        for _ in 0..3 {
            let traces = traces(&mut random, checker.specification());
            let by = |checker: &mut Checker, procedure| {
                let answer = checker.check(&traces, None, procedure, &control);
                (answer.verdict, answer.class, answer.fault)
            };
            let plain = by(&mut checker, Procedure::Free);
            assert_eq!(in_two_places(&mut checker, &traces), plain, "{seed} {traces:?}");
            assert_eq!(by(&mut checker, Procedure::Auto), plain, "{seed} {traces:?}");
            assert_eq!(by(&mut checker, Procedure::Semi), plain, "{seed} {traces:?}");
            classes[plain.1.unwrap() as usize] += 1;
            match &plain.2 {
                Some(Fault::Local(_)) => faults[0] += 1,
                Some(Fault::Inter) => faults[1] += 1,
                Some(Fault::Central) => faults[2] += 1,
                None => {}
            }
            let lengths: Vec<usize> = traces.iter().map(Vec::len).collect();
            for question in Question::ALL {
                let by = |checker: &mut Checker, procedure| {
                    checker.check(&traces, Some(question), procedure, &control).verdict
                };
                let yes = by(&mut checker, Procedure::Free).unwrap();
                assert_eq!(by(&mut checker, Procedure::Auto), Ok(yes), "{seed} {question:?}");
                let furthest = checker.furthest(&traces, question, &control).unwrap();
                let is_read = furthest.positions == lengths && !furthest.states.is_empty();
                let layered = is_read && (question != Question::Accept || furthest.may_end);
                assert_eq!(layered, yes, "{seed} {question:?} by layers");
                let word = checker.word(&traces, question, &control).unwrap();
                assert_eq!(word.is_some(), yes, "{seed} {question:?}");
                if let Some(word) = word
                    && question <= Question::GlobalPrefix
                {
                    let mut seen = vec![Vec::new(); traces.len()];
                    for letter in word {
                        for &(location, local) in checker.specification().alphabet().parts(letter) {
                            seen[location.index()].push(local);
                        }
                    }
                    assert_eq!(seen, traces, "{seed} {question:?}");
                }
            }
            let furthest = checker.furthest(&traces, Question::Accept, &control).unwrap();
            let is_prefix = plain.1.unwrap() <= Class::GlobalPrefix;
            assert_eq!(furthest.positions == lengths && !furthest.states.is_empty(), is_prefix);
        }
    }
    assert!(classes.iter().all(|&count| count > 150), "{classes:?}");
    assert!(faults.iter().all(|&count| count > 20), "{faults:?}");
}

/// Finishes from the areas of the locations, if all have one.
fn in_two_places(
    checker: &mut Checker,
    traces: &[Vec<LocalLetterId>],
) -> (Result<bool, Limit>, Option<Class>, Option<Fault>) {
    let control = Control::unlimited();
    let ids = checker.specification().alphabet().locations().ids();
    let (mut areas, mut errors) = (Vec::new(), Vec::new());
    for (location, trace) in ids.zip(traces) {
        match checker.local(location, trace) {
            Ok(area) => areas.push(area),
            Err(error) => errors.push(error),
        }
    }
    let mut answer = Answer { fault: Some(Fault::Local(errors)), ..Answer::NO };
    if areas.len() == traces.len() {
        answer = checker.conclude(&areas, traces, &control);
    }
    if answer.verdict == Ok(false) {
        answer.classify(checker.class_of_refused(traces, &control).map(Some));
    }
    (answer.verdict, answer.class, answer.fault)
}

#[test]
fn a_limit_loses_no_count() {
    // a* b*, each seen elsewhere: all shuffles.
    let state = FiniteStateId::from_index;
    let steps = (0..2).map(|symbol| (state(0), SymbolId::from_index(symbol), state(0)));
    let automaton = FiniteAutomaton::new(2, vec![state(0)], vec![true], steps.collect());
    let places = [vec!["a".to_owned()], vec!["b".to_owned()]];
    let alphabet = DistributedAlphabet::of_names(["a", "b"], &places).unwrap();
    let mut checker = checker(Specification::new(&automaton, alphabet));
    let mut traces = vec![vec![LocalLetterId::from_index(0); 100]; 2];
    traces[1].push(LocalLetterId::from_index(1));
    let limited = Control { max_states: Some(3_000), ..Control::unlimited() };
    let answer = checker.check(&traces, None, Procedure::Free, &limited);
    assert_eq!((answer.verdict, answer.class), (Err(Limit::States), None));
    assert!((3_000..6_000).contains(&answer.states), "{}", answer.states);
}

#[test]
fn invariants_say_what_is_wrong_with_counts() {
    // (a b)*: as many a as b, or one more while a round is open.
    let state = FiniteStateId::from_index;
    let (a, b) = (SymbolId::from_index(0), SymbolId::from_index(1));
    let steps = vec![(state(0), a, state(1)), (state(1), b, state(0))];
    let automaton = FiniteAutomaton::new(2, vec![state(0)], vec![true, false], steps);
    let places = [vec!["a".to_owned()], vec!["b".to_owned()]];
    let alphabet = DistributedAlphabet::of_names(["a", "b"], &places).unwrap();
    let mut checker = checker(Specification::new(&automaton, alphabet));
    let letter = LocalLetterId::from_index(0);
    let traces = [vec![letter; 3], vec![letter; 2]];
    let accept = Some(Question::Accept);
    let answer = checker.check(&traces, accept, Procedure::Auto, &Control::unlimited());
    assert_eq!((answer.verdict, answer.stage), (Ok(false), Stage::Invariant));
    let broken = checker.broken_invariant(&traces).unwrap();
    let weights: Vec<i64> = broken.weights.iter().map(|&(.., weight)| weight).collect();
    assert_eq!((weights, broken.values.clone()), (vec![1, -1], vec![0]));
    assert_eq!(broken.weight(&traces), 1);
}
