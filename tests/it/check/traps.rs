//! The traps of the corpus: small models, each of which catches a misreading of the theory.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::corpora::corpora;
use crate::support::membership_engines::{Decision, ENGINES, communications};
use crate::support::misreading::{Misreading, check_misread};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::System;

/// A line of the list of expected answers.
struct Trap {
    file: String,
    system: System,
    /// The number of communications of a shortest violation, if the system is not RSC.
    shortest: Option<usize>,
    /// The misreadings that are known to answer wrongly.
    wrong: Vec<Misreading>,
}

/// Returns the misreading that the corpus calls `name`.
fn misreading(name: &str) -> Misreading {
    match name {
        "noEnab" => Misreading::DisabledLastReception,
        "item1" => Misreading::UnmatchedSendsDoNotBlock,
        "item8eq" => Misreading::LastLinkOfReceiverAlone,
        "no5buf" => Misreading::FirstLinkNotThroughChannel,
        "no7buf" => Misreading::LaterLinkNotThroughChannel,
        _ => panic!("no misreading is called `{name}`"),
    }
}

/// The misreadings that a trap describes in words, by the start of its file's name.
const IN_WORDS: &[(&str, Misreading)] = &[
    ("t06", Misreading::BagOrdersAllMessages),
    ("t08", Misreading::SenderNeverReceives),
    ("t09", Misreading::ChosenSendIsLink),
    ("t11", Misreading::BagBlocksAllMessages),
    ("t13", Misreading::FirstInitialStates),
    ("t17", Misreading::LastLinkOfAnyone),
    ("t22", Misreading::MatchedLinkNotThroughChannel),
    ("t23", Misreading::BagBlocksAllMessages),
    ("t24", Misreading::SenderIsReachedByAnyLink),
    ("t25", Misreading::MatchableSendIsMatched),
    ("t25", Misreading::SameControlDominates),
    ("t26", Misreading::InternalStepSeparates),
    ("t27", Misreading::LoopingReceptionDominates),
    ("t28", Misreading::RoundTripDominates),
];

fn trap(directory: &Path, line: &str) -> Trap {
    let columns: Vec<&str> = line.split('\t').collect();
    let [file, verdict, _, violation, wrong, _] = columns[..] else { panic!("columns: `{line}`") };
    let in_words = IN_WORDS.iter().filter(|(start, _)| file.starts_with(start));
    let named = wrong.split([',', ' ']).filter(|name| !name.is_empty()).map(misreading);
    let source = Source::new(file, read(directory.join(file)));
    let reading = scm::read(&source);
    Trap {
        file: file.to_owned(),
        system: reading.model.unwrap_or_else(|| panic!("{file} is a model")).system,
        shortest: (verdict == "non-RSC").then(|| violation.matches('!').count()),
        wrong: named.chain(in_words.map(|&(_, misreading)| misreading)).collect(),
    }
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn traps() -> Vec<Trap> {
    let directory = corpora().join("scm/traps");
    let expected = read(directory.join("EXPECTED.tsv"));
    let traps: Vec<Trap> = expected.lines().skip(1).map(|line| trap(&directory, line)).collect();
    for (start, misreading) in IN_WORDS {
        let is_there = traps.iter().any(|trap| trap.file.starts_with(start));
        assert!(is_there, "no trap {start} catches {misreading:?}");
    }
    traps
}

#[test]
#[ignore = "needs the corpora"]
fn no_engine_falls_into_a_trap() {
    for trap in traps() {
        for (name, engine) in ENGINES {
            let found = match engine(&trap.system) {
                Decision::Holds => None,
                Decision::Violated(execution) => Some(communications(&execution)),
            };
            assert_eq!(found, trap.shortest, "{name} on {}", trap.file);
        }
    }
}

#[test]
#[ignore = "needs the corpora"]
fn every_trap_catches_the_misreadings_that_it_names() {
    for trap in traps() {
        for &misreading in &trap.wrong {
            let claimed = check_misread(&trap.system, misreading, &Control::unlimited()).unwrap();
            assert_ne!(
                claimed.is_some(),
                trap.shortest.is_some(),
                "{misreading:?} on {}",
                trap.file
            );
        }
    }
}
