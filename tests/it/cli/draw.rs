//! Pictures on the command line.

use crate::support::program::{CROSSING, Directory, STREAM};

#[test]
fn every_subject_is_drawn_in_every_form() {
    let here = Directory::new("draw").with("m.scm", CROSSING);
    let subjects = [
        "system",
        "automaton -p p",
        "topology",
        "rsc",
        "bv",
        "product",
        "action-graph",
        "conflict-graph",
    ];
    for what in subjects {
        let run = here.run(&format!("draw m.scm --what {what}"));
        assert_eq!(run.code, 0, "{what}: {}", run.errors);
        assert!(run.output.starts_with("digraph"), "{what}: {}", run.output);
        let run = here.run(&format!("draw m.scm --what {what} -o m.svg"));
        assert_eq!((run.code, run.output.as_str()), (0, ""), "{what}");
        roxmltree::Document::parse(&here.read("m.svg")).unwrap();
        let run = here.run(&format!("draw m.scm --what {what} --format json"));
        let is_automaton = !what.ends_with("graph") && what != "topology";
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

/// The execution of Example 2.4.2.
const TWO_SENDERS: &str = "--run p!v1,r!v2,q?v1,q?v2,q!v3";
/// The execution of Example 3.1.2 that can be reordered to be RSC.
const REORDERED: &str = "--run client!req,server?req,server!res,client?res,client!ack_server,\
                         client!log_client,database?log_client,server?ack_server,\
                         database!ack_database,server!log_server,client?ack_database,client!req,\
                         database?log_server";

#[test]
fn figures_of_the_source() {
    let two_senders = |words| format!("{words} {TWO_SENDERS}");
    let reordered = |words| format!("{words} {REORDERED}");
    let plain = str::to_owned;
    let figures = [
        ("2.1", "logged_client_server", plain("--what system")),
        ("2.2", "two_senders_one_mailbox", two_senders("--what witness")),
        ("2.3", "two_senders_one_mailbox", two_senders("--what action-graph")),
        ("2.4", "two_senders_one_mailbox", two_senders("--what action-graph --complete")),
        ("2.5", "two_senders_one_mailbox", two_senders("--what conflict-graph --complete")),
        ("3.1a", "crossing_messages", plain("--what system")),
        ("3.1b", "crossing_messages", plain("--what action-graph")),
        ("3.1b_complete", "crossing_messages", plain("--what action-graph --complete")),
        ("3.1c", "crossing_messages", plain("--what conflict-graph")),
        ("3.2a", "client_and_server_logging", reordered("--what action-graph")),
        ("3.2b", "client_and_server_logging", reordered("--what conflict-graph")),
        ("3.3", "client_and_server_logging", plain("--what system")),
        ("3.4a", "alternating_reader", plain("--what system")),
        ("3.4b", "alternating_reader", plain("--what rsc")),
        ("3.5", "crossing_messages", plain("--what rsc")),
        ("3.6", "unbounded_stream", plain("--what system")),
        ("3.7", "straight_lines_fifo", plain("--what conflict-graph")),
        ("3.7_chart", "straight_lines_fifo", plain("--what witness")),
        ("3.8", "eager_not_rsc", plain("--what system")),
        ("4.2", "crossing_messages", plain("--what bv")),
        ("4.3", "alternating_reader", plain("--what bv")),
        ("4.5", "three_equal_queues", plain("--what system")),
        ("4.6", "same_last_message", plain("--what ep")),
        ("4.7", "alternating_reader", plain("--what ep")),
    ];
    for (number, model, words) in figures {
        let form = if words.contains("witness") { "text" } else { "dot" };
        insta::assert_snapshot!(format!("figure_{number}_{form}"), figure(model, &words));
        if ["rsc", "bv", "ep"].iter().any(|what| words.ends_with(what)) {
            let json = figure(model, &format!("{words} --format json"));
            insta::assert_snapshot!(format!("figure_{number}_json"), json);
        }
    }
}

#[test]
fn a_witness_is_drawn_as_text_svg_and_json() {
    let here = Directory::new("draw_witness").with("m.scm", CROSSING);
    // A property or steps ask for an execution, and the ending of the file for a form.
    let text = here.run("draw m.scm --property rsc");
    assert_eq!((text.code, text.errors.as_str()), (0, ""));
    assert!(text.output.starts_with("m.scm: rsc violated in 4 steps\n\n"), "{}", text.output);
    assert!(text.output.contains("conflict cycle"), "{}", text.output);
    assert_eq!(here.run("draw m.scm --property rsc -o w.txt").output, "");
    assert_eq!(here.read("w.txt"), text.output);
    // The chart is that of --witness.
    here.run("rsc m.scm --witness w");
    assert_eq!(here.run("draw m.scm --property rsc -o w.svg").code, 0);
    assert_eq!(here.read("w.svg"), here.read("w/m.rsc.svg"));
    assert_eq!(here.run("draw m.scm --property rsc -o w.json").code, 0);
    assert_eq!(here.read("w.json"), here.read("w/m.rsc.json"));
    assert_eq!(here.run("replay w.json m.scm").code, 0);
    // Without a word on the property the first violated one is drawn, and named.
    let first = here.run("draw m.scm --what witness");
    assert_eq!((first.code, first.output), (0, text.output));
    assert_eq!(first.errors, "note: m.scm: this is the witness of rsc\n");
    let given = here.run("draw m.scm --run p!a,q?a");
    assert!(given.output.starts_with("m.scm: 2 steps\n\n"), "{}{}", given.output, given.errors);
    assert_eq!(here.run("draw m.scm --property rsc --format dot").code, 2);
    let automata = here.run("draw m.scm --what system --format text");
    assert!(automata.output.starts_with("p\n  > 0  p->q ! a  -> 1\n"), "{}", automata.output);
    assert_eq!(here.run("draw m.scm --run p!a,q?a --format json").code, 2);
}

#[test]
fn why_there_is_no_witness_is_said() {
    let here = Directory::new("draw_no_witness").with("m.scm", STREAM);
    let none = here.run("draw m.scm --what witness");
    assert_eq!((none.code, none.output.as_str()), (2, ""));
    assert!(none.errors.contains("nothing is violated"), "{}", none.errors);
    let random = here.run("draw m.scm --what action-graph");
    assert_eq!(random.code, 0);
    assert!(random.errors.contains("this is a random run"), "{}", random.errors);
    let text = std::fs::read_to_string(format!(
        "{}/models/beyond/equally_many.scm",
        env!("CARGO_MANIFEST_DIR")
    ));
    let here = Directory::new("draw_undecided").with("m.scm", &text.unwrap());
    let unknown = here.run("draw m.scm --property bad_states/1");
    assert_eq!((unknown.code, unknown.output.as_str()), (3, ""));
    assert!(unknown.errors.contains("unknown (undecidable)"), "{}", unknown.errors);
}

#[test]
fn pixels_are_drawn_by_a_program_that_can() {
    let here = Directory::new("draw_png").with("m.scm", CROSSING);
    let run = here.run("draw m.scm --property rsc -o m.png");
    if cfg!(not(feature = "png")) {
        assert_eq!(run.code, 2);
        assert!(run.errors.contains("without the feature png"), "{}", run.errors);
        return;
    }
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    here.run("rsc m.scm --witness w");
    assert_eq!(here.run("draw m.scm --what system -o s.png").code, 0);
    for file in ["m.png", "w/m.rsc.png", "s.png"] {
        let bytes = std::fs::read(here.path(file)).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{file}");
        assert!(bytes.ends_with(b"IEND\xaeB`\x82"), "{file}");
    }
}

#[test]
fn what_says_nothing_about_the_picture_is_refused() {
    let here = Directory::new("draw_idle").with("m.scm", CROSSING);
    for words in [
        "-p p",
        "--what rsc -p p",
        "--what system --run p!a",
        "--what system --property rsc",
        "--what witness --complete",
        "-o m.pdf",
    ] {
        let run = here.run(&format!("draw m.scm {words}"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{words}: {}", run.errors);
    }
}

#[test]
fn a_property_may_name_the_reading_of_the_channels() {
    let here = Directory::new("draw_reading").with("m.scm", CROSSING);
    let named = here.run("draw m.scm --property rsc[bag]");
    let given = here.run("draw m.scm --property rsc --bag");
    assert_eq!((named.code, &named.output), (0, &given.output), "{}", named.errors);
}

#[test]
fn steps_that_are_no_run_of_the_model_are_drawn_and_told() {
    let here = Directory::new("draw_no_run").with("m.scm", CROSSING);
    let run = here.run("draw m.scm --run q?a");
    assert_eq!(run.code, 0);
    assert!(run.errors.contains("no run of the model: it stops at step 1"), "{}", run.errors);
}

#[test]
#[cfg(unix)]
fn a_model_is_never_overwritten_by_any_of_its_names() {
    let here = Directory::new("draw_links").with("m.scm", CROSSING);
    std::fs::hard_link(here.path("m.scm"), here.path("hard.svg")).unwrap();
    std::os::unix::fs::symlink(here.path("m.scm"), here.path("soft.svg")).unwrap();
    for words in ["draw m.scm -o hard.svg", "draw m.scm -o soft.svg", "rsc m.scm -o hard.svg"] {
        let run = here.run(words);
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{words}: {}", run.errors);
        assert_eq!(here.read("m.scm"), CROSSING, "{words}");
    }
}
