//! Choreographies against the oracle, on random small ones.
//!
//! The settings are those of `cases.rs`, with a quarter of its cases.

use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;
use crate::support::random_choreographies::{actions_of, automaton_of, channel, describe, named};
use oracle::choreography::{
    Inclusion, Protocol, actions, communications, equivalents, executions, is_partial_execution,
    is_well_formed, rsc_extensions, words,
};
use oracle::configurations::{Answer as Reached, Bounds, Loss, explore};
use oracle::executions::Execution;
use oracle::membership::{Among, Budget, Measure, Verdict, decide};
use oracle::safety;
use scm_check::internals::check::realisability::{
    Outcome, Question, UnknownReason, Violation, check,
};
use scm_check::internals::kernel::base::{Control, Id as _, IndexVec, Random};
use scm_check::internals::model::cfsm::{
    Action, Direction, Exchange, Label, ParticipantId, StateId, System,
};
use scm_check::internals::model::choreography::{
    Automaton, Choreography, Completion, Edge, EdgeId, Interaction, PartialState, Partials,
    completion,
};
use std::collections::{BTreeMap, BTreeSet};

/// How many states a projection, or the minimal automaton, may take.
const STATES: usize = 10_000;

/// What the oracle tries to see whether an implementation is RSC.
const RSC: Budget = Budget { executions: 3_000, length: 8 };

/// The RSC executions that the oracle tries to continue.
const EXECUTIONS: usize = 300;

/// The configurations that the oracle looks for deadlocks in.
const CONFIGURATIONS: Bounds = Bounds { configurations: 300, messages: 5 };

/// A choreography, its implementation, and where it came from.
struct Case {
    seed: u64,
    written: Automaton,
    choreography: Choreography,
    implementation: System,
    numbers: Random,
}

/// A random automaton over pairs of participants that have little to do with each other, so that what is
/// written down in an order may happen in another one, behind loops too.
fn stretched(numbers: &mut Random) -> Automaton {
    let states = numbers.between(1, 3);
    let mut automaton = Automaton {
        name: "stretched".to_owned(),
        participants: (0..4).map(|one| format!("p{one}")).collect(),
        messages: (0..2).map(|one| format!("m{one}")).collect(),
        channels: IndexVec::new(),
        states: (0..states).map(|one| one.to_string()).collect(),
        initial: StateId::from_index(0),
        edges: IndexVec::new(),
        finals: Vec::new(),
    };
    let kind = usize::from(numbers.percent(20));
    for number in 0..numbers.between(2, 5) {
        let source = if number == 0 { 0 } else { numbers.below(states) };
        let target = if numbers.percent(40) { source } else { numbers.below(states) };
        let pairs = [[0, 1], [0, 1], [2, 3], [2, 3], [1, 2], [1, 0]];
        let [sender, receiver] = numbers.choose(&pairs).unwrap().map(ParticipantId::from_index);
        let messages: Vec<_> = automaton.messages.ids().collect();
        let exchange = Interaction {
            sender,
            receiver,
            message: numbers.choose(&messages).unwrap(),
            channel: channel(&mut automaton, numbers, 0, kind, [sender, receiver]),
        };
        let [source, target] = [source, target].map(StateId::from_index);
        automaton.edges.push(Edge { source, exchange: Some(exchange), target });
    }
    automaton
}

/// The random choreographies in which something happens.
fn cases() -> impl Iterator<Item = Case> {
    cases_of(automaton_of)
}

fn cases_of(automaton: fn(&mut Random) -> Automaton) -> impl Iterator<Item = Case> {
    seeds(25).filter_map(move |seed| {
        let mut numbers = Random::new(seed);
        let written = automaton(&mut numbers);
        let choreography = Choreography::new(&written, STATES).unwrap();
        let Some(implementation) = choreography.implementation(STATES) else {
            assert!(words(&written, 1).len() == 1, "seed {seed}: only what is empty has none");
            assert!(choreography.is_empty());
            return None;
        };
        Some(Case { seed, written, choreography, implementation, numbers })
    })
}

