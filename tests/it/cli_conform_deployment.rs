//! `scm-check conform --local` where the logs are, then `--central`: the verdicts of one process.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::program::Directory;

/// The example of Figure 3 of \[RVA\].
const FIGURE: &str = r#"{"schema":"scm-check/automaton","schema_version":1,"states":5,"initial":[0],
"final":[3],"transitions":[[0,"b",1],[0,"c",2],[0,"a",3],[2,"e",3],[4,"b",1],[1,"d",4],[4,"c",2]],
"locations":[["a","e"],["c","d"],["b"]]}"#;

/// Sessions with their traces at the three locations: accepted, central, inter, local.
const SESSIONS: [(&str, [&str; 3]); 6] = [
    ("accepted", ["e", "dc", "b"]),
    ("central", ["e", "dddc", "bb"]),
    ("inter", ["e", "dddc", ""]),
    ("local", ["e", "cd", "bbbb"]),
    ("short", ["e", "d", ""]),
    ("alone", ["a", "", ""]),
];

fn directory(test: &str) -> Directory {
    let mut whole = String::new();
    let mut parts = [const { String::new() }; 3];
    for (session, traces) in SESSIONS {
        for (place, trace) in traces.into_iter().enumerate() {
            let location = place + 1;
            let mut lines: Vec<String> = trace
                .chars()
                .map(|letter| {
                    format!("{{\"location\":{location},\"message\":\"{letter}\",\"session\":\"{session}\"}}\n")
                })
                .collect();
            whole.push_str(&lines.concat());
            // A location says that it was there, even if it saw nothing.
            lines.push(format!("{{\"session\":\"{session}\",\"end\":true}}\n"));
            parts[place].push_str(&lines.concat());
        }
    }
    let here = Directory::new(test).with("figure.json", FIGURE).with("whole.jsonl", &whole);
    for (place, part) in parts.iter().enumerate() {
        fs::write(here.path(&format!("part{}.jsonl", place + 1)), part).unwrap();
    }
    here
}

/// Returns what is said of each session.
fn answers(text: &str) -> BTreeMap<String, [String; 3]> {
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    rows.map(|row| {
        let said = [&row["verdict"], &row["detail"]["class"], &row["detail"]["error"]];
        (row["detail"]["session"].to_string(), said.map(Value::to_string))
    })
    .collect()
}

#[test]
fn two_places_find_what_one_finds() {
    let here = directory("conform_deployed");
    for location in 1..=3 {
        let line = format!("conform --model figure.json --local {location} part{location}.jsonl");
        let run = here.run(&line);
        assert_eq!(run.errors, "", "{location}");
        assert_eq!(run.output.lines().count(), SESSIONS.len(), "{location}");
        for line in run.output.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["schema"], "scm-check/local");
            assert_eq!(line["verdict"] == "holds", line["area"].is_string(), "{line}");
        }
        fs::write(here.path(&format!("found{location}.jsonl")), run.output).unwrap();
    }
    let together = here.run("conform --model figure.json whole.jsonl --format ndjson");
    let files = "found2.jsonl found1.jsonl found3.jsonl";
    let apart = here.run(&format!("conform --model figure.json --central {files} --format ndjson"));
    assert_eq!((together.code, apart.code), (1, 1), "{}", apart.errors);
    let found = answers(&apart.output);
    assert_eq!(found.len(), SESSIONS.len());
    assert_eq!(found, answers(&together.output));
    let kinds: Vec<&str> = ["central", "inter", "local"]
        .into_iter()
        .filter(|kind| apart.output.contains(&format!("\"kind\":\"{kind}\"")))
        .collect();
    assert_eq!(kinds, ["central", "inter", "local"]);
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let here = directory("conform_deployed_wrong");
    for location in 1..=3 {
        let line = format!("conform --model figure.json --local {location} part{location}.jsonl");
        fs::write(here.path(&format!("found{location}.jsonl")), here.run(&line).output).unwrap();
    }
    let here = here
        .with("other.json", &FIGURE.replace("[4,\"c\",2]", "[4,\"c\",3]"))
        .with("torn.jsonl", "{\"schema\":\"scm-check/local\"");
    let whole = here.read("found2.jsonl");
    let cut = whole.split_once('\n').unwrap().1.to_owned();
    let here = here.with("cut.jsonl", &cut);
    for (line, words) in [
        ("other.json --central found1.jsonl found2.jsonl found3.jsonl", "has another automaton"),
        ("figure.json --central found1.jsonl found3.jsonl", "no line is from 2"),
        ("figure.json --central found1.jsonl cut.jsonl found3.jsonl", "nothing was said of 2"),
        ("figure.json --central found1.jsonl found1.jsonl", "speaks twice of session `accepted`"),
        ("figure.json --central torn.jsonl", "it is no line of `conform --local`"),
        ("figure.json --central missing.jsonl", "no such file"),
        ("figure.json --central --question slice found1.jsonl", "it has no other --question"),
        ("figure.json --local 4 part1.jsonl", "there is no location `4`, but 1; 2; 3"),
        ("figure.json --local 1 figure.htf", "a multitrace is in one place already"),
    ] {
        let run = here.run(&format!("conform --model {line}"));
        assert_eq!(run.code, 2, "{line}: {}{}", run.output, run.errors);
        assert!(
            run.output.contains(words) || run.errors.contains(words),
            "{line}: {}{}",
            run.output,
            run.errors
        );
    }
}
