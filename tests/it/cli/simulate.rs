//! `simulate`: runs at random, by given steps, and choice by choice.

use std::fs;
use std::path::Path;

use crate::support::program::{CROSSING, Directory, Finished, MALFORMED, STREAM};

/// Returns a model of the tour.
pub(crate) fn tour(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/tour").join(name);
    fs::read_to_string(path).unwrap()
}

fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("upload.scm", &tour("upload.scm"))
        .with("crossing.scm", CROSSING)
        .with("stream.scm", STREAM)
}

/// The output of a run that ends well.
fn shown(run: Finished) -> String {
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{}", run.output);
    run.output
}

#[test]
fn a_random_run_is_drawn_and_judged() {
    let here = directory("random_run");
    insta::assert_snapshot!(shown(here.run("simulate --seed 3 --steps 9 upload.scm")));
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let here = directory("seeds");
    let run = |seed: u32| shown(here.run(&format!("simulate --seed {seed} upload.scm")));
    assert_eq!(run(5), run(5));
    assert_eq!(run(0), shown(here.run("simulate upload.scm")));
    assert!((1..20).any(|seed| run(seed).lines().skip(8).ne(run(0).lines().skip(8))));
}

#[test]
fn a_run_ends_where_nothing_is_possible() {
    let here = directory("run_ends");
    let output = shown(here.run("simulate --seed 1 crossing.scm"));
    assert!(output.contains("random, seed 1; nothing more is possible\n"), "{output}");
    assert!(output.contains("ended: all participants are in final states\n"), "{output}");
    let output = shown(here.run("simulate --steps 3 stream.scm"));
    assert!(output.contains("random, seed 0; left off after 3 steps\n"), "{output}");
    let output = shown(here.run("simulate --steps 0 stream.scm"));
    assert!(output.starts_with("stream.scm: 0 steps: well-formed, RSC as written\n"), "{output}");
}

#[test]
fn a_borderline_violation_is_recognised() {
    let here = directory("given_violation");
    insta::assert_snapshot!(shown(here.run("simulate --run p!a,q!b,p?b,q?a crossing.scm")));
}

#[test]
fn a_synchronous_order_can_be_pasted() {
    let here = directory("given_reordering");
    let output = shown(here.run("simulate --run client!req,client!cancel,server?req upload.scm"));
    insta::assert_snapshot!(output);
    let order = output.lines().skip_while(|line| !line.contains("synchronous order")).nth(1);
    let steps = order.unwrap().split_whitespace().collect::<Vec<_>>().join(",");
    let output = shown(here.run(&format!("simulate --run {steps} upload.scm")));
    assert!(output.starts_with("upload.scm: 3 steps: well-formed, RSC as written\n"), "{output}");
}

#[test]
fn what_the_automata_cannot_do_is_analysed_all_the_same() {
    let here = directory("given_departure");
    let steps = "p!a,q?a,q!b,p?b,q:1?b";
    insta::assert_snapshot!(shown(here.run(&format!("simulate --run {steps} crossing.scm"))));
    let output = shown(here.run("simulate -q --run q?a crossing.scm"));
    let expected =
        "crossing.scm: 1 step: ill-formed, so not RSC; the automata cannot follow step 1\n";
    assert_eq!(output, expected);
}

#[test]
fn channels_can_be_read_otherwise() {
    let here = directory("given_channels");
    let model =
        ["!", "?"].iter().fold(STREAM.replace("int a ;", "int a ;\nint b ;"), |text, does| {
            let transition = |message| format!("to 0 : when true , 0 {does} {message} ;\n");
            text.replace(&transition("a"), &(transition("a") + &transition("b")))
        });
    let here = here.with("two.scm", &model);
    let line = |option: &str| {
        let steps = "p!a,p!b,q?b,q?a";
        let output = shown(here.run(&format!("simulate --run {steps} {option} two.scm")));
        output.lines().next().unwrap().to_owned()
    };
    let stops = "; the automata cannot follow step 3";
    assert_eq!(line("--fifo"), format!("two.scm: 4 steps: ill-formed, so not RSC{stops}"));
    // The bag gives b first, but p and q order the two messages in opposite ways.
    let overtaken = "two.scm: 4 steps: well-formed, not causally RSC: a borderline violation";
    assert_eq!(line("--bag"), overtaken);
}

#[test]
fn steps_are_chosen_from_numbers_with_undo() {
    let here = directory("interactive");
    let answers = "1\n2\nx\n9\nu\n2\nr\nU\nq\n";
    insta::assert_snapshot!(shown(
        here.run_with_input("simulate --interactive upload.scm", answers)
    ));
}

