//! Commands that take texts of any kind: what each makes of each, and that what the program advises can be done.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use scm_check::internals::language::kinds::{Kind, Language};

use super::languages::samples;
use crate::support::program::{Directory, Finished, finish, stripped};

const MODELS: &[Kind] = &[Kind::System, Kind::Components, Kind::Choreography, Kind::Interaction];

/// Returns the samples that are read alone, with the names of their files.
fn files() -> impl Iterator<Item = (&'static Language, String, String)> {
    let alone = samples().filter(|(language, _)| language.name != "signature");
    alone.map(|(language, text)| (language, format!("x.{}", language.endings[0]), text))
}

/// Returns the words of a command about a file; a run of components ends after few steps.
fn line(command: &str, kind: Kind, name: &str) -> String {
    match (command, kind) {
        ("run", Kind::Components) => format!("run {name} --interactions 3 --unmonitored"),
        ("safety", _) => format!("safety {name} --max-states 2000"),
        _ => format!("{command} {name}"),
    }
}

#[test]
fn every_command_takes_the_kinds_that_it_says() {
    let also = |more: &[Kind]| [MODELS, more].concat();
    let commands: [(&str, Vec<Kind>); 9] = [
        ("show", also(&[Kind::Automaton, Kind::Multitrace])),
        ("show -o x.svg", also(&[Kind::Automaton, Kind::Multitrace])),
        ("show -o x.html", also(&[Kind::Automaton, Kind::Multitrace])),
        ("show --what metrics", also(&[Kind::Automaton])),
        ("draw -o x.svg", also(&[Kind::Automaton])),
        ("run", MODELS.to_vec()),
        ("simulate", MODELS.to_vec()),
        ("safety", MODELS.to_vec()),
        ("fmt --check", MODELS.to_vec()),
    ];
    let mut answered = 0;
    for (language, name, text) in files() {
        let here = Directory::new(&format!("by_kind_{}", language.endings[0])).with(&name, &text);
        for (command, kinds) in &commands {
            let Finished { code, output, errors } = here.run(&line(command, language.kind, &name));
            let is_taken = kinds.contains(&language.kind);
            assert_eq!(code != 2, is_taken, "{command} {name}: {code}\n{output}{errors}");
            assert!(code < 4, "{command} {name}: {code}\n{output}{errors}");
            let is_text = !command.contains("-o") && !command.starts_with("fmt");
            assert!(!is_taken || !is_text || output.len() > 20, "{command} {name}: {output}");
            answered += usize::from(is_taken);
        }
    }
    assert_eq!(answered, 117);
}

#[test]
fn a_model_is_converted_to_every_language_that_can_say_it() {
    let targets = |kind| match kind {
        Kind::System => &["scm", "dot", "json", "ca", "gc", "scr", "sprout"][..],
        Kind::Choreography => &["ca", "gc", "scr", "dot", "sprout", "scm", "json"],
        Kind::Interaction => &["hif", "hsf", "both", "mermaid", "plantuml", "scm", "ca", "json"],
        Kind::Automaton => &["json", "timbuk", "aut", "text", "dot", "svg", "html"],
        _ => &[],
    };
    let (mut converted, mut refused) = (0, 0);
    for (language, name, text) in files() {
        let here =
            Directory::new(&format!("convert_to_{}", language.endings[0])).with(&name, &text);
        for target in targets(language.kind) {
            let run = here.run(&format!("convert {name} --to {target} -o y.{target}"));
            if run.code == 0 {
                converted += 1;
                assert!(here.read(&format!("y.{target}")).len() > 20, "{name} to {target}");
            } else {
                // A language that cannot say it says so.
                refused += 1;
                assert!(run.errors.starts_with(&format!("error: {name}: ")), "{}", run.errors);
            }
        }
    }
    assert_eq!((converted, refused), (92, 2));
}

