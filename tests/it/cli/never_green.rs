//! Nothing that was not shown is green: questions that no model has, that have no answer, or that nobody asks.

use serde_json::Value;

use crate::support::program::{Directory, STREAM, json_of};

/// Diagrams with something in line 3 that no choreography can say.
const OUTSIDE_MMD: &str =
    "sequenceDiagram\n  A->>B: x\n  critical sync{}\n  B->>A: y\n  option\n  end\n";
const OUTSIDE_PUML: &str = "@startuml\nA -> B : x\n[-> A : y\n@enduml\n";
const OUTSIDE_HIF: &str = "seq(\n  a -- x -> b,\n  y -> a\n)\n";
const SIGNATURE: &str = "@message{x;y}\n@lifeline{a;b}\n";

/// A diagram that is a choreography.
const CALL_MMD: &str = "sequenceDiagram\n  A->>B: x\n  B->>A: y\n";
const CALL_GC: &str = "A -> B : x\n";
const ASKED_BIP: &str = include_str!("../../../src/cli/templates/protocol.bip");

const FORMS: [&str; 9] =
    ["human", "json", "ndjson", "csv", "junit", "sarif", "github", "html", "human -q"];

/// Returns a directory with a model of each kind, and diagrams that are no choreographies in all notations.
fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("outside.mmd", OUTSIDE_MMD)
        .with("outside.puml", OUTSIDE_PUML)
        .with("outside.hif", OUTSIDE_HIF)
        .with("outside.hsf", SIGNATURE)
        .with("call.mmd", CALL_MMD)
        .with("call.gc", CALL_GC)
        .with("stream.scm", STREAM)
        .with("asked.bip", &ASKED_BIP.replace("NAME", "asked"))
}

/// Returns a text without the breaks and entities of HTML and XML.
fn plain(text: &str) -> String {
    text.replace("&#96;", "`").replace("&#x60;", "`")
}

/// Returns the properties and verdicts of a report.
fn answers(report: &Value) -> Vec<String> {
    let rows = report["results"].as_array().unwrap().iter();
    let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    rows.map(|row| format!("{} {}", word(&row["property"]), word(&row["verdict"]))).collect()
}

#[test]
fn a_model_to_which_no_property_applies_is_unknown_in_every_form() {
    let here = directory("green_forms");
    let lost = |line: u8| format!("no property applies: line {line} has ");
    for (models, line) in [
        ("outside.mmd", 3),
        ("outside.puml", 3),
        ("outside.hif", 3),
        ("outside.mmd call.mmd stream.scm", 3),
    ] {
        for command in ["check", "batch --no-cache"] {
            for form in FORMS.iter().filter(|form| **form != "html" || command == "check") {
                let what = format!("{command} --format {form} {models}");
                let run = here.run(&what);
                assert_eq!(run.code, 3, "{what}: {}{}", run.output, run.errors);
                let said = format!("{}{}", run.output, run.errors);
                match *form {
                    "json" => {
                        let report = json_of(&run.output);
                        assert_eq!(
                            (&report["verdict"], &report["exit_code"]),
                            (&"unknown".into(), &3.into())
                        );
                        assert!(
                            answers(&report).contains(&"- unknown".to_owned()),
                            "{what}: {report}"
                        );
                    }
                    "ndjson" => {
                        assert!(
                            said.contains(
                                r#""property":null,"channels":"as written","verdict":"unknown""#
                            ),
                            "{what}: {said}"
                        );
                    }
                    _ => assert!(plain(&said).contains(&lost(line)), "{what}: {said}"),
                }
                let run = here.run(&format!("{what} --exit-zero"));
                assert_eq!(run.code, 0, "{what} --exit-zero: {}", run.errors);
            }
        }
    }
    for (line, code) in [
        ("check --property nfa outside.mmd", 0),
        ("interaction nfa outside.mmd", 0),
        ("chor check outside.mmd", 2),
        ("check call.mmd stream.scm asked.bip call.gc", 0),
        ("check empty", 2),
        ("batch empty", 2),
        ("safety empty", 2),
        ("reach stream.scm", 2),
        ("reach --allow-none stream.scm", 0),
    ] {
        std::fs::create_dir_all(here.path("empty")).unwrap();
        assert_eq!(here.run(line).code, code, "{line}");
    }
    let begin = |what: &str| format!("sequenceDiagram\n  %%# expect: {what}\n");
    let stated = |what: &str| OUTSIDE_MMD.replace("sequenceDiagram\n", &begin(what));
    for (what, code) in [("nfa = holds", 0), ("nfa_states = 5", 0), ("nfa_states = 6", 1)] {
        let here = Directory::new("green_facts").with("outside.mmd", &stated(what));
        assert_eq!(here.run("check outside.mmd").code, code, "{what}");
    }
}

