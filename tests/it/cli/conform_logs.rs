//! `scm-check conform`, run as its users do, on logs that are read line by line.

use std::fs;

use serde_json::{Value, json};

use crate::support::json_schema::Schema;
use crate::support::program::Directory;
use crate::support::round_logs::{ROUND, ROUNDS, conform, directory, event, log, rows};

#[test]
fn failing_sessions_are_named_and_the_others_counted() {
    let here = directory("conform_sessions");
    let run = conform(&here, "-q log.jsonl");
    assert_eq!((run.code, run.errors.as_str()), (1, ""));
    insta::assert_snapshot!(run.output, @r"
    log.jsonl: session s4 conforms violated (local): l at position 5: the trace cannot end there; expected l?pong; and another location is wrong
    log.jsonl: session s34 conforms violated (local): l at position 5: the trace cannot end there; expected l?pong; and another location is wrong
    log.jsonl: session s7 conforms violated (local): k at position 2: k?pong cannot come there; expected k?ping, or the end
    log.jsonl: session s17 conforms violated (local): k at position 2: k?pong cannot come there; expected k?ping, or the end
    log.jsonl: session s19 conforms violated (local): l at position 5: the trace cannot end there; expected l?pong; and another location is wrong
    log.jsonl: session s27 conforms violated (local): k at position 2: k?pong cannot come there; expected k?ping, or the end
    log.jsonl: session s37 conforms violated (local): k at position 2: k?pong cannot come there; expected k?ping, or the end
    log.jsonl: session s47 conforms violated (local): k at position 2: k?pong cannot come there; expected k?ping, or the end
    log.jsonl: session s49 conforms violated (local): l at position 5: the trace cannot end there; expected l?pong; and another location is wrong
    log.jsonl: session s57 conforms violated (local): k at position 2: k?pong cannot come there; expected k?ping, or the end
    log.jsonl: conforms violated: 60 sessions, 712 events; 50 accepted, 4 global-prefix, 6 fail; local errors: l 4, k 10
    ");
    let run = conform(&here, "log.jsonl");
    let charts = run.output.matches("read together").count();
    assert_eq!(charts, 3, "the first ones are explained: {}", run.output);
    assert!(run.output.contains("  log.jsonl:"), "{}", run.output);
    let run = conform(&here, "log.jsonl --format json --reproducible");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(Schema::named(&here, "report").objections(&report), [""; 0]);
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), 60);
    let wrong = results.iter().find(|row| row["detail"]["session"] == "s7").unwrap();
    let place = json!({"location": ["k"], "position": 2, "reason": "unexpected", "expected": ["k?ping"], "may_end": true});
    assert_eq!(wrong["detail"]["error"], json!({"kind": "local", "locations": [place]}));
    assert!(run.errors.contains("60 sessions"), "{}", run.errors);
}

#[test]
fn threads_change_no_byte() {
    let here = directory("conform_threads").with("long.jsonl", &log(1_500));
    let all = |jobs: u32, format: &str| {
        let run = conform(&here, &format!("long.jsonl -j {jobs} --format {format}"));
        assert_eq!(run.code, 1);
        run.output
    };
    for format in ["ndjson", "csv"] {
        let one = all(1, format);
        for jobs in [2, 5] {
            assert!(all(jobs, format) == one, "{format} with {jobs} threads");
        }
    }
    let csv = all(2, "csv");
    assert_eq!(csv.lines().count(), 1_501);
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("log,session,verdict,reason,class,error,location,position,expected,open")
    );
    assert_eq!(lines.next(), Some("long.jsonl,s0,holds,,accepted,,,,,"));
    let wrong = lines.find(|line| line.contains(",s7,")).unwrap();
    assert_eq!(wrong, "long.jsonl,s7,violated,,fail,local,k,2,k?ping,");
}

