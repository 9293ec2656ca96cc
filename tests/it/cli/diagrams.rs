//! Sequence diagrams as people have them, on the command line.

use serde_json::json;

use crate::support::corpora::corpora;
use crate::support::program::{Directory, json_of};

/// An app that stops while the sensor goes on.
const SENSOR: &str = "sequenceDiagram\n  App->>Hub: start\n  loop every second\n    Sensor->>Sensor: measure\n    \
    Sensor->>Hub: value\n  end\n  App->>Hub: stop\n";

/// A request and its answer, with a step between both.
const CALL: &str = "@startuml\nactor user\nuser -> shop : order\nshop -> shop : pack\nshop -> user : parcel\n@enduml\n";

#[test]
fn a_diagram_is_judged_in_its_own_lines() {
    let here = Directory::new("diagram_lines").with("sensor.mmd", SENSOR).with("call.puml", CALL);
    let run = here.run("chor check sensor.mmd");
    assert_eq!(run.code, 1, "{}", run.errors);
    let headline = "line 5: `Sensor` is not told that the loop of line 3 has ended";
    assert!(run.output.contains(headline), "{}", run.output);
    assert!(run.output.contains("Sensor->Hub: value (line 5)"), "{}", run.output);
    assert_eq!(run.errors, "");
    let run = here.run("chor check --verify sensor.mmd call.puml");
    assert!(run.output.contains("scm-check-verify: 1 confirmed"), "{}", run.output);
    let run = here.run("check --format json call.puml");
    assert_eq!(run.code, 0, "{}", run.output);
    let report = json_of(&run.output);
    let rows = report["results"].as_array().unwrap().iter();
    let rows: Vec<&str> = rows.map(|row| row["property"].as_str().unwrap()).collect();
    let expected =
        ["realisable", "unspecified-reception", "progress", "orphan-message", "reception-deadlock"];
    assert_eq!(rows, expected);
    for property in ["progress", "realisable"] {
        let run = here.run(&format!("check --format json --property {property} call.puml"));
        assert_eq!(run.code, 0, "{property}: {}", run.output);
        let report = json_of(&run.output);
        let rows = report["results"].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{property}: {}", run.output);
        assert_eq!(rows[0]["property"].as_str(), Some(property));
    }
}

#[test]
fn who_takes_the_choice_is_not_the_one_who_is_not_told() {
    let text = "sequenceDiagram\n  A->>B: m\n  alt found\n    B->>A: n\n  else not found\n    B->>C: o\n  end\n  \
                A->>B: p\n";
    let here = Directory::new("diagram_choice").with("search.mmd", text);
    let run = here.run("chor check search.mmd");
    let headline = "line 8: `A` is not told which branch of the choice of line 3 was taken";
    assert!(run.output.contains(headline), "{}", run.output);
    assert!(run.output.contains("to repair it, tell A by a message of its own"), "{}", run.output);
    // Who begins what is optional takes the choice.
    let text =
        "sequenceDiagram\n  opt maybe\n    A->>B: m\n    B->>C: n\n  end\n  B->>C: o\n  B->>D: o\n";
    let here = Directory::new("diagram_option").with("maybe.mmd", text);
    let run = here.run("chor check maybe.mmd");
    let headline = "line 6: `B` is not told that the optional part of line 2 happens";
    assert!(run.output.contains(headline), "{}", run.output);
}

#[test]
fn blocks_of_a_document_are_models_with_the_lines_of_the_document() {
    let text = format!(
        "# Plan\n\n```mermaid\n{SENSOR}```\n\n```rust\nfn main() {{}}\n```\n\n~~~plantuml\na -> b : m\nb ->> ~~~ c\n~~~\n"
    );
    let here = Directory::new("diagram_blocks").with("plan.md", &text).with("none.md", "# no\n");
    let run = here.run("chor check plan.md#1");
    assert!(run.output.contains("plan.md#1: realisable violated: line 8: "), "{}", run.output);
    let run = here.run("interaction metrics plan.md#2");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("--> plan.md#2:19:1"), "{}", run.errors);
    for (name, why) in
        [("plan.md#3", "it has 2 blocks that are models"), ("none.md", "no block of it is a model")]
    {
        let run = here.run(&format!("chor check {name}"));
        assert_eq!(run.code, 2, "{name}");
        assert!(run.errors.contains(why), "{name}: {}", run.errors);
    }
}

