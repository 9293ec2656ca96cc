//! `monitor`: the examples of the paper on the task system, wrong logs, and logs in several files.

use serde_json::{Value, json};

use crate::support::program::{Directory, Finished};

const EX12: &str = r#"{"interaction":"ex12"}"#;
const NT: &str = r#"{"interaction":"nt"}"#;
const W1: &str = r#"{"component":"w1","place":"done","variables":{"x":1}}"#;
const W2: &str = r#"{"component":"w2","place":"done","variables":{"x":1}}"#;
const DELIVERED: &str = r#"{"component":"g","place":"delivered","variables":{}}"#;
const HOLD: &str = r#"{"component":"g","place":"hold","variables":{}}"#;

fn directory(test: &str) -> Directory {
    Directory::new(test).with("task.bip", include_str!("../../../models/components/task.bip"))
}

fn log(events: &[&str]) -> String {
    events.iter().flat_map(|event| [*event, "\n"]).collect()
}

fn lines(finished: &Finished) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).unwrap();
    finished.output.lines().map(line).collect()
}

/// What is printed of a run with these events.
fn reconstructed(here: &Directory, events: &[&str]) -> Vec<Value> {
    let run = here.run_with_input("monitor task.bip --log - --reconstruct", &log(events));
    assert_eq!((run.code, &*run.errors), (0, ""), "{}", run.output);
    lines(&run)
}

fn initial() -> Value {
    let free = json!({"place": "free", "variables": {"x": 0}});
    let hold = json!({"place": "hold", "variables": {}});
    json!({"step": 0, "state": {"w1": free, "w2": free, "w3": free, "g": hold}})
}

fn after_ex12() -> Value {
    let done = json!({"place": "done", "variables": {"x": 1}});
    let delivered = json!({"place": "delivered", "variables": {}});
    json!({
        "step": 1, "interaction": "ex12",
        "changed": {"w1": done, "w2": done, "g": delivered},
    })
}

fn after_nt() -> Value {
    let hold = json!({"place": "hold", "variables": {}});
    json!({"step": 2, "interaction": "nt", "changed": {"g": hold}})
}

fn pending(interaction: &str, waiting: &[&str], open: u64) -> Value {
    json!({"pending": interaction, "waiting": waiting, "open": open})
}

fn complete() -> Value {
    json!({"pending": null, "waiting": [], "open": 0})
}

#[test]
fn table_1_is_reconstructed_step_by_step() {
    let here = directory("monitor-table");
    let events = [EX12, DELIVERED, NT, W2, W1];
    let rows = [
        vec![initial(), complete()],
        vec![initial(), pending("ex12", &["w1", "w2", "g"], 1)],
        vec![initial(), pending("ex12", &["w1", "w2"], 1)],
        vec![initial(), pending("ex12", &["w1", "w2"], 2)],
        vec![initial(), pending("ex12", &["w1"], 2)],
        vec![initial(), after_ex12(), pending("nt", &["g"], 1)],
    ];
    for (step, row) in rows.into_iter().enumerate() {
        assert_eq!(reconstructed(&here, &events[..step]), row, "step {step}");
    }
}

#[test]
fn the_witness_of_figure_6_is_known_once_all_have_ended() {
    let here = directory("monitor-figure");
    // The trace of examples 1 and 3, of which only the generator has ended.
    let events = [EX12, DELIVERED, NT];
    assert_eq!(reconstructed(&here, &events), [initial(), pending("ex12", &["w1", "w2"], 2)]);
    let witness = [initial(), after_ex12(), after_nt(), complete()];
    for ends in [[W1, W2, HOLD], [W2, HOLD, W1], [HOLD, W1, W2]] {
        assert_eq!(reconstructed(&here, &[&events[..], &ends].concat()), witness, "{ends:?}");
    }
    // The witness is that of the sequential run, in which each interaction ends at once.
    assert_eq!(reconstructed(&here, &[EX12, W1, W2, DELIVERED, NT, HOLD]), witness);
}

