//! The bundled models: every expected answer, by every engine, with any number of threads.

use std::fs;
use std::path::{Path, PathBuf};

use scm_check::check::membership::{self, Answer, Engine, Outcome};
use scm_check::kernel::base::Control;
use scm_check::kernel::report::Expected;
use scm_check::kernel::source::Source;
use scm_check::language::scm::{self, Model};
use scm_check::model::cfsm::{ChannelKind, System};

const ENGINES: [Engine; 2] = [Engine::Plain, Engine::Definition];

/// Returns the models below `models/` in order.
fn models() -> Vec<(PathBuf, Model)> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("models")];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "scm") {
                let source = Source::new("model", fs::read_to_string(&path).unwrap());
                let reading = scm::read(&source);
                assert_eq!(reading.diagnostics, [], "{}", path.display());
                found.push((path, reading.model.unwrap()));
            }
        }
    }
    found.sort_by(|left, right| left.0.cmp(&right.0));
    assert!(found.len() > 20, "the models are found");
    found
}

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
        assert_eq!(lengths[0], lengths[1], "{}", path.display());
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