#[test]
fn order_between_sessions_and_locations_makes_no_difference() {
    let here = directory("conform_interleaved");
    let text = here.read("log.jsonl");
    let events: Vec<&str> = text.lines().filter(|line| !line.contains("\"end\"")).collect();
    // By location, and by session: within both the order stays.
    let mut by_location = events.clone();
    by_location.sort_by_key(|line| line.contains("\"location\":\"k\""));
    let mut by_session = events.clone();
    by_session.sort_by_key(|line| line.split("\"session\":").nth(1).unwrap().to_owned());
    let here = here
        .with("location.jsonl", &format!("{}\n", by_location.join("\n")))
        .with("session.jsonl", &format!("{}\n", by_session.join("\n")));
    let verdicts = |line: &str| {
        let run = conform(&here, &format!("{line} --format ndjson"));
        let mut found: Vec<(String, String)> = rows(&run.output)
            .iter()
            .map(|row| (row["detail"]["session"].to_string(), row["detail"]["error"].to_string()))
            .collect();
        found.sort();
        found
    };
    let expected = verdicts("log.jsonl");
    assert_eq!(expected.len(), 60);
    assert_eq!(verdicts("location.jsonl"), expected);
    assert_eq!(verdicts("session.jsonl"), expected);
    assert_eq!(verdicts("--sessions grouped session.jsonl"), expected);
    let run = conform(&here, "--sessions grouped location.jsonl");
    assert_eq!(run.code, 2, "sessions come back: {}", run.output);
}

#[test]
fn bad_lines_are_errors_unless_they_are_left_out() {
    let text = log(3);
    let mut lines: Vec<&str> = text.lines().collect();
    let wrong =
        "{\"location\":\"q\",\"direction\":\"send\",\"message\":\"ping\",\"session\":\"s0\"}";
    lines.insert(2, wrong);
    lines.insert(5, "no JSON at all");
    let whole = format!("{}\n", lines.join("\n"));
    let here = directory("conform_bad_lines")
        .with("bad.jsonl", &whole)
        .with("cut.jsonl", &text[..text.len() - 30]);
    let run = conform(&here, "bad.jsonl");
    assert_eq!(run.code, 2);
    assert!(run.output.contains("bad.jsonl: 2 bad lines; --skip-bad-lines leaves them out"));
    assert!(run.errors.contains("bad.jsonl:3:"), "{}", run.errors);
    assert!(run.errors.contains("bad.jsonl:6:1"), "{}", run.errors);
    let run = conform(&here, "--skip-bad-lines bad.jsonl");
    assert_eq!(run.code, 0, "{}", run.output);
    assert!(run.output.contains("3 accepted; 2 bad lines left out"), "{}", run.output);
    let run = conform(&here, "cut.jsonl");
    assert_eq!(run.code, 2, "the last line is torn: {}", run.output);
    assert!(run.output.contains("1 bad line;"), "{}", run.output);
    let run = conform(&here, "missing.jsonl log.jsonl --format ndjson");
    assert_eq!(run.code, 2);
    assert_eq!(rows(&run.output)[0]["verdict"], "error");
    assert_eq!(rows(&run.output).len(), 61);
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let here = directory("conform_resumed");
    let whole = conform(&here, "log.jsonl --format ndjson").output;
    let run = conform(&here, "log.jsonl --format ndjson --resume done");
    assert_eq!(run.output, whole);
    let recorded = here.read("done");
    assert_eq!(recorded.lines().count(), 61);
    // Killed in the middle of a line, in the first one, and before any; or the log was another one then.
    let other = recorded.replacen("\"traces\":\"", "\"traces\":\"0", 30);
    let torn = [recorded.len() / 2, 40, 0].map(|length| recorded[..length].to_owned());
    for (number, text) in torn.iter().chain([&other]).enumerate() {
        fs::write(here.path("done"), text).unwrap();
        let run = conform(&here, "log.jsonl --format ndjson --resume done -j 3");
        assert!(run.output == whole, "{number}: {}", run.output);
        assert!(here.read("done") == recorded, "{number}");
        let is_used = run.errors.contains("not checked again");
        assert_eq!(is_used, number == 0, "{number}: {}", run.errors);
    }
    for (line, words) in [
        ("--question slice log.jsonl --resume done", "it is about another model or other options"),
        ("log.jsonl --resume rounds.hif", "it is no checkpoint"),
        ("log.jsonl --resume log.jsonl", "is one of the inputs"),
    ] {
        let run = conform(&here, line);
        assert_eq!(run.code, 2, "{line}: {}", run.output);
        assert!(run.errors.contains(words), "{line}: {}", run.errors);
    }
    assert_eq!(here.read("rounds.hif"), ROUNDS);
}

