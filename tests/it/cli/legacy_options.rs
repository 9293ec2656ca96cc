//! The words of the ancestor, in any mix and order.

use crate::support::program::{CROSSING, Directory, STREAM, finish};

#[test]
fn words_stand_before_and_after_the_models_in_any_order() {
    let here = Directory::of_models("words_in_any_order");
    let reference = here.run("-isrsc -counter -fifo crossing.scm");
    assert_eq!(reference.code, 1);
    assert!(reference.output.contains("conflict cycle"), "{}", reference.output);
    let words = ["-isrsc", "-counter", "-fifo", "crossing.scm"];
    for first in 0..4 {
        for second in (0..4).filter(|&second| second != first) {
            let rest: Vec<usize> = (0..4).filter(|i| ![first, second].contains(i)).collect();
            for order in [[first, second, rest[0], rest[1]], [first, second, rest[1], rest[0]]] {
                let line = order.map(|index| words[index]).join(" ");
                let run = here.run(&line);
                assert_eq!((run.code, &run.output), (1, &reference.output), "{line}");
            }
        }
    }
}

#[test]
fn without_counter_there_is_a_hint_and_no_counterexample() {
    let here = Directory::of_models("without_counter");
    let run = here.run("-isrsc crossing.scm");
    assert_eq!(run.code, 1);
    assert_eq!(
        run.output,
        "crossing.scm: rsc violated: `a` and `b` cross: each is sent before the other is received \
         (`p` sends `a` at line 9, `q` sends `b` at line 16)\n  \
         borderline violation of 2 communications, 4 actions; shortest, replayed; peer-to-peer, fifo; \
         see: scm-check explain rsc\n  add -counter to see it\n"
    );
    assert_eq!(here.run("-isrsc stream.scm").code, 0);
}

#[test]
fn several_models_have_a_line_each() {
    let here = Directory::of_models("several_models");
    let run = here.run("stream.scm -isrsc crossing.scm");
    assert_eq!(run.code, 1);
    let first: Vec<&str> =
        run.output.lines().map(|line| line.split(['(', '`']).next().unwrap().trim_end()).collect();
    let hint = "  add -counter to see it";
    assert_eq!(first, ["stream.scm: rsc holds", "crossing.scm: rsc violated:", hint]);
    assert!(!here.run("stream.scm -isrsc stream.scm").output.contains("counter"));
}

#[test]
fn many_models_end_with_a_summary() {
    let here = Directory::of_models("many_models");
    let line = "stream.scm ".repeat(19);
    let run = here.run(&format!("-isrsc {line} crossing.scm"));
    assert!(run.output.ends_with("see it\n20 models: 19 holds, 1 violated\n"), "{}", run.output);
}

#[test]
fn fifo_overrides_the_bags_of_the_file() {
    let bags = format!("//# bag_buffers = 0\n{STREAM}");
    let here = Directory::new("fifo_overrides").with("bags.scm", &bags);
    assert!(here.run("-isrsc bags.scm").output.contains(", bag)"));
    assert!(here.run("-isrsc -fifo bags.scm").output.contains(", fifo)"));
    assert!(here.run("rsc -fifo bags.scm").output.contains(", fifo)"));
}

#[test]
fn the_word_for_reachability_asks_for_each_bad_state() {
    let bad =
        format!("{STREAM}bad_states :\n(automaton p : in 0 : true)\n(automaton q : in 0 : true)\n");
    let here = Directory::new("reachability").with("bad.scm", &bad).with("stream.scm", STREAM);
    let run = here.run("-mc -isrsc bad.scm");
    assert_eq!(run.code, 1);
    for property in ["bad_states/1", "bad_states/2"] {
        let line = format!("bad.scm: {property} violated");
        assert!(run.output.contains(&line), "{}", run.output);
    }
    assert!(run.output.contains("bad.scm: rsc holds"), "{}", run.output);
    for line in ["-mc stream.scm", "reach stream.scm", "-isrsc -mc bad.scm stream.scm"] {
        let run = here.run(line);
        assert_eq!(run.code, 2, "{line}: {}", run.output);
        let line = "stream.scm: bad_states error: the model states no bad states, so nothing is";
        assert!(run.output.contains(line), "{}", run.output);
    }
    for line in ["-mc --allow-none stream.scm", "reach --allow-none stream.scm"] {
        let run = here.run(line);
        assert_eq!(run.code, 0, "{line}: {}", run.output);
        let line = "stream.scm: bad_states holds: the model states no bad states";
        assert!(run.output.contains(line), "{}", run.output);
    }
    assert_eq!(here.run("check stream.scm").code, 0, "what it asks does not depend on bad states");
}

