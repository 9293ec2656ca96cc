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
    let row = |one: &Value| ["model", "property", "verdict", "reason"].map(|key| word(&one[key]));
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
    let whole =
        rows(&json_of(&here.run(&format!("check --format json {}", NAMES.join(" "))).output));
    for (variable, models, threads) in [
        ("SCM_CHECK_TEST_WAITS", vec!["a.scm"], "1"),
        ("SCM_CHECK_TEST_WAITS", vec!["b.scm", "f.scm"], "1"),
        ("SCM_CHECK_TEST_WAITS", vec!["a.scm", "b.scm"], "2"),
        ("SCM_CHECK_TEST_COMPUTES", vec!["b.scm", "c.scm"], "1"),
        ("SCM_CHECK_TEST_COMPUTES", vec!["a.scm"], "3"),
    ] {
        let finished = finish(&mut check(&here, threads, (variable, &models.join(","))));
        assert_eq!(finished.code, 3, "{}", finished.errors);
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
fn the_third_ends_the_process_and_a_new_one_reads_the_rest() {
    let here = library("left_behind_thrice");
    let all = NAMES.join(" ");
    let whole = rows(&json_of(&here.run(&format!("check --format json {all}")).output));
    let variable = ("SCM_CHECK_TEST_WAITS", "a.scm,b.scm,d.scm,f.scm");
    let late = ["a.scm", "b.scm", "d.scm", "f.scm"];
    let finished = finish(&mut check(&here, "1", variable));
    let expected = NAMES.iter().flat_map(|name| {
        let rows = whole.iter().filter(|row| row[0] == *name).cloned();
        let cut = [*name, "-", "unknown", "timeout"].map(str::to_owned);
        if late.contains(name) { vec![cut] } else { rows.collect() }
    });
    assert_eq!(rows(&json_of(&finished.output)), expected.collect::<Vec<_>>());
    assert_eq!(finished.code, 3);
    let said = "3 inputs do not notice their limits, which ends this process; the other 2 are read by \
                a new process";
    assert_eq!(finished.errors.lines().filter(|line| line.contains(said)).count(), 1);
    // What was written before is not written again, and the summary counts it.
    for format in ["ndjson", "csv", "human -q"] {
        let one = finish(
            check(&here, "1", variable)
                .args(["--reproducible", "--format"])
                .args(format.split(' ')),
        );
        assert_eq!(one.code, 3, "{}", one.errors);
        for name in NAMES {
            let is_about = |text: &&str| text.contains(name);
            let lines = one.output.lines().filter(is_about).count();
            let here = here.run(&format!("check --reproducible --format {format} {all}")).output;
            let expected =
                if late.contains(&name) { 1 } else { here.lines().filter(is_about).count() };
            assert_eq!(lines, expected, "{format}: {name}: {}", one.output);
        }
    }
}

#[test]
fn inputs_that_no_new_process_can_read_have_their_rows() {
    let here = library("left_behind_page");
    let mut program = here.program();
    let names = "a.scm b.scm c.scm d.scm";
    program.args(["check", "--timeout", "200ms", "-j1", "--witness", "runs", "--format", "json"]);
    program.args(names.split(' ')).env("SCM_CHECK_TEST_GRACE", "100");
    let finished = finish(program.env("SCM_CHECK_TEST_WAITS", "a.scm,b.scm,c.scm"));
    let found = rows(&json_of(&finished.output));
    let cut = |model| [model, "-", "unknown", "timeout"].map(str::to_owned);
    assert_eq!(found, names.split(' ').map(cut).collect::<Vec<_>>());
    assert!(finished.errors.contains("the other 1 are not read"), "{}", finished.errors);
    assert_eq!(finished.code, 3);
}

#[test]
fn a_model_whose_answers_fill_the_memory_costs_no_other() {
    use std::fmt::Write as _;

    let mut text = "scm m : nb_channels = 1 ; parameters :\n".to_owned();
    for number in 0..40_000 {
        writeln!(text, "int m{number} ;").unwrap();
    }
    let machine = |name: &str, sign: char| {
        format!(
            "automaton {name} : initial : 0 state 0 : to 1 : when true , 0 {sign} m0 ; state 1 :\n"
        )
    };
    text.extend([machine("p", '!'), machine("q", '?')]);
    let here = library("full_memory").with("large.scm", &text);
    let others = rows(&json_of(&here.run("check --format json a.scm b.scm").output));
    let found = here.run("check --format json -j1 --memory 64MiB large.scm a.scm b.scm");
    let found = rows(&json_of(&found.output));
    let large = found.iter().filter(|row| row[0] == "large.scm").count();
    assert!(large > 1000, "{large}");
    assert_eq!(found[large..], others);
}