impl Case {
    fn protocol(&self) -> Protocol<'_> {
        Protocol::new(self.choreography.source())
    }

    /// What a failed test says.
    fn describe(&self) -> String {
        format!("seed {}, {}", self.seed, describe(self.choreography.source()))
    }
}

#[test]
fn words_are_those_of_the_automaton_as_it_is_written() {
    let mut many = 0;
    for case in cases() {
        let by_name = |automaton: &Automaton, words: BTreeSet<Vec<Interaction>>| {
            let word = |word: Vec<Interaction>| {
                word.into_iter().map(|one| named(automaton, one)).collect::<Vec<_>>()
            };
            words.into_iter().map(word).collect::<BTreeSet<_>>()
        };
        let source = case.choreography.source();
        let expected = words(source, 4);
        assert_eq!(
            by_name(&case.written, words(&case.written, 4)),
            by_name(source, expected.clone()),
            "{}",
            case.describe()
        );
        let language = case.choreography.language();
        let mut current = vec![(Vec::new(), language.initial())];
        let mut found = BTreeSet::from([Vec::new()]);
        for _ in 0..4 {
            let longer = current.iter().flat_map(|(word, state)| {
                let next = |&(letter, target)| ([&word[..], &[letter]].concat(), target);
                language.transitions(*state).iter().map(next)
            });
            current = longer.collect();
            found.extend(current.iter().map(|(word, _)| word.clone()));
        }
        assert_eq!(found, expected, "{}", case.describe());
        many += usize::from(expected.len() > 4);
    }
    assert!(many > required(100) || !are_many(), "{many}");
}

#[test]
fn transitions_stand_for_the_edges_that_were_written() {
    let mut several = 0;
    for case in cases() {
        let (written, language) = (&case.written, case.choreography.language());
        let source = case.choreography.source();
        // The states of the minimal automaton, each with those of the written one that a word leads to.
        let mut pairs = BTreeSet::from([(written.initial, language.initial())]);
        let mut new: Vec<_> = pairs.iter().copied().collect();
        let mut expected: BTreeMap<_, Vec<EdgeId>> = BTreeMap::new();
        while let Some((at, state)) = new.pop() {
            for (id, edge) in written.edges.enumerate().filter(|(_, edge)| edge.source == at) {
                let next = match edge.exchange {
                    None => (edge.target, state),
                    Some(exchange) => {
                        let name = named(written, exchange);
                        let transitions = language.transitions(state).iter();
                        let mut same = transitions.filter(|(one, _)| named(source, *one) == name);
                        let &(letter, target) = same.next().unwrap();
                        expected.entry((state, letter)).or_default().push(id);
                        (edge.target, target)
                    }
                };
                if pairs.insert(next) {
                    new.push(next);
                }
            }
        }
        for ((state, letter), mut edges) in expected {
            edges.sort_unstable();
            assert_eq!(case.choreography.edges(state, letter), edges, "{}", case.describe());
            several += usize::from(edges.len() > 1);
        }
    }
    assert!(several > required(50) || !are_many(), "{several}");
}

#[test]
fn implementations_have_the_executions_of_the_projections() {
    let mut compared = 0;
    for case in cases() {
        let protocol = case.protocol();
        let expected = executions(&protocol.system, 7, 300);
        assert_eq!(executions(&case.implementation, 7, 300), expected, "{}", case.describe());
        let intermediate = case.choreography.intermediate_implementation().unwrap();
        assert_eq!(executions(&intermediate, 7, 300), expected, "{}", case.describe());
        compared += expected.iter().map(BTreeSet::len).sum::<usize>();
        for automaton in case.implementation.automata() {
            let labels: BTreeSet<(StateId, Label)> =
                automaton.transitions().iter().map(|one| (one.source, one.label)).collect();
            assert_eq!(labels.len(), automaton.transitions().len(), "{}", case.describe());
            assert!(labels.iter().all(|(_, label)| *label != Label::Internal));
        }
    }
    println!("{compared} executions");
    assert!(compared > required(10_000) || !are_many(), "{compared}");
}

