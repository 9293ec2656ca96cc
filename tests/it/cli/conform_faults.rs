//! `scm-check conform` on logs and runs with which something is wrong.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};

use scm_check::internals::kernel::base::Random;
use serde_json::{Value, json};

use crate::support::cases::setting;
use crate::support::json_schema::Schema;
use crate::support::program::Directory;
use crate::support::round_logs::{ROUNDS, conform, directory, event, log, rows};

#[test]
fn thousands_of_sessions_that_are_mixed_are_those_one_by_one() {
    let mut random = Random::new(setting("SCM_CHECK_SEED", 31));
    let text = log(2_000);
    let mut sessions: Vec<Vec<&str>> = vec![Vec::new(); 2_000];
    for line in text.lines() {
        let key = line.split("\"session\":\"s").nth(1).unwrap().split('"').next().unwrap();
        sessions[key.parse::<usize>().unwrap()].push(line);
    }
    let one_by_one: Vec<&str> = sessions.iter().flatten().copied().collect();
    // Those that have an end mark are over when it comes, the others are open to the end.
    let mut mixed = Vec::new();
    let mut open: Vec<std::vec::IntoIter<&str>> = Vec::new();
    let mut others = sessions.into_iter().map(IntoIterator::into_iter);
    loop {
        open.extend(others.by_ref().take(100 - open.len()));
        if open.is_empty() {
            break;
        }
        let chosen = random.below(open.len());
        match open[chosen].next() {
            Some(line) => mixed.push(line),
            None => drop(open.swap_remove(chosen)),
        }
    }
    assert!(mixed != one_by_one);
    let here = directory("conform_mixed")
        .with("mixed.jsonl", &format!("{}\n", mixed.join("\n")))
        .with("apart.jsonl", &format!("{}\n", one_by_one.join("\n")));
    let answers = |line: &str| {
        let run = conform(&here, &format!("{line} --format ndjson"));
        let mut found: Vec<(String, String)> = rows(&run.output)
            .iter()
            .map(|row| {
                let detail = &row["detail"];
                (detail["session"].to_string(), format!("{} {}", detail["class"], detail["error"]))
            })
            .collect();
        found.sort();
        found
    };
    let expected = answers("apart.jsonl");
    assert_eq!(expected.len(), 2_000);
    assert!(answers("mixed.jsonl") == expected);
}

#[test]
fn a_run_that_is_killed_loses_and_doubles_nothing() {
    let here = directory("conform_killed").with("long.jsonl", &log(3_000));
    let line = "--format ndjson --resume done -j 2 long.jsonl";
    let whole = conform(&here, "--format ndjson long.jsonl").output;
    assert_eq!(whole.lines().count(), 3_000);
    let mut recorded = 0;
    for rows in [1, 700, 1_900] {
        let mut child = here.start(&format!("conform --model rounds.hif {line}"));
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut part = String::new();
        for _ in 0..rows {
            output.read_line(&mut part).unwrap();
        }
        child.kill().unwrap();
        output.read_to_string(&mut part).unwrap();
        child.wait().unwrap();
        assert!(whole.starts_with(&part), "after {rows} rows");
        // What was shown is recorded, and no run records less than one before.
        let shown = part.lines().count();
        let before = std::mem::replace(&mut recorded, here.read("done").lines().count() - 1);
        assert!(recorded + 1 >= shown && recorded >= before, "{recorded} of {shown}, {before}");
    }
    let run = conform(&here, line);
    assert!(run.output == whole);
    assert!(run.errors.contains("not checked again"), "{}", run.errors);
    assert_eq!(here.read("done").lines().count(), 3_001);
}

#[test]
fn a_truncated_log_has_the_rows_of_what_is_whole() {
    let text = log(60);
    let here = directory("conform_truncated");
    let answers = |name: &str| {
        let run = conform(&here, &format!("--skip-bad-lines --format ndjson {name}"));
        let answer = |row: &Value| (row["detail"]["session"].clone(), row["detail"].clone());
        (rows(&run.output).iter().map(answer).collect::<Vec<_>>(), run.errors)
    };
    let (expected, _) = answers("log.jsonl");
    for share in 1..10 {
        let cut = text.len() * share / 10;
        fs::write(here.path("cut.jsonl"), &text[..cut]).unwrap();
        let last = text[..cut].lines().last().unwrap();
        let is_torn = serde_json::from_str::<Value>(last).is_err();
        assert_eq!(conform(&here, "cut.jsonl").code, if is_torn { 2 } else { 1 }, "{share}");
        let (found, errors) = answers("cut.jsonl");
        assert_eq!(errors.contains("1 bad line left out"), is_torn, "{errors}");
        // Sessions that ended before are what they were.
        let ended = text[..cut].matches("\"end\":true}\n").count();
        assert_eq!(found[..ended], expected[..ended], "{share}");
    }
}

