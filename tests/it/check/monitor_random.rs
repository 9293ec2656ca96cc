//! Monitors of random formulas on random traces, compared with the definitions.

use oracle::temporal::{Letter, Valuations, holds, holds_on_lasso};
use scm_check::internals::check::monitor::{Monitor, MonitorAutomaton, MonitorVerdict, Semantics};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::temporal::PropositionId;

use crate::support::cases::{are_many, seeds};
use crate::support::random_formulas::{random_formula, verdict};

/// The largest number of valuations of a formula that is compared.
const VALUATIONS: usize = 1 << 8;

fn random_trace(length: usize, propositions: usize, random: &mut Random) -> Vec<Letter> {
    (0..length).map(|_| random.bits() & ((1 << propositions) - 1)).collect()
}

/// The verdicts of an automaton after each letter of a trace.
fn read_by(automaton: &MonitorAutomaton, trace: &[Letter]) -> Vec<MonitorVerdict> {
    let mut state = automaton.states.ids().next().unwrap();
    let mut verdicts = Vec::new();
    for letter in trace {
        let holds = |&(proposition, value): &(PropositionId, bool)| {
            letter >> proposition.index() & 1 == u64::from(value)
        };
        let transitions = &automaton.states[state].transitions;
        let taken: Vec<_> = transitions
            .iter()
            .filter(|transition| transition.condition.iter().all(holds))
            .collect();
        assert_eq!(taken.len(), 1, "one transition by {letter:b} in {:?}", automaton.states[state]);
        state = taken[0].target;
        verdicts.push(automaton.states[state].verdict);
    }
    verdicts
}

#[test]
fn verdicts_are_those_of_the_definitions_for_random_formulas() {
    let mut seen = [[0_usize; 5]; 3];
    for seed in seeds(100) {
        let mut random = Random::new(seed);
        let propositions = random.between(1, 3);
        let operators = random.between(1, 8);
        let formula = random_formula(operators, propositions, &mut random);
        let Some(valuations) = Valuations::new(&formula, propositions, VALUATIONS) else {
            continue;
        };
        let mut monitors =
            Semantics::ALL.map(|semantics| Monitor::new(&formula, semantics, 100_000));
        for _ in 0..3 {
            let trace = random_trace(6, propositions, &mut random);
            let possible = valuations.possible(&trace);
            for (index, semantics) in Semantics::ALL.into_iter().enumerate() {
                let monitor = &mut monitors[index];
                monitor.restart();
                let mut certain = None;
                for at in 0..trace.len() {
                    let found = monitor.read(&[trace[at]]).unwrap();
                    let holds = holds(&formula, &trace[..=at], 0);
                    let expected = verdict(semantics, possible[at], holds);
                    let read = &trace[..=at];
                    assert_eq!(
                        found, expected,
                        "seed {seed}, {semantics:?}, {read:?}: {formula:?}"
                    );
                    assert_eq!(monitor.verdict(), Some(found), "seed {seed}");
                    assert_eq!(monitor.is_settled(), found.is_certain(), "seed {seed}");
                    assert!(certain.is_none_or(|certain| certain == found), "seed {seed}");
                    certain = found.is_certain().then_some(found);
                    seen[index][found as usize] += 1;
                }
            }
        }
    }
    // Each verdict that a semantics has occurred, and none that it does not have.
    let both = [true, true, true, true, false];
    let expected = [both, [true, true, false, false, true], both];
    let occurred = seen.map(|counts| counts.map(|count| count > 0));
    assert!(!are_many() || occurred == expected, "{seen:?}");
}

/// The definitions themselves, without the graph of valuations by which the other test decides what may follow.
#[test]
fn no_continuation_of_a_random_trace_refutes_a_certain_verdict() {
    let mut certain = [0; 2];
    for seed in seeds(100) {
        let mut random = Random::new(seed);
        let propositions = random.between(1, 2);
        let operators = random.between(2, 9);
        let formula = random_formula(operators, propositions, &mut random);
        let trace = random_trace(random.clone().between(1, 4), propositions, &mut random);
        let last = Semantics::ALL.map(|semantics| {
            let mut monitor = Monitor::new(&formula, semantics, 100_000);
            let verdicts = trace.iter().map(|&letter| monitor.read(&[letter]).unwrap());
            verdicts.last().unwrap()
        });
        let value = |verdict: MonitorVerdict| verdict == MonitorVerdict::True;
        if last[0].is_certain() {
            certain[0] += 1;
            for longer in continuations(&trace, propositions, 3) {
                let held = holds(&formula, &longer, 0);
                assert_eq!(held, value(last[0]), "seed {seed}, {longer:?}: {formula:?}");
            }
        }
        for verdict in last[1..].iter().filter(|verdict| verdict.is_certain()) {
            certain[1] += 1;
            for longer in continuations(&trace, propositions, 2) {
                let cycle = random_trace(random.between(1, 3), propositions, &mut random);
                let held = holds_on_lasso(&formula, &longer, &cycle);
                assert_eq!(held, value(*verdict), "seed {seed}, {longer:?} {cycle:?}: {formula:?}");
            }
        }
    }
    assert!(!are_many() || certain.iter().all(|&count| count > 100), "{certain:?}");
}

/// A trace and all that continue it by at most so many letters.
fn continuations(trace: &[Letter], propositions: usize, letters: usize) -> Vec<Vec<Letter>> {
    let mut all = vec![trace.to_vec()];
    let mut start = 0;
    for _ in 0..letters {
        let end = all.len();
        for index in start..end {
            for letter in 0..1 << propositions {
                let longer = all[index].iter().copied().chain([letter]).collect();
                all.push(longer);
            }
        }
        start = end;
    }
    all
}

#[test]
fn the_automaton_of_a_random_formula_reads_like_its_monitor() {
    let mut compared = 0;
    for seed in seeds(50) {
        let mut random = Random::new(seed);
        let propositions = random.between(1, 3);
        let formula = random_formula(random.clone().between(1, 8), propositions, &mut random);
        for semantics in Semantics::ALL {
            let mut monitor = Monitor::new(&formula, semantics, 2_000);
            let Ok(automaton) = monitor.automaton(2_000) else { continue };
            compared += 1;
            for _ in 0..5 {
                let trace = random_trace(8, propositions, &mut random);
                monitor.restart();
                let verdicts: Vec<_> =
                    trace.iter().map(|&letter| monitor.read(&[letter]).unwrap()).collect();
                assert_eq!(read_by(&automaton, &trace), verdicts, "seed {seed}: {formula:?}");
            }
        }
    }
    assert!(!are_many() || compared > 1_000, "{compared}");
}
