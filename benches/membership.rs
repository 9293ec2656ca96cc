//! How fast membership is decided, on the bundled models and on members of the families.
//!
//! The counts that do not depend on the machine are printed first: states, transitions, and bytes
//! a state; then the time of that run as a multiple of the plain engine's.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints, and its macros define public items"
)]

mod families;

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, criterion_group, criterion_main};
use scm_check::internals::check::membership::{self, Answer, Engine};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::System;
use scm_check::internals::model::generate::ring;

/// The engines, the first of which the others are compared with.
const ENGINES: [(Engine, &str); 3] =
    [(Engine::Plain, "plain"), (Engine::Auto, "auto"), (Engine::Definition, "definition")];

/// Returns the bundled models of `models/paper`, in order.
fn models() -> Vec<(String, System)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/paper");
    let mut paths: Vec<_> = fs::read_dir(directory)
        .expect("the models are there")
        .map(|entry| entry.expect("the directory can be read").path())
        .collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("the model can be read");
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let model = scm::read(&Source::new("model", text)).model.expect("the model is correct");
        (name.expect("a model has a name"), model.system)
    };
    paths.iter().map(read).collect()
}

/// Returns rings of several shapes.
fn rings() -> impl Iterator<Item = (String, System)> {
    [(3, 20), (6, 5), (10, 1), (14, 1)].into_iter().map(|(participants, messages)| {
        let (system, _) = ring(participants, messages).expect("the ring is large enough");
        (format!("ring_{participants}x{messages}"), system)
    })
}

fn decide(system: &System, engine: Engine) -> Answer {
    membership::check(system, engine, &Control::unlimited())
}

/// Prints the counts of one run and times more of them.
fn bench(criterion: &mut Criterion) {
    println!(
        "{:<32} {:>10} {:>12} {:>12} {:>12} {:>8}",
        "model", "engine", "states", "transitions", "bytes/state", "x plain"
    );
    for (name, system) in models().into_iter().chain(rings()).chain(families::members()) {
        let mut plain = None;
        for (engine, engine_name) in ENGINES {
            let (answer, seconds) = families::seconds(|| decide(&system, engine));
            let counts = answer.statistics;
            println!(
                "{name:<32} {engine_name:>10} {:>12} {:>12} {:>12} {:>8.3}",
                counts.states,
                counts.transitions,
                counts.bytes / counts.states.max(1),
                seconds / *plain.get_or_insert(seconds),
            );
            criterion.bench_function(&format!("{engine_name}/{name}"), |bencher| {
                bencher.iter(|| decide(black_box(&system), engine));
            });
        }
    }
}

criterion_group! {
    name = membership_benches;
    config = Criterion::default().sample_size(10);
    targets = bench
}
criterion_main!(membership_benches);
