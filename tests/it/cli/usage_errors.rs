//! What is said to those who mistype, forget, and name the wrong files.

use std::fs;

use crate::support::program::{Directory, STREAM, finish};

#[test]
fn an_unknown_command_is_answered_with_the_commands() {
    let here = Directory::of_models("unknown_commands");
    for name in ["nonsense", "project"] {
        let run = here.run(&format!("{name} crossing.scm"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{name}");
        assert!(run.errors.contains(&format!("no command `{name}`\n")), "{}", run.errors);
        assert!(
            run.errors.contains(
                "check, rsc, reach, safety, classify, simulate, replay, convert, show, draw, chor, interaction, conform, run, monitor, batch, automaton, fmt, generate, new, explain, schema, completions, man, version\n"
            ),
            "{name}"
        );
    }
    for (name, meant) in [("rcs", "rsc"), ("chek", "check"), ("explian", "explain")] {
        let run = here.run(&format!("{name} crossing.scm"));
        assert!(run.errors.contains(&format!("did you mean `{meant}`?")), "{}", run.errors);
    }
}

#[test]
fn an_unknown_command_of_a_command_is_answered_with_its_commands() {
    let here = Directory::of_models("unknown_inner_commands");
    let run = here.run("interaction expore crossing.scm");
    assert_eq!((run.code, run.output.as_str()), (2, ""));
    let words =
        "no command `interaction expore`; did you mean `explore`?\nthe commands are nfa, draw,";
    assert!(run.errors.contains(words), "{}", run.errors);
}

#[test]
fn help_is_a_command_too() {
    let here = Directory::of_models("help_command");
    assert_eq!(here.run("help").output, here.run("--help").output);
    let run = here.run("help rsc");
    assert_eq!((run.code, run.output), (0, here.run("rsc --help").output));
    assert_eq!(here.run("help nonsense").code, 2);
}

#[test]
fn an_unknown_option_is_no_value() {
    let here = Directory::of_models("unknown_options");
    for (option, words) in [
        ("--strict", "unknown option `--strict`\n"),
        ("--timeot 5", "unknown option `--timeot`; did you mean `--timeout`?"),
        ("-x", "unknown option `-x`\n"),
        ("-x.scm", "a file is put behind `--`"),
    ] {
        let run = here.run(&format!("rsc crossing.scm {option}"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{option}");
        assert!(run.errors.contains(words), "{option}: {}", run.errors);
        assert!(!run.errors.contains("as a value"), "{option}: {}", run.errors);
    }
    let run = here.run("convert --to dot crossing.scm stream.scm");
    assert!(run.errors.contains("`stream.scm` is one word too many"), "{}", run.errors);
}

#[test]
fn a_nonsensical_limit_is_told_what_was_expected() {
    let here = Directory::of_models("nonsensical_limits");
    for (option, words) in [
        ("--timeout -1", "expected a time such as 500ms"),
        ("--memory -4GiB", "expected a size such as 512MiB"),
        ("--max-states 1e6", "expected a whole number such as 1000000"),
        ("--max-states -5", "expected a whole number such as 1000000"),
        ("-j 0", "expected a number of threads, 1 to 1024"),
        ("-j many", "expected a number of threads, 1 to 1024"),
    ] {
        let run = here.run(&format!("rsc crossing.scm {option}"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{option}");
        assert!(run.errors.contains(words), "{option}: {}", run.errors);
    }
    let run = here.run("generate random --participants some");
    assert!(run.errors.contains("expected a whole number"), "{}", run.errors);
    assert_eq!(here.run("rsc stream.scm --max-states 1_000 --timeout 1.5m -j8").code, 0);
}

#[test]
fn a_file_that_is_no_text_gets_one_sentence() {
    let here = Directory::of_models("no_text");
    fs::write(here.path("binary.scm"), [0x7f, b'E', b'L', b'F', 0, 0, 1, 2]).unwrap();
    let utf16: Vec<u8> = STREAM.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(here.path("utf16.scm"), utf16).unwrap();
    for name in ["binary.scm", "utf16.scm"] {
        let run = here.run(&format!("rsc {name} stream.scm"));
        assert_eq!(run.code, 2);
        let sentence = format!("error[E0000]: {name}: not a text file; it should be UTF-8\n");
        assert_eq!(run.errors, sentence);
        assert!(run.output.contains("stream.scm"), "{}", run.output);
    }
}

#[test]
fn a_zero_in_a_text_has_a_place_and_many_have_one() {
    let with = |text: &str, zeros: usize| {
        format!("{text}// {}\nautomaton q :\n{}", "\0".repeat(zeros), " ".repeat(zeros * 10))
    };
    let here = Directory::of_models("zeros")
        .with("one.scm", &STREAM.replace("0 ! a", "0 ! \0a"))
        .with("many.scm", &with(STREAM, 3))
        .with("late.scm", &with(&" ".repeat(5_000), 30))
        .with("one.ca", "0 -p->q:a- 1 # \0\n");
    for (line, place) in [
        ("rsc one.scm", "error[E0000]: the byte 0x00 is no part of a text\n --> one.scm:8:24\n"),
        (
            "fmt many.scm",
            "error[E0000]: the byte 0x00 is no part of a text; it stands at several places\n  --> many.scm:13:4\n",
        ),
        (
            "rsc late.scm",
            "error[E0000]: the byte 0x00 is no part of a text; it stands at several places\n --> late.scm:1:5004\n",
        ),
        (
            "chor check one.ca",
            "error[E0000]: the byte 0x00 is no part of a text\n --> one.ca:1:16\n",
        ),
    ] {
        let run = here.run(line);
        assert_eq!(run.code, 2, "{line}");
        assert!(run.errors.starts_with(place), "{line}: {}", run.errors);
        assert_eq!(run.errors.matches("error[").count(), 1, "{line}: {}", run.errors);
    }
}

#[test]
fn places_without_models_are_named_in_plain_words() {
    let here = Directory::of_models("places_without_models").with("notes/readme.txt", "none");
    for (line, words) in [
        ("rsc gone.scm", "gone.scm: no such file\n"),
        ("rsc notes", "notes: no *.scm, *.fsa file below\n"),
        ("rsc crossing.scm/inner.scm", "crossing.scm/inner.scm: not a directory\n"),
        ("rsc no*thing.scm", "no*thing.scm: no file matches\n"),
        ("rsc [x.scm", "[x.scm: not a pattern: unclosed character class"),
    ] {
        let run = here.run(line);
        assert_eq!(run.code, 2, "{line}");
        assert!(run.errors.contains(&format!("error[E0000]: {words}")), "{}", run.errors);
        assert!(!run.errors.contains("os error"), "{}", run.errors);
    }
    let run = finish(here.program().args(["rsc", ""]));
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("an empty name names no file"), "{}", run.errors);
    let long = "m".repeat(300) + ".scm";
    assert!(here.run(&format!("rsc {long}")).errors.contains("the name is too long"));
}

#[cfg(unix)]
#[test]
fn a_file_name_cannot_break_a_line_or_steer_a_terminal() {
    let here = Directory::of_models("file_names");
    let name = "a\nb\u{1b}[31m.scm";
    fs::copy(here.path("stream.scm"), here.path(name)).unwrap();
    let run = finish(here.program().args(["rsc", "--color", "always", name]));
    assert_eq!(run.code, 0);
    assert!(run.output.starts_with("a\\nb\\u{1b}[31m.scm: rsc "), "{}", run.output);
}

#[test]
fn the_place_of_an_error_does_not_repeat_the_path() {
    let here =
        Directory::of_models("place_of_an_error").with("a/long/way/broken.scm", "scm broken\n");
    let run = here.run("rsc a stream.scm");
    assert!(run.output.contains(" broken.scm:1:5\n"), "{}", run.output);
}
