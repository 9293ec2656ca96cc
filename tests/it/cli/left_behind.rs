//! Inputs that do not notice their limits: all other rows stand.

use std::process::Command;

use serde_json::Value;

use crate::support::program::{CROSSING, Directory, STREAM, finish, json_of};

const NAMES: [&str; 6] = ["a.scm", "b.scm", "c.scm", "d.scm", "e.scm", "f.scm"];

/// Returns a directory with models.
fn library(name: &str) -> Directory {
    NAMES.iter().enumerate().fold(Directory::new(name), |here, (number, name)| {
        here.with(name, if number % 2 == 0 { CROSSING } else { STREAM })
    })
}

/// Returns model, property, verdict and reason of each row.
fn rows(report: &Value) -> Vec<[String; 4]> {
    let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let row =
        |one: &Value| ["model", "property", "verdict", "reason"].map(|key| word(&one[key]));
    report["results"].as_array().unwrap().iter().map(row).collect()
}

/// Returns the command that checks all models of a directory, with so many threads and a variable for tests.
fn check(here: &Directory, threads: &str, (variable, models): (&str, &str)) -> Command {
    let mut program = here.program();
    program.args(["check", "--format", "json", "--timeout", "200ms", "-j", threads]).args(NAMES);
    program.env("SCM_CHECK_TEST_GRACE", "100").env(variable, models);
    program
}

#[test]
fn models_that_do_not_notice_their_limits_cost_no_other() {
    let here = library("left_behind");
    let whole = rows(&json_of(&here.run(&format!("check --format json {}", NAMES.join(" "))).output));
    for (variable, models, threads) in [
        ("SCM_CHECK_TEST_WAITS", vec!["a.scm"], "1"),
        ("SCM_CHECK_TEST_WAITS", vec!["b.scm", "f.scm"], "1"),
        ("SCM_CHECK_TEST_WAITS", vec!["a.scm", "b.scm"], "2"),
        ("SCM_CHECK_TEST_COMPUTES", vec!["b.scm", "c.scm"], "1"),
        ("SCM_CHECK_TEST_COMPUTES", vec!["a.scm"], "3"),
    ] {
        let finished = finish(&mut check(&here, threads, (variable, &models.join(","))));
        assert_eq!(finished.code, 1, "{}", finished.errors);
        let found = rows(&json_of(&finished.output));
        let (late, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|row| models.contains(&&*row[0]));
        let expected = whole.iter().filter(|row| !models.contains(&&*row[0]));
        assert_eq!(others, expected.cloned().collect::<Vec<_>>(), "{variable}={models:?}");
        let cut = |model: &&str| [*model, "-", "unknown", "timeout"].map(str::to_owned);
        assert_eq!(late, models.iter().map(cut).collect::<Vec<_>>(), "{variable}={models:?}");
    }
}

#[test]
fn the_third_ends_the_process_in_one_line() {
    let here = library("left_behind_thrice");
    let models = "a.scm,c.scm,d.scm";
    let finished = finish(&mut check(&here, "1", ("SCM_CHECK_TEST_WAITS", models)));
    let found = rows(&json_of(&finished.output));
    let unread: Vec<&str> =
        found.iter().filter(|row| row[1] == "-").map(|row| row[0].as_str()).collect();
    assert_eq!(unread, ["a.scm", "c.scm", "d.scm", "e.scm", "f.scm"]);
    assert!(found.iter().any(|row| row[0] == "b.scm" && row[2] == "holds"), "{found:?}");
    let said = "what does not notice its limits ends this process; inputs that are not read: 2";
    assert_eq!(finished.errors.lines().filter(|line| line.contains(said)).count(), 1);
    assert_eq!(finished.code, 3);
}