/// The states after parts of words of which nothing more is kept.
fn silently(partials: &Partials<'_>, states: Vec<PartialState>) -> Vec<PartialState> {
    let mut all = Vec::new();
    let mut new = states;
    while let Some(state) = new.pop() {
        if !all.contains(&state) {
            partials.silent(&state, &mut |next| new.push(next));
            all.push(state);
        }
    }
    all
}

#[test]
fn partial_executions_are_those_of_the_definition() {
    /// The number of words of letters that are read in each case.
    const WORDS: usize = 60;
    let (mut read, mut refused) = (0, 0);
    for case in cases() {
        let protocol = case.protocol();
        let partials = Partials::new(&case.choreography);
        let participants: Vec<_> = case.choreography.source().participants.ids().collect();
        let letters: BTreeSet<Exchange> = protocol
            .actions
            .iter()
            .flat_map(|one| {
                let receivers = participants.iter().copied().map(Some).chain([None]);
                receivers.map(|receiver| Exchange {
                    sender: one.participant,
                    receiver,
                    channel: one.channel,
                    message: one.message,
                })
            })
            .collect();
        let start = silently(&partials, vec![partials.initial()]);
        let mut current = vec![(Vec::<Action>::new(), start, protocol.start())];
        let mut tried = 0;
        while !current.is_empty() && tried < WORDS {
            let mut longer = Vec::new();
            for (word, states, places) in current {
                let mut emitted = BTreeSet::new();
                for state in &states {
                    partials.each(state, &mut |letter, _| {
                        emitted.insert(letter);
                    });
                }
                for &letter in &letters {
                    let mut after = Vec::new();
                    for state in &states {
                        partials.read(state, letter, &mut |next| after.push(next));
                    }
                    let kept = actions_of(letter);
                    let expected = protocol.after(&places, &kept);
                    let next = [&word[..], &kept].concat();
                    let is_read = !after.is_empty();
                    assert_eq!(is_read, !expected.is_empty(), "{next:?}\n{}", case.describe());
                    assert_eq!(is_read, emitted.contains(&letter), "{}", case.describe());
                    if is_read {
                        read += 1;
                        longer.push((next, silently(&partials, after), expected));
                    } else {
                        refused += 1;
                    }
                }
                tried += 1;
                if tried == WORDS {
                    break;
                }
            }
            current = longer;
        }
    }
    println!("{read} words are partial executions, {refused} are not");
    assert!((read > required(5_000) && refused > required(5_000)) || !are_many());
}

#[test]
fn the_oracle_reads_partial_executions_as_the_definition_says() {
    let (mut parts, mut others, mut complete, mut incomplete) = (0, 0, 0, 0);
    for case in cases().step_by(2) {
        let mut numbers = case.numbers.clone();
        let protocol = case.protocol();
        // Where the language is finite and its words are short, they can all be tried.
        let words = protocol.words(3);
        if protocol.words(4).len() > words.len() || words.len() > 20 {
            continue;
        }
        let wholes: Vec<Vec<Action>> = words.iter().map(|word| actions(word)).collect();
        let beginnings = protocol.beginnings(3);
        for _ in 0..20 {
            let whole = &wholes[numbers.below(wholes.len())];
            let kept = whole.iter().copied().filter(|_| numbers.percent(70)).collect::<Vec<_>>();
            let shuffled = if numbers.percent(50) && is_well_formed(&protocol.system, &kept) {
                let all = equivalents(&protocol.system, &kept);
                all.iter().nth(numbers.below(all.len())).unwrap().clone()
            } else {
                kept
            };
            let is_part =
                wholes.iter().any(|one| is_partial_execution(&protocol.system, &shuffled, one));
            assert_eq!(
                protocol.is_partial(&shuffled),
                is_part,
                "{shuffled:?}\n{}",
                case.describe()
            );
            let is_beginning = beginnings.contains(&shuffled);
            assert_eq!(
                protocol.completes(&shuffled),
                is_beginning,
                "{shuffled:?}\n{}",
                case.describe()
            );
            *if is_part { &mut parts } else { &mut others } += 1;
            *if is_beginning { &mut complete } else { &mut incomplete } += 1;
        }
    }
    println!("{parts} parts, {others} others; {complete} complete, {incomplete} incomplete");
    let least = parts.min(others).min(complete).min(incomplete);
    assert!(least > required(100) || !are_many());
}

