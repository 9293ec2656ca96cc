//! The words of answers about diagrams.

use crate::support::program::{Directory, json_of};

/// Words of the theory that the first line of an answer about a diagram does not have.
const THEORY: [&str; 5] = ["projection", "RSC", "implementation", "choreography", "synchronous"];

/// Diagrams with what `chor check` says first, behind the name of the property.
const ANSWERS: [(&str, &str); 6] = [
    (
        "A->>B: ask\nB-->>A: tell",
        " holds (peer-to-peer, fifo): if each participant follows its own lifeline only, together they \
         do what the diagram says",
    ),
    (
        "C->>S: request\nalt ok\nS->>C: page\nelse late\nC->>S: retry\nend",
        " violated: line 6: neither `C` nor `S` is told which branch of the choice of line 3 was taken; `C` may \
         send `retry` while the others go on with `page` of line 4",
    ),
    (
        "loop poll\nA->>B: ping\nB->>A: pong\nend\nB->>A: bye",
        " violated: line 6: `B` is not told that the loop of line 2 goes on; it may send `bye` while \
         the others go on with `ping` of line 3",
    ),
    (
        "A->>B: q\nopt need\nB->>C: call\nend\nC->>A: done",
        " violated: line 6: `C` is not told that the optional part of line 3 happens; it may send \
         `done` while the others go on with `call` of line 4",
    ),
    (
        "A->>B: m\nbreak bad\nB->>A: fail\nend\nA->>B: more",
        " violated: line 6: neither `A` nor `B` is told which branch of the choice of line 3 was taken; `A` may \
         send `more` while the others go on with `fail` of line 4",
    ),
    (
        "alt one\nA->>B: a text of an arrow that goes on and on, far beyond what a sentence has room \
         for\nelse other\nB->>A: y\nend",
        " violated: line 5: neither `B` nor `A` is told which branch of the choice of line 2 was taken; `B` may \
         send `y` while the others go on with `a text of an arrow that goes on and on, far beyond what a...` \
         of line 3",
    ),
];

#[test]
fn answers_about_diagrams_begin_with_one_sentence_and_the_lines_of_both_sides() {
    let name = |number: usize| format!("d{number}.mmd");
    let here = ANSWERS
        .iter()
        .enumerate()
        .fold(Directory::new("diagram_words"), |here, (number, (text, _))| {
            here.with(&name(number), &format!("sequenceDiagram\n{text}\n"))
        });
    for (number, (_, expected)) in ANSWERS.iter().enumerate() {
        let run = here.run(&format!("chor check {}", name(number)));
        let first = run.output.lines().next().unwrap_or_default();
        assert_eq!(first, format!("{}: realisable{expected}", name(number)));
        let asked = ["well-formed", "deadlock", "strong-progress(sent)"];
        let asked: Vec<String> = asked.map(|one| format!("--property {one}")).into();
        let named =
            here.run(&format!("chor check --format json {} {}", asked.join(" "), name(number)));
        let all = here.run(&format!("check --format json {}", name(number)));
        for report in [json_of(&named.output), json_of(&all.output)] {
            for row in report["results"].as_array().unwrap() {
                let message = row["message"].as_str().unwrap_or_default();
                let found: Vec<&str> =
                    THEORY.into_iter().filter(|word| message.contains(word)).collect();
                assert_eq!(found, [""; 0], "{row}");
            }
        }
    }
}

#[test]
fn the_steps_of_a_run_of_a_diagram_are_listed_on_demand() {
    let text = format!("sequenceDiagram\n{}\n", ANSWERS[1].0);
    let here = Directory::new("diagram_listed_steps").with("d.mmd", &text);
    for command in ["chor check", "check"] {
        let [short, long] = ["", "-v "].map(|option| here.run(&format!("{command} {option}d.mmd")));
        for (run, has_table) in [(short, false), (long, true)] {
            assert!(run.output.contains("retry"), "{}", run.output);
            assert_eq!(run.output.contains("step  participant"), has_table, "{}", run.output);
        }
    }
}

#[test]
fn an_action_has_the_line_of_its_own_arrow() {
    let text = "sequenceDiagram\nA->>B: ok\nA->>C: ok\nC->>A: x\nA->>C: ok\nalt\nA->>C: y\nelse\nC->>A: z\nend\n";
    let here = Directory::new("diagram_arrows").with("d.mmd", text);
    let run = here.run("chor check -v d.mmd");
    let lines: Vec<&str> =
        run.output.lines().filter(|line| line.contains(" A            ! ok")).collect();
    let places: Vec<&str> =
        lines.iter().filter_map(|line| line.split("d.mmd:").nth(1)?.split(' ').next()).collect();
    assert_eq!(places, ["2", "3", "5"], "{}", run.output);
}