#[test]
fn a_run_stops_where_it_is_told_to() {
    let here = directory("conform_stops");
    let run = conform(&here, "log.jsonl --fail-fast -q");
    assert_eq!(run.code, 1);
    assert_eq!(run.output.matches("violated").count(), 2, "{}", run.output);
    assert!(run.output.contains("stopped at the first that fails"), "{}", run.output);
    let run = conform(&here, "log.jsonl --limit 2");
    assert_eq!(run.code, 0, "{}", run.output);
    assert!(run.output.starts_with("log.jsonl: conforms holds: 2 sessions, 24 events"));
    let run = conform(&here, "log.jsonl --timeout 0ms");
    assert_eq!(run.code, 3, "{}", run.output);
    assert!(run.output.contains("unknown (timeout): stopped at log.jsonl:0"), "{}", run.output);
    let here = here.with("other.jsonl", &log(60));
    let run = conform(&here, "log.jsonl --limit 2 --format ndjson other.jsonl");
    assert_eq!(rows(&run.output).len(), 2, "the limit is that of the run");
    let here = here.with("a.htf", "{[l] l!ping}").with("b.htf", "{[l] l!ping}");
    assert_eq!(rows(&conform(&here, "a.htf b.htf --fail-fast --format ndjson").output).len(), 1);
}

#[test]
fn other_languages_of_logs_say_the_same() {
    let here = directory("conform_languages")
        .with("l.log", "!ping\n?pong\n!ping\n?pong\n")
        .with("second.log", "k?ping\nk!pong\nk?ping\nk!pong\n")
        .with("two.csv", "location,direction,message\nl,send,ping\nk,receive,ping\n")
        .with("odd.data", "location,direction,message\nl,send,ping\nk,receive,ping\n");
    let run = conform(&here, "l.log k=second.log");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    insta::assert_snapshot!(run.output, @"l.log, second.log: conforms holds: 1 session, 8 events; 1 accepted");
    assert_eq!(conform(&here, "l.log").code, 1, "k says nothing");
    for line in ["two.csv", "odd.data --input csv"] {
        let run = conform(&here, &format!("{line} --format ndjson"));
        assert_eq!(rows(&run.output)[0]["detail"]["class"], "global-prefix", "{line}");
        assert_eq!(rows(&run.output)[0]["detail"]["session"], Value::Null);
    }
    let text = log(12);
    let run = here.run_with_input("conform --model rounds.hif --input jsonl -q -", &text);
    assert_eq!(run.code, 1);
    assert!(run.output.contains("<stdin>: session s7 conforms violated"), "{}", run.output);
}