#[test]
fn an_unknown_language_is_answered_with_those_of_the_kind() {
    let here = Directory::new("convert_nonsense").with("x.gc", "A -> B : m\n");
    for line in ["convert x.gc --to nonsense", "convert x.gc -o x.nonsense"] {
        let run = here.run(line);
        assert_eq!(run.code, 2, "{line}");
        let all = "a choreography is not converted to `nonsense`, but to ca, gc, scr, dot, sprout, scm, json";
        assert!(run.errors.contains(all), "{}", run.errors);
    }
}

#[test]
fn texts_are_known_on_standard_input_and_wrong_endings_are_named() {
    let here = Directory::new("by_kind_input").with("x.gc", "A -> B : m ; B -> A : n\n");
    for language in ["ca", "scr", "sprout", "dot"] {
        let text = here.run(&format!("convert x.gc --to {language}")).output;
        let run = here.run_with_input("check -", &text);
        assert_eq!(run.code, 0, "{language}: {text}{}", run.errors);
        assert!(run.output.contains("realisable"), "{language}: {}", run.output);
    }
    let here = here.with("y.ca", crate::support::program::STREAM);
    let run = here.run("check y.ca");
    assert!(run.errors.contains("rename it to y.scm"), "{}", run.errors);
}

#[test]
fn the_ending_of_the_output_names_the_language() {
    let here = Directory::new("convert_endings").with("x.gc", "A -> B : m ; B -> A : n\n");
    for (ending, word) in
        [("ca", "0 -A->B:m- 1"), ("nuscr", "m() from A to B;"), ("scm", "automaton")]
    {
        let run = here.run(&format!("convert x.gc -o y.{ending}"));
        assert_eq!((run.code, run.errors.as_str()), (0, ""), "{ending}");
        let text = here.read(&format!("y.{ending}"));
        assert!(text.contains(word), "{ending}: {text}");
    }
}

#[test]
fn evidence_is_shown_replayed_and_drawn() {
    let here = Directory::of_models("by_kind_evidence");
    here.run("rsc crossing.scm --witness .");
    let witness = "crossing.rsc.json";
    let shown = here.run(&format!("show {witness}"));
    assert_eq!((shown.code, shown.errors.as_str()), (0, ""));
    assert!(shown.output.contains("conflict cycle"), "{}", shown.output);
    let run = here.run(&format!("run {witness} crossing.scm"));
    assert!(run.output.contains("confirmed by replay"), "{}", run.output);
    for (name, word) in [("w.svg", "<svg"), ("w.html", "<!doctype html>")] {
        let drawn = here.run(&format!("show {witness} -o {name}"));
        assert_eq!(drawn.code, 0, "{}", drawn.errors);
        assert!(drawn.output.contains("rsc violated"), "{}", drawn.output);
        assert!(here.read(name).starts_with(word));
    }
    let refused = here.run(&format!("check {witness}"));
    assert!(refused.errors.contains("`scm-check run crossing.rsc.json`"), "{}", refused.errors);
}

#[test]
fn logs_are_shown_with_their_first_session() {
    let log = "{\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\",\"session\":\"s\"}\n\
               {\"location\":\"b\",\"direction\":\"receive\",\"message\":\"m\",\"session\":\"s\"}\n\
               {\"location\":\"a\",\"direction\":\"send\",\"message\":\"n\",\"session\":\"t\"}\n";
    let here = Directory::new("by_kind_logs").with("x.jsonl", log);
    let shown = here.run("show x.jsonl --ascii");
    assert_eq!(shown.code, 0, "{}", shown.errors);
    let chart = stripped(&shown.output);
    assert!(chart.contains("session s\n"), "{chart}");
    assert!(chart.contains("- m -"), "{chart}");
    assert!(!chart.contains("- n -"), "{chart}");
    assert_eq!(here.run("show x.jsonl -o x.svg").code, 0);
    assert!(here.read("x.svg").starts_with("<svg"));
}

