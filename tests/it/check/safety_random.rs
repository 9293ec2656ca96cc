//! The check of safety properties against the oracle, on random systems.
//!
//! The settings are those of `cases.rs`.

use crate::support::bad_specifications::file;
use crate::support::cases::{BOUNDS, few_seeds, seeds, system_of};
use crate::support::effort::scaled;
use crate::support::membership_engines::is_rsc;
use crate::support::reachability_engines::{Case, Claim, Found, run_to, safety};
use oracle::configurations::{Answer, Configuration, Exploration, Loss, explore};
use oracle::safety::{Property, decided, is_final, violating};
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::System;
use std::collections::BTreeMap;

/// How often a property is violated, holds, and how often nobody knows.
#[derive(Default, Debug)]
struct Tally {
    violated: usize,
    /// Of these, those where the fewest sends are known.
    shortest: usize,
    holds: usize,
    open: usize,
}

/// What the oracle knows of a property of a system.
struct Known {
    property: Property,
    answer: Option<Answer>,
    /// Which of the configurations that were reached violate it.
    violating: Option<Vec<bool>>,
}

impl Known {
    fn of(system: &System, exploration: &Exploration, property: Property) -> Self {
        let violating = violating(system, exploration, property);
        let answer = violating.as_ref().map(|violating| decided(exploration, violating));
        Self { property, answer, violating }
    }

    /// Whether a configuration violates the property, if that is known.
    fn is_hit(
        &self,
        system: &System,
        exploration: &Exploration,
        here: &Configuration,
    ) -> Option<bool> {
        if self.property.is_linear() {
            return self.property.is_violated_in(system, here);
        }
        let violating = self.violating.as_ref()?;
        Some(exploration.place(here).is_some_and(|place| violating[place]))
    }

    fn objection(
        &self,
        system: &System,
        exploration: &Exploration,
        claim: Claim,
        found: &Found,
    ) -> Option<String> {
        let is_hit = |here: &Configuration| self.is_hit(system, exploration, here);
        Case { system, answer: self.answer, is_hit: &is_hit }.objection(claim, found)
    }
}

#[test]
fn the_check_agrees_with_the_oracle_on_random_systems() {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let (mut systems, mut rsc_systems, mut finite) = (0, 0, 0);
    for seed in few_seeds(100) {
        let system = system_of(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let rsc = is_rsc(&system);
        systems += 1;
        rsc_systems += usize::from(rsc);
        finite += usize::from(exploration.is_complete());
        let mut found = safety(&system);
        assert!(!found.is_empty(), "seed {seed}: nothing is answered");
        for property in Property::all(&system) {
            let known = Known::of(&system, &exploration, property);
            let name = property.name(&system);
            let kind = name.split('(').next().expect("a name").to_owned();
            let tally = tallies.entry(kind).or_default();
            match known.answer {
                Some(Answer::Reachable { .. }) => tally.violated += 1,
                Some(Answer::Unreachable) => tally.holds += 1,
                Some(Answer::NotWithinBounds { .. }) | None => tally.open += 1,
            }
            tally.shortest += usize::from(known.answer.and_then(Answer::fewest).is_some());
            if let Some(place) = found.iter().position(|(other, _)| *other == name) {
                let (_, found) = found.swap_remove(place);
                if exploration.is_complete() {
                    assert_ne!(found, Found::Unknown, "seed {seed}, {name}: it is finite");
                }
                let exact = rsc && property.is_linear();
                let claim = if exact { Claim::Exact } else { Claim::Sound };
                if let Some(why) = known.objection(&system, &exploration, claim, &found) {
                    panic!(
                        "seed {seed}, {name}: {why}\n  found: {found:?}\n  oracle: {:?}\n{}",
                        known.answer,
                        file(&system, &[])
                    );
                }
            } else {
                panic!("seed {seed}: nothing is said about {name}");
            }
        }
        assert!(found.is_empty(), "seed {seed}: the oracle does not know {found:?}");
    }
    println!(
        "{systems} systems, {rsc_systems} of them RSC, {finite} with all configurations known"
    );
    for (kind, tally) in &tallies {
        println!("{kind}: {tally:?}");
        if systems >= scaled(200) {
            let max_configurations = tally.violated + tally.holds + tally.open;
            assert!(
                tally.violated * 50 >= max_configurations && tally.holds * 20 >= max_configurations,
                "{kind}: {tally:?}"
            );
        }
    }
}

#[test]
fn whatever_the_check_gets_wrong_is_noticed() {
    let mut noticed = 0;
    for seed in seeds(10) {
        let system = system_of(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        for property in Property::all(&system) {
            let known = Known::of(&system, &exploration, property);
            let name = format!("seed {seed}, {}\n{}", property.name(&system), file(&system, &[]));
            let objection =
                |found: &Found| known.objection(&system, &exploration, Claim::Exact, found);
            let place = Random::new(seed).below(exploration.reached.len());
            let here = &exploration.reached[place].configuration;
            match (known.answer, known.is_hit(&system, &exploration, here)) {
                (Some(Answer::Unreachable), hit) => {
                    assert_eq!(hit, Some(false), "{name}");
                    assert_eq!(objection(&Found::Holds), None, "{name}");
                    assert!(objection(&run_to(&exploration, place)).is_some(), "{name}");
                }
                (Some(Answer::Reachable { place: right, .. }), hit) => {
                    assert_eq!(objection(&run_to(&exploration, right)), None, "{name}");
                    assert!(objection(&Found::Holds).is_some(), "{name}");
                    if hit == Some(false) {
                        noticed += 1;
                        assert!(objection(&run_to(&exploration, place)).is_some(), "{name}");
                    }
                }
                (Some(Answer::NotWithinBounds { .. }) | None, _) => {}
            }
        }
    }
    assert!(noticed > 0, "runs to where nothing is wrong are noticed");
}

#[test]
fn the_properties_imply_each_other_as_they_should() {
    for seed in seeds(15) {
        let system = system_of(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let in_each = |property| violating(&system, &exploration, property);
        let [Some(progress), Some(orphans), Some(waiting)] =
            [Property::Progress, Property::OrphanMessage, Property::ReceptionDeadlock].map(in_each)
        else {
            panic!("one configuration is enough for these")
        };
        let deadlocks = in_each(Property::Deadlock);
        let participants = system.automata().ids();
        let stuck: Vec<_> =
            participants.filter_map(|p| Some((p, in_each(Property::Stuck(p))?))).collect();
        for (place, reached) in exploration.reached.iter().enumerate() {
            let stable = reached.configuration.is_stable();
            let case = || format!("seed {seed}, {reached:?}\n{}", file(&system, &[]));
            assert!(!waiting[place] || progress[place], "who waits does nothing: {}", case());
            assert!(!(orphans[place] && progress[place]), "final or not: {}", case());
            if let Some(deadlocks) = &deadlocks {
                // Where nothing can be done, nothing can become empty.
                let over = progress[place] || orphans[place];
                assert!(!over || deadlocks[place] != stable, "{}", case());
                assert!(!(stable && deadlocks[place]), "empty is empty: {}", case());
                for (participant, stuck) in &stuck {
                    let is_over =
                        is_final(&system, *participant, reached.configuration.state(*participant));
                    assert!(
                        !(is_over && stuck[place]),
                        "who is over waits for nothing: {}",
                        case()
                    );
                    let is_right = !waiting[place] || is_over || stuck[place];
                    assert!(is_right, "who waits is stuck: {}", case());
                }
            }
        }
    }
}
