//! `batch` when something ends it or one of its workers: all other rows stand.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::cases::case_count;
use crate::support::program::{
    CROSSING, Directory, Finished, STREAM, end, endless, finish, json_of, signal,
};

/// Returns a directory with models `a.scm` to `h.scm`.
fn library(name: &str) -> Directory {
    ["a", "b", "c", "d", "e", "f", "g", "h"].iter().enumerate().fold(
        Directory::new(name),
        |here, (number, name)| {
            let text = if number % 2 == 0 { CROSSING } else { STREAM };
            here.with(&format!("models/{name}.scm"), text)
        },
    )
}

/// Returns a system of one participant with so many states, from each of which an internal step leads to each: what
/// explores it looks at its limits rarely.
fn crowded(states: usize) -> String {
    let lines = |line: &dyn Fn(usize) -> String| (0..states).map(line).collect::<Vec<_>>().concat();
    let steps = lines(&|state| format!("to {state} : when true ;\n"));
    let all = lines(&|state| format!("state {state} :\n{steps}"));
    let head =
        "scm crowded :\nnb_channels = 1 ;\nparameters :\nint m ;\nautomaton p :\ninitial : 0\n";
    format!("{head}{all}")
}

/// Runs `batch` on the models with a variable for tests.
fn run_with(here: &Directory, line: &str, variable: (&str, &str)) -> Finished {
    let mut program = here.program();
    program.args(["batch", "models", "--no-cache"]).args(line.split_whitespace());
    finish(program.env(variable.0, variable.1))
}

/// Returns the rows about models other than `except`, without times.
fn rows(report: &Value, except: &str) -> Vec<Value> {
    let rows = report["results"].as_array().unwrap().iter();
    let others = rows.filter(|row| row["model"] != except);
    others
        .map(|row| {
            let mut row = row.clone();
            if let Some(counts) = row["statistics"].as_object_mut() {
                counts.remove("milliseconds");
                counts.remove("peak_bytes");
            }
            row
        })
        .collect()
}

/// Returns the rows about one model.
fn about<'r>(report: &'r Value, model: &str) -> Vec<&'r Value> {
    report["results"].as_array().unwrap().iter().filter(|row| row["model"] == model).collect()
}

#[test]
fn a_worker_that_dies_loses_one_model() {
    let here = library("batch_deaths");
    let whole = json_of(&here.run("batch models --no-cache --format json").output);
    for (variable, why) in [
        ("SCM_CHECK_TEST_ABORT", "its worker ended by signal"),
        ("SCM_CHECK_TEST_PANIC", "exit code 101"),
    ] {
        for workers in ["1", "2"] {
            let line = format!("--format json -j {workers}");
            let finished = run_with(&here, &line, (variable, "c.scm"));
            assert_eq!(finished.code, 101, "{}", finished.errors);
            let report = json_of(&finished.output);
            let [lost] = about(&report, "models/c.scm")[..] else { panic!("{report}") };
            assert_eq!((&lost["verdict"], &lost["reason"]), (&"unknown".into(), &"crashed".into()));
            assert_eq!(rows(&report, "models/c.scm"), rows(&whole, "models/c.scm"));
            let table = run_with(&here, "", (variable, "c.scm"));
            let row = table.output.lines().find(|line| line.starts_with("models/c.scm")).unwrap();
            assert!(row.contains("?crashed"), "{row}");
            let blocks = run_with(&here, "-q", (variable, "c.scm"));
            assert!(blocks.output.contains(why), "{}", blocks.output);
        }
    }
}

#[test]
fn a_worker_that_dies_between_two_models_loses_none() {
    let here = library("batch_between");
    let whole = json_of(&here.run("batch models --no-cache --format json").output);
    // Behind the last record of a model, and behind all that is said about it.
    for variable in ["SCM_CHECK_TEST_DONE", "SCM_CHECK_TEST_END"] {
        for workers in ["1", "2"] {
            for model in ["a.scm", "c.scm", "h.scm"] {
                let line = format!("--format json -j {workers}");
                let finished = run_with(&here, &line, (variable, model));
                assert_eq!(finished.code, 0, "{variable}={model}: {}", finished.errors);
                let report = json_of(&finished.output);
                assert_eq!(rows(&report, ""), rows(&whole, ""), "{variable}={model}");
            }
        }
    }
}

#[test]
fn a_worker_that_its_limit_ends_is_tried_again_and_loses_no_other() {
    let here = library("batch_deaf");
    let whole = json_of(&here.run("batch models --no-cache --format json").output);
    let mut program = here.program();
    let line = "batch models --no-cache --format json -j 1 --model-timeout 900ms";
    program.args(line.split_whitespace()).env("SCM_CHECK_TEST_COMPUTES", "a.scm");
    program.env("SCM_CHECK_TEST_FIRST", "50").env("SCM_CHECK_TEST_GRACE", "50");
    let finished = finish(&mut program);
    assert_eq!(finished.code, 3, "{}", finished.errors);
    let report = json_of(&finished.output);
    assert_eq!(rows(&report, "models/a.scm"), rows(&whole, "models/a.scm"));
    let [cut] = about(&report, "models/a.scm")[..] else { panic!("{report}") };
    assert_eq!((&cut["property"], &cut["reason"]), (&Value::Null, &"timeout".into()));
}