#[test]
fn what_is_not_decided_about_safety_is_no_success() {
    let text = "/*# expect: nfa_states = 2 */ seq(a -- m -> b, n -> b)\n";
    let here = Directory::new("by_kind_safety").with("x.hif", text);
    let run = here.run("safety x.hif");
    assert_eq!(run.code, 3, "{}{}", run.output, run.errors);
    assert!(run.output.contains("no property applies"), "{}", run.output);
    assert!(!run.output.contains("nfa"), "{}", run.output);
    assert_eq!(here.run("safety --emit-bad-states x.hif").code, 2);
}

#[test]
fn pictures_and_codes_of_evidence_that_is_rejected_are_none() {
    let here = Directory::of_models("by_kind_rejected");
    here.run("rsc crossing.scm --witness .");
    let run = here.run("show crossing.rsc.json stream.scm -o w.svg");
    assert_eq!(run.code, 2, "{}{}", run.output, run.errors);
    assert!(!here.path("w.svg").exists());
    assert_eq!(here.run("show crossing.rsc.json stream.scm").code, 1);
    assert_eq!(here.run("show crossing.rsc.json").code, 0);
}

#[test]
fn what_controls_a_terminal_is_not_printed() {
    let log = "{\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\\n\\u001b[2Jz\"}\n";
    let states = "des (0, 1, 2)\n(0, \"a \x1b[2J\", 1)\n";
    let here = Directory::new("by_kind_steered").with("x.jsonl", log).with("x.aut", states);
    for name in ["x.jsonl", "x.aut"] {
        let run = here.run(&format!("show {name} --color always"));
        assert!(!run.output.contains("\x1b[2J"), "{name}: {:?}", run.output);
    }
}

/// Returns the commands that a text advises: those in backticks, and those behind `see: ` up to the end of the sentence.
fn advised(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in stripped(text).lines() {
        for (place, _) in line.match_indices("scm-check ") {
            let rest = &line[place..];
            let is_quoted = line[..place].ends_with('`');
            let end = if is_quoted { rest.find('`') } else { rest.find([';', ',', ')']) };
            let command = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
            found.insert(command.to_owned());
        }
    }
    found
}

#[test]
fn what_is_advised_can_be_done() {
    let mut tried = BTreeSet::new();
    let mut wrong = String::new();
    for (language, name, text) in files() {
        let here = Directory::new(&format!("advised_{}", language.endings[0]))
            .with(&name, &text)
            .with("MODEL", "@lifeline{a;b} @message{m} a -- m -> b\n")
            .with("M", "@lifeline{a;b} @message{m} a -- m -> b\n")
            .with("TRACE", "{}")
            .with("FILE", "a!m.b?m\n")
            .with("LOG", "{\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\"}\n")
            .with("d/a.scm", "scm");
        let commands = [
            "check",
            "safety",
            "rsc",
            "reach",
            "chor check",
            "chor project",
            "interaction nfa",
            "interaction project",
            "automaton info",
            "conform --model",
            "conform --dry-run",
            "replay",
            "show",
            "show -o x.xyz",
            "draw",
            "run --interactions 3",
            "simulate --steps 3",
            "fmt --check",
            "check --max-states 10",
            "safety --verify",
            "rsc -o r.svg",
            "interaction explore",
        ];
        for command in commands {
            let mut line = format!("{command} {name}");
            if command == "conform --model" {
                line += " LOG";
            }
            let run = here.run(&line);
            for advice in advised(&(run.output + &run.errors)) {
                let words = advice.strip_prefix("scm-check ").unwrap().to_owned();
                let is_page = words.starts_with("explain ");
                if !tried.insert(if is_page { words.clone() } else { format!("{name} {words}") }) {
                    continue;
                }
                let words = words.replace("FILE.svg", "y.svg");
                let mut words: Vec<&str> = words.split_whitespace().collect();
                words.extend(["--timeout", "5s"].iter().filter(|_| !is_page));
                let done = finish(here.program().args(&words));
                if done.code == 2 || done.code > 3 {
                    let _ = writeln!(wrong, "`{line}` advises `{advice}`: {}", done.errors);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(tried.len() > 60, "{}", tried.len());
}
