//! The bundled component systems: what they state, and their runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use scm_check::internals::check::component::{Answer, Explored, Question};
use scm_check::internals::check::monitor::{MonitorVerdict, Semantics};
use scm_check::internals::check::witness_trace::Slice;
use scm_check::internals::driver::component::{
    DEADLOCK, EngineOptions, LogEnd, MonitorOptions, RunEnd, RunLog, WatchOptions, execute,
    invariant,
};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::{Expected, Outcome};
use scm_check::internals::language::component::property::read_formula;
use scm_check::internals::language::component::{FunctionRegistry, Model, NoPackages, read};
use scm_check::internals::language::component_log::{EventWriter, LineFormat};
use scm_check::internals::model::component::{Composite, InteractionId, Property};

use crate::support::component_logs::{RECONSTRUCT, Running, monitored, run};

fn model_of(name: &str, text: &str) -> Model {
    let source = Source::new(name, text);
    let reading = read(&source, &mut NoPackages, &FunctionRegistry::default());
    assert_eq!(reading.diagnostics, [], "{name}: {text}");
    reading.model.unwrap()
}

/// The bundled systems, in order.
fn models() -> Vec<(String, Model)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/components");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let model = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(path).unwrap();
        let model = model_of(&name, &text);
        (name, model)
    };
    let models: Vec<_> = paths.iter().map(model).collect();
    assert!(models.len() >= 8, "the models are found");
    models
}

fn expected(answer: &Answer) -> Expected {
    match answer {
        Outcome::Holds(()) => Expected::Holds,
        Outcome::Violated(_) => Expected::Violated,
        Outcome::Unknown(_) => Expected::Unknown,
    }
}

#[test]
fn every_model_has_the_verdicts_that_it_states() {
    let mut verdicts = Vec::new();
    for (name, model) in models() {
        let control = Control::unlimited();
        let predicates: Vec<_> = model.properties.iter().map(invariant).collect();
        let mut asked = vec![(DEADLOCK, Question::NoDeadlock)];
        for (property, predicate) in model.properties.iter().zip(&predicates) {
            asked.extend(predicate.as_ref().map(|one| (&*property.name, Question::Always(one))));
        }
        let questions: Vec<_> = asked.iter().map(|(_, question)| *question).collect();
        let explored = Explored::new(&model.composite, &questions, &control);
        for (number, (property, _)) in asked.into_iter().enumerate() {
            let stated = model.expectations.iter().find(|one| one.property == property);
            let stated = stated.unwrap_or_else(|| panic!("{name} states nothing of {property}"));
            let answer = explored.answer(number).unwrap();
            assert_eq!(expected(&answer), stated.verdict, "{name}: {property}");
            if let Outcome::Violated(run) = answer {
                assert_eq!(run.is_run_of(&model.composite), Ok(true), "{name}: {property}");
            }
            verdicts.push((property == DEADLOCK, stated.verdict));
        }
    }
    for verdict in [Expected::Holds, Expected::Violated, Expected::Unknown] {
        assert!(verdicts.contains(&(true, verdict)), "no model has a deadlock that is {verdict:?}");
    }
}

fn named(composite: &Composite, id: InteractionId) -> &str {
    &composite.interactions()[id].name
}

/// Runs a model and monitors its properties on the way and again from its log; returns the interactions.
fn run_and_monitor(name: &str, model: &Model, threads: usize, interactions: u64) -> Vec<String> {
    let (composite, properties) = (&model.composite, &*model.properties);
    let options = EngineOptions {
        threads,
        interactions: Some(interactions),
        seed: 7,
        waits_for_all: false,
        cpu_time: || Duration::ZERO,
    };
    let watch = WatchOptions {
        properties,
        semantics: Semantics::Ltlf,
        max_states: 1 << 16,
        stops_on_violation: false,
        window: usize::MAX,
        reconstructs: true,
    };
    let mut output = Vec::new();
    let writer = EventWriter::new(composite, LineFormat::Json);
    let log = RunLog { output: &mut output, writer, changed_only: false };
    let run = execute(composite, &options, &watch, Some(log), &Control::unlimited()).unwrap();
    let options = MonitorOptions { properties, max_states: 1 << 16, replays: true, ..RECONSTRUCT };
    let (trace, logs) = monitored(composite, &options, LineFormat::Json, &[&output]);
    assert_eq!(logs.end, LogEnd::All, "{name}");
    assert_eq!(run.answers, logs.answers, "{name}");
    assert_eq!(run.summary.interactions, trace.len() as u64, "{name}");
    let is_deadlock = run.summary.end == RunEnd::Deadlock;
    assert!(is_deadlock || run.summary.end == RunEnd::Enough, "{name}");
    for (answer, property) in logs.answers.iter().zip(properties) {
        let verdict = answer.monitor.unwrap_or_else(|| panic!("{name}: {}", answer.name));
        assert!(verdict != MonitorVerdict::False || may_fail(model, property), "{name} {answer:?}");
    }
    trace.iter().map(|(id, _)| named(composite, *id).to_owned()).collect()
}