#[test]
fn other_diagrams_of_a_document_are_left_out() {
    let other = "```mermaid\npie title Gr\u{f6}\u{df}e\n\"a\" : 1\n```\n\n";
    let quoted: String = SENSOR.lines().flat_map(|line| ["> ", line, "\n"]).collect();
    let text = format!("# Plan\n\n{other}> ```mermaid\n{quoted}\nText\n\n```mermaid\n{SENSOR}");
    let classes = "@startuml\nclass a\n@enduml\n";
    let here = Directory::new("diagram_others")
        .with("plan.md", &text)
        .with("pie.md", other)
        .with("two.puml", &format!("{classes}{CALL}"));
    let run = here.run("chor check --format json plan.md");
    assert_eq!(run.code, 1, "{}", run.errors);
    let why = "left out: 1 block that is no sequence diagram (pie, line 3)";
    assert_eq!(run.errors.matches(why).count(), 1, "{}", run.errors);
    let report = json_of(&run.output);
    let rows = report["results"].as_array().unwrap().iter();
    let rows = rows.filter(|row| row["property"] == "realisable");
    let names: Vec<&str> = rows.map(|row| row["model"].as_str().unwrap()).collect();
    assert_eq!(names, ["plan.md#2", "plan.md#3"]);
    let notes = report["diagnostics"].as_array().unwrap().iter();
    assert_eq!(notes.filter(|note| note["code"] == "W0511" && note["message"] == why).count(), 1);
    for jobs in ["1", "2"] {
        let line = format!("batch --no-cache --format json -j {jobs} plan.md");
        let report = json_of(&here.run(&line).output);
        let notes = report["diagnostics"].as_array().unwrap().iter();
        assert_eq!(notes.filter(|note| note["message"] == why).count(), 1);
    }
    // What is named is read, or refused.
    let run = here.run("chor check plan.md#2");
    assert!(!run.errors.contains("left out"), "{}", run.errors);
    assert!(run.output.contains("line 13: `Sensor` is not told"), "{}", run.output);
    let run = here.run("chor check plan.md#1");
    assert!(run.errors.contains("the diagram `pie` is not supported"), "{}", run.errors);
    let run = here.run("chor check pie.md");
    assert_eq!(run.code, 2);
    let why = "no block of it is a sequence diagram: pie, line 1";
    assert!(run.errors.contains(why), "{}", run.errors);
    let run = here.run("chor check two.puml");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert!(run.errors.contains("left out: 1 block that is no sequence diagram (classes, line 1)"));
}

#[test]
fn directories_are_searched_for_diagrams_of_both_notations() {
    let here = Directory::new("diagram_kinds").with("sensor.mmd", SENSOR).with("call.puml", CALL);
    let names = |line: &str| -> Vec<String> {
        let report = json_of(&here.run(line).output);
        let rows = report["results"].as_array().unwrap().iter();
        let mut names: Vec<String> =
            rows.map(|row| row["model"].as_str().unwrap().to_owned()).collect();
        names.dedup();
        names
    };
    for command in ["check", "chor check"] {
        let line = format!("{command} --format json .");
        assert_eq!(names(&line), ["./call.puml", "./sensor.mmd"]);
    }
}