#[test]
fn drawings_go_to_standard_output_or_into_a_file() {
    let here = Directory::of_models("drawings");
    let run = here.run("-to_dot crossing.scm");
    assert_eq!(run.code, 0);
    assert!(run.output.starts_with("digraph \"crossing\" {"), "{}", run.output);
    assert!(run.output.contains("p->q ! a"), "{}", run.output);
    let run = here.run("crossing.scm -to_dot=both.dot stream.scm -isrsc");
    assert_eq!(run.code, 1);
    assert!(!run.output.contains("digraph"), "{}", run.output);
    assert_eq!(here.read("both.dot").matches("digraph").count(), 2);
    assert_eq!(here.run("-to_dot=crossing.scm crossing.scm").code, 2, "an input is not destroyed");
    assert_eq!(here.read("crossing.scm"), CROSSING);
    let here = here.with("wrong.scm", "scm wrong\n");
    assert_eq!(here.run("-to_dot=both.dot wrong.scm").code, 2);
    assert_eq!(here.read("both.dot").matches("digraph").count(), 2, "nothing was drawn");
    assert_eq!(here.run("-isrsc -to_dot=missing/x.dot stream.scm").code, 2);
}

#[test]
fn misspelt_words_are_answered_with_the_right_one() {
    let here = Directory::of_models("misspelt_words");
    for (word, meant) in [
        ("-is-rsc", "-isrsc"),
        ("-isrcs", "-isrsc"),
        ("-todot", "-to_dot"),
        ("-fif", "-fifo"),
        ("-counters", "-counter"),
        ("-timeout", "--timeout"),
        ("-help", "--help"),
        ("--isrsc", "-isrsc"),
        ("--mc", "-mc"),
        ("--to_dot", "-to_dot"),
    ] {
        let run = here.run(&format!("{word} crossing.scm"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{word}");
        assert!(run.errors.contains(&format!("did you mean `{meant}`?")), "{}", run.errors);
    }
    let run = here.run("-isrsc -frobnicate crossing.scm");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("-isrsc -mc -fifo -counter -to_dot"), "{}", run.errors);
}

#[test]
fn words_end_at_two_dashes() {
    let here = Directory::new("two_dashes").with("-isrsc", STREAM);
    assert_eq!(here.run("-isrsc -- -isrsc").code, 0);
}

#[test]
fn words_go_with_modern_options() {
    let here = Directory::of_models("modern_options");
    let run = here.run("--max-states 1 -isrsc crossing.scm -j2");
    assert_eq!(run.code, 3, "{}{}", run.output, run.errors);
    assert_eq!(here.run("-isrsc --bag crossing.scm").code, 1);
    assert_eq!(here.run("-isrsc -fifo --bag crossing.scm").code, 2);
}

#[test]
fn a_word_and_a_command_are_refused_together() {
    let here = Directory::of_models("word_and_command");
    let run = here.run("rsc -isrsc crossing.scm");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("`-isrsc` does not go with the command `rsc`"), "{}", run.errors);
}

#[test]
fn a_model_alone_is_checked_but_by_its_ancestor_asked_nothing() {
    let here = Directory::of_models("model_alone");
    let run = here.run("crossing.scm");
    assert_eq!((run.code, run.output), (0, here.run("check crossing.scm").output));
    let run = here.run("-fifo crossing.scm");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("scm-check rsc crossing.scm"), "{}", run.errors);
    for line in ["-counter", "-isrsc", "-isrsc --help"] {
        let run = here.run(line);
        let text = run.output + &run.errors;
        assert!(!text.contains("legacy-words"), "{line}: {text}");
        assert!(text.contains("-isrsc"), "{line}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_called_rescu_takes_the_words_only() {
    let here = Directory::of_models("rescu");
    let link = here.path("rescu");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_scm-check"), &link).unwrap();
    let rescu = |line: &str| {
        let mut command = std::process::Command::new(&link);
        finish(command.current_dir(here.path("")).args(line.split_whitespace()))
    };
    assert_eq!(rescu("crossing.scm -isrsc").code, 1);
    assert_eq!(rescu("-isrsc -fifo stream.scm").code, 0);
    let run = rescu("-isrsc --format json stream.scm");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("`--format` is an option of scm-check"), "{}", run.errors);
    let run = rescu("rsc stream.scm");
    assert_eq!(run.code, 2, "`rsc` is a file for the ancestor");
    assert_eq!(rescu("--help").code, 0);
}

#[test]
fn words_may_be_repeated() {
    let here = Directory::of_models("repeated_words");
    assert_eq!(here.run("-isrsc -isrsc -fifo -fifo stream.scm").code, 0);
    assert_eq!(here.run("rsc --fifo --fifo --max-states 1 --max-states 100 stream.scm").code, 0);
}

#[test]
fn a_drawing_never_gets_in_the_way() {
    let here = Directory::of_models("drawing_mistakes").with("x.dot", "digraph {}\n");
    for (line, words) in [
        ("-to_dot= crossing.scm", "`-to_dot=` names no file"),
        ("-to_dot x.dot crossing.scm", "to draw into it: -to_dot=x.dot"),
        ("-to_dot --format json crossing.scm", "say where the drawing goes: -to_dot=FILE"),
        ("-isrsc -to_dot=y -o y crossing.scm", "cannot be the same file"),
    ] {
        let run = here.run(line);
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{line}");
        assert!(run.errors.contains(words), "{line}: {}", run.errors);
    }
    assert_eq!(here.read("x.dot"), "digraph {}\n");
}
