//! How fast the global states of a run are reconstructed and monitored.

#![allow(missing_docs, reason = "the macros of a bench define public items")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scm_check::internals::check::monitor::Semantics;
use scm_check::internals::check::witness_trace::{HISTORY, Reconstruction, TraceMonitor, monitors};
use scm_check::internals::driver::component::{EngineOptions, RunLog, WatchOptions, execute};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::property::read_formula;
use scm_check::internals::language::component::{FunctionRegistry, Model, NoPackages, read};
use scm_check::internals::language::component_log::{
    EventReader, EventWriter, LineFormat, RunEvent,
};
use scm_check::internals::model::component::{GlobalState, Property};

/// Number of interactions of a run.
const INTERACTIONS: u64 = 100_000;

fn model(name: &str) -> Model {
    let path = format!("{}/models/components/{name}.bip", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the model is there");
    let source = Source::new(path, text);
    read(&source, &mut NoPackages, &FunctionRegistry::default()).model.expect("it is right")
}

/// Returns the log of a run.
fn log(model: &Model) -> Vec<u8> {
    let mut output = Vec::new();
    let options = EngineOptions {
        threads: 1,
        interactions: Some(INTERACTIONS),
        seed: 1,
        waits_for_all: false,
        cpu_time: || Duration::ZERO,
    };
    let watch = WatchOptions {
        properties: &[],
        semantics: Semantics::Ltlf,
        max_states: 0,
        stops_on_violation: false,
        window: usize::MAX,
        reconstructs: false,
    };
    let writer = EventWriter::new(&model.composite, LineFormat::Json);
    let log = RunLog { output: &mut output, writer, changed_only: false };
    execute(&model.composite, &options, &watch, Some(log), &Control::unlimited())
        .expect("the system has no error");
    output
}

fn properties(name: &str, model: &Model) -> Vec<Property> {
    if name != "task" {
        let is_completion = |property: &&Property| property.name.starts_with("phi");
        return model.properties.iter().filter(is_completion).cloned().collect();
    }
    // The bound is never reached, so that the monitor does not rest.
    let text = "G(abs(w1.x - w2.x) < 2000 && abs(w2.x - w3.x) < 2000 && abs(w3.x - w1.x) < 2000)";
    let reading = read_formula(&Source::new("formula", text), &model.composite);
    vec![reading.model.expect("it is right").property]
}

/// Returns the time that the reconstruction and the monitors take for a run whose events have been read.
fn monitored(
    model: &Model,
    initial: &GlobalState,
    properties: &[Property],
    events: &[RunEvent],
) -> Duration {
    let composite = &model.composite;
    let monitors = monitors(composite, properties, Semantics::Ltlf, 1_000_000, initial);
    let reconstruction = Reconstruction::new(composite, initial.clone(), usize::MAX, None, HISTORY);
    let mut trace =
        TraceMonitor::new(reconstruction, monitors.expect("the initial state can be read"));
    let mut time = Duration::ZERO;
    // In pieces, since events come from a reader or an engine and not from memory.
    for events in events.chunks(1_000) {
        let events = events.to_vec();
        let begun = Instant::now();
        for event in events {
            match event {
                RunEvent::Interaction(id) => trace.start(id).expect("the window is unlimited"),
                RunEvent::End(component, state) => trace.end(component, state),
            }
            while trace.advance().expect("states can be read").is_some() {}
        }
        time += begun.elapsed();
    }
    assert_eq!(trace.delivered(), INTERACTIONS);
    time
}

fn components(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("components");
    group.throughput(Throughput::Elements(INTERACTIONS)).sample_size(10);
    for name in ["task", "pipeline"] {
        let model = model(name);
        let composite = &model.composite;
        let initial = composite.initial_state().expect("it has no error");
        let log = log(&model);
        let read = || {
            let mut reader = EventReader::new(composite, &initial);
            let events = log.split(|&byte| byte == b'\n');
            let events = events.filter_map(move |line| {
                reader.read(line, LineFormat::Json).expect("the log is right")
            });
            events.collect::<Vec<RunEvent>>()
        };
        let events = read();
        for properties in [Vec::new(), properties(name, &model)] {
            let what = if properties.is_empty() { "reconstruct" } else { "monitor" };
            group.bench_function(format!("{what}/{name}"), |bencher| {
                bencher.iter_custom(|times| {
                    (0..times).map(|_| monitored(&model, &initial, &properties, &events)).sum()
                });
            });
        }
        group.bench_function(format!("read/{name}"), |bencher| bencher.iter(|| black_box(read())));
    }
    group.finish();
}

criterion_group!(benches, components);
criterion_main!(benches);