/// Whether a run may violate a property: the file says so.
fn may_fail(model: &Model, property: &Property) -> bool {
    let stated = model.expectations.iter().find(|one| one.property == property.name);
    stated.is_some_and(|one| one.verdict == Expected::Violated)
}

#[test]
fn every_model_runs_and_its_log_says_what_was_monitored() {
    for (name, model) in models() {
        for threads in [1, 4] {
            let fired = run_and_monitor(&name, &model, threads, 300);
            assert!(fired.len() == 300 || name == "philosophers", "{name}: {}", fired.len());
        }
    }
}

#[test]
fn the_pipeline_is_that_of_the_case_study() {
    let (name, model) = models().into_iter().find(|one| one.0 == "pipeline").unwrap();
    let composite = &model.composite;
    assert_eq!(composite.components().len(), 26);
    let pairs = (0..3).flat_map(|line| (0..3).map(move |block| format!("{line}{block}")));
    let mut connectors = vec!["gs".to_owned(), "si".to_owned()];
    for pair in pairs {
        connectors.extend(["start", "cancel", "cpb"].map(|one| format!("{one}{pair}")));
    }
    connectors.extend((0..3).flat_map(|line| [format!("sl{line}"), format!("cpl{line}")]));
    let found = composite.connectors().iter().map(|one| one.name.clone());
    let mut found: Vec<String> = found.collect();
    found.sort();
    connectors.sort();
    assert_eq!(found, connectors);
    assert_eq!(found.len(), 35);
    let fired = run_and_monitor(&name, &model, 2, 8_400);
    let frames: Vec<&[String]> = fired.chunks(26).collect();
    assert_eq!(frames.len(), 324, "323 frames, and part of one");
    connectors.retain(|one| !one.starts_with("cancel"));
    for frame in &frames[..323] {
        assert_eq!(frame[0], "gs");
        let mut frame = frame.to_vec();
        frame.sort();
        assert_eq!(frame, connectors);
    }
    assert_eq!(frames[323], ["gs", "si"]);
}

#[test]
fn the_run_of_the_task_system_has_the_counts_of_the_case_study() {
    let (_, model) = models().into_iter().find(|one| one.0 == "task").unwrap();
    let composite = &model.composite;
    let bound = "G(abs(w1.x - w2.x) < 2000 && abs(w2.x - w3.x) < 2000 && abs(w3.x - w1.x) < 2000)";
    let reading = read_formula(&Source::new("bound", bound), composite);
    let properties = [reading.model.unwrap().property];
    let running = Running {
        threads: 1,
        interactions: 399_999,
        seed: 1,
        waits_for_all: false,
        format: LineFormat::Json,
        changed_only: false,
    };
    let (output, _) = run(composite, running);
    let slice = Slice::new(composite, &properties).unwrap();
    let options = MonitorOptions { properties: &properties, slice: Some(&slice), ..RECONSTRUCT };
    let (_, logs) = monitored(composite, &options, LineFormat::Json, &[&output]);
    assert_eq!((logs.interactions, logs.ends), (399_999, 599_999));
    // Each execution ends for two workers, and each of three workers starts again 66 times.
    assert_eq!((logs.kept_ends, logs.delivered), (200_198, 100_198));
    assert_eq!(logs.answers[0].monitor, Some(MonitorVerdict::CurrentlyTrue));
}
