//! Verdicts about random systems of all kinds, most of them outside RSC, against the bounded search of the
//! oracle.
//!
//! The settings are those of `cases.rs`.

use crate::support::bad_specifications::{file, random_bad};
use crate::support::cases::{are_many, few_seeds};
use crate::support::effort::is_full;
use crate::support::reachability_engines::{Case, Claim, Found, beyond_rsc, found, replay};
use oracle::configurations::{
    Answer, Bounds, Configuration, Exploration, Loss, explore, explore_from,
};
use oracle::reachability::{decide, is_bad};
use oracle::safety::{self, Property, violating};
use scm_check::internals::check::reachability::{self, Configurations, Engine, Premise};
use scm_check::internals::check::safety::certify_in;
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::model::cfsm::{BadConfigurations, ChannelKind, SafetyProperty, System};
use scm_check::internals::model::evidence::EvidenceRequest;
use std::collections::BTreeMap;

/// What the oracle explores.
const BOUNDS: Bounds = Bounds { configurations: 400, messages: 4 };
/// What the oracle explores to see what follows the end of a run.
const CONTINUATIONS: Bounds = Bounds { configurations: 20_000, messages: 30 };
/// How many systems there are of 100 cases that are asked for.
const SHARE: u64 = 20;
/// The most states of each search of the checks.
const STATES: u64 = 5_000;
/// Of how many systems one is asked by each engine alone, too.
const EVERY: u64 = 20;
/// The engines that are asked alone.
const ALONE: &[Engine] =
    &[Engine::Invariant, Engine::Bounded, Engine::Persistent, Engine::Backward, Engine::Linear];
/// How many specifications each system gets.
const SPECIFICATIONS: usize = 2;
/// Of how many linear questions in 100 the answer may be unknown.
const UNKNOWN_PERCENT: usize = 5;

/// A random system, and what is known of it.
struct Sample {
    seed: u64,
    system: System,
    premise: Premise,
    exploration: Exploration,
    specifications: Vec<BadConfigurations>,
}

impl Sample {
    fn of(seed: u64) -> Self {
        let (system, premise) = beyond_rsc(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let mut numbers = Random::new(!seed);
        let specification = |_| random_bad(&system, &exploration, &mut numbers);
        let specifications = (0..SPECIFICATIONS).map(specification).collect();
        Self { seed, system, premise, exploration, specifications }
    }

    /// What its channels are.
    fn kinds(&self) -> Vec<&'static str> {
        let channels = self.system.channels();
        let has = |kind| channels.iter().any(|channel| channel.kind == kind);
        let mut kinds = vec![match (has(ChannelKind::Fifo), has(ChannelKind::Bag)) {
            (true, true) => "mixed",
            (true, false) => "FIFO",
            (false, _) => "bags",
        }];
        if channels.iter().any(|channel| channel.lossy) {
            kinds.push("lossy");
        }
        if self.system.automata().iter().any(|automaton| automaton.initial().len() > 1) {
            kinds.push("several initial states");
        }
        if !self.exploration.is_complete() {
            kinds.push("large");
        }
        kinds
    }

    /// Compares what a check says with what the oracle says; describes what is wrong.
    fn objection(
        &self,
        engine: Engine,
        found: &Found,
        answer: Answer,
        is_hit: &dyn Fn(&Configuration) -> Option<bool>,
    ) -> Option<String> {
        let system = &self.system;
        let always_knows = engine == Engine::Auto && self.exploration.is_complete();
        if *found == Found::Unknown && always_knows {
            return Some("it is finite".to_owned());
        }
        if let Found::Violated { steps, initial, .. } = found
            && self.premise == Premise::BugsOnly
            && replay(system, initial, steps).is_ok_and(|end| is_hit(&end).is_none())
        {
            return Some("nobody knows what follows the run".to_owned());
        }
        Case { system, answer: Some(answer), is_hit }.objection(Claim::Sound, found)
    }
}

/// Whether the configuration violates the property, if that is known.
fn violates(system: &System, property: Property, here: &Configuration) -> Option<bool> {
    property.is_violated_in(system, here).or_else(|| {
        let continuations = explore_from(system, here.clone(), CONTINUATIONS);
        Some(violating(system, &continuations, property)?[0])
    })
}

/// How often each answer was given, and how often the oracle knew what the check did not.
#[derive(Default, Debug)]
struct Tally {
    holds: usize,
    violated: usize,
    unknown: usize,
    missed: usize,
}

/// What was asked.
#[derive(Default)]
struct Asked {
    /// By the engine, and by the kind of property.
    tallies: BTreeMap<(String, String), Tally>,
    kinds: BTreeMap<&'static str, usize>,
    systems: usize,
    /// The models on which something is wrong, and what.
    wrong: Vec<String>,
}