#[test]
fn workers_that_never_begin_end_the_run() {
    let here = library("batch_unbegun");
    // A worker refuses this; the process that starts it does not look at it.
    let mut program = here.program();
    program.args(["batch", "models", "--no-cache", "--format", "json"]);
    let finished = finish(program.env("SCM_CHECK_TEST_START", "1"));
    assert_eq!(finished.code, 2, "{}", finished.output);
    assert!(finished.errors.contains("each ends before it begins with a model"));
}

/// Returns model, property and verdict of each row, in order.
fn answers(report: &Value) -> Vec<[String; 3]> {
    let rows = report["results"].as_array().unwrap().iter();
    rows.map(|row| ["model", "property", "verdict"].map(|key| row[key].to_string())).collect()
}

/// Number of seeds of the test below; more are a matter of patience.
fn seeds() -> u64 {
    case_count(10)
}

#[test]
fn whatever_happens_at_the_same_time_the_answers_are_those_of_check() {
    let here = library("batch_seeds")
        .with("models/d.scm", &crowded(250))
        .with("models/i.scm", &crowded(160));
    let whole = here.run("check models --format json --property rsc --property progress");
    let whole = answers(&json_of(&whole.output));
    for seed in 0..seeds() {
        let mut program = here.program();
        program.args(
            "batch models --no-cache --format json --property rsc --property progress".split(' '),
        );
        program.args(["-j", if seed % 2 == 0 { "1" } else { "2" }]);
        program.env("SCM_CHECK_TEST_PAUSES", seed.to_string());
        program.env("SCM_CHECK_TEST_FIRST", "10").env("SCM_CHECK_TEST_GRACE", "20");
        let finished = finish(&mut program);
        assert_eq!(answers(&json_of(&finished.output)), whole, "seed {seed}: {}", finished.errors);
        assert_eq!(finished.code, 1, "seed {seed}: {}", finished.errors);
    }
}

#[test]
fn a_model_that_never_ends_holds_no_other() {
    let here = library("batch_endless").with("models/d.scm", &endless());
    let finished = here.run("batch models --no-cache --model-timeout 900ms --format json -j 1");
    let report = json_of(&finished.output);
    assert!(about(&report, "models/d.scm").iter().any(|row| row["reason"] == "timeout"));
    let others = rows(&report, "models/d.scm");
    assert!(others.iter().all(|row| row["reason"] != "timeout"), "{others:?}");
}

#[test]
fn a_worker_that_looks_at_no_limit_is_stopped() {
    let here = library("batch_late");
    let whole = json_of(&here.run("batch models --no-cache --format json").output);
    let sleeps = ("SCM_CHECK_TEST_SLEEP", "c.scm");
    let finished = run_with(&here, "--model-timeout 200ms --format json", sleeps);
    assert_eq!(finished.code, 3, "{}", finished.errors);
    let report = json_of(&finished.output);
    let [lost] = about(&report, "models/c.scm")[..] else { panic!("{report}") };
    assert_eq!(lost["reason"], "timeout");
    assert_eq!(rows(&report, "models/c.scm"), rows(&whole, "models/c.scm"));
}

#[test]
fn a_model_that_eats_memory_holds_no_other() {
    let here = library("batch_memory").with("models/d.scm", &endless());
    let line = "batch models --no-cache --memory 120MiB --format json -j 2 --property rsc";
    let finished = here.run(line);
    let report = json_of(&finished.output);
    let [lost] = about(&report, "models/d.scm")[..] else { panic!("{report}") };
    assert_eq!(lost["reason"], "memory");
    assert!(rows(&report, "models/d.scm").iter().all(|row| row["verdict"] != "unknown"));
}

#[test]
fn an_address_space_limit_costs_models_only() {
    let here = library("batch_address_space").with("models/d.scm", &endless());
    let program = env!("CARGO_BIN_EXE_scm-check");
    let script = format!(
        "ulimit -v 250000 2>/dev/null || exit 77; exec '{program}' batch models --no-cache --format json \
         -j 1 --property rsc --model-timeout 5s"
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(here.path(""));
    let finished = finish(&mut shell);
    if finished.code == 77 {
        return;
    }
    let report = json_of(&finished.output);
    let [lost] = about(&report, "models/d.scm")[..] else { panic!("{report}") };
    assert_eq!(lost["verdict"], "unknown");
    let others = rows(&report, "models/d.scm");
    assert_eq!(others.len(), 7);
    assert!(others.iter().all(|row| row["verdict"] != "unknown"), "{others:?}");
}

/// Starts `batch` on models of which `e.scm` never ends, with its rows in `rows.ndjson`, and waits until `count` rows are
/// there.
fn started(here: &Directory, count: usize) -> Child {
    let mut program = here.program();
    program.args(["batch", "models", "--no-cache", "-o", "rows.ndjson", "-j", "2"]);
    program.env("SCM_CHECK_TEST_SLEEP", "e.scm");
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = program.spawn().unwrap();
    let began = Instant::now();
    let path = here.path("rows.ndjson");
    while fs::read_to_string(&path).map_or(0, |text| text.lines().count()) < count {
        assert!(began.elapsed() < Duration::from_secs(60), "no rows");
        thread::sleep(Duration::from_millis(20));
    }
    child
}

/// Returns the numbers of the processes whose parent is `parent`.
fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    processes
        .filter(|process| {
            let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            let fields = status.rsplit_once(") ").map_or("", |(_, fields)| fields);
            fields.split(' ').nth(1) == Some(&parent.to_string())
        })
        .collect()
}