#[test]
fn what_is_no_log_is_told_and_breaks_nothing() {
    let right =
        ["l", "k"].map(|at| event("a", (at, if at == "l" { "send" } else { "receive" }, "ping")));
    let right = right.concat();
    let end = "{\"session\":\"a\",\"end\":true}\n";
    let here = directory("conform_foreign");
    let endless = [b"{\"location\":\"".as_slice(), &vec![b'a'; (16 << 20) + 9]].concat();
    for (name, bytes, words) in [
        ("packed.jsonl", b"\x1f\x8b\x08\x00\x80\xff".to_vec(), "the file is compressed"),
        ("empty.jsonl", Vec::new(), "there is no event in this log"),
        ("middle.jsonl", b"\x80\x80\n\xbf".to_vec(), "2 bad lines"),
        ("utf8.jsonl", [right.as_bytes(), b"\xc3\x28\n"].concat(), "these bytes are not UTF-8"),
        ("zeros.jsonl", [right.as_bytes(), &[0; 3_000]].concat(), "3000 zero bytes"),
        ("endless.jsonl", endless, "the line is longer than 16 MiB"),
        ("ends.jsonl", format!("{right}{end}{end}{end}").into(), "2 bad lines"),
        ("late.jsonl", format!("{right}{end}{right}").into(), "the session `a` ended before"),
        (
            "quote.csv",
            b"session,location,direction,message\r\n\"a\r\nb\",l,send,ping\r\n\"c,l,send,ping\r\n"
                .to_vec(),
            "this quote does not end",
        ),
    ] {
        fs::write(here.path(name), bytes).unwrap();
        let run = conform(&here, name);
        assert_eq!(run.code, if name == "empty.jsonl" { 3 } else { 2 }, "{name}: {}", run.output);
        let said = run.output + &run.errors;
        assert!(said.contains(words), "{name}: {said}");
    }
    let lines = right.replace('\n', "\r\n");
    fs::write(here.path("lines.jsonl"), lines).unwrap();
    let run = conform(&here, "lines.jsonl --question global-prefix");
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{}", run.output);
}

#[test]
fn an_event_that_nobody_knows_is_told_at_once_and_by_its_name() {
    let here = directory("conform_unknown");
    let text = event("q", ("l", "send", "ping")) + &event("q", ("k", "send", "zebra"));
    for end in ["", "{\"session\":\"q\",\"end\":true}\n"] {
        let text = format!("{text}{end}");
        let run = here.run_with_input("conform --model rounds.hif --follow -q -", &text);
        let first = run.output.lines().next().unwrap();
        let expected = "<stdin>: session q, open: conforms violated (local): line 2: k at position \
                        0: k!zebra cannot come there; expected k?ping, or the end";
        assert_eq!(first, expected, "{end}");
    }
}

/// Returns a directory of multitraces of all kinds, a few of which are none.
fn multitraces(test: &str) -> Directory {
    let mut here = Directory::new(test)
        .with("rounds.hif", ROUNDS)
        .with("rounds.hsf", "@lifeline{l;k} @message{ping;pong}");
    for number in 0..120 {
        let rounds = number % 7 + 1;
        let (l, k) = (["l!ping", "l?pong"].join("."), ["k?ping", "k!pong"].join("."));
        let (l, k) = (vec![l; rounds].join("."), vec![k; rounds].join("."));
        let text = match number % 10 {
            3 => format!("{{[l] {l}.l!ping; [k] {k}}}"),
            5 => format!("{{[k,l] {}}}", vec!["l!ping.k?ping.k!pong.l?pong"; rounds].join(".")),
            6 => format!("{{[l] {l}; [k] {k}.k?pong}}"),
            8 => "{[l] l!ping.".to_owned(),
            _ => format!("{{[l] {l}; [k] {k}}}"),
        };
        here = here.with(&format!("t/{number:03}.htf"), &text);
    }
    here
}