/// A random execution of a system, of up to `max_states` actions.
fn walk(system: &System, numbers: &mut Random, max_states: usize) -> Vec<Action> {
    let mut execution = Execution::empty(system);
    for _ in 0..max_states {
        let mut next = execution.extensions(system);
        if next.is_empty() {
            break;
        }
        execution = next.swap_remove(numbers.below(next.len()));
    }
    execution.actions
}

/// A random sequence of actions in which whatever is received was sent before.
fn scribble(protocol: &Protocol<'_>, numbers: &mut Random, max_states: usize) -> Vec<Action> {
    let mut sequence = Vec::new();
    for _ in 0..2 * max_states {
        sequence.push(numbers.choose(&protocol.actions).unwrap());
        if sequence.len() > max_states || !is_well_formed(&protocol.system, &sequence) {
            sequence.pop();
        }
    }
    sequence
}

#[test]
fn executions_are_completed_as_by_all_their_orders() {
    let mut tally = BTreeMap::new();
    for case in cases() {
        let mut numbers = case.numbers.clone();
        let protocol = case.protocol();
        for turn in 0..12 {
            let is_feasible = turn % 2 == 0;
            let execution = if is_feasible {
                walk(&case.implementation, &mut numbers, 7)
            } else {
                let max_states = numbers.between(2, 5);
                scribble(&protocol, &mut numbers, max_states)
            };
            let answer = completion(&case.choreography, &execution, &Control::unlimited());
            let expected = protocol.completes(&execution);
            let why = || format!("{execution:?}: {answer:?}\n{}", case.describe());
            match &answer {
                Completion::Holds(word) => {
                    assert!(expected, "{}", why());
                    assert!(protocol.has_word(word), "{}", why());
                    let whole = actions(word);
                    let mut orders = equivalents(&protocol.system, &execution).into_iter();
                    assert!(
                        orders.any(|one| is_partial_execution(&protocol.system, &one, &whole)),
                        "{}",
                        why()
                    );
                }
                Completion::Violated(()) => assert!(!expected, "{}", why()),
                Completion::Unknown(_) => panic!("{}", why()),
            }
            *tally.entry((is_feasible, expected)).or_insert(0) += 1;
        }
    }
    println!("feasible, completed: {tally:?}");
    assert!(
        (tally.len() == 4 && tally.values().all(|&count| count > required(150))) || !are_many()
    );
}

/// What is known about a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Yes,
    No,
    Open,
}

/// Whether the implementation is RSC.
fn is_rsc(protocol: &Protocol<'_>) -> Known {
    match decide(&protocol.system, Among::BorderlineViolations, Measure::Communications, RSC) {
        Verdict::Violated { .. } => Known::No,
        Verdict::Holds => Known::Yes,
        Verdict::HoldsUpTo { .. } => Known::Open,
    }
}

#[test]
fn well_formed_choreographies_are_those_of_the_definition() {
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases() {
        let protocol = case.protocol();
        let answer = check(
            &case.choreography,
            &case.implementation,
            Question::WellFormed,
            &Control::unlimited(),
        );
        let (rsc, inclusion) = (is_rsc(&protocol), protocol.inclusion(EXECUTIONS));
        let why = || format!("{:?}, {rsc:?}, {inclusion:?}\n{}", answer.outcome, case.describe());
        let verdict = match (&answer.outcome, &inclusion) {
            (Outcome::Violated(Violation::NotRsc(_)), _) => {
                assert_ne!(rsc, Known::Yes, "{}", why());
                "not RSC"
            }
            (Outcome::Violated(Violation::Execution(word)), Inclusion::Fails(shortest)) => {
                assert_ne!(rsc, Known::No, "{}", why());
                assert_eq!(word.len(), shortest.len(), "{}", why());
                check_execution(&case, &protocol, word);
                "not included"
            }
            (Outcome::Violated(Violation::Execution(word)), Inclusion::HoldsUpTo(length)) => {
                assert_ne!(rsc, Known::No, "{}", why());
                assert!(word.len() > *length, "{}", why());
                check_execution(&case, &protocol, word);
                "not included, beyond the bound"
            }
            (Outcome::Holds(_), Inclusion::Holds) => {
                assert_ne!(rsc, Known::No, "{}", why());
                "well-formed, by all RSC executions"
            }
            (Outcome::Holds(_), Inclusion::HoldsUpTo(_)) => {
                assert_ne!(rsc, Known::No, "{}", why());
                "well-formed"
            }
            _ => panic!("{}", why()),
        };
        *tally.entry(verdict).or_default() += 1;
    }
    println!("{tally:?}");
    assert!((tally.len() >= 4 && tally.values().all(|&count| count > 0)) || !are_many());
}