#[test]
fn example_8_gives_its_verdict_with_each_state() {
    let here = directory("monitor-verdicts");
    let monitor = |events: &[&str], more: &str| {
        let line = format!("monitor task.bip --log - --reconstruct --property distribution {more}");
        here.run_with_input(&line, &log(events))
    };
    let run = monitor(&[EX12, DELIVERED, NT, W2, W1], "");
    let found = lines(&run);
    let verdicts = json!({"distribution": "currently true"});
    assert_eq!([&found[0]["verdicts"], &found[1]["verdicts"]], [&verdicts, &verdicts]);
    assert_eq!(found[2], pending("nt", &["g"], 1));
    // The generator has not ended, so the run may go on.
    assert_eq!(
        (&found[3]["verdict"], &found[3]["reason"]),
        (&json!("unknown"), &json!("incomplete"))
    );
    assert_eq!(run.code, 3);
    let run = monitor(&[EX12, DELIVERED, NT, W2, W1, HOLD], "");
    let row = &lines(&run)[4];
    assert_eq!((&row["verdict"], run.code), (&json!("holds"), 0));
    assert_eq!(row["detail"]["verdict"], "currently true");
    assert_eq!(row["detail"]["at_end"], true);

    // Two workers execute three tasks, and the third one none.
    let mut events = Vec::new();
    let ends: Vec<String> = (1..=3)
        .flat_map(|x| {
            let end = move |worker, place| {
                format!(r#"{{"component":"{worker}","place":"{place}","variables":{{"x":{x}}}}}"#)
            };
            [end("w1", "done"), end("w2", "done"), end("w1", "free"), end("w2", "free")]
        })
        .collect();
    let ends: Vec<&str> = ends.iter().map(String::as_str).collect();
    for ends in ends.chunks(4) {
        let &[done1, done2, free1, free2] = ends else { unreachable!() };
        events.extend([EX12, DELIVERED, NT, HOLD, done1, done2]);
        events.extend([r#"{"interaction":"f1"}"#, free1, r#"{"interaction":"f2"}"#, free2]);
    }
    for semantics in ["ltlf", "ltl3", "rv-ltl"] {
        let run = monitor(&events, &format!("--semantics {semantics}"));
        let found = lines(&run);
        let before = if semantics == "ltl3" { "inconclusive" } else { "currently true" };
        for (step, line) in found[..13].iter().enumerate() {
            let verdict = if step < 9 { before } else { "false" };
            assert_eq!(line["verdicts"]["distribution"], verdict, "{semantics}, step {step}");
        }
        let row = &found[14];
        assert_eq!((&row["verdict"], run.code), (&json!("violated"), 1), "{semantics}");
        let detail = &row["detail"];
        assert_eq!(detail["semantics"], semantics);
        assert_eq!((&detail["step"], &detail["interaction"]), (&json!(9), &json!("ex12")));
        assert_eq!(detail["state"]["w1"], json!({"place": "done", "variables": {"x": 3}}));
        assert_eq!(detail["state"]["w3"], json!({"place": "free", "variables": {"x": 0}}));
    }
}

#[test]
fn what_was_reconstructed_before_a_wrong_event_stands() {
    let here = directory("monitor-wrong");
    let events = [EX12, DELIVERED, NT, W2, W1, HOLD, r#"{"interaction":"ex21"}"#, W1];
    let here = here.with("run.jsonl", &log(&events));
    let run = here.run("monitor task.bip --log run.jsonl --reconstruct");
    assert_eq!(lines(&run), [initial(), after_ex12(), after_nt()], "no last line follows");
    assert_eq!(run.code, 2);
    let first = run.errors.lines().next().unwrap();
    assert_eq!(
        first,
        "error[E1202]: run.jsonl: event 7: the system has no interaction called `ex21`"
    );
    // A verdict that was certain stands, others are not known.
    let run = here
        .program()
        .args(["monitor", "task.bip", "--log", "run.jsonl", "--format", "json"])
        .args(["--property", "F(w1@done)", "--property", "distribution"])
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    let rows = report["results"].as_array().unwrap();
    assert_eq!(rows[0]["verdict"], "holds");
    assert_eq!(
        (&rows[1]["verdict"], &rows[1]["reason"]),
        (&json!("unknown"), &json!("incomplete"))
    );
}

#[test]
fn events_that_the_model_does_not_allow_are_found_by_replaying() {
    let here = directory("monitor-replay");
    let events = [EX12, DELIVERED, W1, W2, NT, HOLD, EX12, DELIVERED, W1, W2];
    let here = here.with("run.jsonl", &log(&events));
    assert_eq!(here.run("monitor task.bip --log run.jsonl --reconstruct").code, 0);
    let run = here.run("monitor task.bip --log run.jsonl --reconstruct --replay");
    assert_eq!(lines(&run), [initial(), after_ex12(), after_nt()]);
    assert_eq!(run.code, 2);
    let first = run.errors.lines().next().unwrap();
    assert_eq!(
        first,
        "error[E1205]: run.jsonl: event 7: `ex12` cannot fire in the global state before it"
    );
}

#[test]
fn each_component_may_have_its_own_log() {
    let here = directory("monitor-files")
        .with("interactions.jsonl", &log(&[EX12, NT]))
        .with("workers.jsonl", &log(&[W2, W1]))
        .with(
            "generator.csv",
            "kind,name,place,variables\ncomponent,g,delivered,{}\ncomponent,g,hold,",
        );
    let names = ["interactions.jsonl", "workers.jsonl", "generator.csv"];
    for turn in 0..3 {
        let logs: String = (0..3).flat_map(|at| [" --log ", names[(turn + at) % 3]]).collect();
        let run = here.run(&format!("monitor task.bip --reconstruct{logs}"));
        // The last line of the CSV may be the beginning of a longer one.
        let witness = [initial(), after_ex12(), pending("nt", &["g"], 1)];
        assert_eq!(lines(&run), witness, "{logs}");
        assert_eq!(run.code, 0);
        let warning =
            "warning[W1201]: generator.csv: event 3: the last line is cut off; it is left out";
        assert_eq!(run.errors.lines().next(), Some(warning));
    }
}

#[test]
fn a_full_window_names_the_component_that_does_not_end() {
    let here = directory("monitor-window");
    let events = [EX12, DELIVERED, W2, NT, HOLD, r#"{"interaction":"f2"}"#];
    let run = here.run_with_input(
        "monitor task.bip --log - --reconstruct --window 2 --property distribution",
        &log(&events),
    );
    let found = lines(&run);
    assert_eq!(found[1], pending("ex12", &["w1"], 2));
    assert_eq!((&found[2]["verdict"], &found[2]["reason"]), (&json!("unknown"), &json!("memory")));
    assert_eq!(run.code, 3);
    let line = "monitor task.bip --log - --window 2 --property distribution";
    let run = here.run_with_input(line, &log(&events));
    assert!(
        run.output.contains("more than 2 interactions are open: `w1` does not end"),
        "{}",
        run.output
    );
    assert_eq!(run.code, 3);
}

#[test]
fn a_log_can_be_compared_with_the_model_alone() {
    let here = directory("log_replay_alone");
    here.run("run task.bip --interactions 20 --seed 1 --log run.jsonl --unmonitored");
    let text = here.read("task.bip").replace("//# ", "// ");
    let here = here.with("plain.bip", &text);
    let run = here.run("monitor plain.bip --log run.jsonl --replay");
    assert_eq!(run.code, 0, "{}", run.errors);
    let nothing = here.run("monitor plain.bip --log run.jsonl");
    assert_eq!(nothing.code, 2);
    assert!(nothing.errors.contains("nothing to do"), "{}", nothing.errors);
}

#[test]
fn a_name_that_is_none_comes_with_those_of_the_file() {
    let here = directory("mistyped_property").with("run.jsonl", "");
    let run = here.run("monitor task.bip --log run.jsonl --property distributon");
    assert_eq!(run.code, 2);
    let names = "the properties of the file are `distribution`";
    assert!(run.errors.contains(names), "{}", run.errors);
}

#[test]
fn logs_without_events_say_nothing_of_a_run() {
    let here = directory("monitor-empty")
        .with("none.jsonl", "")
        .with("blank.jsonl", "\n \n")
        .with("head.csv", "kind,name,place,variables\n")
        .with("ends.csv", "");
    for logs in ["none.jsonl", "blank.jsonl", "head.csv", "none.jsonl --log ends.csv"] {
        let line = format!("monitor task.bip --property distribution --log {logs}");
        let run = here.run(&line);
        assert_eq!(run.code, 3, "{line}: {}{}", run.output, run.errors);
        let words = "distribution unknown (empty) (ltlf): nothing was read (no line has an event)";
        assert!(run.output.contains(words), "{}", run.output);
        assert!(run.output.contains("--allow-empty"), "{}", run.output);
        let run = here.run(&format!("{line} --allow-empty"));
        assert_eq!(run.code, 0, "{line}: {}{}", run.output, run.errors);
    }
    let run = here.run("monitor task.bip --property F(w1@free) --log none.jsonl");
    assert_eq!(run.code, 3, "{}{}", run.output, run.errors);
    // What is wrong in the initial state is wrong in each run.
    let run = here.run("monitor task.bip --property G(w1@done) --log none.jsonl");
    assert_eq!(run.code, 1, "{}{}", run.output, run.errors);
    assert_eq!(here.run("monitor task.bip --replay --log none.jsonl").code, 3);
    assert_eq!(here.run("monitor task.bip --replay --allow-empty --log none.jsonl").code, 0);
}

#[test]
fn a_mark_before_a_log_is_passed_over_and_a_variable_stands_once() {
    let twice = r#"{"component":"w1","place":"done","variables":{"x":1,"x":2}}"#;
    let here = directory("monitor-marks")
        .with("mark.jsonl", &format!("\u{feff}{}", log(&[EX12, DELIVERED, W1, W2])))
        .with("mark.csv", "\u{feff}kind,name,place,variables\ninteraction,ex12,,\n")
        .with("twice.jsonl", &log(&[EX12, twice]));
    let run = here.run("monitor task.bip --property distribution --log mark.jsonl");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    let run = here.run("monitor task.bip --property distribution --log mark.csv");
    assert_eq!(run.code, 3, "{}{}", run.output, run.errors);
    let run = here.run("monitor task.bip --property distribution --log twice.jsonl");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("event 2: the variable `x` stands twice"), "{}", run.errors);
    // The row says what makes the exit code.
    let words = "twice.jsonl: event 2: the variable `x` stands twice";
    assert!(run.output.contains(words), "{}", run.output);
}
