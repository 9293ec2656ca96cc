//! Pictures on the command line.

use crate::program::{CROSSING, Directory, STREAM};

#[test]
fn every_subject_is_drawn_in_every_form() {
    let here = Directory::new("draw").with("m.scm", CROSSING);
    let subjects =
        ["system", "automaton -p p", "rsc", "bv", "product", "action-graph", "conflict-graph"];
    for what in subjects {
        let run = here.run(&format!("draw m.scm --what {what}"));
        assert_eq!(run.code, 0, "{what}: {}", run.errors);
        assert!(run.output.starts_with("digraph"), "{what}: {}", run.output);
        let run = here.run(&format!("draw m.scm --what {what} -o m.svg"));
        assert_eq!((run.code, run.output.as_str()), (0, ""), "{what}");
        roxmltree::Document::parse(&here.read("m.svg")).unwrap();
        let run = here.run(&format!("draw m.scm --what {what} --format json"));
        let is_automaton = !what.ends_with("graph");
        assert_eq!(run.code, if is_automaton { 0 } else { 2 }, "{what}");
        if is_automaton && what != "system" {
            let read: serde_json::Value = serde_json::from_str(&run.output).unwrap();
            assert_eq!(read["schema"], "scm-check/automaton", "{what}");
            let names = read["names"].as_array().unwrap().len() as u64;
            assert_eq!(read["states"].as_u64(), Some(names), "{what}");
        }
    }
}

#[test]
fn what_is_too_large_is_not_drawn_by_halves() {
    let here = Directory::new("draw_large").with("m.scm", CROSSING);
    let run = here.run("draw m.scm --what rsc --max-states 3");
    assert_eq!((run.code, run.output.as_str()), (3, ""));
    assert!(run.errors.contains("unknown (states)"), "{}", run.errors);
}

#[test]
fn what_is_not_there_is_not_drawn() {
    let here = Directory::new("draw_nothing").with("m.scm", STREAM);
    for words in [
        "--what ep",
        "--what automaton",
        "--what automaton -p x",
        "--what conflict-graph --property rsc",
        "--what product --property progress",
    ] {
        let run = here.run(&format!("draw m.scm {words}"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{words}: {}", run.errors);
    }
}

/// Draws a bundled model as DOT or JSON.
fn figure(model: &str, words: &str) -> String {
    let text =
        std::fs::read_to_string(format!("{}/models/paper/{model}.scm", env!("CARGO_MANIFEST_DIR")));
    let here = Directory::new(&format!("draw_{model}")).with("m.scm", &text.unwrap());
    let run = here.run(&format!("draw m.scm {words}"));
    assert_eq!(run.code, 0, "{model} {words}: {}", run.errors);
    run.output
}

#[test]
fn figures_of_the_source() {
    let figures = [
        ("2.1", "logged_client_server", "--what system"),
        ("3.1b", "crossing_messages", "--what action-graph"),
        ("3.1b_complete", "crossing_messages", "--what action-graph --complete"),
        ("3.1c", "crossing_messages", "--what conflict-graph"),
        ("3.3", "client_and_server_logging", "--what system"),
        ("3.4b", "alternating_reader", "--what rsc"),
        ("3.5", "crossing_messages", "--what rsc"),
        ("3.6", "unbounded_stream", "--what system"),
        ("3.7", "straight_lines_fifo", "--what conflict-graph"),
        ("3.8", "eager_not_rsc", "--what system"),
        ("4.2", "crossing_messages", "--what bv"),
        ("4.3", "alternating_reader", "--what bv"),
        ("4.5", "three_equal_queues", "--what system"),
        ("4.7", "alternating_reader", "--what ep"),
    ];
    for (number, model, words) in figures {
        insta::assert_snapshot!(format!("figure_{number}_dot"), figure(model, words));
        if ["rsc", "bv", "ep"].iter().any(|what| words.ends_with(what)) {
            let json = figure(model, &format!("{words} --format json"));
            insta::assert_snapshot!(format!("figure_{number}_json"), json);
        }
    }
}