/// The word is an RSC execution of the implementation, and no partial execution of a word.
fn check_execution(case: &Case, protocol: &Protocol<'_>, word: &[Exchange]) -> Vec<Action> {
    let expected: Vec<Vec<Action>> = word.iter().copied().map(actions_of).collect();
    let execution = expected.concat();
    let found = communications(&protocol.system, &execution);
    assert_eq!(found, Some(expected), "{word:?} is not RSC\n{}", case.describe());
    let feasible = execution.iter().try_fold(Execution::empty(&protocol.system), |one, action| {
        one.extensions(&protocol.system)
            .into_iter()
            .find(|next| next.actions.last() == Some(action))
    });
    assert!(feasible.is_some(), "{word:?} is not feasible\n{}", case.describe());
    assert!(!protocol.is_partial(&execution), "{word:?} is a part\n{}", case.describe());
    execution
}

/// The first RSC execution, synchronous if that is asked for, that cannot be completed; and whether
/// all were tried.
///
/// `completed` is what is known already of executions: whether they can be.
fn incomplete(
    protocol: &Protocol<'_>,
    is_synchronous: bool,
    completed: &mut BTreeMap<Vec<Action>, bool>,
) -> (Option<Vec<Action>>, bool) {
    let system = &protocol.system;
    let mut current = vec![Execution::empty(system)];
    let mut tried = 0;
    while !current.is_empty() {
        let mut longer = Vec::new();
        for next in current.iter().flat_map(|one| rsc_extensions(system, one)) {
            let length = next.actions.len();
            if is_synchronous && next.actions[length - 1].direction == Direction::Send {
                continue;
            }
            tried += 1;
            if tried > 120 || length > 8 {
                return (None, false);
            }
            let completes = || protocol.completes(&next.actions);
            if !*completed.entry(next.actions.clone()).or_insert_with(completes) {
                return (Some(next.actions), true);
            }
            longer.push(next);
        }
        current = longer;
    }
    (None, true)
}

fn known((found, is_all): &(Option<Vec<Action>>, bool)) -> Known {
    match (found, is_all) {
        (Some(_), _) => Known::No,
        (None, true) => Known::Yes,
        (None, false) => Known::Open,
    }
}

/// Whether from every configuration one is reachable whose channels are empty (Definition 6.3.2).
fn is_deadlock_free(protocol: &Protocol<'_>) -> Known {
    let exploration = explore(&protocol.system, Loss::OnTheWay, CONFIGURATIONS);
    match safety::decide(&protocol.system, &exploration, safety::Property::Deadlock) {
        Reached::Reachable { .. } => Known::No,
        Reached::Unreachable => Known::Yes,
        Reached::NotWithinBounds { .. } => Known::Open,
    }
}