/// Returns the rows of the file, in the order of their keys.
fn sorted(text: &str) -> Vec<String> {
    let key = |line: &str| {
        let row = json_of(line);
        format!("{} {} {}", row["model"], row["property"], row["verdict"])
    };
    let mut keys: Vec<String> = text.lines().map(key).collect();
    keys.sort();
    keys
}

/// The number of rows about one of the models.
fn rows_of_a_model(here: &Directory) -> usize {
    let one = here.run("check models/a.scm --format json");
    json_of(&one.output)["results"].as_array().unwrap().len()
}

#[test]
fn a_run_that_is_killed_can_be_resumed() {
    let here = library("batch_killed");
    let each = rows_of_a_model(&here);
    let mut child = started(&here, 4 * each);
    let workers = children(child.id());
    child.kill().unwrap();
    child.wait().unwrap();
    // No worker outlives the run, whatever it does.
    let began = Instant::now();
    while workers.iter().any(|worker| {
        fs::read_to_string(format!("/proc/{worker}/stat")).is_ok_and(|text| !text.contains(") Z "))
    }) {
        assert!(began.elapsed() < Duration::from_secs(20), "a worker lives on");
        thread::sleep(Duration::from_millis(20));
    }
    if cfg!(target_os = "linux") {
        assert!(!workers.is_empty());
    }
    let before = here.read("rows.ndjson");
    // A torn line is what a machine that stops leaves behind.
    let torn = format!("{before}{{\"model\":\"models/h.scm\",\"sha2");
    fs::write(here.path("rows.ndjson"), &torn).unwrap();
    let resumed = here.run("batch models --no-cache -o rows.ndjson --resume");
    let after = here.read("rows.ndjson");
    let whole = here.run("batch models --no-cache --format ndjson");
    assert_eq!(resumed.code, whole.code, "{}", resumed.errors);
    assert!(after.starts_with(&before), "complete rows stay byte for byte");
    assert_eq!(sorted(&after), sorted(&whole.output));
    // There is nothing left to do.
    here.run("batch models --no-cache -o rows.ndjson --resume");
    assert_eq!(here.read("rows.ndjson"), after);
    // Cut in the middle of the rows of a model, it is completed, too.
    let cut: String = after.split_inclusive('\n').take(each + 2).collect();
    fs::write(here.path("rows.ndjson"), &cut).unwrap();
    here.run("batch models --no-cache -o rows.ndjson --resume");
    assert!(here.read("rows.ndjson").starts_with(&cut));
    assert_eq!(sorted(&here.read("rows.ndjson")), sorted(&whole.output));
    // A model that has changed is asked again.
    fs::write(here.path("models/a.scm"), STREAM).unwrap();
    here.run("batch models --no-cache -o rows.ndjson --resume");
    let changed = here.run("batch models --no-cache --format ndjson");
    assert_eq!(sorted(&here.read("rows.ndjson")), sorted(&changed.output));
    // What is no report stays as it is.
    fs::write(here.path("rows.ndjson"), "my notes\n").unwrap();
    let refused = here.run("batch models --no-cache -o rows.ndjson --resume");
    assert_eq!(refused.code, 2);
    assert_eq!(here.read("rows.ndjson"), "my notes\n");
}

#[test]
fn a_run_that_is_interrupted_reports_what_is_known() {
    let here = library("batch_interrupted");
    let each = rows_of_a_model(&here);
    let child = started(&here, 4 * each);
    signal(&child);
    let stopped = end(child);
    assert_eq!(stopped.code, 130, "{}", stopped.errors);
    let text = here.read("rows.ndjson");
    let of_e: Vec<Value> =
        text.lines().map(json_of).filter(|row| row["model"] == "models/e.scm").collect();
    assert_eq!(of_e.len(), 1);
    assert_eq!(of_e[0]["reason"], "interrupted");
    here.run("batch models --no-cache -o rows.ndjson --resume");
    let whole = here.run("batch models --no-cache --format ndjson");
    assert_eq!(sorted(&here.read("rows.ndjson")), sorted(&whole.output));
}

#[test]
fn a_full_disk_is_told() {
    if !fs::metadata("/dev/full").is_ok_and(|file| !file.is_file()) {
        return;
    }
    let here = library("batch_full_disk");
    for form in ["ndjson", "json", "csv"] {
        let finished = here.run(&format!("batch models --no-cache --format {form} -o /dev/full"));
        assert_eq!(finished.code, 2, "{form}");
        assert!(
            finished.errors.contains("cannot write /dev/full: no space left"),
            "{}",
            finished.errors
        );
    }
}
