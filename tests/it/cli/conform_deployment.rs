//! `scm-check conform --local` where the logs are, then `--central`: the verdicts of one process.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use serde_json::{Value, json};

use crate::support::program::Directory;

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
        let mut lines: Vec<Value> =
            run.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let last = lines.pop().unwrap();
        assert_eq!(lines.len(), SESSIONS.len(), "{location}");
        assert_eq!((&last["end"], &last["sessions"]), (&json!(true), &json!(SESSIONS.len())));
        assert_eq!(last["location"], lines[0]["location"]);
        for line in lines {
            assert_eq!(line["schema"], "scm-check/local");
            assert_eq!(line["automaton"], last["automaton"]);
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

/// An automaton whose words have many orders.
const STEPS: &str = r#"[[0,"a",3],[0,"b",3],[0,"c",3],[1,"c",2],[2,"a",1],[2,"a",3],[2,"b",1],[3,"b",1],[3,"b",2]]"#;

#[test]
fn the_centre_grants_each_session_its_time() {
    let model = r#"{"schema":"scm-check/automaton","schema_version":1,"states":4,"initial":[0],"final":[2,3],
        "transitions":TRANSITIONS,"locations":[["a"],["b"],["c"]]}"#;
    let model = model.replace("TRANSITIONS", STEPS);
    let here = Directory::new("conform_central_time").with("m.json", &model);
    let line = "generate multitraces --model m.json --count 5 --length 200 --kind central --seed 1";
    let run = here.run(line);
    assert_eq!(run.code, 0, "{}", run.errors);
    fs::write(here.path("log.jsonl"), &run.output).unwrap();
    for location in 1..=3 {
        let run = here.run(&format!("conform --model m.json --local {location} log.jsonl"));
        fs::write(here.path(&format!("found{location}.jsonl")), run.output).unwrap();
    }
    let apart = "--central found1.jsonl found2.jsonl found3.jsonl";
    for (time, code) in [("--session-timeout 0ms", 3), ("", 1)] {
        let lines = [apart, "log.jsonl"].map(|input| {
            let run = here.run(&format!("conform --model m.json --format ndjson {time} {input}"));
            assert_eq!(run.code, code, "{}", run.errors);
            answers(&run.output)
        });
        assert_eq!(lines[0].len(), 5);
        assert_eq!(lines[0], lines[1]);
    }
}

/// What the locations of the bundled example see: `-` says that there is no line of the session in the log.
const SILENT: [(&str, &str, &str); 5] = [
    ("round", "!frame0 ?ack0 !frame1 ?ack1", "?frame0 !ack0 ?frame1 !ack1"),
    ("lost", "!frame0", ""),
    ("invented", "", "?frame0"),
    ("wrong", "?ack0", ""),
    ("again", "!frame0 ?ack0 !frame1 ?ack1", "?frame0 !ack0 ?frame1 !ack1"),
];

/// Returns the lines of a log, session by session, that only one location wrote, or both.
fn silent(sessions: &[(&str, &str, &str)], wanted: &[&str]) -> String {
    let mut text = String::new();
    for (session, sender, receiver) in sessions {
        for (location, trace) in [("sender", sender), ("receiver", receiver)] {
            for event in trace.split_whitespace().filter(|_| wanted.contains(&location)) {
                let (direction, message) = match event.split_at(1) {
                    ("!", message) => ("send", message),
                    (_, message) => ("receive", message),
                };
                let line = json!({"location": location, "direction": direction,
                    "message": message, "session": session});
                writeln!(text, "{line}").unwrap();
            }
        }
    }
    text
}

#[test]
fn a_location_that_saw_nothing_of_a_session_need_not_name_it() {
    let folder = "models/multitraces/alternating_bit";
    let source = |ending: &str| fs::read_to_string(format!("{folder}.{ending}")).unwrap();
    let here = Directory::new("conform_deployed_silent")
        .with("bit.hif", &source("hif"))
        .with("bit.hsf", &source("hsf"));
    // Silent in some sessions, in all of them, and where there is no session at all.
    for sessions in [&SILENT[..], &SILENT[1..2], &SILENT[2..3], &[]] {
        for order in ["interleaved", "grouped"] {
            let write = |name: &str, text: &str| fs::write(here.path(name), text).unwrap();
            write("whole.jsonl", &silent(sessions, &["sender", "receiver"]));
            for location in ["sender", "receiver"] {
                write("part.jsonl", &silent(sessions, &[location]));
                let line = format!("conform --model bit.hif --sessions {order} --local {location}");
                let run = here.run(&format!("{line} part.jsonl"));
                assert!(run.output.contains("\"end\":true"), "{}{}", run.output, run.errors);
                write(&format!("{location}.jsonl"), &run.output);
                // The log of all has the lines of others, too.
                write(
                    &format!("{location}_of_all.jsonl"),
                    &here.run(&format!("{line} whole.jsonl")).output,
                );
            }
            let together = here.run(&format!(
                "conform --model bit.hif --allow-empty --sessions {order} whole.jsonl --format ndjson"
            ));
            for files in
                ["sender.jsonl receiver.jsonl", "receiver_of_all.jsonl sender_of_all.jsonl"]
            {
                let line = format!("conform --model bit.hif --allow-empty --central {files}");
                let apart = here.run(&format!("{line} --format ndjson"));
                assert_eq!(apart.code, together.code, "{}", apart.errors);
                assert_eq!(answers(&apart.output), answers(&together.output));
                assert_eq!(answers(&apart.output).len(), sessions.len());
            }
        }
    }
}