#[test]
fn realisable_choreographies_are_those_whose_executions_are_completed() {
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    let mut theorem: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases().chain(cases_of(stretched)) {
        let protocol = case.protocol();
        let [strict, causal] = [Question::WellFormed, Question::Realisable].map(|question| {
            let control = Control { max_states: Some(20_000), ..Control::unlimited() };
            check(&case.choreography, &case.implementation, question, &control)
        });
        let is_shortest = causal.is_shortest;
        let [strict, causal] = [strict, causal].map(|answer| answer.outcome);
        let rsc = is_rsc(&protocol);
        let mut completed = BTreeMap::new();
        let [executions, synchronous] = [false, true]
            .map(|is_synchronous| incomplete(&protocol, is_synchronous, &mut completed));
        let deadlock_free = is_deadlock_free(&protocol);
        let why = || {
            format!(
                "{strict:?}, {causal:?}: RSC {rsc:?}, {executions:?}, {synchronous:?}, deadlock-free \
                 {deadlock_free:?}\n{}",
                case.describe()
            )
        };
        let conditions = [rsc, known(&synchronous), deadlock_free];
        let verdict = match &causal {
            Outcome::Holds(ground) => {
                assert_ne!(known(&executions), Known::No, "{}", why());
                assert!(!conditions.contains(&Known::No), "{}", why());
                format!("holds by {ground:?}")
            }
            Outcome::Violated(Violation::NotRsc(_)) => {
                assert_ne!(rsc, Known::Yes, "{}", why());
                assert_eq!(causal, strict, "{}", why());
                "not RSC".to_owned()
            }
            Outcome::Violated(Violation::Execution(word)) => {
                assert_ne!(rsc, Known::No, "{}", why());
                assert!(!protocol.completes(&check_execution(&case, &protocol, word)), "{}", why());
                if let (true, Some(shortest)) = (is_shortest, &executions.0) {
                    let sends = |one: &Action| one.direction == Direction::Send;
                    let least = shortest.iter().filter(|one| sends(one)).count();
                    assert_eq!(word.len(), least, "{}", why());
                }
                "not completed".to_owned()
            }
            Outcome::Violated(Violation::Incoherent(broken)) => {
                assert!(!broken.is_empty(), "{}", why());
                assert_ne!(conditions, [Known::Yes; 3], "{}", why());
                "incoherent".to_owned()
            }
            Outcome::Violated(Violation::Missing(_)) => panic!("projections do it: {}", why()),
            Outcome::Unknown(UnknownReason::Undecided) => {
                assert_ne!(known(&executions), Known::No, "{}", why());
                "undecided".to_owned()
            }
            Outcome::Unknown(UnknownReason::Limit(limit)) => format!("{limit:?}"),
        };
        match &causal {
            Outcome::Holds(_) => {}
            Outcome::Violated(_) | Outcome::Unknown(_) => {
                assert!(!matches!(strict, Outcome::Holds(_)), "{}", why());
            }
        }
        *tally.entry(verdict).or_default() += 1;

        // The theorem: realisable iff RSC, synchronous executions are completed, and deadlock-free.
        let verdict = match (conditions, &causal) {
            ([Known::Yes, Known::Yes, Known::Yes], _) => {
                assert!(!matches!(causal, Outcome::Violated(_)), "{}", why());
                assert_ne!(known(&executions), Known::No, "{}", why());
                "realisable"
            }
            ([rsc, synchronous, deadlock_free], _)
                if [rsc, synchronous, deadlock_free].contains(&Known::No) =>
            {
                assert!(!matches!(causal, Outcome::Holds(_)), "{}", why());
                if rsc == Known::Yes {
                    assert_ne!(known(&executions), Known::Yes, "{}", why());
                }
                "not realisable"
            }
            _ => "open",
        };
        *theorem.entry(verdict).or_default() += 1;
    }
    println!("{tally:?}\nby the theorem {theorem:?}");
    if are_many() {
        let held: usize =
            tally.iter().filter(|(key, _)| key.starts_with("holds")).map(|(_, count)| count).sum();
        assert!(
            held > required(100)
                && tally["not completed"] > required(40)
                && tally["not RSC"] > required(40)
        );
        assert!(
            tally["holds by Executions(Lag(1))"] > required(5)
                && tally["holds by Executions(Gaps(1))"] > required(5)
        );
        assert!(theorem["realisable"] > required(40) && theorem["not realisable"] > required(40));
    }
}
