//! `scm-check generate multitraces` and `generate 3sat`, run as their users do.

use serde_json::Value;

use crate::support::program::Directory;

/// The example of Figure 3 of \[RVA\].
const FIGURE: &str = r#"{"schema":"scm-check/automaton","schema_version":1,"states":5,"initial":[0],
"final":[3],"transitions":[[0,"b",1],[0,"c",2],[0,"a",3],[2,"e",3],[4,"b",1],[1,"d",4],[4,"c",2]],
"locations":[["a","e"],["c","d"],["b"]]}"#;

/// A request is granted, or refused and logged.
const REQUESTS: &str =
    "loopS(seq(c -- req -> s, alt(s -- ok -> c, seq(s -- no -> c, c -- log -> a))))";

fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("figure.json", FIGURE)
        .with("requests.hif", REQUESTS)
        .with("requests.hsf", "@lifeline{c;s;a} @message{req;ok;no;log}")
}

/// Runs the command on the sessions of a log, and returns the class and the kind of error of each.
fn judged(here: &Directory, model: &str, log: &str) -> Vec<(String, String)> {
    let run = here.run(&format!("conform --model {model} {log} --format ndjson --reproducible"));
    let rows = run.output.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let sessions = rows.filter(|row| !row["detail"]["session"].is_null());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    sessions
        .map(|row| (text(&row["detail"]["class"]), text(&row["detail"]["error"]["kind"])))
        .collect()
}

#[test]
fn multitraces_are_of_the_kind_that_is_asked_for() {
    let here = directory("generate_kinds");
    for (model, length) in [("figure.json", 9), ("requests.hif", 12)] {
        for kind in
            ["pass", "local", "inter", "central", "prefix", "slice", "swap", "noise", "remove"]
        {
            let line = format!(
                "generate multitraces --model {model} --kind {kind} --length {length} --count 8 --seed 3"
            );
            let run = here.run(&line);
            assert_eq!(run.output, here.run(&line).output, "{line}");
            // Few multitraces are inter: mostly counts or areas tell before, or there is an order.
            let is_short = run.code == 3;
            if is_short {
                assert_eq!(kind, "inter", "{line}: {}", run.errors);
                assert!(run.errors.contains("of 8 multitraces of this kind"), "{}", run.errors);
            } else {
                assert_eq!(run.code, 0, "{line}: {}", run.errors);
            }
            let here = directory("generate_kinds_log").with("log.jsonl", &run.output);
            let found = judged(&here, model, "log.jsonl");
            assert!(if is_short { found.len() < 8 } else { found.len() == 8 }, "{line}");
            assert!(!found.is_empty() || model == "requests.hif", "{line}");
            let is_meant = |(class, error): &(String, String)| match kind {
                "pass" => class == "accepted",
                "local" | "inter" | "central" => error == kind,
                "prefix" => class != "slice" && class != "fail",
                "slice" => class != "fail",
                _ => true,
            };
            assert!(found.iter().all(is_meant), "{line}: {found:?}");
            let is_changed = ["swap", "noise", "remove"].contains(&kind);
            assert!(!is_changed || found.iter().any(|(class, _)| class != "accepted"), "{line}");
        }
    }
}

#[test]
fn multitraces_are_written_as_files_and_changed() {
    let here = directory("generate_files");
    let run = here.run("generate multitraces --model requests.hif --count 2 --dir made");
    assert_eq!((run.code, run.output.as_str()), (0, ""), "{}", run.errors);
    let run = here.run("conform --model requests.hif made/pass_1.htf made/pass_2.htf");
    assert_eq!(run.code, 0, "{}", run.output);
    let run = here.run(
        "generate multitraces --model requests.hif --from made/pass_1.htf --kind remove --count 1",
    );
    let changed = here.read("made/pass_1.htf");
    let events = |text: &str| text.matches(['!', '?']).count();
    assert_eq!(events(&run.output) + 1, events(&changed), "{}", run.errors);
    let run = here.run("generate multitraces --model requests.hif --to htf --count 2");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("--dir"), "{}", run.errors);
}

/// Tells whether some assignment satisfies a formula.
fn is_satisfiable(variables: u32, clauses: &[Vec<i32>]) -> bool {
    (0..1_u32 << variables).any(|assignment| {
        clauses.iter().all(|clause| {
            clause.iter().any(|literal| {
                let is_true = assignment >> (literal.unsigned_abs() - 1) & 1 == 1;
                is_true == (*literal > 0)
            })
        })
    })
}

#[test]
fn formulas_are_satisfiable_iff_their_multitraces_are_multi_prefixes() {
    let formulas: [(u32, &[&[i32]]); 4] = [
        (1, &[&[1], &[-1]]),
        (3, &[&[1, 2, 3], &[-1, -2], &[-2, -3], &[-1, -3]]),
        (2, &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]),
        (3, &[&[1, 2], &[-2, 3], &[-3, -1]]),
    ];
    for (variables, clauses) in formulas {
        let clauses: Vec<Vec<i32>> = clauses.iter().map(|clause| clause.to_vec()).collect();
        let line = |clause: &Vec<i32>| {
            let literals: Vec<String> = clause.iter().map(i32::to_string).collect();
            format!("{} 0", literals.join(" "))
        };
        let lines: Vec<String> = clauses.iter().map(line).collect();
        let text = format!("c own\np cnf {variables} {}\n{}\n", clauses.len(), lines.join("\n"));
        let here = Directory::new("generate_formulas").with("formula.cnf", &text);
        for encoding in ["asynchronous", "synchronous"] {
            let run =
                here.run(&format!("generate 3sat formula.cnf --encoding {encoding} --dir made"));
            assert_eq!(run.code, 0, "{}", run.errors);
            let line = "conform --question multi-prefix --model made/formula.hif made/formula.htf";
            assert!(run.errors.contains(line), "{}", run.errors);
            let code = here.run(line).code;
            assert_eq!(code == 0, is_satisfiable(variables, &clauses), "{text} {encoding}: {code}");
        }
    }
}

#[test]
fn formulas_that_cannot_be_read_are_told_with_their_line() {
    let here = Directory::new("generate_bad_formulas")
        .with("word.cnf", "p cnf 2 1\n1 two 0\n")
        .with("head.cnf", "p sat 2\n");
    for (file, told) in [("word", "word.cnf:2: `two` is no literal"), ("head", "head.cnf:1: ")] {
        let run = here.run(&format!("generate 3sat {file}.cnf --dir made"));
        assert_eq!(run.code, 2);
        assert!(run.errors.contains(told), "{}", run.errors);
    }
}

#[test]
fn what_is_changed_is_not_what_it_was() {
    let here = directory("generate_from_pass").with("wrong.htf", "{[1] a.a; [2] ; [3] }");
    let run =
        here.run("generate multitraces --model figure.json --from wrong.htf --kind pass --count 1");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(run.errors.contains("--kind pass would leave it as it is"), "{}", run.errors);
}
