//! The look of drawings in text as the options and the environment ask for it.

use crate::support::program::{CROSSING, Directory, finish, stripped};

/// A choreography that is not realisable: nobody tells `C` which branch is taken.
const CHOICE: &str = "sel { A -> B : x ; C -> D : x + A -> B : y ; C -> D : y }";

fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("crossing.scm", CROSSING)
        .with("choice.gc", CHOICE)
        .with("pair.hif", "loopS(strict(\n  l -- ping -> k,\n  k -- pong -> l))")
        .with("early.htf", "{[l] l!ping.l?pong; [k] k?ping.k?ping}")
}

/// The commands that draw in text.
const COMMANDS: [&str; 11] = [
    "rsc crossing.scm",
    "check --all crossing.scm",
    "draw crossing.scm --property rsc",
    "draw crossing.scm --run p!a,q!b",
    "simulate crossing.scm --run p!a,q!b",
    "replay w/crossing.rsc.json crossing.scm",
    "chor check choice.gc",
    "chor draw choice.gc",
    "interaction draw pair.hif",
    "interaction explore pair.hif",
    "conform --model pair.hif early.htf",
];

#[test]
fn every_drawing_in_text_has_two_sets_of_characters() {
    let here = directory("two_sets_of_characters");
    here.run("rsc crossing.scm --witness w");
    for command in COMMANDS {
        let [unicode, ascii] =
            ["", " --ascii"].map(|option| here.run(&format!("{command}{option}")));
        assert!(ascii.output.is_ascii(), "{command}\n{}{}", ascii.output, ascii.errors);
        assert!(unicode.output.contains(['│', '└']), "{command}\n{}", unicode.output);
        assert_eq!(unicode.output.lines().count(), ascii.output.lines().count(), "{command}");
        assert_eq!((unicode.code, unicode.errors), (ascii.code, ascii.errors), "{command}");
    }
}

#[test]
fn files_of_witnesses_are_drawn_as_the_report_is() {
    let here = directory("files_of_witnesses");
    here.run("rsc crossing.scm --witness unicode");
    here.run("rsc crossing.scm --witness ascii --ascii");
    assert!(here.read("unicode/crossing.rsc.txt").contains('├'));
    assert!(here.read("ascii/crossing.rsc.txt").is_ascii());
}

#[test]
fn only_the_sequences_of_colours_differ() {
    let here = directory("coloured_drawings");
    for command in ["rsc crossing.scm", "draw crossing.scm --property rsc", "chor check choice.gc"]
    {
        let plain = here.run(command).output;
        assert!(!plain.contains('\x1b'), "{command}");
        assert_eq!(here.run(&format!("{command} --color never")).output, plain);
        let coloured = here.run(&format!("{command} --color always")).output;
        assert!(coloured.contains("\x1b[1m"), "{command}\n{coloured}");
        assert_eq!(stripped(&coloured), plain, "{command}");
    }
    // A page has colours of its own.
    let page = here.run("rsc crossing.scm --format html --color always").output;
    assert!(page.contains("<svg") && !page.contains('\x1b'));
}

#[test]
fn help_and_errors_have_the_colours_that_are_asked_for() {
    let here = directory("coloured_help");
    let printed = |words: &[&str]| {
        let forced = finish(here.program().args(words).env("CLICOLOR_FORCE", "1"));
        let run = finish(here.program().args(words));
        [forced, run].map(|run| (run.output + &run.errors).contains('\x1b'))
    };
    for words in [["rsc", "--help"], ["rsc", "--nonsense"], ["rsc", "nowhere.scm"]] {
        assert_eq!(printed(&words), [true, false], "{words:?}");
        let with = |colour| [&words[..], &["--color", colour]].concat();
        assert_eq!(printed(&with("never")), [false, false], "{words:?}");
        assert_eq!(printed(&with("always")), [true, true], "{words:?}");
        let no_color = finish(here.program().args(words).env("NO_COLOR", "1"));
        assert!(!(no_color.output + &no_color.errors).contains('\x1b'), "{words:?}");
    }
    assert_eq!(printed(&["rsc", "--color=never", "nowhere.scm"]), [false, false]);
}
