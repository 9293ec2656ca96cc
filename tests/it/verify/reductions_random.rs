//! Certificates of forms `persistent` and `upward` for random systems: what the checker confirms is not violated.
//!
//! The certificates are found with the checker alone. For `persistent` random participants go first, except where the
//! checker objects. For `upward` the list begins empty, and what the checker misses is added. The oracle explores the
//! configurations of the system up to a bound and evaluates the definitions. The settings are those of `cases.rs`.

use std::collections::{BTreeMap, BTreeSet};

use oracle::configurations::{
    Bounds, Configuration, Exploration, Loss, Move, explore, initial, moves,
};
use oracle::safety::Property;
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::cfsm::System;
use serde_json::json;
use verify::{Verdict, verify};

use super::{hex, listed};
use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;
use crate::support::evidence_sources::Sample;

/// What the oracle explores.
const BOUNDS: Bounds = Bounds { configurations: 1_000, messages: 4 };

/// Judges a certificate; the states are written as the checker shows them.
fn shown(sample: &Sample, form: &str, property: &str, states: &[String]) -> Verdict {
    let (items, states) = listed(states.iter().map(String::as_str));
    let certificate = json!({
        "schema": "scm-check/certificate", "schema_version": 1, "form": form,
        "property": property, "channels": "as written", "sha256": hex(&sample.text),
        "over": "configurations", "items": items, "states": states,
    });
    verify(certificate.to_string().as_bytes(), sample.text.as_bytes(), None)
}

/// Writes a configuration as the checker shows it.
fn written(system: &System, here: &Configuration, first: Option<usize>) -> String {
    let locals = system.automata().iter().zip(&here.control);
    let locals: Vec<&str> = locals.map(|(automaton, state)| &automaton.states()[*state]).collect();
    let held = here.contents.iter().enumerate().flat_map(|(channel, held)| {
        let name = |message| &system.messages()[message].name;
        held.iter().map(move |message| format!("{channel}:{}", name(*message)))
    });
    let items: Vec<String> = held.chain(first.map(|p| format!("@{p}"))).collect();
    format!("{}|{}", locals.join("."), items.join(","))
}

fn is_violated(system: &System, property: Property, exploration: &Exploration) -> bool {
    let mut reached = exploration.reached.iter();
    reached.any(|one| property.is_violated_in(system, &one.configuration) == Some(true))
}

/// Lists what is reached if in some configurations a random participant goes first, but none of those that may not;
/// `None` if that is much.
fn list(
    system: &System,
    unfit: &BTreeSet<(Configuration, usize)>,
    numbers: &mut Random,
) -> Option<Vec<(Configuration, Option<usize>)>> {
    let mut open = initial(system);
    let mut seen: BTreeSet<_> = open.iter().cloned().collect();
    let mut all = Vec::new();
    while !open.is_empty() {
        let here = open.swap_remove(numbers.below(open.len()));
        let steps: Vec<(usize, Configuration)> = moves(system, &here, Loss::OnTheWay)
            .map(|(step, next)| match step {
                Move::Step(step) => (step.participant.index(), next),
                Move::Drop(..) => unreachable!("messages are lost when they are sent"),
            })
            .collect();
        let fit = |(p, _): &&(usize, Configuration)| !unfit.contains(&(here.clone(), *p));
        let fit: Vec<usize> = steps.iter().filter(fit).map(|(p, _)| *p).collect();
        let is_first = !fit.is_empty() && numbers.percent(80);
        let first = is_first.then(|| fit[numbers.below(fit.len())]);
        for (p, next) in steps {
            if first.is_none_or(|first| first == p) && seen.insert(next.clone()) {
                open.push(next);
            }
        }
        all.push((here, first));
        if all.len() + open.len() > 100 {
            return None;
        }
    }
    Some(all)
}

