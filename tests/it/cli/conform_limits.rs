//! `scm-check conform`: where reading ends, what is asked again, and logs of which little is there.

use std::fs;

use serde_json::{Value, json};

use crate::support::program::Directory;
use crate::support::round_logs::{ROUNDS, conform, directory, event, log, rows};

/// So many sessions one behind the other, each with its end mark; each third one is wrong.
fn one_by_one(sessions: usize) -> Vec<String> {
    let session = |number: usize| {
        let key = format!("s{number}");
        let wrong = if number % 3 == 2 { "pong" } else { "ping" };
        let events = [("l", "send", "ping"), ("k", "receive", wrong)];
        let events = events.map(|one| event(&key, one)).concat();
        format!("{events}{{\"session\":\"{key}\",\"end\":true}}\n")
    };
    (0..sessions).map(session).collect()
}

#[test]
fn bad_lines_count_as_far_as_a_log_is_wanted() {
    let mut sessions = one_by_one(9);
    sessions.insert(2, "bad\n".to_owned());
    sessions.insert(6, "worse\n".to_owned());
    let here = directory("conform_wanted").with("log.jsonl", &sessions.concat());
    let question = "--question global-prefix --format ndjson log.jsonl";
    for (limit, lines, code) in [(2, 0, 0), (3, 1, 2), (5, 1, 2), (6, 2, 2), (9, 2, 2)] {
        for jobs in [1, 2] {
            let run = conform(&here, &format!("{question} --limit {limit} --jobs {jobs}"));
            let words = format!("{limit} of {jobs}: {}{}", run.output, run.errors);
            let wrong = limit / 3;
            assert_eq!(run.code, if wrong > 0 { code.max(1) } else { code }, "{words}");
            let found = rows(&run.output);
            let count =
                |verdict: &str| found.iter().filter(|row| row["verdict"] == verdict).count();
            assert_eq!(count("violated"), wrong, "{words}");
            assert_eq!(count("holds"), limit - wrong, "{words}");
            assert_eq!(count("error"), usize::from(lines > 0), "{words}");
            assert_eq!(run.errors.matches("error[").count(), lines, "{words}");
        }
    }
    let run = conform(&here, "--question global-prefix --limit 3 --skip-bad-lines -q log.jsonl");
    assert_eq!(run.code, 1, "{}", run.output);
    assert!(run.output.contains("1 bad line left out; stopped there"), "{}", run.output);
}