#[test]
fn an_output_that_is_cut_short_does_not_say_that_it_is_all() {
    let here = directory("conform_deployed_cut")
        .with("bad.jsonl", "{\"location\":1,\"message\":\"e\",\"session\":1}\nnothing\n")
        .with("more.jsonl", "{\"location\":1,\"message\":\"e\",\"session\":\"more\"}\n");
    let local = |line: &str| here.run(&format!("conform --model figure.json --local 1 {line}"));
    for (line, sessions, code) in [
        ("part1.jsonl more.jsonl", Some(7), 0),
        ("part1.jsonl --limit 3", None, 0),
        ("part1.jsonl missing.jsonl", None, 2),
        ("missing.jsonl part1.jsonl", None, 2),
        ("bad.jsonl part1.jsonl", None, 2),
        ("bad.jsonl part1.jsonl --skip-bad-lines", Some(7), 0),
    ] {
        let run = local(line);
        assert_eq!(run.code, code, "{line}: {}", run.errors);
        let lines: Vec<Value> =
            run.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let ends: Vec<&Value> = lines.iter().filter(|line| line["end"] == true).collect();
        assert_eq!(ends.len(), usize::from(sessions.is_some()), "{line}: {}", run.output);
        if let Some(sessions) = sessions {
            assert_eq!(lines.last().unwrap()["sessions"], sessions, "{line}");
        } else {
            assert!(run.errors.contains("not all sessions were checked"), "{line}: {}", run.errors);
        }
    }
    assert_eq!(local("part1.jsonl --limit 3").output.lines().count(), 3);
}

#[test]
fn the_centre_keeps_witnesses_as_one_place_does() {
    let here = directory("conform_deployed_witness");
    for location in 1..=3 {
        let line = format!("conform --model figure.json --local {location} part{location}.jsonl");
        fs::write(here.path(&format!("found{location}.jsonl")), here.run(&line).output).unwrap();
    }
    here.run("conform --model figure.json --central found1.jsonl found2.jsonl found3.jsonl -q --witness d");
    here.run("conform --model figure.json whole.jsonl -q --witness d");
    for session in ["central", "inter", "local", "short"] {
        for ending in ["svg", "json", "txt"] {
            let [one, other] = ["found1", "whole"].map(|log| {
                here.path(&format!("d/{log}.session-{session}.conforms.{ending}")).exists()
            });
            assert!(one && other, "{session} {ending}");
        }
    }
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
    let torn = whole.split_once('\n').unwrap().1.to_owned();
    let (open, _) = whole.trim_end().rsplit_once('\n').unwrap();
    let cut = open.split_once('\n').unwrap().1.to_owned();
    let first = here.read("found1.jsonl");
    let here = here
        .with("again.jsonl", &first)
        .with("bare.jsonl", &first.replacen("\"holds\"", "\"violated\"", 1))
        .with("one_less.jsonl", &torn)
        .with("cut.jsonl", &format!("{cut}\n"))
        .with("open.jsonl", &format!("{open}\n"))
        .with("nothing.jsonl", "");
    // Nothing is missing but the last line, which nobody needs then.
    let run =
        here.run("conform --model figure.json --central found1.jsonl open.jsonl found3.jsonl");
    assert_eq!(run.code, 1, "{}{}", run.output, run.errors);
    for (line, words) in [
        ("other.json --central found1.jsonl found2.jsonl found3.jsonl", "error[E0622]"),
        ("figure.json --central found1.jsonl found3.jsonl", "no line is from location 2"),
        ("figure.json --central found1.jsonl", "no line is from location 2 or location 3"),
        ("figure.json --central found1.jsonl found3.jsonl", "add what `conform --local 2` prints"),
        (
            "figure.json --central found1.jsonl cut.jsonl found3.jsonl",
            "nothing was said of location 2",
        ),
        (
            "figure.json --central found1.jsonl cut.jsonl found3.jsonl",
            "what `conform --local` printed for location 2 has no last line",
        ),
        (
            "figure.json --central one_less.jsonl",
            "error[E0621]: location `2` ends with 6 sessions, but its lines before are about 5 sessions",
        ),
        ("figure.json --central nothing.jsonl", "it has no line, not even the last one"),
        ("figure.json --central found1.jsonl found1.jsonl", "found1.jsonl is named twice"),
        ("figure.json --central found1.jsonl again.jsonl", "speaks twice of session `accepted`"),
        ("figure.json --central bare.jsonl", "a line has an area where its trace is right"),
        (
            "figure.json --central torn.jsonl",
            "this is no line that a location prints: the text ends",
        ),
        ("figure.json --central missing.jsonl", "no such file"),
        ("figure.json --central --question slice found1.jsonl", "it has no other --question"),
        ("figure.json --local 1 part1.jsonl --format json", "it has no other --format"),
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