/// Returns a list to which the checker has no objection but that something bad is listed, or that a configuration has
/// no successor further down.
fn persistent(
    sample: &Sample,
    numbers: &mut Random,
) -> Option<Vec<(Configuration, Option<usize>)>> {
    let system = &sample.model.system;
    let mut unfit = BTreeSet::new();
    for _ in 0..60 {
        let all = list(system, &unfit, numbers)?;
        let states: Vec<String> =
            all.iter().map(|(here, first)| written(system, here, *first)).collect();
        match shown(sample, "persistent", "orphan-message", &states) {
            Verdict::Rejected(why) if why.contains("can interfere with") => {
                let index: usize = why.split(' ').nth(1)?.parse().unwrap();
                let (here, first) = all[index - 1].clone();
                assert!(unfit.insert((here, first.unwrap())), "{why}");
            }
            Verdict::Rejected(why) if !why.contains("must not be reached") => panic!("{why}"),
            _ => return Some(all),
        }
    }
    None
}

#[test]
fn whoever_goes_first_hides_no_violation() {
    let mut confirmed = BTreeMap::<String, usize>::new();
    let (mut fewer, mut infinite, mut violated) = (0, 0, 0);
    for seed in seeds(12) {
        let sample = Sample::of(seed);
        let (system, mut numbers) = (&sample.model.system, Random::new(seed));
        let exploration = explore(system, Loss::OnTheWay, BOUNDS);
        for _ in 0..3 {
            let Some(all) = persistent(&sample, &mut numbers) else { continue };
            let states: Vec<String> =
                all.iter().map(|(here, first)| written(system, here, *first)).collect();
            for property in Property::LINEAR {
                let is_bad = is_violated(system, property, &exploration);
                let name = property.name(system);
                let verdict = shown(&sample, "persistent", &name, &states);
                if verdict == Verdict::Confirmed {
                    assert!(!is_bad, "seed {seed}: {name}\n{}\n{states:?}", sample.text);
                    fewer += usize::from(all.len() < exploration.reached.len());
                    infinite += usize::from(!exploration.is_complete());
                    *confirmed.entry(name).or_default() += 1;
                } else {
                    assert!(matches!(verdict, Verdict::Rejected(_)), "seed {seed}: {verdict:?}");
                    violated += usize::from(is_bad);
                }
            }
        }
    }
    println!(
        "{confirmed:?}, {fewer} with fewer, {infinite} of infinitely many, {violated} violated"
    );
    if are_many() {
        assert!(confirmed.len() == 4 && confirmed.values().all(|count| *count > required(40)));
        assert!(fewer > required(40) && infinite > required(4) && violated > required(40));
    }
}

#[test]
fn what_is_not_exceeded_is_not_violated() {
    let mut confirmed = BTreeMap::<String, usize>::new();
    let (mut initially, mut listed_most) = (0, 0);
    for seed in seeds(8) {
        let sample = Sample::of(seed);
        let system = &sample.model.system;
        let exploration = explore(system, Loss::OnTheWay, BOUNDS);
        for property in Property::LINEAR {
            let name = property.name(system);
            let mut states = Vec::new();
            while states.len() < 40 {
                match shown(&sample, "upward", &name, &states) {
                    Verdict::Confirmed => {
                        let is_bad = is_violated(system, property, &exploration);
                        assert!(!is_bad, "seed {seed}: {name}\n{}\n{states:?}", sample.text);
                        listed_most = listed_most.max(states.len());
                        *confirmed.entry(name.clone()).or_default() += 1;
                        break;
                    }
                    Verdict::Rejected(why) if why.contains("an initial state lies above") => {
                        initially += 1;
                        break;
                    }
                    Verdict::Rejected(why) => {
                        let missing = why.split(' ').next().unwrap().to_owned();
                        assert!(!states.contains(&missing), "seed {seed}: {why}");
                        states.push(missing);
                    }
                    other => panic!("seed {seed}: {other:?}"),
                }
            }
        }
    }
    println!("{confirmed:?}, {initially} not excluded, at most {listed_most} listed");
    if are_many() {
        assert!(confirmed.len() == 4 && confirmed.values().all(|count| *count > required(20)));
        assert!(initially > required(40) && listed_most > 5);
    }
}