impl Asked {
    fn count(
        &mut self,
        sample: &Sample,
        name: &str,
        engine: Engine,
        found: &Found,
        answer: Answer,
        is_hit: &dyn Fn(&Configuration) -> Option<bool>,
    ) {
        let kind = name.split(['(', '/']).next().expect("a name").to_owned();
        let tally = self.tallies.entry((format!("{engine:?}"), kind)).or_default();
        match found {
            Found::Holds => tally.holds += 1,
            Found::Violated { .. } => tally.violated += 1,
            Found::Unknown => tally.unknown += 1,
        }
        let known = !matches!(answer, Answer::NotWithinBounds { .. });
        tally.missed += usize::from(known && *found == Found::Unknown);
        if let Some(why) = sample.objection(engine, found, answer, is_hit) {
            let Sample { seed, system, specifications, .. } = sample;
            let model = file(system, specifications);
            self.wrong.push(format!(
                "seed {seed}, {name}, engine {engine:?}: {why}\n  found: {found:?}\n  oracle: {answer:?}\n{model}",
            ));
        }
    }

    /// Asks everything about a system.
    fn ask(&mut self, sample: &Sample) {
        let Sample { seed, system, premise, exploration, specifications } = sample;
        self.systems += 1;
        for kind in sample.kinds() {
            *self.kinds.entry(kind).or_default() += 1;
        }
        let configurations = Configurations::new(system);
        let control = Control { max_states: Some(STATES), ..Control::unlimited() };
        let alone = if seed % EVERY == 0 { ALONE } else { &[] };
        let properties = Property::all(system).into_iter().zip(SafetyProperty::all(system));
        for (property, asked) in properties {
            let name = property.name(system);
            assert_eq!(name, asked.name(system));
            let answer = safety::decide(system, exploration, property);
            let is_hit = |here: &Configuration| violates(system, property, here);
            let alone = alone.iter().filter(|_| property.is_linear());
            for &engine in [Engine::Auto].iter().chain(alone) {
                let wanted = EvidenceRequest::Answer;
                let found = found(
                    &certify_in(&configurations, asked, *premise, engine, wanted, &control)
                        .0
                        .outcome,
                );
                self.count(sample, &name, engine, &found, answer, &is_hit);
            }
        }
        for (number, bad) in (1..).zip(specifications) {
            let answer = decide(exploration, std::slice::from_ref(bad));
            let is_hit = |here: &Configuration| Some(is_bad(bad, here));
            let name = format!("bad_states/{number}");
            for &engine in [Engine::Auto].iter().chain(alone) {
                let found = found(
                    &reachability::check_in(&configurations, bad, *premise, engine, &control)
                        .outcome,
                );
                self.count(sample, &name, engine, &found, answer, &is_hit);
            }
        }
    }
}

#[test]
fn the_checks_agree_with_a_bounded_search_on_systems_of_all_kinds() {
    let mut asked = Asked::default();
    for seed in few_seeds(SHARE) {
        asked.ask(&Sample::of(seed));
    }
    let Asked { tallies, kinds, systems, mut wrong } = asked;
    println!("{systems} systems, {kinds:?}");
    for ((engine, kind), tally) in &tallies {
        println!("{engine}, {kind}: {tally:?}");
    }
    wrong.sort_by_key(String::len);
    let smallest = wrong.first();
    assert!(wrong.is_empty(), "{} wrong; {}", wrong.len(), smallest.map_or("", String::as_str));
    let branching = ["deadlock", "stuck", "unreceived"];
    let of_all_engines = tallies.iter().filter(|((engine, _), _)| engine == "Auto");
    let linear =
        of_all_engines.clone().filter(|((_, kind), _)| !branching.contains(&kind.as_str()));
    let linear: Vec<&Tally> = linear.map(|(_, tally)| tally).collect();
    let sum = |of: fn(&Tally) -> usize| linear.iter().map(|tally| of(tally)).sum::<usize>();
    let all = sum(|tally| tally.holds + tally.violated + tally.unknown);
    let unknown = sum(|tally| tally.unknown);
    println!("of {all} linear questions {unknown} are open");
    if are_many() {
        for kind in ["FIFO", "bags", "mixed", "lossy", "several initial states", "large"] {
            let count = kinds.get(kind).copied().unwrap_or_default();
            assert!(count * 20 >= systems, "{kind}: {count} of {systems}");
        }
        for ((_, kind), Tally { holds, violated, unknown, .. }) in of_all_engines {
            let all = holds + violated + unknown;
            // That no deadlock is reached is found of few systems.
            let is_rare = kind == "deadlock" && !is_full();
            assert!(is_rare || holds * 50 >= all, "{kind}: both occur");
            assert!(violated * 50 >= all, "{kind}: both occur");
        }
        assert!(unknown * 100 <= all * UNKNOWN_PERCENT, "{unknown} of {all} are unknown");
    }
}
