//! How fast safety is decided, on members of the families.
//!
//! The counts that do not depend on the machine are printed first: states, transitions, and bytes a state; then the
//! time of that run as a multiple of that over all configurations.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints, and its macros define public items"
)]

mod families;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use scm_check::internals::check::reachability::{Answer, Configurations, Outcome, Premise};
use scm_check::internals::check::safety::{by_configurations, check};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::cfsm::{LinearProperty, SafetyProperty, System};

const PROPERTIES: [(SafetyProperty, &str); 2] = [
    (SafetyProperty::Linear(LinearProperty::Progress), "progress"),
    (SafetyProperty::Deadlock, "deadlock"),
];

/// A way to decide a property.
type Way = fn(&System, SafetyProperty, Premise) -> Answer;

/// The ways, the first of which the others are compared with.
const WAYS: [(Way, &str); 2] = [(by_all, "configurations"), (automatically, "auto")];

fn by_all(system: &System, property: SafetyProperty, _: Premise) -> Answer {
    let control = Control::unlimited();
    by_configurations(&Configurations::new(system).explored(&control), property, &control)
}

fn automatically(system: &System, property: SafetyProperty, premise: Premise) -> Answer {
    check(system, property, premise, &Control::unlimited())
}

/// Prints the counts of one run and times more of them.
fn bench(criterion: &mut Criterion) {
    println!(
        "{:<24} {:>9} {:>15} {:>9} {:>12} {:>12} {:>12} {:>8}",
        "model", "property", "way", "verdict", "states", "transitions", "bytes/state", "x first"
    );
    for (name, system) in families::members() {
        let premise = families::premise(&system, &Control::unlimited());
        for (property, property_name) in PROPERTIES {
            let mut first = None;
            for (way, way_name) in WAYS {
                let (answer, seconds) = families::seconds(|| way(&system, property, premise));
                let verdict = match answer.outcome {
                    Outcome::Holds(_) => "holds",
                    Outcome::Violated(_) => "violated",
                    Outcome::Unknown(_) => "unknown",
                };
                let (first_verdict, first_seconds) = *first.get_or_insert((verdict, seconds));
                assert_eq!(verdict, first_verdict, "{name}, {property_name}, {way_name}");
                let counts = answer.statistics;
                println!(
                    "{name:<24} {property_name:>9} {way_name:>15} {verdict:>9} {:>12} {:>12} {:>12} {:>8.3}",
                    counts.states,
                    counts.transitions,
                    counts.bytes / counts.states.max(1),
                    seconds / first_seconds,
                );
                let id = format!("{property_name}/{way_name}/{name}");
                criterion.bench_function(&id, |bencher| {
                    bencher.iter(|| way(black_box(&system), property, premise));
                });
            }
        }
    }
}

criterion_group! {
    name = safety_benches;
    config = Criterion::default().sample_size(10);
    targets = bench
}
criterion_main!(safety_benches);
