//! What is unknown for one reason is said once to people, and of each property to programs.

use std::fmt::Write as _;

use crate::support::program::{Directory, STREAM, json_of};

/// Three participants that send and receive without end, and three bad states, which are far.
fn growing() -> String {
    let mut text = "scm growing :\nnb_channels = 3 ;\nparameters :\nint a ;\n".to_owned();
    for own in 0..3 {
        write!(text, "automaton p{own} :\ninitial : 0\n").unwrap();
        for state in 0..9 {
            let (next, other) = ((state + 1) % 9, (own + 1) % 3);
            write!(text, "state {state} :\nto {next} : when true , {own} ! a ;\n").unwrap();
            writeln!(text, "to {state} : when true , {other} ? a ;").unwrap();
        }
    }
    text += "bad_states :\n";
    for state in 6..9 {
        let [p, q] = [0, 1].map(|own| format!("automaton p{own} : in {state} : true"));
        writeln!(text, "({p} {q} automaton p2 : in 8 : true)").unwrap();
    }
    text
}

fn directory(test: &str) -> Directory {
    Directory::new(test).with("a.scm", &growing()).with("b.scm", &growing()).with("c.scm", STREAM)
}

const WHY: &str = "the limit of 20 states was reached";

#[test]
fn the_same_reason_is_said_once_for_each_model() {
    let here = directory("joined");
    let bad = "bad_states/1, bad_states/2, bad_states/3";
    let safety = "unspecified-reception, progress, orphan-message, reception-deadlock";
    for (line, names) in [
        ("reach a.scm", bad.to_owned()),
        ("reach -q a.scm c.scm --allow-none", bad.to_owned()),
        ("safety --all a.scm c.scm -q", safety.to_owned()),
        ("safety --all a.scm", safety.to_owned()),
        ("-mc a.scm", bad.to_owned()),
        ("-mc -counter a.scm", bad.to_owned()),
        ("-isrsc -mc a.scm c.scm --allow-none", format!("rsc, {bad}")),
    ] {
        let run = here.run(&format!("{line} --max-states 20"));
        assert_eq!(run.code, 3, "{line}: {}", run.errors);
        let first = run.output.lines().next().unwrap();
        assert_eq!(first, format!("a.scm: {names} unknown (states): {WHY}"), "{line}");
        assert_eq!(run.output.matches(WHY).count(), 1, "{line}: {}", run.output);
    }
    let both = here.run("reach -q a.scm b.scm --max-states 20");
    assert_eq!(both.output.matches(&format!("{bad} unknown (states): {WHY}\n")).count(), 2);
}

#[test]
fn programs_get_a_result_for_each_property() {
    let here = directory("joined_json");
    for (form, results) in [("json", 4), ("ndjson", 4)] {
        let run = here.run(&format!("reach a.scm --max-states 20 --format {form}"));
        let count = match form {
            "json" => json_of(&run.output)["results"].as_array().unwrap().len(),
            _ => run.output.lines().map(json_of).count(),
        };
        assert_eq!(count, results, "{form}");
    }
}

#[test]
fn written_witnesses_change_no_word() {
    let here = directory("joined_apart");
    let run = here.run("reach a.scm --max-states 20 --witness out");
    assert_eq!(run.output.matches(WHY).count(), 1, "{}", run.output);
}
