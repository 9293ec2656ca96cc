//! `scm-check conform` on logs of others: by rules, without a model, and with models of their own.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::corpora::corpora;
use crate::support::program::{Directory, Finished};

/// Returns a directory with the bundled models, logs and rules of logs of others.
fn bundled(test: &str) -> Directory {
    let here = Directory::new(test);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/logs");
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, here.path(path.file_name().unwrap().to_str().unwrap())).unwrap();
    }
    here
}

#[test]
fn the_bundled_logs_of_others_are_what_they_say() {
    let here = bundled("rules_bundled");
    for (line, code, words) in [
        (
            "raft.hif --rules raft.toml raft.txt",
            0,
            "conforms holds: 1 session, 16 events; 1 accepted",
        ),
        ("raft.hif --rules raft.toml raft_hasty.txt", 1, "n2?MsgVote, n2!MsgAppResp"),
        ("ewd998.hif --rules ewd998.toml ewd998.ndjson", 0, "1 session, 10 events; 1 accepted"),
        ("agents.nuscr --rules agents.toml agents.jsonl", 1, "2 sessions, 18 events; 1 accepted"),
    ] {
        let run = here.run(&format!("conform --model {line}"));
        assert_eq!(run.code, code, "{line}: {}{}", run.output, run.errors);
        let is_said = run.output.contains(words) || code == 1 && words.starts_with("n2");
        assert!(is_said, "{line}: {}", run.output);
        assert_eq!(run.errors.matches("warning").count(), 1, "{line}: {}", run.errors);
    }
}