#[test]
fn a_property_that_no_model_has_is_refused_with_what_there_is() {
    let here = directory("green_nowhere");
    for (line, says) in [
        ("check --property nonsense outside.mmd", "there is no property `nonsense`"),
        ("check --property progres outside.mmd", "did you mean `progress`?"),
        ("check --property stuck(C) outside.mmd", "there is no lifeline `C`"),
        ("check --property unreceived(z) call.mmd", "there is no message `z`"),
        ("check --property nfa_states call.mmd", "a size that the diagram does not state"),
        ("check --property realisible outside.puml call.gc", "did you mean `realisable`?"),
        ("check --property bad_states/1 call.gc", "choreographies have realisable, "),
        ("check --property stuck(C) call.gc", "there is no participant `C`"),
        (
            "check --property progress asked.bip",
            "systems of components have deadlock, reach, polite",
        ),
        ("check --property reach asked.bip", "--reach PREDICATE"),
        ("check --property realisable stream.scm", "is a property of other kinds of models"),
        ("check --property bad_states/1 stream.scm", "the model has none"),
        ("check --property bad_states stream.scm", "the model states no bad states"),
        ("check --property progres .", "no model has the property of --property progres"),
        ("batch --property progres . -j 2", "diagrams have realisable, "),
        ("safety --property progres stream.scm", "did you mean `progress`?"),
        ("safety --property polit asked.bip", "did you mean `polite`?"),
        ("chor check --property realizable call.gc call.mmd", "did you mean `realisable`?"),
        ("chor check --property progress call.mmd", "choreographies have realisable, "),
        ("check --property progress --property progres stream.scm", "did you mean `progress`?"),
        ("draw --property progres stream.scm", "did you mean `progress`?"),
    ] {
        let run = here.run(line);
        assert_eq!(run.code, 2, "{line}: {}{}", run.output, run.errors);
        assert!(run.errors.contains(says), "{line}: {}", run.errors);
        assert_eq!(here.run(&format!("{line} --color never")).code, 2, "{line}");
    }
    for form in FORMS {
        let run = here.run(&format!("check --property progres stream.scm --format {form}"));
        assert_eq!(run.code, 2, "{form}: {}", run.output);
        assert!(run.errors.contains("did you mean `progress`?"), "{form}: {}", run.errors);
        match form {
            "json" => {
                let report = json_of(&run.output);
                assert_eq!(
                    (&report["verdict"], &report["exit_code"]),
                    (&"unknown".into(), &2.into())
                );
                assert_eq!(report["lacking"][0]["models"][0], "stream.scm");
                assert_eq!(report["faults"].as_array().unwrap().len(), 1);
            }
            "junit" | "sarif" | "github" | "html" => {
                assert!(run.output.contains("did you mean"), "{form}: {}", run.output);
            }
            _ => {}
        }
    }
}

#[test]
fn models_without_a_property_that_others_have_are_left_out_with_a_count() {
    let here = directory("green_left_out");
    let note = "note: 1 of 5 models has no `progress`: asked.bip\n";
    let models = "asked.bip call.gc call.mmd outside.mmd stream.scm";
    let mut reports = Vec::new();
    for command in ["check", "batch --no-cache -j 2", "batch", "batch"] {
        let line = format!("{command} --property progress {models} --reproducible");
        let run = here.run(&line);
        assert_eq!(run.code, 3, "{line}: {}", run.output);
        assert!(run.errors.contains(note), "{line}: {}", run.errors);
        assert!(!run.output.contains("asked.bip"), "{line}: {}", run.output);
        let report = json_of(&here.run(&format!("{line} --format json")).output);
        let [holds, unknown] = ["progress holds", "progress unknown"];
        assert_eq!(answers(&report), [holds, holds, unknown, holds]);
        reports.push(report["lacking"].clone());
    }
    assert!(reports.iter().all(|lacking| *lacking == reports[0]), "{reports:?}");
    assert_eq!(here.run(&format!("check -q --property progress {models}")).errors, "");
    // Parts of a library of which none, or only some, have it.
    for form in ["json", "ndjson"] {
        for (property, code, says) in
            [("progress", 3, note), ("progres", 2, "no model has the property")]
        {
            let part = |number: u8| {
                let out = format!("{property}{number}.{form}");
                let line = format!(
                    "batch --property {property} --shard {number}/5 --format {form} -o {out}"
                );
                let run = here.run(&format!("{line} {models}"));
                assert!([0, 2, 3].contains(&run.code), "{line}: {}", run.errors);
                out
            };
            let parts: Vec<String> = (1..=5).map(part).collect();
            let run = here.run(&format!("batch --merge {} --reproducible", parts.join(" ")));
            assert_eq!(run.code, code, "{form} {property}: {}{}", run.output, run.errors);
            assert!(run.errors.contains(says), "{form} {property}: {}", run.errors);
        }
    }
    // A run that is gone on with.
    let line = format!("batch --property progress --format ndjson -o rows.ndjson {models}");
    assert_eq!(here.run(&line).code, 3);
    let run = here.run(&format!("{line} --resume"));
    assert_eq!(run.code, 3, "{}", run.errors);
    assert!(run.errors.contains(note), "{}", run.errors);
    assert_eq!(here.read("rows.ndjson").matches("\"progress\",\"channels\"").count(), 4);
}

