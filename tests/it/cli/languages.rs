//! Every language and every command: what directories are searched for, and what is said of what they are not.

use std::fs;

use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::kinds::{Kind, LANGUAGES, Language, Sighting, sighting};

use crate::support::program::{Directory, json_of};

/// A bundled model of each language, or a text.
const SAMPLES: [(&str, &str); 16] = [
    ("SCM", "models/tour/lending_desk.scm"),
    ("FSA", "models/machines/pharmacy.fsa"),
    ("BIP", "models/components/task.bip"),
    ("PlantUML", "models/diagrams/parcel.puml"),
    ("Mermaid", "models/diagrams/thermometer.mmd"),
    ("Scribble", "models/choreographies/bully_election.scr"),
    ("DOT", "models/choreographies/airport.dot"),
    ("Sprout", "models/choreographies/auction.sprout"),
    ("Aldebaran", "des (0, 1, 2)\n(0, \"a!m\", 1)\n"),
    (
        "Timbuk",
        "Ops start:0 a:1\nAutomaton A\nStates q0 q1\nFinal States q1\nTransitions\nstart() -> q0\na(q0) -> q1\n",
    ),
    (
        "JSON",
        "{\"schema\":\"scm-check/automaton\",\"schema_version\":1,\"states\":2,\"initial\":[0],\
         \"final\":[1],\"transitions\":[[0,\"a!m\",1]]}",
    ),
    ("multitrace", "{[a] a!m; [b] b?m}\n"),
    ("ChorGram", "models/choreographies/heartbeat.gc"),
    ("interaction", "seq(a -- m -> b, b -- n -> a)\n"),
    ("choreography automaton", "models/choreographies/ping_pong.ca"),
    ("signature", "@message{x;y}\n@lifeline{a;b}\n"),
];

/// Commands that take directories of models, with the kinds that they read.
const COMMANDS: [(&str, &[Kind]); 7] = [
    ("check", &[Kind::System, Kind::Components, Kind::Choreography, Kind::Interaction]),
    ("batch --no-cache", &[Kind::System, Kind::Components, Kind::Choreography, Kind::Interaction]),
    ("chor check", &[Kind::Choreography, Kind::Interaction]),
    ("interaction nfa", &[Kind::Interaction]),
    ("safety", &[Kind::System, Kind::Components, Kind::Choreography, Kind::Interaction]),
    ("rsc", &[Kind::System]),
    ("reach --allow-none", &[Kind::System]),
];

fn text(sample: &str) -> String {
    if sample.starts_with("models/") { fs::read_to_string(sample).unwrap() } else { sample.into() }
}

pub(super) fn samples() -> impl Iterator<Item = (&'static Language, String)> {
    SAMPLES.iter().map(|(name, sample)| (Language::named(name).unwrap(), text(sample)))
}

#[test]
fn directories_are_searched_for_all_languages_that_a_command_reads() {
    let mut found = 0;
    for (language, text) in samples() {
        for ending in language.endings {
            let name = format!("x.{ending}");
            let here = Directory::new(&format!("languages_{ending}"))
                .with(&format!("d/{name}"), &text)
                .with("d/README.md", "# What this is\n");
            for (command, kinds) in COMMANDS {
                let run = here.run(&format!("{command} --format json --max-states 2000 d"));
                let is_sought = kinds.contains(&language.kind) && language.name != "signature";
                let told = run.errors.contains("1 file of another kind: d/README.md");
                let both = run.errors.contains("2 files of other kinds: d/README.md, d/x.");
                let report = json_of(&run.output);
                let model = report["results"][0]["model"].as_str();
                if is_sought {
                    assert!(told, "{command} {name}: {}", run.errors);
                    assert_eq!(model, Some(&*format!("d/{name}")), "{command}: {}", run.errors);
                    assert!(!run.errors.contains("error"), "{command} {name}: {}", run.errors);
                    found += 1;
                } else {
                    assert!(told || both, "{command} {name}: {}", run.errors);
                    assert_eq!(run.code, 2, "{command} {name}: {}", run.errors);
                    assert!(run.errors.contains("file below"), "{command} {name}: {}", run.errors);
                }
            }
        }
    }
    assert_eq!(found, 70);
}

#[test]
fn logs_are_held_against_the_one_model_of_a_directory_in_any_language() {
    for (language, text) in samples() {
        let ending = language.endings[0];
        let here = Directory::new(&format!("conform_{ending}"))
            .with(&format!("d/x.{ending}"), &text)
            .with("d/README.md", "# What this is\n")
            .with("x.jsonl", "");
        let run = here.run("conform --model d x.jsonl");
        let kinds = [Kind::Choreography, Kind::Interaction, Kind::Automaton];
        let is_sought =
            kinds.contains(&language.kind) && !["signature", "Aldebaran"].contains(&language.name);
        let is_found = !run.errors.contains("file below");
        assert_eq!(is_found, is_sought, "{}: {}", language.name, run.errors);
    }
}

#[test]
fn a_text_is_known_by_its_ending_or_by_how_it_begins() {
    for (language, text) in samples() {
        let source = Source::new("x", &*text);
        for ending in language.endings {
            assert_eq!(Language::of(Some(ending), &Source::new("x", "")), Some(language));
        }
        // These may begin with anything: with one message, an operator, a name.
        if !["ChorGram", "interaction", "choreography automaton"].contains(&language.name) {
            assert_eq!(Language::of(Some("txt"), &source), Some(language), "{}", language.name);
        }
    }
    let named: Vec<&str> = SAMPLES.iter().map(|(name, _)| *name).collect();
    let missing = LANGUAGES.iter().filter(|language| !named.contains(&language.name));
    let missing: Vec<&str> = missing.map(|language| language.name).collect();
    assert_eq!(missing, ["evidence", "OpenTelemetry", "Jaeger", "Zipkin", "DIMACS"]);
}

#[test]
fn graphs_and_json_are_sought_if_they_say_what_they_are() {
    let sighted = |ending: &str, kind, text: &str| sighting(ending, &[kind], || text.into());
    let graph = "digraph { a -> b [label=\"size:3\"] }";
    assert_eq!(sighted("dot", Kind::Choreography, graph), Sighting::Other);
    let messages = "digraph { a -> b [label=\"A->B:m\"] }";
    assert_eq!(sighted("dot", Kind::Choreography, messages), Sighting::Sought);
    assert_eq!(sighted("json", Kind::Automaton, "{\"a\": 1}"), Sighting::Other);
    assert_eq!(sighted("hsf", Kind::Interaction, ""), Sighting::Companion);
}

#[test]
fn many_other_files_are_counted_and_quiet_says_nothing() {
    let here = Directory::new("languages_many").with("d/a.gc", "A -> B : x\n");
    let here = ["b.txt", "c.md", "d.yml", "e.rs"]
        .iter()
        .fold(here, |here, name| here.with(&format!("d/{name}"), "text\n"));
    let run = here.run("check d");
    assert!(
        run.errors.contains("left out: 4 files of other kinds: d/b.txt, d/c.md, d/d.yml, ..."),
        "{}",
        run.errors
    );
    assert_eq!(here.run("check -q d").errors, "");
}