#[test]
fn a_log_is_listed_without_a_model() {
    let here = bundled("rules_listed").with("none.jsonl", "").with("n1.log", "!m\nn1?n\n");
    let run = here.run("conform --dry-run --rules agents.toml agents.jsonl");
    assert_eq!(run.code, 0, "{}", run.errors);
    insta::assert_snapshot!(run.output, @r"
    agents.jsonl: 18 events; 2 sessions; 12 lines
      location   sent  received  others
      Hotel         2         2       0
      Planner       5         4       0
      Traveller     2         3       0
      message     events
      Ask              4
      Booked           4
      Full             2
      Inquire          4
      Offer(int)       2
      Wait             2
      session  events
      0            14
      1             4
      left out: no `label`, 3 times

      session 0

       Traveller        Planner            Hotel
           │               │                 │
       1 ! ├──── Ask ─────►┤ ? 1             │
           │           2 ! ├─── Inquire ────►┤ ? 1
           │           3 ? ├◄───── Full ─────┤ ! 2
       2 ? ├◄──── Wait ────┤ ! 4             │
           │           5 ! ├─── Inquire ────►┤ ? 3
           │           6 ? ├◄── Offer(int) ──┤ ! 4
       3 ? ├◄─── Booked ───┤ ! 7             │
           │               │                 │
    ");
    let run = here.run("conform --dry-run --json --rules agents.toml agents.jsonl");
    let listed: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(listed["events"], 18);
    assert_eq!(listed["locations"][0]["name"], "Hotel");
    assert_eq!(listed["left_out"][0]["count"], 3);
    // Messages may say the direction themselves.
    let run = here.run("conform --dry-run --json n1.log");
    let listed: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(
        listed["locations"][0],
        json!({"name": "n1", "sent": 1, "received": 1, "others": 0})
    );
    // Without events there is nothing to be listed.
    let run = here.run("conform --dry-run none.jsonl");
    assert_eq!(run.code, 3, "{}", run.output);
    for line in ["conform raft.txt", "conform --json --model raft.hif raft.txt"] {
        let run = here.run(line);
        assert_eq!(run.code, 2, "{line}: {}", run.output);
    }
}

#[test]
fn rules_are_guessed_from_a_log() {
    let rows = "case;who;activity\n1;ann;ask\n1;bob;answer\n";
    let here = bundled("rules_guessed")
        .with("rows.csv", "id;actor;activity\n1;ann;ask\n1;bob;answer\n")
        .with("odd.csv", rows)
        .with("prose.log", "It was a dark night.\nIt rained.\n");
    for (log, code, events) in [
        ("agents.jsonl", 0, "agents.jsonl: 18 events; 2 sessions; 12 lines"),
        ("ewd998.ndjson", 0, "ewd998.ndjson: 10 events; no session is named; 12 lines"),
        ("raft.txt", 0, "raft.txt: 32 events; no session is named"),
        ("rows.csv", 0, "rows.csv: 2 events; no session is named; 3 lines"),
        ("odd.csv", 0, ""),
        ("prose.log", 0, ""),
    ] {
        let run = here.run(&format!("conform --dry-run --write-rules guess.toml {log}"));
        assert_eq!(run.code, code, "{log}: {}", run.errors);
        assert!(run.output.contains(events), "{log}: {}{}", run.output, run.errors);
        let is_filled_in = run.errors.contains("fill in what is missing");
        assert_eq!(is_filled_in, events.is_empty(), "{log}: {}", run.errors);
        assert!(here.read("guess.toml").contains("format = "), "{log}");
    }
    assert!(here.read("guess.toml").contains("# line = "));
    let run = here.run("conform --dry-run --write-rules agents.jsonl agents.jsonl");
    assert_eq!(run.code, 2, "{}", run.output);
    let run = here.run("conform --dry-run --write-rules guess.toml -");
    assert_eq!(run.code, 2, "{}", run.output);
}

#[test]
fn a_form_that_is_not_known_is_named_once_with_the_way_there() {
    let here = bundled("rules_unknown_form")
        .with("package.json", "{\n  \"name\": \"x\",\n  \"version\": 1\n}\n")
        .with("list.json", "[1, 2]\n")
        .with("thrift.json", "{\"process\":{},\"spans\":[{\"traceIdLow\":1}]}\n")
        .with("stored.json", "{\"spans\":[{\"traceId\":\"AAAA\"}]}\n")
        .with("rows.csv", "id;actor;activity\n1;ann;ask\n")
        .with("prose.log", "It was a dark night.\nIt rained.\n")
        .with("n4.log", "!MsgVote\n");
    for (log, words) in [
        ("agents.jsonl", "JSON with the keys `ts`, `marker`, `trial`"),
        ("package.json", "JSON with the keys `name`, `version`"),
        ("list.json", "JSON without keys"),
        ("thrift.json", "a batch of Jaeger's clients (Thrift)"),
        ("stored.json", "spans as Jaeger stores them"),
        ("rows.csv", "there is no column `location`"),
        ("prose.log", "it seems to be text"),
        ("raft.txt", "it seems to be text"),
        ("n4.log", "the model has no location `n4`"),
    ] {
        for line in [format!("--model raft.hif {log}"), format!("--dry-run {log}")] {
            if line == "--dry-run n4.log" {
                continue;
            }
            let run = here.run(&format!("conform {line}"));
            assert_eq!(run.code, 2, "{line}: {}{}", run.output, run.errors);
            assert!(run.errors.contains(words), "{line}: {}", run.errors);
            assert!(run.errors.contains("--dry-run --write-rules"), "{line}: {}", run.errors);
            assert_eq!(run.errors.matches("error[").count(), 1, "{line}: {}", run.errors);
        }
    }
}

#[test]
fn text_without_a_location_is_of_the_one_it_is_called_after() {
    let rules = "format = \"text\"\nline = '(?<direction>sent|got) (?<message>\\w+)'\n\
        directions = { send = [\"sent\"], receive = [\"got\"] }\n";
    let here = Directory::new("rules_of_log")
        .with("pair.hif", "l -- ping -> k")
        .with("pair.hsf", "@lifeline{l;k} @message{ping}")
        .with("rules.toml", rules)
        .with("l.log", "12:01 sent ping\n")
        .with("other.log", "12:02 got ping\n");
    let run = here.run("conform --model pair.hif --rules rules.toml l.log k=other.log");
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{}", run.output);
    assert!(run.output.contains("1 session, 2 events; 1 accepted"), "{}", run.output);
}

#[test]
fn rules_for_another_form_are_told_once() {
    let here = bundled("rules_other_form").with("list.json", "[\n{\"sender\":\"a\"}\n]\n");
    for log in ["raft.txt", "list.json"] {
        let run = here.run(&format!("conform --model raft.hif --rules agents.toml {log}"));
        assert_eq!((run.code, run.errors.matches("error[").count()), (2, 1), "{}", run.errors);
        assert!(run.errors.contains("the rules are for JSON"), "{}", run.errors);
    }
    let run = here.run("conform --model raft.hif --rules agents.toml agents.jsonl");
    assert_eq!(run.code, 2, "{}", run.output);
    let words = "`[locations]` in the rules says which is meant, `\"Traveller\" = \"..\"`";
    assert!(run.errors.contains(words), "{}", run.errors);
    let line = "conform --dry-run --skip-bad-lines --rules agents.toml list.json";
    let run = here.run(line);
    assert_eq!((run.code, run.errors.matches("W0705").count()), (3, 1), "{}", run.errors);
    let run = here.run("conform --dry-run --rules agents.toml agents.csv");
    assert_eq!(run.code, 2, "{}", run.errors);
}

/// The kinds of logs that others have, with the rules for all of a kind.
const KINDS: [(&str, Option<&str>); 8] = [
    ("zipkin", None),
    ("jaeger", None),
    ("otlp", None),
    ("raft-text", Some("raft.toml")),
    ("jsonlines", Some("ewd998.toml")),
    ("agents", Some("agents.toml")),
    ("csv", None),
    ("shiviz", None),
];

/// Returns the reason why a log is not read: its first diagnostic, without names.
fn reason(run: &Finished) -> String {
    let first =
        run.errors.lines().find(|line| line.starts_with("error") || line.starts_with("warning"));
    let first = first.unwrap_or("no reason").replace(char::is_numeric, "N");
    first.split(": it seems to be").next().unwrap_or(&first).to_owned()
}

#[test]
#[ignore = "needs the corpora"]
fn logs_of_others_are_read_or_refused_with_the_reason() {
    let here = bundled("rules_corpora");
    let mut read = Vec::new();
    println!("{:10} {:>5} {:>5}  not read", "kind", "files", "read");
    for (kind, rules) in KINDS {
        let folder = corpora().join("real").join(kind);
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let mut reasons = std::collections::BTreeMap::<String, usize>::new();
        let mut count = 0;
        for file in &files {
            let rules = rules.map(|rules| format!("--rules {rules}"));
            // Rows and other texts are read by rules that are guessed from each.
            let is_guessed = kind == "csv";
            let rules = rules.or(is_guessed.then(|| "--write-rules guess.toml".to_owned()));
            let rules = rules.unwrap_or_default();
            let run = here.run(&format!("conform --dry-run --json {rules} {}", file.display()));
            let listed: Value = serde_json::from_str(&run.output).unwrap_or_default();
            if run.code == 0 && listed["events"].as_u64().is_some_and(|events| events > 0) {
                count += 1;
                continue;
            }
            assert!(run.errors.contains(" --> "), "{}: {}", file.display(), run.errors);
            // Text that is no CSV is not blamed for what CSV would be.
            let is_blamed = run.errors.contains("column") || run.errors.contains("quote");
            assert!(kind == "csv" || !is_blamed, "{}", run.errors);
            *reasons.entry(reason(&run)).or_default() += 1;
        }
        println!("{kind:10} {:5} {count:5}", files.len());
        for (reason, count) in reasons {
            println!("{:24}{count} x {reason}", "");
        }
        read.push((kind, count, files.len()));
    }
    for (kind, least) in [
        ("zipkin", |files| files - 1),
        ("jaeger", |files: usize| (files * 70).div_ceil(100)),
        ("raft-text", |files| (files * 85).div_ceil(100)),
        ("jsonlines", |files| files),
        ("agents", |files| files),
    ] as [(&str, fn(usize) -> usize); 5]
    {
        let &(_, count, files) = read.iter().find(|one| one.0 == kind).unwrap();
        assert!(files > 0 && count >= least(files), "{kind}: {count} of {files}");
    }
}