#[test]
fn a_dialogue_ends_with_its_input_and_where_nothing_is_possible() {
    let here = directory("interactive_ends");
    let output = shown(here.run_with_input("simulate --interactive crossing.scm", "u\n1\n1"));
    assert!(output.contains("  there is nothing to undo\n"), "{output}");
    assert!(output.contains("crossing.scm: 2 steps: well-formed, RSC as written\n"), "{output}");
    let answers = "1\n1\n1\n1\n1\nr\nu\nq\n";
    let output = shown(here.run_with_input("simulate --interactive crossing.scm", answers));
    assert!(output.contains("nothing is possible\nu undo, q finish > 1\n"), "{output}");
    assert!(output.contains("  `1` is none of u, q\n"), "{output}");
    assert!(output.contains("crossing.scm: 3 steps:"), "{output}");
    let run = here.run_with_input("simulate --interactive crossing.scm -o run.txt", "1\nq\n");
    assert!(!shown(run).contains("crossing.scm"));
    assert!(here.read("run.txt").starts_with("crossing.scm: 1 step: well-formed"));
}

#[test]
fn who_may_start_in_several_states_is_asked_where() {
    let model =
        STREAM.replacen("initial : 0\nstate 0 :", "initial : 0, 1\nstate 1 :\nstate 0 :", 1);
    let here = directory("interactive_start").with("two.scm", &model);
    let output = shown(here.run_with_input("simulate --interactive two.scm", "2\nq\n"));
    assert!(output.contains("    2  p starts in state 1\n"), "{output}");
    assert!(output.contains("  p=1, q=0; stable: all channels are empty\n"), "{output}");
    let output = shown(here.run("simulate --run p!a two.scm"));
    assert!(output.contains("\n  the run begins with p in 0\n"), "{output}");
}

#[test]
fn a_bad_end_is_said() {
    let model = tour("impatient_client.scm");
    let here = directory("bad_end").with("m.scm", &model);
    let steps = "client!request,server?request,server!answer,client->3";
    let output = shown(here.run(&format!("simulate --run {steps} m.scm")));
    assert!(output.contains("    bad: in bad_states/1\n"), "{output}");
    let here = here.with("login.scm", &tour("login.scm"));
    let steps = "client!user,server?user,server!denied";
    let output = shown(here.run(&format!("simulate --run {steps} login.scm")));
    assert!(
        output.contains("    violates unspecified-reception: `client` waits for ever: "),
        "{output}"
    );
    assert!(
        output.contains("    deadlocked: nothing is possible, and `client` is not"),
        "{output}"
    );
}

#[test]
fn misspelt_steps_are_refused_with_what_may_be_meant() {
    let here = directory("misspelt_steps");
    let two = "scm two :\nnb_channels = 2 ;\nparameters :\nint a ;\nautomaton p :\ninitial : 0\n\
               state 0 :\nto 0 : when true , 0 ! a ;\nto 0 : when true , 1 ! a ;\n";
    let here = here.with("two.scm", two);
    for (model, steps, words) in [
        ("upload", "clien!req", "there is no participant `clien`; did you mean `client`?"),
        ("upload", "client!rek", "there is no message `rek`; did you mean `req`?"),
        ("upload", "client:7!req", "there is no channel `7`; channels are numbered 0 to 1"),
        ("upload", "client:x!req", "there is no channel `x`; channels are numbered 0 to 1"),
        ("upload", "client->8", "`client->8`: `client` has no state `8`"),
        ("upload", "client!req->8", "`client` has no state `8`"),
        ("upload", "client", "`client` is no step; a step is participant!message,"),
        ("upload", "!req", "`!req` is no step"),
        ("upload", "client!", "`client!` is no step"),
        ("upload", "client->", "`client->` is no step"),
        ("two", "p!a", "on which channel? write `p:0!a` or `p:1!a`"),
    ] {
        let run = here.run(&format!("simulate --run {steps} {model}.scm"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{steps}");
        assert!(run.errors.contains(words), "{steps}: {}", run.errors);
    }
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    let here = directory("simulate_arguments").with("bad.scm", MALFORMED);
    for (line, words) in [
        ("upload.scm --run p!a --interactive", "cannot be used with '--interactive'"),
        ("upload.scm --run p!a --seed 4", "cannot be used with '--seed"),
        ("upload.scm --run p!a --steps 4", "cannot be used with"),
        ("upload.scm --fifo --bag", "cannot be used with '--bag'"),
        ("- --interactive", "standard input cannot give the model and the answers"),
        (".", "is more than one model; simulate takes one"),
        ("no_such.scm", "no_such.scm: no such file"),
        ("bad.scm", "channel 3 does not exist"),
        ("upload.scm -o upload.scm", "the output upload.scm is one of the inputs"),
        ("upload.scm --seed x", "invalid value 'x'"),
    ] {
        let run = here.run(&format!("simulate {line}"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{line}");
        assert!(run.errors.contains(words), "{line}: {}", run.errors);
    }
    assert_eq!(here.read("upload.scm"), tour("upload.scm"));
    let run = here.run_with_input("simulate -q -", STREAM);
    assert_eq!((run.code, run.output.starts_with("<stdin>: 20 steps: ")), (0, true));
}
