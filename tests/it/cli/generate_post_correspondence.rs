//! `generate pcp`, run as its users do.

use crate::support::program::{Directory, finish};

#[test]
fn the_system_of_an_instance_is_printed_with_the_instance() {
    let here = Directory::new("generate_pcp");
    let printed = here.run("generate pcp ab/a a/ba");
    assert_eq!((printed.code, printed.errors.as_str()), (0, ""));
    let first =
        "// Post's correspondence problem with the pairs ab/a a/ba\nscm post_correspondence :";
    assert!(printed.output.starts_with(first), "{}", printed.output);
    assert!(printed.output.ends_with("with _.#._.#._)\n"), "{}", printed.output);
    // Pairs in one argument are the same.
    let run = finish(here.program().args(["generate", "pcp", "ab/a  a/ba", "-o", "m.scm"]));
    assert_eq!((run.code, here.read("m.scm")), (0, printed.output));
}

#[test]
fn its_bad_state_is_reached_iff_there_is_a_solution() {
    let here = Directory::new("generate_pcp_check");
    for (pairs, code) in [("1/1", 1), ("aa/a b/ab", 1), ("a/b", 0)] {
        assert_eq!(here.run(&format!("generate pcp {pairs} -o m.scm")).code, 0);
        let run = here.run("check m.scm --property bad_states/1");
        assert_eq!(run.code, code, "{pairs}: {}{}", run.output, run.errors);
    }
}

#[test]
fn what_is_no_pair_is_told_with_its_place() {
    let here = Directory::new("generate_pcp_mistakes");
    for (pairs, line) in [
        ("a/b ab", "pair 2, `ab`: a pair has two words; write the upper one, / and the lower one"),
        ("/a", "pair 1, `/a`: the upper word is empty"),
        ("a/b b/", "pair 2, `b/`: the lower word is empty"),
        ("a/b/c", "pair 1, `a/b/c`: column 4 has a second /; put a blank between pairs"),
        ("a/b b-a/b", "pair 2, `b-a/b`: column 2 has `-`; words consist of ASCII letters"),
        ("aé/b", "column 2 has `é`"),
        ("a/é/b", "column 3 has `é`"),
    ] {
        let run = here.run(&format!("generate pcp {pairs}"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{pairs}");
        assert!(run.errors.contains(line), "{pairs}: {}", run.errors);
    }
    assert_eq!(here.run("generate pcp").code, 2);
    let blank = finish(here.program().args(["generate", "pcp", " "]));
    assert!(blank.code == 2 && blank.errors.contains("at least one pair"), "{}", blank.errors);
}