#[test]
fn multitraces_are_answered_in_order_whatever_the_threads() {
    let here = multitraces("conform_beside");
    let run = |line: &str| {
        let run = conform(&here, &format!("--reproducible {line}"));
        (run.code, run.output, run.errors)
    };
    for form in ["--format ndjson t", "--format json t", "-q t", "t", "--format html t"] {
        let alone = run(&format!("-j 1 {form}"));
        assert_eq!(alone.0, 2, "{form}");
        for jobs in [2, 5] {
            assert!(run(&format!("-j {jobs} {form}")) == alone, "{jobs} threads, {form}");
        }
    }
    let (_, all, _) = run("-j 1 --format ndjson t");
    assert_eq!(all.lines().count(), 120);
    let (code, first, _) = run("-j 3 --format ndjson --fail-fast t");
    assert_eq!(code, 1);
    assert_eq!(first.lines().count(), 4, "000 to 002 are right, 003 is not");
    assert!(all.starts_with(&first));
    let (_, few, _) = run("-j 3 --format ndjson --limit 21 t");
    assert_eq!(few.lines().count(), 23, "two of them are no multitraces");
    assert!(all.starts_with(&few));
}

#[test]
fn multitraces_that_are_done_are_not_checked_again() {
    let here = multitraces("conform_beside_resumed");
    let line = "--reproducible --format ndjson t";
    let whole = conform(&here, line).output;
    let resumed = || conform(&here, &format!("--resume done {line} -j 2")).output;
    assert!(resumed() == whole);
    let recorded = here.read("done");
    assert_eq!(recorded.lines().count(), 1 + 108, "what is no multitrace has no answer");
    fs::write(here.path("done"), &recorded[..recorded.len() / 2]).unwrap();
    assert!(resumed() == whole);
    assert!(here.read("done") == recorded);
    // An answer that is recorded is believed: of a file that changed it is not.
    fs::write(here.path("done"), recorded.replacen("\"accepted\"", "\"slice\"", 1)).unwrap();
    assert!(resumed().starts_with(&whole[..20]) && resumed() != whole);
    fs::write(here.path("t/000.htf"), "{[l] l!ping.l?pong;\n [k] k?ping.k!pong}").unwrap();
    let other = conform(&here, line).output;
    assert!(other != whole && resumed() == other);
}

#[test]
fn what_cannot_be_read_does_not_conform() {
    let here = directory("conform_unread").with("columns.csv", "where,what\nl,!ping\n");
    fs::write(here.path("packed.jsonl"), b"\x1f\x8b\x08\x00not a log\n").unwrap();
    for log in ["packed.jsonl", "columns.csv", "missing.jsonl"] {
        for more in ["", "--skip-bad-lines"] {
            let run = conform(&here, &format!("{more} {log}"));
            assert_eq!(run.code, 2, "{log} {more}: {}", run.output);
            assert!(!run.output.contains("conforms holds"), "{log} {more}: {}", run.output);
        }
    }
    let run = conform(&here, "log.jsonl ./log.jsonl");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("log.jsonl is named twice"), "{}", run.errors);
    let run = here.run_with_input("conform --model rounds.hif --input htf -", &log(1));
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("--input jsonl"), "{}", run.errors);
    assert_eq!(run.errors.matches("error[").count(), 1, "{}", run.errors);
}