#[test]
fn what_a_limit_stopped_is_asked_again_with_another_one() {
    // Limits are looked at after a thousand configurations.
    let round = [
        ("l", "send", "ping"),
        ("k", "receive", "ping"),
        ("k", "send", "pong"),
        ("l", "receive", "pong"),
    ];
    let session = |key: &str, rounds: usize| {
        round.map(|one| event(key, one)).concat().repeat(rounds)
            + &format!("{{\"session\":\"{key}\",\"end\":true}}\n")
    };
    let mut text = session("short", 2) + &session("long", 600);
    text.push_str(&event("unanswered", round[0]));
    text.push_str(&session("unanswered", 600));
    let here = directory("conform_asked_again").with("three.jsonl", &text);
    let line = "--question accept --procedure central --resume done three.jsonl";
    let verdicts = |limit: &str| {
        let run = conform(&here, &format!("{line} --format ndjson {limit}"));
        let found = rows(&run.output);
        found.iter().map(|row| row["verdict"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
    };
    let known = |limit: &str| {
        let run = conform(&here, &format!("{line} -q {limit}"));
        let words = run.output.lines().last().unwrap_or_default().to_owned();
        let count = words.split("; ").find_map(|part| part.strip_suffix(" not checked again"));
        count.unwrap_or("0 sessions").to_owned()
    };
    assert_eq!(verdicts("--max-states 100"), "holds unknown violated");
    assert_eq!(known("--max-states 100"), "3 sessions", "as little would not do again");
    assert_eq!(known("--max-states 200"), "2 sessions");
    assert_eq!(verdicts("--max-states 100000"), "holds holds violated");
    assert_eq!(known("--max-states 100"), "3 sessions");
    assert_eq!(verdicts("--max-states 100"), "holds holds violated", "what was found is kept");
    assert_eq!(known(""), "3 sessions");
}

#[test]
fn what_is_unknown_does_not_fail() {
    let rounds = [
        ("l", "send", "ping"),
        ("k", "receive", "ping"),
        ("k", "send", "pong"),
        ("l", "receive", "pong"),
    ];
    let long = rounds.map(|one| event("long", one)).concat().repeat(600);
    let long = format!("{long}{{\"session\":\"long\",\"end\":true}}\n");
    let here =
        directory("conform_unknown_first").with("log.jsonl", &(long + &one_by_one(9).concat()));
    let line =
        "--question global-prefix --procedure central --max-states 100 --format ndjson --jobs 1";
    let run = conform(&here, &format!("{line} --fail-fast log.jsonl"));
    let verdicts: Vec<String> =
        rows(&run.output).iter().map(|row| row["verdict"].to_string()).collect();
    assert_eq!(verdicts.join(" "), "\"unknown\" \"holds\" \"holds\" \"violated\"");
    assert_eq!(run.code, 1);
}

#[test]
fn open_sessions_take_no_more_memory_than_they_may() {
    let here = directory("conform_open_memory");
    let mut text = String::new();
    for session in 0..250_000 {
        text.push_str(&event(&session.to_string(), ("l", "send", "ping")));
    }
    fs::write(here.path("open.jsonl"), text).unwrap();
    let run = conform(&here, "--memory 1MiB --format json open.jsonl");
    assert_eq!(run.code, 3, "{}", run.errors);
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(report["summaries"][0]["detail"]["stopped"], "memory");
    assert_eq!(report["summaries"][0]["verdict"], "unknown");
}

#[test]
fn time_and_number_may_both_end_a_run() {
    let here = directory("conform_both").with("many.jsonl", &log(3000));
    for time in ["0ms", "1ms", "5ms", "20ms"] {
        for limit in [1, 40] {
            let run = conform(&here, &format!("many.jsonl --timeout {time} --limit {limit} -q"));
            assert!([0, 1, 3].contains(&run.code), "{time}: {}{}", run.output, run.errors);
            assert!(run.code == 3 || time != "0ms", "{}", run.output);
            assert!(!run.errors.contains("panicked"), "{}", run.errors);
            let last = run.output.lines().last().unwrap_or_default();
            let sessions = last.split("conforms").nth(1).unwrap_or_default();
            let sessions =
                sessions.split(" session").next().and_then(|text| text.rsplit(' ').next());
            let sessions: usize = sessions.and_then(|text| text.parse().ok()).unwrap_or(usize::MAX);
            assert!(sessions <= limit, "{time} {limit}: {}", run.output);
        }
    }
}

#[test]
fn nothing_at_any_location_is_a_multitrace_too() {
    let here = Directory::new("conform_empty_logs")
        .with("once.hif", "l -- ping -> k")
        .with("once.hsf", "@lifeline{l;k} @message{ping}")
        .with("rounds.hif", ROUNDS)
        .with("rounds.hsf", "@lifeline{l;k} @message{ping;pong}");
    fs::write(here.path("l.log"), "").unwrap();
    fs::write(here.path("k.log"), "").unwrap();
    let run = here.run("conform --model once.hif l.log k.log --format ndjson");
    assert_eq!(run.code, 1, "{}{}", run.output, run.errors);
    let found = rows(&run.output);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["detail"]["class"], "global-prefix");
    assert_eq!(found[0]["detail"]["error"]["locations"][1]["reason"], "incomplete");
    assert_eq!(run.errors.matches("W0704").count(), 2, "{}", run.errors);
    let run = here.run("conform --model rounds.hif l.log k.log");
    assert!(run.output.contains("1 session, 0 events; 1 accepted"), "{}", run.output);
    let run = here.run("conform --model once.hif --local l l.log");
    assert_eq!(run.code, 1, "{}{}", run.output, run.errors);
    assert!(run.output.contains("\"position\":0") && run.output.contains("\"end\":true"));
    // In other logs nothing is said of any session.
    fs::write(here.path("none.jsonl"), "").unwrap();
    let run = here.run("conform --model once.hif none.jsonl");
    assert_eq!(run.code, 3, "{}", run.output);
    assert!(run.output.contains("0 sessions, 0 events"), "{}", run.output);
}

#[test]
fn models_and_alphabets_may_be_long() {
    // A sequence that is made by putting one operand before all others, each time.
    let passings = vec!["l -- ping -> k"; 20_000].join(", ");
    // A way with as many letters, each of them at another state.
    let count = 12_000;
    let letters: Vec<String> = (0..count).map(|letter| format!("x{letter}")).collect();
    let steps: Vec<Value> =
        (0..count).map(|state| json!([state, letters[state], state + 1])).collect();
    let chain = json!({
        "schema": "scm-check/automaton", "schema_version": 1, "states": count + 1, "initial": [0],
        "final": [count], "transitions": steps, "locations": [letters, ["y"]],
    });
    let here = Directory::new("conform_long")
        .with("strict.hif", &format!("strict({passings})"))
        .with("strict.hsf", "@lifeline{l;k} @message{ping}")
        .with("strict.htf", "{[l] l!ping; [k] k?ping}")
        .with("chain.json", &chain.to_string())
        .with("chain.htf", &format!("{{[1] {}; [2] }}", letters.join(".")))
        .with("short.htf", &format!("{{[1] {}; [2] }}", letters[..count - 1].join(".")));
    let class = |line: &str| {
        let run = here.run(&format!("conform --format ndjson {line}"));
        let found = rows(&run.output);
        assert_eq!(found.len(), 1, "{line}: {}{}", run.output, run.errors);
        found[0]["detail"]["class"].clone()
    };
    assert_eq!(class("--model strict.hif strict.htf"), "global-prefix");
    assert_eq!(class("--model chain.json chain.htf"), "accepted");
    assert_eq!(class("--model chain.json short.htf"), "global-prefix");
}

#[test]
fn a_location_has_one_line_for_a_session() {
    let once = [("l", "send", "ping"), ("l", "receive", "pong")].map(|one| event("s", one));
    let here = directory("conform_twice")
        .with("first.jsonl", &once[0])
        .with("second.jsonl", &once[1])
        .with("third.jsonl", &event("t", ("l", "send", "ping")));
    let run = conform(&here, "--local l first.jsonl second.jsonl");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(run.errors.contains("the session `s` stands in second.jsonl"), "{}", run.errors);
    assert!(!run.output.contains("\"end\":true"), "{}", run.output);
    for line in ["--local l --join first.jsonl second.jsonl", "--local l first.jsonl third.jsonl"] {
        let run = conform(&here, line);
        assert!(run.output.contains("\"end\":true"), "{}{}", run.output, run.errors);
    }
}

#[test]
fn a_dry_run_shows_what_there_is_of_several_logs() {
    let here = directory("conform_dry_several").with("l.log", "!ping\n?pong\n");
    let run = conform(&here, "--dry-run k=missing.log l.log");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(run.output.contains("2 lines: 2 events that the model knows"), "{}", run.output);
    assert!(run.errors.contains("missing.log"), "{}", run.errors);
    let run = conform(&here, "--dry-run --timeout 0ms log.jsonl");
    assert_eq!(run.code, 3, "{}", run.output);
    assert!(run.output.contains("stopped there (timeout): more was not read"), "{}", run.output);
}

#[test]
fn exports_are_joined_with_other_logs_by_time() {
    let span = "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":\
        {\"stringValue\":\"l\"}}]},\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\",\"spanId\":\"00f1\",\
        \"name\":\"ping\",\"kind\":3,\"startTimeUnixNano\":\"5\"}]}]}]}\n";
    let seen = |time: u64| {
        let event = format!(
            "{{\"location\":\"l\",\"direction\":\"receive\",\"message\":\"pong\",\"session\":\"t\",\"time\":{time}}}\n"
        );
        event.replace("\"time\":9", "\"time\":9.5")
    };
    let here = directory("conform_join_exports")
        .with("span.otlp", span)
        .with("late.jsonl", &seen(9))
        .with("untimed.jsonl", &event("t", ("l", "receive", "pong")));
    // Whichever comes first on the command line.
    for line in ["span.otlp late.jsonl", "late.jsonl span.otlp"] {
        let run = conform(&here, &format!("--join --question multi-prefix {line}"));
        assert!(run.output.contains("1 session, 2 events; 1 holding"), "{line}: {}", run.output);
    }
    let run = conform(&here, "--join --question multi-prefix span.otlp untimed.jsonl");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(run.errors.contains("there is no time"), "{}", run.errors);
}

#[test]
fn what_stands_before_the_first_key_says_nothing() {
    let here = directory("conform_begins");
    for before in ["\u{feff}", "  ", "\n\n\t"] {
        let run =
            here.run_with_input("conform --model rounds.hif -", &format!("{before}{}", log(3)));
        assert!(run.output.contains("3 accepted"), "{before:?}: {}{}", run.output, run.errors);
    }
    let run = here.run_with_input("conform --model rounds.hif -", " [ {\"resourceSpans\":[]} ]");
    assert!(!run.errors.contains("E0"), "{}", run.errors);
}

#[test]
fn a_wrong_line_of_a_location_is_shown_where_it_is_wrong() {
    let here = directory("conform_wrong_bytes");
    let line = conform(&here, "--local l log.jsonl").output;
    let long = format!("{}{}\n", "x".repeat(5000), line.lines().next().unwrap());
    let mut bytes = line.lines().next().unwrap().as_bytes().to_vec();
    bytes.extend(b"\n\xff\n");
    fs::write(here.path("bytes.jsonl"), bytes).unwrap();
    fs::write(here.path("long.jsonl"), long).unwrap();
    let run = conform(&here, "--central bytes.jsonl");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(
        run.errors.contains("bytes.jsonl:2:1") && run.errors.contains("not UTF-8"),
        "{}",
        run.errors
    );
    let run = conform(&here, "--central long.jsonl");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(run.errors.len() < 1000, "{}", run.errors);
}