#[test]
fn loops_mean_what_is_said() {
    let text = "sequenceDiagram\nloop more\na->>b: m\nend\n";
    let both = text.replace("end", "b->>a: n\nend");
    let here = Directory::new("diagram_loops").with("loop.mmd", text).with("both.mmd", &both);
    let run = here.run("interaction nfa loop.mmd");
    assert_eq!(run.code, 3);
    assert!(run.output.contains("--loops strict") && run.errors.is_empty(), "{}", run.errors);
    let run = here.run("interaction nfa --loops strict loop.mmd");
    assert_eq!(run.code, 0, "{}", run.output);
    // Rounds without order are no finite choreography.
    for (kind, code) in [("strict", 0), ("weak", 0), ("parallel", 3)] {
        let run = here.run(&format!("chor check --loops {kind} both.mmd"));
        assert_eq!(run.code, code, "{kind}: {}{}", run.output, run.errors);
    }
    for (kind, code) in [("strict", 1), ("weak", 0), ("parallel", 0), ("head", 0)] {
        let run = here.run(&format!("interaction accepts --loops {kind} loop.mmd a!m.a!m.b?m.b?m"));
        assert_eq!(run.code, code, "{kind}: {}{}", run.output, run.errors);
    }
}

#[test]
fn how_ordinary_things_are_read_is_said_only_on_request() {
    let rounds = CALL.replace("@enduml", "loop again\nuser -> shop : order\nend\n@enduml");
    let here = Directory::new("diagram_notes").with("call.puml", &rounds).with("log.htf", "{}");
    let both = ["W0510", "W0505"].as_slice();
    let commands = [
        ("check call.puml", both),
        ("chor check call.puml", &["W0510"]),
        ("batch call.puml", both),
        ("interaction nfa call.puml", both),
    ];
    for (line, codes) in commands {
        let run = here.run(line);
        assert_eq!(run.errors, "", "{line}");
        assert!(!run.output.contains("not asked"), "{line}: {}", run.output);
        let run = here.run(&format!("{line} -v"));
        // Programs have them in any case.
        let report = json_of(&here.run(&format!("{line} --format json")).output);
        let notes = report["diagnostics"].as_array().unwrap();
        assert_eq!(notes.len(), codes.len(), "{line}: {notes:?}");
        for (code, note) in codes.iter().zip(notes) {
            assert!(run.errors.contains(&format!("note[{code}]: this ")), "{line}: {}", run.errors);
            assert_eq!(
                (&note["code"], &note["severity"]),
                (&json!(code), &json!("note")),
                "{line}"
            );
        }
    }
    let run = here.run("conform --model call.puml log.htf");
    assert_eq!(run.errors, "");
    let run = here.run("conform -v --model call.puml log.htf");
    assert!(run.errors.contains("note[W0510]: this "), "{}", run.errors);
    let run = here.run("chor check -v call.puml");
    assert!(run.output.contains("  not asked: may somebody wait for ever"), "{}", run.output);
}

#[test]
fn internal_steps_are_in_automata_and_in_no_log() {
    let here = Directory::new("diagram_steps")
        .with("call.puml", CALL)
        .with("call.htf", "{[user] user!order.user?parcel; [shop] shop?order.shop!parcel}");
    let run = here.run("interaction nfa --to json call.puml");
    assert!(run.output.contains("\"shop~pack\""), "{}", run.output);
    let run = here.run("interaction project call.puml");
    assert!(run.output.contains("when true ;"), "{}", run.output);
    let run = here.run("interaction project --to ca call.puml");
    assert!(!run.output.contains("pack"), "{}", run.output);
    let run = here.run("conform --model call.puml call.htf");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    let run = here.run("interaction nfa --to json -o call.json call.puml");
    assert_eq!(run.code, 0, "{}", run.errors);
    let run = here.run("conform --model call.json call.htf");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    let run = here.run("interaction draw call.puml");
    assert!(run.output.contains("pack"), "{}", run.output);
    let run = here.run("interaction convert --to hif -o call.hif call.puml");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert!(here.read("call.hif").contains("shop -- ~pack -> |"));
    let automata = ["call.puml", "call.hif"].map(|file| {
        let automaton = json_of(&here.run(&format!("interaction nfa --to json {file}")).output);
        automaton["transitions"].clone()
    });
    assert_eq!(automata[0], automata[1]);
    let run = here.run("interaction convert --to mermaid -o call.mmd call.puml");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert_eq!(
        here.read("call.mmd"),
        "sequenceDiagram\n  participant user\n  participant shop\n  user->>shop: order\n  shop->>shop: pack\n  \
         shop->>user: parcel\n"
    );
}