#[test]
fn parts_of_exports_that_are_no_events_are_told() {
    let span = |rest: &str| format!("{{\"traceId\":\"1\",{rest}}}");
    let spans = [
        span("\"name\":\"ping\",\"kind\":3,\"startTimeUnixNano\":\"1\""),
        span("\"kind\":3,\"startTimeUnixNano\":\"2\""),
        span("\"name\":\"work\",\"kind\":1,\"startTimeUnixNano\":\"3\""),
        span("\"name\":\"work\",\"kind\":1,\"startTimeUnixNano\":\"4\""),
    ];
    let export = format!(
        "{{\"resourceSpans\":[{{\"resource\":{{\"attributes\":[{{\"key\":\"service.name\",\"value\":\
         {{\"stringValue\":\"l\"}}}}]}},\"scopeSpans\":[{{\"spans\":[{}]}}]}}]}}\n",
        spans.join(",")
    );
    let here = directory("conform_left_out")
        .with("spans.otlp", &export)
        .with("rules.toml", "[[pattern]]\nmatch = \"work\"\nignore = true\n");
    let run = conform(&here, "--question global-prefix spans.otlp");
    assert_eq!(run.code, 0, "{}", run.errors);
    for words in ["W0705", "this is left out: span: no message", "`internal` is no direction"] {
        assert_eq!(run.errors.matches(words).count().min(1), 1, "{words}: {}", run.errors);
    }
    assert!(run.output.contains("; 3 parts of exports left out"), "{}", run.output);
    let run = conform(&here, "--question global-prefix --rules rules.toml spans.otlp");
    assert!(run.output.contains("; 1 part of exports left out"), "{}", run.output);
}

