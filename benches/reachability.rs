//! How fast reachability is decided, on the bundled models with bad states and on a ring.
//!
//! The counts that do not depend on the machine are printed first: states, transitions, and bytes
//! a state.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints, and its macros define public items"
)]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, criterion_group, criterion_main};
use scm_check::internals::check::membership;
use scm_check::internals::check::reachability::{self, Answer, Engine, Outcome, Premise};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::{scm, system::Model};
use scm_check::internals::model::cfsm::{BadConfigurations, System};
use scm_check::internals::model::generate::looped_ring;

const ENGINES: [(Engine, &str); 3] = [
    (Engine::Channels, "channels"),
    (Engine::Relations, "relations"),
    (Engine::Pebbles, "pebbles"),
];

/// The most states that are stored, more than any of these questions takes whose system is RSC.
const STATES: u64 = 200_000;

/// What is asked for, with a name, and whether it is known to be reachable.
struct Question {
    name: String,
    system: System,
    bad: BadConfigurations,
    reachable: Option<bool>,
}

fn model(text: String) -> Model {
    scm::read(&Source::new("model", text)).model.expect("the model is correct")
}

/// Returns the bad states of the bundled models, in order.
fn bundled() -> Vec<Question> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let entries = |directory: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(directory).expect("the models are there");
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("the directory can be read").path()).collect();
        paths.sort();
        paths
    };
    let families = entries(&models).into_iter().filter(|path| path.is_dir());
    let paths = families.flat_map(|family| entries(&family));
    let mut questions = Vec::new();
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "scm")) {
        let Model { system, bad, .. } = model(fs::read_to_string(&path).expect("it can be read"));
        let stem = path.file_stem().expect("a model has a name").to_string_lossy();
        for (number, bad) in (1..).zip(bad) {
            let name = format!("{stem}_{number}");
            questions.push(Question { name, system: system.clone(), bad, reachable: None });
        }
    }
    questions
}

/// The participants of the ring, in which all but the first send before they receive: so there is one
/// message fewer than participants in the channels at most.
const RING: usize = 8;

/// Returns questions about the ring.
fn ring() -> Vec<Question> {
    let system = looped_ring(RING, 1).expect("the ring is large enough");
    let text = scm::print(&system, &[], &[]);
    // The states of the first participant and of the others.
    let control = |[first, others]: [usize; 2]| -> String {
        let state = |p| if p == 0 { first } else { others };
        let each = (0..RING).map(|p| format!("automaton p{p} : in {} : true", state(p)));
        each.collect::<Vec<String>>().join(" ")
    };
    let held = |messages: usize| vec!["m1"; messages].join(" . ");
    let contents = |three: usize, seven: usize| {
        format!("automaton p0 : in 0 : true with 3 = {}, 7 = {}", held(three), held(seven))
    };
    let questions = [
        ("control_reachable", control([0, 1]), true),
        // Somebody would have received before anybody sent.
        ("control_unreachable", control([1, 0]), false),
        ("contents_reachable", contents(3, 4), true),
        ("contents_unreachable", contents(4, 4), false),
    ];
    let question = |(name, bad, reachable): (&str, String, bool)| {
        let Model { system, mut bad, .. } = model(format!("{text}bad_states :\n({bad})\n"));
        let bad = bad.pop().expect("there is a specification");
        Question { name: format!("ring_{name}"), system, bad, reachable: Some(reachable) }
    };
    questions.map(question).into()
}

fn premise(system: &System) -> Premise {
    let control = Control::unlimited();
    match membership::check(system, membership::Engine::Plain, &control).outcome {
        membership::Outcome::Holds(proof) => Premise::Rsc(proof),
        _ => Premise::BugsOnly,
    }
}

fn decide(question: &Question, premise: Premise, engine: Engine) -> Answer {
    // Where the search has no end, channels grow with each step.
    let most = if matches!(premise, Premise::Rsc(_)) { STATES } else { reachability::SAMPLE };
    let control = Control { max_states: Some(most), ..Control::unlimited() };
    reachability::check(&question.system, &question.bad, premise, engine, &control)
}

/// Prints the counts of one run and times more of them.
fn bench(criterion: &mut Criterion) {
    println!(
        "{:<40} {:>10} {:>9} {:>12} {:>12} {:>12}",
        "model", "engine", "verdict", "states", "transitions", "bytes/state"
    );
    for question in bundled().into_iter().chain(ring()) {
        let name = &question.name;
        let premise = premise(&question.system);
        for (engine, engine_name) in ENGINES {
            let Answer { outcome, statistics: counts, .. } = decide(&question, premise, engine);
            let reachable = match outcome {
                Outcome::Holds(_) => Some(false),
                Outcome::Violated(_) => Some(true),
                Outcome::Unknown(_) => None,
            };
            let expected = question.reachable;
            assert!(expected.is_none() || expected == reachable, "{name}, {engine_name}");
            let verdict = match reachable {
                Some(true) => "violated",
                Some(false) => "holds",
                None => "unknown",
            };
            println!(
                "{name:<40} {engine_name:>10} {verdict:>9} {:>12} {:>12} {:>12}",
                counts.states,
                counts.transitions,
                counts.bytes / counts.states.max(1),
            );
            if reachable.is_some() {
                criterion.bench_function(&format!("{engine_name}/{name}"), |bencher| {
                    bencher.iter(|| decide(black_box(&question), premise, engine));
                });
            }
        }
        // Those whose answer is known beforehand, together with the proof it rests on.
        if question.reachable.is_some() {
            criterion.bench_function(&format!("with_membership/{name}"), |bencher| {
                bencher.iter(|| {
                    let question = black_box(&question);
                    decide(question, self::premise(&question.system), Engine::Auto)
                });
            });
        }
    }
}

criterion_group! {
    name = reachability_benches;
    config = Criterion::default().sample_size(10);
    targets = bench
}
criterion_main!(reachability_benches);