#[test]
fn a_dry_run_shows_how_events_are_read() {
    let mut text = log(3);
    text.push_str(&event("s9", ("l", "send", "stop")));
    text.push_str("nonsense\n");
    let here = directory("conform_dry").with("odd.jsonl", &text);
    let run = conform(&here, "--dry-run odd.jsonl");
    assert_eq!(run.code, 2);
    insta::assert_snapshot!(run.output, @r#"
    odd.jsonl: the first events
      line  session  location  seen as  known  text
      1     s0       l         l!ping   yes    {"location":"l","direction":"send","message":"ping","session":"s0"}
      2     s1       l         l!ping   yes    {"location":"l","direction":"send","message":"ping","session":"s1"}
      3     s2       l         l!ping   yes    {"location":"l","direction":"send","message":"ping","session":"s2"}
      4     s0       k         k?ping   yes    {"location":"k","direction":"receive","message":"ping","session":"s0"}
      5     s1       k         k?ping   yes    {"location":"k","direction":"receive","message":"ping","session":"s1"}
      6     s2       k         k?ping   yes    {"location":"k","direction":"receive","message":"ping","session":"s2"}
      7     s0       k         k!pong   yes    {"location":"k","direction":"send","message":"pong","session":"s0"}
      8     s1       k         k!pong   yes    {"location":"k","direction":"send","message":"pong","session":"s1"}
      9     s2       k         k!pong   yes    {"location":"k","direction":"send","message":"pong","session":"s2"}
      10    s0       l         l?pong   yes    {"location":"l","direction":"receive","message":"pong","session":"s0"}
      11    s1       l         l?pong   yes    {"location":"l","direction":"receive","message":"pong","session":"s1"}
      12    s2       l         l?pong   yes    {"location":"l","direction":"receive","message":"pong","session":"s2"}
      13    s0       l         l!ping   yes    {"location":"l","direction":"send","message":"ping","session":"s0"}
      14    s1       l         l!ping   yes    {"location":"l","direction":"send","message":"ping","session":"s1"}
      15    s2       l         l!ping   yes    {"location":"l","direction":"send","message":"ping","session":"s2"}
      16    s0       k         k?ping   yes    {"location":"k","direction":"receive","message":"ping","session":"s0"}
      17    s1       k         k?ping   yes    {"location":"k","direction":"receive","message":"ping","session":"s1"}
      18    s2       k         k?ping   yes    {"location":"k","direction":"receive","message":"ping","session":"s2"}
      19    s0       k         k!pong   yes    {"location":"k","direction":"send","message":"pong","session":"s0"}
      20    s1       k         k!pong   yes    {"location":"k","direction":"send","message":"pong","session":"s1"}
    40 lines: 36 events that the model knows, 1 that it does not; 1 bad line
      not known at l: l!stop, 1 times
    odd.jsonl: 1 bad line; --skip-bad-lines leaves them out
    "#);
    assert!(run.errors.contains("odd.jsonl:40:"), "{}", run.errors);
    let run = conform(&here, "--dry-run log.jsonl");
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert_eq!(conform(&here, "--dry-run odd.jsonl --format json").code, 2);
}

#[test]
fn events_are_followed_as_they_come() {
    let here = directory("conform_followed");
    let text = log(12);
    let run = here.run_with_input("conform --model rounds.hif --follow -q -", &text);
    assert_eq!(run.code, 1);
    let place = |words: &str| {
        let found = run.output.lines().position(|line| line.contains(words));
        found.unwrap_or_else(|| panic!("{words} in {}", run.output))
    };
    let early = place("session s7, open: conforms violated (local): line");
    assert!(early < place("session s7 conforms violated (local)"));
    let events: String = ROUND.map(|one| event("q", one)).concat();
    let line = "conform --model rounds.hif --follow --silence 50ms --format ndjson -";
    let mut child = here.start(line);
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, events.as_bytes()).unwrap();
    // The verdict is there before the end of the input.
    let output = child.stdout.take().unwrap();
    let mut first = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut first).unwrap();
    assert_eq!(rows(&first)[0]["detail"]["class"], "accepted");
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn the_bundled_multitraces_and_logs_are_what_they_say() {
    let here = Directory::new("conform_bundled");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models/multitraces");
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, here.path(path.file_name().unwrap().to_str().unwrap())).unwrap();
    }
    for (model, multitraces) in
        [("alternating_bit.hif", 7), ("publish_subscribe.hif", 5), ("order_process.ca", 3)]
    {
        let stem = model.split('.').next().unwrap();
        let run = here.run(&format!("conform --model {model} {stem}*.htf --format ndjson"));
        assert_eq!(run.code, 1, "{model}: {}", run.output);
        let conforms: Vec<Value> =
            rows(&run.output).into_iter().filter(|row| row["property"] == "conforms").collect();
        assert_eq!(conforms.len(), multitraces, "{model}");
        assert!(conforms.iter().all(|row| row["detail"]["comparison"] == "met"
            || row["model"] == "alternating_bit_nothing.htf"));
    }
    let run = here.run("conform --model alternating_bit.hif alternating_bit.jsonl");
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    let line = "conform --model order_process.ca --rules order_process.toml order_process.otlp";
    let run = here.run(line);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert!(run.output.contains("2 sessions, 16 events"), "{}", run.output);
}
