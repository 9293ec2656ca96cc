//! All engines against the oracle, and against each other, on random systems.
//!
//! The settings are those of `cases.rs`.

use crate::support::cases::{case_count, few_seeds, seeds, system_of};
use crate::support::effort::scaled;
use crate::support::membership_engines::{Decision, ENGINES, communications, objection};
use crate::support::misreading::{Misreading, check_misread};
use crate::support::small_systems::describe;
use oracle::membership::{Among, Budget, Measure, Verdict, decide};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::cfsm::System;

/// What the oracle tries on a system.
const BUDGET: Budget = Budget { executions: 20_000, length: 10 };

/// Says in what a decision contradicts the oracle.
fn disagreement(system: &System, oracle: &Verdict, decision: &Decision) -> Option<String> {
    let found = match decision {
        Decision::Violated(witness) => {
            if let Some(objection) = objection(system, witness) {
                return Some(objection.to_owned());
            }
            Some(communications(witness))
        }
        Decision::Holds => None,
    };
    match (oracle, found) {
        (Verdict::Holds | Verdict::HoldsUpTo { .. }, None) => None,
        (Verdict::Violated { length, .. }, Some(found)) if found == *length => None,
        // The oracle did not look that far, and the witness was found to be good.
        (Verdict::HoldsUpTo { length }, Some(found)) if found > *length => None,
        (Verdict::Violated { length, .. }, _) => {
            Some(format!("a shortest violation has {length} communications"))
        }
        (Verdict::Holds | Verdict::HoldsUpTo { .. }, Some(_)) => {
            Some("no violation is as short as that".to_owned())
        }
    }
}

#[test]
fn engines_agree_with_the_oracle_on_random_systems() {
    let (mut holds, mut holds_completely, mut violated, mut beyond) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    let mut cases = 0;
    for seed in few_seeds(100) {
        cases += 1;
        let system = system_of(seed);
        let oracle = decide(&system, Among::BorderlineViolations, Measure::Communications, BUDGET);
        let mut lengths = Vec::new();
        for (name, engine) in ENGINES {
            let decision = engine(&system);
            lengths.push(match &decision {
                Decision::Holds => None,
                Decision::Violated(witness) => Some(communications(witness)),
            });
            if let Some(why) = disagreement(&system, &oracle, &decision) {
                wrong.push(format!(
                    "seed {seed}, engine {name}: {why}\n  engine: {decision:?}\n  \
                     oracle: {oracle:?}\n{}",
                    describe(&system)
                ));
            }
        }
        if lengths.iter().any(|length| *length != lengths[0]) {
            wrong.push(format!("seed {seed}: engines differ\n{}", describe(&system)));
        }
        match (&oracle, lengths[0]) {
            (Verdict::Holds, _) => holds_completely += 1,
            (Verdict::HoldsUpTo { .. }, Some(_)) => beyond += 1,
            _ => {}
        }
        match lengths[0] {
            None => holds += 1,
            Some(_) => violated += 1,
        }
        assert!(wrong.len() < 4, "{} of {cases} cases:\n{}", wrong.len(), wrong.join("\n"));
    }
    assert!(wrong.is_empty(), "{} of {cases} cases:\n{}", wrong.len(), wrong.join("\n"));
    println!(
        "{cases} cases: {holds} hold, {holds_completely} of them by all executions; {violated} \
         violated, {beyond} of them beyond the oracle's bound"
    );
    if cases >= 200 {
        assert!(holds * 4 >= cases && violated * 4 >= cases, "both answers are common");
        assert!(holds_completely * 10 >= cases, "the oracle is often complete");
        assert!(beyond * 20 <= violated, "the oracle sees most violations");
    }
}

#[test]
fn borderline_violations_are_as_short_as_any() {
    let mut compared = 0;
    for seed in seeds(15) {
        let system = system_of(seed);
        for measure in [Measure::Communications, Measure::Actions] {
            let all = decide(&system, Among::AllExecutions, measure, BUDGET);
            let some = decide(&system, Among::BorderlineViolations, measure, BUDGET);
            let agree = match (&all, &some) {
                (
                    Verdict::Violated { length: one, .. },
                    Verdict::Violated { length: other, .. },
                ) => {
                    compared += 1;
                    one == other
                }
                (Verdict::Violated { length: one, .. }, Verdict::HoldsUpTo { length: other })
                | (Verdict::HoldsUpTo { length: other }, Verdict::Violated { length: one, .. }) => {
                    one > other
                }
                (Verdict::Violated { .. }, Verdict::Holds)
                | (Verdict::Holds, Verdict::Violated { .. }) => false,
                _ => true,
            };
            assert!(agree, "seed {seed}, {measure:?}: {all:?}, {some:?}\n{}", describe(&system));
        }
    }
    assert!(compared > 0 || case_count(2_000) < 200);
}

#[test]
fn random_systems_tell_most_misreadings_from_the_truth() {
    let seeds: Vec<u64> = seeds(20).collect();
    let noticed = |misreading: &Misreading| {
        seeds.iter().any(|&seed| {
            let system = system_of(seed);
            let claimed = check_misread(&system, *misreading, &Control::unlimited());
            let found = match ENGINES[0].1(&system) {
                Decision::Holds => None,
                Decision::Violated(witness) => Some(communications(&witness)),
            };
            claimed.expect("there is no limit") != found
        })
    };
    let (noticed, missed): (Vec<_>, Vec<_>) = Misreading::ALL.into_iter().partition(noticed);
    println!("not noticed: {missed:?}");
    if seeds.len() >= scaled(200) {
        assert!(noticed.len() * 4 >= Misreading::ALL.len() * 3, "only {noticed:?}");
    }
}