#[test]
fn what_a_choreography_cannot_say_is_refused_by_name() {
    let here = Directory::new("diagram_outside")
        .with("found.hif", "m -> a")
        .with("many.mmd", "sequenceDiagram\nloop loopP\na->>b: m\nb->>a: n\nend\n");
    let run = here.run("chor check found.hif");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("--> found.hif:1:1"), "{}", run.errors);
    assert!(run.errors.contains("a message from the environment"), "{}", run.errors);
    // Rounds without order are no finite choreography.
    let run = here.run("chor check many.mmd");
    assert_eq!(run.code, 3, "{}", run.output);
    assert!(
        run.output.contains("the messages were not judged: more and more rounds"),
        "{}",
        run.output
    );
}

#[test]
fn a_message_that_is_lost_is_judged_as_drawn_and_hides_no_choice() {
    let diagram = |lines: &str| format!("sequenceDiagram\n{lines}\n");
    let here = Directory::new("diagram_lost")
        .with("only.mmd", &diagram("a-xb: m"))
        .with("again.mmd", &diagram("loop try\na-xb: m\nend\na->>b: m\nb->>a: ack"))
        .with("silent.mmd", &diagram("alt x\na-xb: m\nelse y\na->>b: n\nend\nb->>a: k"))
        .with("apart.mmd", &diagram("alt x\na-xb: m\nc->>d: p\nelse\na-xb: n\nc->>d: q\nend"))
        .with("gate.hif", "@message{m; n} @lifeline{a; b} seq(a -- m -> |, a -- n -> b)");
    for command in ["chor check", "check"] {
        for (name, code, said) in [
            ("only.mmd", 0, "nothing ever happens"),
            ("again.mmd", 0, "realisable"),
            ("gate.hif", 0, "realisable"),
            ("silent.mmd", 1, "line 7: `b` is not told which branch of the choice of line 2"),
            // Without the lost messages `c` would choose.
            ("apart.mmd", 1, "line 7: `c` is not told which branch of the choice of line 2"),
        ] {
            for how in ["", " --lost as-drawn"] {
                let run = here.run(&format!("{command}{how} {name}"));
                assert_eq!(run.code, code, "{command} {name}: {}{}", run.output, run.errors);
                assert!(run.output.contains(said), "{command} {name}: {}", run.output);
            }
        }
        let run = here.run(&format!("{command} --lost may again.mmd"));
        assert_eq!(run.code, 1, "{command}: {}", run.output);
        let said = "line 3: if `m` arrives after all: ";
        assert!(run.output.contains(said), "{command}: {}", run.output);
        // It is not said whom the message would reach.
        assert_eq!(here.run(&format!("{command} --lost may gate.hif")).code, 0);
    }
    let run = here.run("interaction project again.mmd");
    assert!(run.output.contains("when true ;"), "{}", run.output);
    let run = here.run("interaction project --to ca again.mmd");
    assert!(run.output.contains("0 -a->b:m- 1\n1 -b->a:ack- 2\n"), "{}", run.output);
}