#[test]
fn what_is_stated_or_asked_and_has_no_answer_is_unknown() {
    let mermaid = |what: &str, rest: &str| format!("sequenceDiagram\n  %%# expect: {what}\n{rest}");
    let both = "realisable = holds, progress = holds, stuck(A) = holds";
    let rest = OUTSIDE_MMD.trim_start_matches("sequenceDiagram\n");
    let here = Directory::new("green_stated")
        .with("stated.mmd", &mermaid(both, rest))
        .with("stated.puml", &OUTSIDE_PUML.replacen('\n', &format!("\n'# expect: {both}\n"), 1))
        .with("stated.hif", &format!("/*# expect: realisable = holds */\n{OUTSIDE_HIF}"))
        .with("stated.hsf", SIGNATURE)
        .with("unknown.mmd", &mermaid("realisable = unknown", rest))
        .with("misspelt.mmd", &mermaid("realisible = holds", rest))
        .with("nobody.mmd", &mermaid("stuck(C) = holds", rest))
        .with("value.mmd", &mermaid("realisable = hold", "  A->>B: x\n"))
        .with("value_outside.mmd", &mermaid("realisable = hold", rest))
        .with("projections.mmd", &mermaid("rsc = holds, stuck(A) = holds", "  A->>B: x\n"))
        .with("changed.mmd", &mermaid("rsc = violated", "  A->>B: x\n"))
        .with("sizes.mmd", &mermaid("minimal_nfa_states = 3", rest))
        .with("foreign.scm", &format!("//# expect: realisable = holds\n{STREAM}"))
        .with("misspelt.scm", &format!("//# expect: progres = holds\n{STREAM}"))
        .with("misspelt.gc", "#! expect: realisible = holds\nA -> B : x\n")
        .with(
            "misspelt.bip",
            &format!("//# expect: polit = holds\n{ASKED_BIP}").replace("NAME", "m"),
        );
    for (model, code, says) in [
        (
            "stated.mmd",
            3,
            "realisable, progress, stuck(A)   line 4 has synchronisation of operands",
        ),
        ("stated.puml", 3, "realisable, progress, stuck(A)   line 4 has a message from the"),
        ("stated.hif", 3, "realisable   line 4 has a message from the environment"),
        ("unknown.mmd", 0, "realisable"),
        ("misspelt.mmd", 2, "did you mean `realisable`?"),
        ("nobody.mmd", 2, "there is no lifeline `C`"),
        ("value.mmd", 2, "`hold` is no verdict, but holds, violated, unknown"),
        ("value_outside.mmd", 2, "`hold` is no verdict"),
        ("projections.mmd", 0, "rsc"),
        ("changed.mmd", 1, "rsc holds, and the model expects violated"),
        ("sizes.mmd", 3, "not counted"),
        ("foreign.scm", 3, "unknown   realisable"),
        ("misspelt.scm", 2, "did you mean `progress`?"),
        ("misspelt.gc", 2, "did you mean `realisable`?"),
        ("misspelt.bip", 2, "did you mean `polite`?"),
    ] {
        let run = here.run(&format!("check {model}"));
        assert_eq!(run.code, code, "{model}: {}{}", run.output, run.errors);
        assert!(run.output.contains(says), "{model}: {}", run.output);
        assert_eq!(here.run(&format!("batch --no-cache {model}")).code, code, "batch {model}");
    }
    for (line, rows) in [
        ("--property progress stated.mmd", vec!["progress unknown"]),
        ("--property rsc --property nfa stated.mmd", vec!["nfa holds", "rsc unknown"]),
        ("--property nfa --property nfa_states projections.mmd", vec!["nfa holds"]),
        ("--property rsc --property realisable changed.mmd", vec!["realisable holds", "rsc holds"]),
    ] {
        let report = json_of(&here.run(&format!("check --format json {line}")).output);
        assert_eq!(answers(&report), rows, "{line}");
    }
}