#[test]
fn logs_of_which_nothing_is_read_are_unknown() {
    let span = "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":\
        {\"stringValue\":\"l\"}}]},\"scopeSpans\":[{\"spans\":[{\"traceId\":\"1\",\"name\":\"ping\",\"kind\":1,\
        \"startTimeUnixNano\":\"1\"}]}]}]}\n";
    let jaeger = "{\"data\":[{\"traceID\":\"1\",\"spans\":[]}]}\n";
    let here = directory("conform_nothing_read")
        .with("none.jsonl", "")
        .with("blank.jsonl", "\n \n")
        .with("head.csv", "location,direction,message\n")
        .with("inner.otlp", span)
        .with("jaeger.json", jaeger)
        .with("none.toml", "events = []\n")
        .with("log.toml", "events = [\"log\"]\n")
        .with("unknown.jsonl", "{\"location\":\"q\",\"direction\":\"send\",\"message\":\"m\"}\n");
    for (line, why) in [
        ("none.jsonl", "the log is empty"),
        ("blank.jsonl", "no line has an event"),
        ("head.csv", "no line has an event"),
        ("inner.otlp", "left out, 1 time: span: `internal` is no direction"),
        ("--rules none.toml inner.otlp", "left out, 1 time: span: the rules take no span"),
        ("--rules log.toml inner.otlp", "left out, 1 time: span: the rules take no span"),
        ("jaeger.json", "no line has an event"),
        ("--input otlp jaeger.json", "no line has an event"),
        ("--skip-bad-lines unknown.jsonl", "1 bad line left out"),
        ("--join none.jsonl head.csv", "none.jsonl: the log is empty; and nothing of 1 others"),
    ] {
        let run = conform(&here, line);
        assert_eq!(run.code, 3, "{line}: {}{}", run.output, run.errors);
        let words = format!("conforms unknown (empty): nothing was read ({why})");
        assert!(run.output.contains(&words), "{line}: {}", run.output);
        assert!(run.output.contains("--allow-empty"), "{line}: {}", run.output);
        let run = conform(&here, &format!("{line} --allow-empty"));
        assert_eq!(run.code, 0, "{line}: {}{}", run.output, run.errors);
        assert!(run.output.contains("conforms holds: 0 sessions, 0 events"), "{}", run.output);
    }
    // Each log has its own answer, for programs too.
    let run = conform(&here, "log.jsonl none.jsonl --format json --reproducible");
    assert_eq!(run.code, 1);
    let run = conform(&here, "none.jsonl --format json --reproducible");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(Schema::named(&here, "report").objections(&report), [""; 0]);
    for row in [&report["results"][0], &report["summaries"][0]] {
        assert_eq!((&row["verdict"], &row["reason"]), (&json!("unknown"), &json!("empty")));
    }
    // What begins with nothing but an end was nothing on purpose, and so is an empty multitrace.
    fs::write(here.path("end.jsonl"), "{\"session\":\"7\",\"end\":true}\n").unwrap();
    fs::write(here.path("none.htf"), "{}").unwrap();
    for log in ["end.jsonl", "none.htf"] {
        let run = conform(&here, log);
        assert_eq!(run.code, 0, "{log}: {}{}", run.output, run.errors);
    }
    // A location may see nothing; if none of them saw anything, nothing is known.
    for location in ["l", "k"] {
        let run = conform(&here, &format!("--local {location} none.jsonl"));
        assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
        fs::write(here.path(&format!("{location}.lines")), run.output).unwrap();
    }
    let run = conform(&here, "--central l.lines k.lines");
    assert_eq!(run.code, 3, "{}{}", run.output, run.errors);
    assert!(run.output.contains("nothing was read (no location saw a session)"), "{}", run.output);
    assert_eq!(conform(&here, "--central l.lines k.lines --allow-empty").code, 0);
}

#[test]
fn events_that_time_puts_in_no_order_are_counted() {
    let here = directory("conform_no_order");
    let at = |(location, direction, message), time: u8| {
        event("s", (location, direction, message)).replace('}', &format!(",\"time\":{time}}}"))
    };
    let round = [("l", "send", "ping"), ("k", "receive", "ping"), ("k", "send", "pong")];
    let lines: Vec<String> = round.into_iter().map(|event| at(event, 1)).collect();
    let last = at(("l", "receive", "pong"), 2);
    fs::write(here.path("right.jsonl"), format!("{}{last}", lines.concat())).unwrap();
    fs::write(here.path("swapped.jsonl"), format!("{}{}{}{last}", lines[0], lines[2], lines[1]))
        .unwrap();
    // Two lines are swapped, and nobody knows which of them was first.
    for (log, code, words) in [
        ("right.jsonl", 0, "`k!pong` has the time of `k?ping` at line 2"),
        ("swapped.jsonl", 1, "`k?ping` has the time of `k!pong` at line 2"),
    ] {
        let run = conform(&here, &format!("--by-time {log}"));
        assert_eq!(run.code, 3, "{log}: {}{}", run.output, run.errors);
        assert!(run.errors.contains("W0706") && run.errors.contains(words), "{}", run.errors);
        assert!(run.output.contains("; 1 event that time puts in no order"), "{}", run.output);
        let words = "session s conforms unknown (inconclusive): times leave the order of events open, and two of 2 orders";
        assert!(run.output.contains(words), "{}", run.output);
        // Lines are in the order of the file.
        let run = conform(&here, log);
        assert_eq!((run.code, run.errors.matches("W0706").count()), (code, 0), "{log}");
    }
}

#[test]
fn orders_that_times_leave_open_must_agree() {
    let at = |(location, direction, message), time: u8| {
        event("s", (location, direction, message)).replace('}', &format!(",\"time\":{time}}}"))
    };
    let ping = at(("l", "send", "ping"), 1);
    let wrong = [("k", "send", "pong"), ("k", "receive", "pong")].map(|event| at(event, 2));
    let many =
        [("k", "receive", "ping"), ("k", "send", "pong")].map(|event| at(event, 2).repeat(7));
    let once = at(("k", "send", "ping"), 1);
    let here = directory("conform_orders")
        .with("wrong.jsonl", &(ping.clone() + &wrong.concat()))
        .with("many.jsonl", &(ping.clone() + &many.concat()))
        .with("alike.jsonl", &(ping + &once.repeat(9)));
    let run = conform(&here, "--by-time wrong.jsonl");
    assert_eq!(run.code, 1, "{}{}", run.output, run.errors);
    let words = "; the same in each of 2 orders that times allow";
    assert!(run.output.contains(words), "{}", run.output);
    let json = |log: &str| {
        let run = conform(&here, &format!("--by-time --format json {log}"));
        let report: Value = serde_json::from_str(&run.output).unwrap();
        assert_eq!(Schema::named(&here, "report").objections(&report), [""; 0]);
        report["results"][0].clone()
    };
    let row = json("wrong.jsonl");
    assert_eq!((&row["verdict"], &row["detail"]["orders"]), (&json!("violated"), &json!(2)));
    assert_eq!(row["detail"]["error"]["locations"][1]["position"], 0, "{row}");
    let row = json("many.jsonl");
    assert_eq!((&row["verdict"], &row["reason"]), (&json!("unknown"), &json!("inconclusive")));
    let row = json("alike.jsonl");
    assert_eq!((&row["verdict"], &row["detail"]["orders"]), (&json!("violated"), &Value::Null));
    let run = conform(&here, "--by-time many.jsonl");
    assert!(run.output.contains("there are more than 1,000 orders"), "{}", run.output);
    // A location says nothing of a session whose order it does not know, unless each is wrong.
    let run = conform(&here, "--by-time --local k wrong.jsonl");
    assert_eq!(run.code, 1, "{}{}", run.output, run.errors);
    assert!(run.output.contains("\"end\":true"), "{}", run.output);
    let right = [("k", "receive", "ping"), ("k", "send", "pong")].map(|event| at(event, 2));
    fs::write(here.path("right.jsonl"), right.concat()).unwrap();
    let run = conform(&here, "--by-time --local k right.jsonl");
    assert_eq!((run.code, &*run.output), (3, ""), "{}", run.errors);
    assert!(run.errors.contains("the session `s` has no line"), "{}", run.errors);
    let run = conform(&here, "--by-time --local l right.jsonl");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
}

#[test]
fn different_sessions_look_different_as_csv() {
    let keys = ["a\nb", "a\\nb", "a\\\\nb", "a,\"b\"", "\u{1b}[2J"];
    let log: String = keys.iter().map(|key| event(key, ("l", "send", "ping"))).collect();
    let here = directory("conform_csv_keys").with("keys.jsonl", &log);
    let run = conform(&here, "keys.jsonl --format csv");
    let found: Vec<&str> =
        run.output.lines().skip(1).map(|line| line.split(",violated,").next().unwrap()).collect();
    let expected = [
        r"keys.jsonl,a\nb",
        r"keys.jsonl,a\\nb",
        r"keys.jsonl,a\\\\nb",
        "keys.jsonl,\"a,\"\"b\"\"\"",
        r"keys.jsonl,\u{1b}[2J",
    ];
    assert_eq!(found, expected);
}

#[test]
fn logs_neither_steer_terminals_nor_write_reports() {
    let message = "pi\u{1b}[2Jng\nlog.jsonl: conforms holds\u{202e}";
    let here = directory("conform_steered").with("log.jsonl", &event("s", ("l", "send", message)));
    for line in ["log.jsonl --color always", "log.jsonl", "--dry-run log.jsonl"] {
        let run = conform(&here, line);
        assert!(!run.output.contains("\u{1b}[2J") && !run.output.contains('\u{202e}'), "{line}");
        assert!(!run.output.contains("\nlog.jsonl: conforms holds"), "{line}: {}", run.output);
        assert!(
            run.output.contains("log.jsonl: conforms holds\\u{202e}"),
            "{line}: {}",
            run.output
        );
    }
}

#[test]
fn what_no_letter_shows_fails_at_once_and_is_called_as_it_is_logged() {
    let here = Directory::new("conform_letters")
        .with("pairs.hif", "loopP(strict(l -- ping -> k, k -- pong -> l, m -- pong -> |))")
        .with("pairs.hsf", "@lifeline{l;k;m} @message{ping;pong}")
        .with("log.jsonl", &event("s", ("l", "send", "pang")));
    let line = "conform --model pairs.hif --reading local --locations l,m;k log.jsonl";
    let run = here.run(line);
    assert_eq!(run.code, 1, "{}", run.errors);
    assert!(run.output.contains("l!pang cannot come there"), "{}", run.output);
    assert!(run.output.contains("class fail"), "{}", run.output);
    let run = here.run(&format!("{line} --format json"));
    assert!(
        run.output.contains("\"class\": \"fail\"") || run.output.contains("\"class\":\"fail\"")
    );
}

#[test]
fn a_dry_run_checks_no_multitrace() {
    let here = directory("conform_dry_multitrace").with("wrong.htf", "{[l] l!ping.l!ping; [k] }");
    let run = conform(&here, "--dry-run wrong.htf");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert!(!run.output.contains("conforms"), "{}", run.output);
    let words = "[l] l!ping.l!ping\n  [k] \n2 letters that the model knows, 0 that it does not";
    assert!(run.output.contains(words), "{}", run.output);
}

#[test]
fn directories_have_the_logs_of_locations() {
    let here = directory("conform_directory");
    fs::create_dir(here.path("logs")).unwrap();
    fs::write(here.path("logs/l.log"), "!ping\n?pong\n").unwrap();
    fs::write(here.path("logs/k.log"), "?ping\n!pong\n").unwrap();
    let run = conform(&here, "logs");
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{}", run.output);
    assert!(run.output.contains("1 session, 4 events"), "{}", run.output);
}

#[test]
fn what_is_sorted_by_time_is_never_told_too_early() {
    let timed = |(location, direction, message, time): (&str, &str, &str, u32)| {
        event("s", (location, direction, message)).replace('}', &format!(",\"time\":{time}}}"))
    };
    let late = [("l", "receive", "pong", 4), ("l", "send", "ping", 1)].map(timed).concat();
    let rest = [("k", "receive", "ping", 2), ("k", "send", "pong", 3)].map(timed).concat();
    let here = directory("conform_by_time").with("late.jsonl", &(late + &rest));
    assert_eq!(conform(&here, "--follow late.jsonl").code, 1);
    let run = conform(&here, "--follow --by-time late.jsonl");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    assert!(!run.output.contains("open"), "{}", run.output);
}

#[test]
fn sessions_whose_log_is_read_no_further_have_no_verdict() {
    let begin = event("cut", ("l", "send", "ping"));
    let here = directory("conform_unread_rest")
        .with("rubbish.jsonl", &(log(1) + &begin + &"rubbish\n".repeat(1_200) + &log(1)))
        .with("l.log", "!ping\n?pong\n");
    let run = conform(&here, "rubbish.jsonl --format ndjson");
    assert_eq!(run.code, 2, "{}", run.errors);
    let sessions: Vec<Value> =
        rows(&run.output).iter().map(|row| row["detail"]["session"].clone()).collect();
    assert_eq!(sessions.iter().filter(|session| session.is_string()).count(), 1, "{sessions:?}");
    assert!(run.errors.contains("1 session not finished; not all was read"), "{}", run.errors);
    assert!(run.errors.contains("reading stops at line"), "{}", run.errors);
    // What the other location saw is not known.
    let run = conform(&here, "l.log k.log");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(!run.output.contains("violated"), "{}", run.output);
}

#[test]
fn no_file_is_taken_for_a_checkpoint_that_is_none() {
    let here = directory("conform_precious");
    for text in
        ["{\"schema\":\"scm-check/report\",\"precious\":1}", "{\"schema\":\"scm-check/check"]
    {
        fs::write(here.path("precious.json"), text).unwrap();
        let run = conform(&here, "log.jsonl --resume precious.json");
        let is_begun = text.ends_with("check");
        assert_eq!(run.code == 2, !is_begun, "{text}: {}", run.errors);
        assert_eq!(here.read("precious.json") == text, !is_begun, "{text}");
    }
    // Nor are places of letters believed.
    conform(&here, "log.jsonl --resume done");
    let recorded = here.read("done");
    assert!(recorded.contains("\"location\":1"), "{recorded}");
    fs::write(here.path("done"), recorded.replace("\"location\":1", "\"location\":99")).unwrap();
    let whole = conform(&here, "log.jsonl --format ndjson").output;
    assert!(conform(&here, "log.jsonl --format ndjson --resume done").output == whole);
}

#[test]
fn spans_are_told_apart_by_trace_and_number() {
    let span = |trace: &str, id: &str| {
        format!(
            "{{\"traceId\":\"{trace}\",\"spanId\":\"{id}\",\"name\":\"ping\",\"kind\":3,\"startTimeUnixNano\":\"5\"}}"
        )
    };
    let export = |spans: &[String]| {
        format!(
            "{{\"resourceSpans\":[{{\"resource\":{{\"attributes\":[{{\"key\":\"service.name\",\"value\":\
             {{\"stringValue\":\"l\"}}}}]}},\"scopeSpans\":[{{\"spans\":[{}]}}]}}]}}\n",
            spans.join(",")
        )
    };
    let here = directory("conform_spans").with("one.toml", "session = \"=s\"\n");
    for (spans, events) in [
        ([span("01", "0f"), span("01", "0f")], 1),
        ([span("01", "0f"), span("02", "0f")], 2),
        ([span("01", "00"), span("01", "00")], 2),
    ] {
        fs::write(here.path("log.otlp"), export(&spans)).unwrap();
        let run = conform(&here, "--rules one.toml log.otlp");
        let words = format!("1 session, {events} event");
        assert!(run.output.contains(&words), "{spans:?}: {}", run.output);
    }
}
