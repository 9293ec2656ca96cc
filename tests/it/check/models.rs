//! The bundled models: every expected answer, by every engine, with any number of threads.

use std::fs;
use std::process::Command;

use crate::support::bundled_systems::models;
use crate::support::effort::{required, sampled};
use crate::support::reachability_engines::premise;
use scm_check::internals::check::membership::{self, Answer, Engine, Outcome};
use scm_check::internals::check::reachability::{self, Configurations};
use scm_check::internals::check::safety;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::Expected;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{ChannelKind, SafetyProperty, System, bad_states};

const ENGINES: [Engine; 3] = [Engine::Plain, Engine::Auto, Engine::Definition];
const REACHABILITY: [reachability::Engine; 4] = [
    reachability::Engine::Auto,
    reachability::Engine::Channels,
    reachability::Engine::Relations,
    reachability::Engine::Pebbles,
];

/// Returns the system with the channels that the variant of an expectation names.
fn variant(system: &System, variant: &[String]) -> System {
    match variant {
        [] => system.clone(),
        [kind] if kind == "fifo" => system.with_channels(ChannelKind::Fifo),
        [kind] if kind == "bag" => system.with_channels(ChannelKind::Bag),
        _ => panic!("rsc has no variant {variant:?}"),
    }
}

fn verdict(answer: &Answer) -> Expected {
    match answer.outcome {
        Outcome::Holds(_) => Expected::Holds,
        Outcome::Violated(_) => Expected::Violated,
        Outcome::Unknown(_) => Expected::Unknown,
    }
}

#[test]
fn every_engine_gives_the_expected_verdict_of_every_model() {
    let mut compared = 0;
    for (path, model) in models() {
        let expectations: Vec<_> =
            model.expectations.iter().filter(|expected| expected.property == "rsc").collect();
        assert!(!expectations.is_empty(), "{} expects no answer on rsc", path.display());
        for expected in expectations {
            let system = variant(&model.system, &expected.variant);
            for engine in ENGINES {
                let answer = membership::check(&system, engine, &Control::unlimited());
                let name = format!("{} {:?} {engine:?}", path.display(), expected.variant);
                assert_eq!(verdict(&answer), expected.verdict, "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared} answers were compared");
}

fn reached(outcome: &reachability::Outcome) -> Expected {
    match outcome {
        reachability::Outcome::Holds(_) => Expected::Holds,
        reachability::Outcome::Violated(_) => Expected::Violated,
        reachability::Outcome::Unknown(_) => Expected::Unknown,
    }
}

#[test]
fn every_engine_gives_the_expected_verdict_of_every_bad_state() {
    let mut seen = Vec::new();
    for (path, model) in models() {
        let premise = premise(&model.system);
        let configurations = Configurations::new(&model.system);
        for (number, bad) in (1..).zip(&model.bad) {
            let property = format!("bad_states/{number}");
            let expected = model.expectations.iter().find(|stated| stated.property == property);
            let expected =
                expected.unwrap_or_else(|| panic!("{} expects no {property}", path.display()));
            for engine in REACHABILITY {
                let control = Control::unlimited();
                let answer =
                    reachability::check_in(&configurations, bad, premise, engine, &control);
                let name = format!("{} {property} {engine:?}", path.display());
                assert_eq!(reached(&answer.outcome), expected.verdict, "{name}");
                seen.push(expected.verdict);
            }
        }
    }
    for verdict in [Expected::Holds, Expected::Violated, Expected::Unknown] {
        assert!(seen.contains(&verdict), "no bad state of a model is {verdict:?}");
    }
}

#[test]
fn every_model_has_the_expected_safety_properties() {
    let mut violated = Vec::new();
    for (path, model) in models() {
        let premise = premise(&model.system);
        let configurations = Configurations::new(&model.system);
        for property in SafetyProperty::all(&model.system) {
            let name = property.name(&model.system);
            let stated = model.expectations.iter().find(|stated| stated.property == name);
            assert!(
                stated.is_some() || !property.is_linear(),
                "{} expects no {name}",
                path.display()
            );
            let Some(stated) = stated else { continue };
            let control = Control::unlimited();
            let answer = safety::check_in(&configurations, property, premise, &control);
            assert_eq!(reached(&answer.outcome), stated.verdict, "{} {name}", path.display());
            if stated.verdict == Expected::Violated {
                violated.push(property.kind_name());
            }
        }
    }
    let kinds = ["deadlock", "stuck", "unreceived"];
    let linear = SafetyProperty::LINEAR.iter().map(|property| property.kind_name());
    for kind in kinds.into_iter().chain(linear) {
        assert!(violated.contains(&kind), "no model violates {kind}");
    }
}

#[test]
fn every_engine_finds_the_bad_states_that_stand_for_a_safety_property() {
    let mut compared = 0;
    for (path, model) in sampled(models()) {
        let premise = premise(&model.system);
        let configurations = Configurations::new(&model.system);
        for property in SafetyProperty::LINEAR {
            let name = property.name(&model.system);
            let stated = model.expectations.iter().find(|stated| stated.property == name);
            let expected = stated.expect("the linear ones are stated").verdict;
            let Ok(bad) = bad_states(&model.system, property) else { continue };
            if expected == Expected::Unknown {
                continue;
            }
            for engine in REACHABILITY {
                let is_reached = bad.iter().any(|bad| {
                    let control = Control::unlimited();
                    let answer =
                        reachability::check_in(&configurations, bad, premise, engine, &control);
                    reached(&answer.outcome) == Expected::Violated
                });
                let name = format!("{} {name} {engine:?}", path.display());
                assert_eq!(is_reached, expected == Expected::Violated, "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared > required(400), "{compared} answers were compared");
}

#[test]
fn the_program_finds_all_as_expected_with_every_engine() {
    for engine in ["auto", "plain", "definition", "channels", "relations"] {
        let output = Command::new(env!("CARGO_BIN_EXE_scm-check"))
            .args(["check", "--engine", engine, "models/beyond", "models/paper", "models/tour"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let table = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{engine}\n{table}");
        let rows = || table.lines().filter(|line| line.starts_with("models"));
        assert_eq!(rows().count(), models().len(), "{engine}\n{table}");
        assert!(rows().all(|row| row.ends_with(" ok")), "{engine}\n{table}");
    }
}

#[test]
fn every_model_is_laid_out_in_the_standard_way() {
    for (path, _) in models() {
        let text = fs::read_to_string(&path).unwrap();
        let formatted = scm::format(&Source::new("model", text.clone())).unwrap();
        assert_eq!(formatted, text, "{}", path.display());
    }
}

#[test]
fn engines_agree_on_the_shortest_number_of_communications() {
    for (path, model) in models() {
        let lengths = ENGINES.map(|engine| {
            match membership::check(&model.system, engine, &Control::unlimited()).outcome {
                Outcome::Violated(witness) => Some(witness.communications()),
                Outcome::Holds(_) => None,
                Outcome::Unknown(limit) => panic!("{}: {limit:?} without limits", path.display()),
            }
        });
        assert!(lengths.iter().all(|length| *length == lengths[0]), "{}", path.display());
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (path, model) in models() {
        for engine in ENGINES {
            let answers = [1, 2, 8].map(|threads| {
                let control = Control { threads, ..Control::unlimited() };
                membership::check(&model.system, engine, &control)
            });
            assert_eq!(answers[0], answers[1], "{} {engine:?}", path.display());
            assert_eq!(answers[0], answers[2], "{} {engine:?}", path.display());
        }
    }
}
