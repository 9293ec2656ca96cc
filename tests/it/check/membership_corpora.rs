//! The oracle and the engines on published and hand-made systems, whose answers stand in tables.

use std::fs;
use std::path::{Path, PathBuf};

use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::System;

use crate::support::corpora::corpora;
use crate::support::membership_engines::{Decision, ENGINES, objection};
use oracle::membership::{Among, Budget, Measure, Verdict, decide};

/// What the oracle tries on a system: up to ten actions, the longest in the tables of traps.
const BUDGET: Budget = Budget { executions: 20_000, length: 10 };

/// A row of a table: a system, whether it is RSC, and the least number of actions of a violation.
struct Row {
    path: PathBuf,
    rsc: bool,
    actions: Option<usize>,
}

/// Reads the named columns of the table of a directory of systems.
fn rows(directory: &str, [verdict, actions]: [&str; 2]) -> Vec<Row> {
    let directory = corpora().join("scm").join(directory);
    let table = fs::read_to_string(directory.join("EXPECTED.tsv"));
    let table = table.unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().expect("a table has a header");
    let column = |name| header.iter().position(|other| *other == name).expect("a known column");
    let (verdict, actions) = (column(verdict), column(actions));
    let rows: Vec<Row> = lines
        .map(|line| Row {
            path: directory.join(line[0]),
            rsc: line[verdict] == "RSC",
            actions: line.get(actions).and_then(|text| text.parse().ok()),
        })
        .collect();
    assert!(!rows.is_empty(), "the table of {} is empty", directory.display());
    rows
}

fn read(path: &Path) -> System {
    let text = fs::read_to_string(path).expect("a system in the table is a file");
    let source = Source::new("model", text);
    let reading = scm::read(&source);
    reading.model.unwrap_or_else(|| panic!("{} is not read", path.display())).system
}

/// Whether the oracle's answer is that of the table, as far as the oracle looked.
fn agrees(row: &Row, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Violated { length, .. } => !row.rsc && row.actions == Some(*length),
        Verdict::Holds => row.rsc,
        Verdict::HoldsUpTo { length } => row.rsc || row.actions > Some(*length),
    }
}

/// Compares the oracle and all engines with the rows; returns how many rows the oracle settled.
fn compare(rows: &[Row]) -> usize {
    let mut settled = 0;
    for row in rows {
        let system = read(&row.path);
        let name = row.path.display();
        let verdict = decide(&system, Among::BorderlineViolations, Measure::Actions, BUDGET);
        assert!(agrees(row, &verdict), "{name}: {verdict:?}");
        settled += usize::from(!matches!(verdict, Verdict::HoldsUpTo { .. }));
        for (engine, decide) in ENGINES {
            match decide(&system) {
                Decision::Holds => assert!(row.rsc, "{name}: {engine} finds nothing"),
                Decision::Violated(witness) => {
                    assert!(!row.rsc, "{name}: {engine} finds {witness:?}");
                    assert_eq!(objection(&system, &witness), None, "{name}: {engine}");
                }
            }
        }
    }
    settled
}

#[test]
#[ignore = "needs the corpora"]
fn the_thesis_and_its_traps_have_the_expected_answers() {
    for directory in ["thesis-examples", "traps"] {
        let rows = rows(directory, ["verdict_as_written", "min_violation_actions"]);
        let settled = compare(&rows);
        println!("{directory}: {settled} of {} systems settled by the oracle", rows.len());
        assert!(settled * 3 >= rows.len() * 2, "the oracle settles most systems");
    }
}

#[test]
#[ignore = "needs the corpora"]
fn systems_of_the_random_corpus_have_the_expected_answers() {
    let rows = rows("random", ["verdict_as_written", "min_violation_actions"]);
    let settled = compare(&rows);
    println!("{settled} of {} systems settled by the oracle", rows.len());
}