#[test]
fn a_text_is_read_by_its_contents_where_its_ending_says_nothing() {
    let here = Directory::new("diagram_contents")
        .with("a.txt", SENSOR)
        .with("b.txt", CALL)
        .with("c.txt", "global protocol P(role A, role B) { m() from A to B; }\n")
        .with("d.txt", "0 -p->q:m- 1\n")
        .with("prose.txt", "Dear all,\nsee you there.\n")
        .with("table.csv", "case,activity,time\n1,a,2\n");
    for (name, code) in [("a.txt", 1), ("b.txt", 0), ("c.txt", 0), ("d.txt", 0)] {
        for command in ["check", "chor check"] {
            let run = here.run(&format!("{command} {name}"));
            assert_eq!(run.code, code, "{command} {name}: {}{}", run.output, run.errors);
        }
    }
    for command in ["check", "rsc", "chor check", "interaction nfa", "automaton info"] {
        for name in ["prose.txt", "table.csv"] {
            let run = here.run(&format!("{command} {name}"));
            assert_eq!(run.code, 2, "{command} {name}");
            let errors = run.errors.matches("error[").count();
            assert_eq!(errors, 1, "{command} {name}: {}", run.errors);
            assert!(run.errors.contains("error[E0011]"), "{command} {name}: {}", run.errors);
        }
    }
}

#[test]
#[ignore = "needs the corpora"]
fn no_published_file_is_refused_in_the_words_of_another_language() {
    let here = Directory::new("diagram_foreign");
    let kinds =
        ["bpmn", "csv", "jaeger", "jsonlines", "otlp", "zipkin", "shiviz", "raft-text", "agents"];
    let mut refused = 0;
    for kind in kinds {
        for entry in std::fs::read_dir(corpora().join("real").join(kind)).unwrap() {
            let path = entry.unwrap().path();
            for command in ["check", "rsc", "chor check", "interaction nfa", "automaton info"] {
                let mut program = here.program();
                program.args(command.split(' ')).arg(&path);
                let output = program.output().unwrap();
                let errors = String::from_utf8(output.stderr).unwrap();
                let name = path.display();
                assert_eq!(output.status.code(), Some(2), "{command} {name}: {errors}");
                assert_eq!(errors.matches("error[").count(), 1, "{command} {name}: {errors}");
                // What is JSON may be an automaton.
                let codes: &[&str] = if command == "automaton info" {
                    &["E0011", "E0000", "E0507"]
                } else {
                    &["E0011", "E0000"]
                };
                let is_named = codes.iter().any(|code| errors.contains(&format!("error[{code}]")));
                assert!(is_named, "{command} {name}: {errors}");
                refused += 1;
            }
        }
    }
    println!("{refused} refusals, each by the name of what the file seems to be");
}

#[test]
fn evidence_is_confirmed_whatever_the_messages_are_called() {
    for name in ["begin", "initial", "to", "as written"] {
        let text = format!(
            "sequenceDiagram\n  alt one\n    A->>B: {name}\n    C->>B: x\n  else two\n    A->>B: z\n    \
             C->>B: y\n  end\n"
        );
        let run =
            Directory::new("diagram_names").with("d.mmd", &text).run("check --verify -q d.mmd");
        assert_eq!(run.code, 1, "{name}: {}", run.output);
        assert!(run.output.ends_with("scm-check-verify: 5 confirmed\n"), "{name}: {}", run.output);
    }
}

#[test]
fn a_diagram_is_offered_no_line_that_it_cannot_write() {
    // The two that choose may choose differently: then nobody calls `C`.
    let chosen_twice = "sequenceDiagram\n  alt one\n    A->>B: p\n    D->>B: r\n    B->>C: y\n\
                        \x20 else other\n    D->>B: q\n    B->>C: z\n  end\n";
    let here = Directory::new("diagram_offer").with("m.mmd", chosen_twice);
    let run = here.run("check --property stuck(C) m.mmd");
    assert_eq!(run.code, 1, "{}", run.errors);
    assert!(run.output.contains("stuck(C) violated"), "{}", run.output);
    assert!(!run.output.contains("final"), "{}", run.output);
}
