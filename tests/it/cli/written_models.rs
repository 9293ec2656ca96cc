//! Models that are written: generated, converted, formatted.

use crate::support::program::{CROSSING, Directory, MALFORMED, STREAM};

#[test]
fn a_printed_model_is_answered_like_the_model() {
    let here = Directory::new("printed_model").with("m.scm", CROSSING);
    let run = here.run("convert --to scm m.scm -o printed.scm");
    assert_eq!((run.code, run.output.as_str()), (0, ""));
    let answer = |name: &str| here.run(&format!("rsc {name}")).output.replace(name, "MODEL");
    let lines = |text: &str| text.lines().filter(|l| !l.contains("->")).count();
    assert_eq!(lines(&answer("printed.scm")), lines(&answer("m.scm")));
    let again = here.run("convert --to scm printed.scm");
    assert_eq!(again.output, here.read("printed.scm"));
}

#[test]
fn a_model_with_other_channels_loses_what_it_expected_of_them() {
    let text = format!("//# expect: rsc = violated\n{CROSSING}");
    let here = Directory::new("other_channels").with("m.scm", &text);
    assert!(here.run("convert --to scm m.scm").output.contains("//# expect: rsc = violated"));
    let run = here.run("convert --bag --to scm m.scm");
    assert!(run.output.contains("bag_buffers") && !run.output.contains("expect"), "{}", run.output);
}

#[test]
fn an_input_is_not_overwritten_by_its_conversion() {
    let here = Directory::new("not_overwritten").with("m.scm", CROSSING);
    assert_eq!(here.run("convert --to json m.scm -o m.scm").code, 2);
    assert_eq!(here.read("m.scm"), CROSSING);
}

#[test]
fn formatting_changes_files_in_place_and_once() {
    let ugly = format!("// kept\n{}", STREAM.replace('\n', "  "));
    let here = Directory::new("fmt").with("ugly.scm", &ugly).with("bad.scm", "scm :");
    let run = here.run("fmt --check ugly.scm");
    assert_eq!((run.code, run.output.as_str()), (1, "ugly.scm: would change\n"));
    assert_eq!(here.read("ugly.scm"), ugly, "a check changes nothing");
    let piped = here.run_with_input("fmt -", &ugly);
    assert_eq!(piped.code, 0);
    let run = here.run("fmt ugly.scm");
    assert_eq!((run.code, run.output.as_str()), (0, "ugly.scm: changed\n"));
    assert_eq!(here.read("ugly.scm"), piped.output);
    assert!(piped.output.starts_with("// kept\n"), "{}", piped.output);
    let run = here.run("fmt --check ugly.scm");
    assert_eq!((run.code, run.output.as_str()), (0, ""));
    let run = here.run("fmt bad.scm ugly.scm no_such.scm");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("--> bad.scm:1:5"), "{}", run.errors);
    assert_eq!(here.read("bad.scm"), "scm :");
}

#[test]
fn formatting_lays_out_interactions_and_their_signatures() {
    let here = Directory::new("fmt_interactions")
        .with("m.hif", "/* kept */ seq(a->l,o)")
        .with("m.hsf", "@lifeline{l;}")
        .with("bad.hif", "seq(a->l");
    let run = here.run("fmt m.hif m.hsf");
    assert_eq!((run.code, run.output.as_str()), (0, "m.hif: changed\nm.hsf: changed\n"));
    assert_eq!(here.read("m.hif"), "/* kept */\nseq(a -> l, o)\n");
    assert_eq!(here.read("m.hsf"), "@lifeline{l}\n");
    let run = here.run("fmt --check .");
    assert_eq!(run.code, 2, "{}", run.errors);
    assert!(run.errors.contains("bad.hif:1:9"), "{}", run.errors);
}

#[test]
fn families_are_generated_from_their_size_and_seed() {
    let here = Directory::new("generate");
    for (family, code) in [("ring", 0), ("looped-ring", 1)] {
        let run = here.run(&format!("generate {family} --participants 3 --messages 2"));
        assert_eq!(run.code, 0, "{}", run.errors);
        let answer = here.run_with_input("rsc -q -", &run.output);
        assert!([0, 1].contains(&answer.code), "{family} {code}: {}", answer.errors);
    }
    let random = |seed: u32| here.run(&format!("generate random --seed {seed}")).output;
    assert_eq!(random(7), random(7));
    assert_ne!(random(7), random(8));
    assert_eq!(here.run("generate ring --participants 1").code, 2);
    let run = here.run("generate spiral");
    assert_eq!(run.code, 2);
    assert!(
        run.errors.contains("ring, looped-ring, star, looped-star, pipeline"),
        "{}",
        run.errors
    );
}

#[test]
fn a_closed_reader_of_a_model_ends_it_quietly() {
    let here = Directory::new("closed_reader").with("bad.scm", MALFORMED);
    let mut child = here.start("generate ring --participants 2000");
    drop(child.stdout.take());
    let run = crate::support::program::end(child);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
}
