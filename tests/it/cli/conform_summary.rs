//! `scm-check conform`, run as its users do: what many sessions come to, and what is said besides their rows.

use serde_json::{Value, json};

use crate::support::round_logs::{conform, directory, event, log};

fn report(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

#[test]
fn reports_say_what_sessions_come_to() {
    let text = log(12);
    let wrong = "{\"location\":\"q\",\"message\":\"ping\"}\n";
    let here = directory("conform_summary").with("some.jsonl", &format!("{wrong}{text}"));
    let run = conform(&here, "some.jsonl --skip-bad-lines --format json");
    let report = report(&run.output);
    let rows = report["results"].as_array().unwrap();
    let count = |is_it: &dyn Fn(&Value) -> bool| rows.iter().filter(|row| is_it(row)).count();
    let summary = &report["summaries"][0];
    assert_eq!(
        (&summary["model"], &summary["verdict"]),
        (&json!("some.jsonl"), &json!("violated"))
    );
    let detail = &summary["detail"];
    assert_eq!((detail["sessions"].as_u64(), rows.len()), (Some(12), 12));
    assert_eq!(detail["events"], text.matches("direction").count());
    for verdict in ["holds", "violated", "unknown"] {
        assert_eq!(
            detail["verdicts"][verdict],
            count(&|row| row["verdict"] == verdict),
            "{verdict}"
        );
    }
    for class in ["accepted", "global-prefix", "multi-prefix", "slice", "fail"] {
        let number = count(&|row| row["detail"]["class"] == class);
        assert_eq!(detail["classes"][class], number, "{class}");
    }
    let local = count(&|row| row["detail"]["error"]["kind"] == "local");
    let sessions: u64 = detail["errors"]["local"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["sessions"].as_u64())
        .sum();
    assert!(local > 0 && sessions >= local as u64, "{detail}");
    assert_eq!((&detail["bad_lines"], &detail["stopped"]), (&json!(1), &Value::Null));
    // What is left out because somebody wants it so is no error.
    let diagnostic = &report["diagnostics"][0];
    assert_eq!((&diagnostic["severity"], &diagnostic["line"]), (&json!("warning"), &json!(1)));
    assert!(run.errors.starts_with("warning[E0608]"), "{}", run.errors);
    let run =
        conform(&here, "some.jsonl --limit 2 --question slice --format json --skip-bad-lines");
    let summary = &self::report(&run.output)["summaries"][0];
    assert_eq!(summary["detail"]["stopped"], "limit");
    assert_eq!(summary["detail"]["verdicts"]["holds"], 2);
    assert_eq!(summary["detail"].get("classes"), None, "only one question was asked");
    assert!(run.errors.contains("2 sessions, 24 events; 2 holding"), "{}", run.errors);
    let run = conform(&here, "some.jsonl --timeout 0ms --format json");
    assert_eq!(self::report(&run.output)["summaries"][0]["detail"]["stopped"], "timeout");
    assert!(run.errors.contains("stopped (timeout), 0 sessions not finished"), "{}", run.errors);
    // A page has it, too.
    let run = conform(&here, "some.jsonl --skip-bad-lines --format html");
    assert!(run.output.contains("12 sessions"), "the page has no summary");
}

#[test]
fn a_log_that_cannot_be_had_is_among_the_diagnostics() {
    let here = directory("conform_missing");
    let run = conform(&here, "missing.jsonl log.jsonl --format json");
    let diagnostic = &report(&run.output)["diagnostics"][0];
    assert_eq!(
        (&diagnostic["code"], &diagnostic["file"]),
        (&json!("E0000"), &json!("missing.jsonl"))
    );
    assert_eq!(run.code, 2);
}

#[test]
fn all_bad_lines_are_shown_to_those_who_ask() {
    let bad = "no JSON\n".repeat(1_200);
    let here = directory("conform_many_bad").with("bad.jsonl", &(bad + &log(1)));
    let shown = |line: &str| conform(&here, line).errors.matches("bad.jsonl:").count();
    assert_eq!(shown("bad.jsonl --skip-bad-lines"), 21, "20, and how many more there are");
    assert_eq!(shown("bad.jsonl --skip-bad-lines -v"), 1_200);
    let run = conform(&here, "bad.jsonl --skip-bad-lines");
    assert!(
        run.errors.contains("1,180 more bad lines are not shown; -v shows all"),
        "{}",
        run.errors
    );
}

#[test]
fn rows_of_open_sessions_are_told_apart() {
    let early = event("s", ("k", "send", "pong"));
    let here = directory("conform_open_rows").with("early.jsonl", &early);
    let run = conform(&here, "--follow early.jsonl --format csv");
    let fields: Vec<Vec<&str>> = run.output.lines().map(|line| line.split(',').collect()).collect();
    let at = fields[0].iter().position(|&name| name == "open").unwrap();
    assert_eq!(fields.len(), 3, "{}", run.output);
    assert_eq!((fields[1][at], fields[2][at]), ("true", ""));
}

#[test]
fn logs_with_end_marks_can_be_joined() {
    let end = |session: &str| format!("{{\"session\":\"{session}\",\"end\":true}}\n");
    let at = |events: [(&str, &str, &str); 2]| {
        ["s", "t"]
            .map(|session| events.map(|one| event(session, one)).concat() + &end(session))
            .concat()
    };
    let here = directory("conform_joined")
        .with("l.jsonl", &at([("l", "send", "ping"), ("l", "receive", "pong")]))
        .with("k.jsonl", &at([("k", "receive", "ping"), ("k", "send", "pong")]));
    let run = conform(&here, "--join l.jsonl k.jsonl");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    assert!(run.output.contains("2 sessions, 8 events; 2 accepted"), "{}", run.output);
    assert_eq!(conform(&here, "l.jsonl k.jsonl").code, 1, "each log is one of its own");
}

#[test]
fn standard_input_is_read_as_what_it_begins_with() {
    let here = directory("conform_standard");
    let run = here.run_with_input("conform --model rounds.hif -", &log(3));
    assert!(
        run.output.contains("3 sessions, 36 events; 3 accepted"),
        "{}{}",
        run.output,
        run.errors
    );
    let run = here
        .run_with_input("conform --model rounds.hif -", "{[l] l!ping.l?pong; [k] k?ping.k!pong}");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    let run = here.run_with_input("conform --model rounds.hif -", "");
    assert_eq!(run.code, 0, "{}", run.output);
    assert!(run.errors.contains("W0506"), "{}", run.errors);
    let span = "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":\
        {\"stringValue\":\"l\"}}]},\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\",\"spanId\":\"00f1\",\
        \"name\":\"ping\",\"kind\":3,\"startTimeUnixNano\":\"5\"}]}]}]}\n";
    // Whoever exports may send a span again.
    let run = here.run_with_input("conform --model rounds.hif -", &span.repeat(2));
    assert!(
        run.output.contains("1 session, 1 event; 1 global-prefix"),
        "{}{}",
        run.output,
        run.errors
    );
    assert!(run.output.contains("1 part of exports left out"), "{}", run.output);
    assert!(run.errors.contains("the same was exported before"), "{}", run.errors);
    let packed = here.path("packed.htf");
    std::fs::write(packed, [0x1f, 0x8b, 8, 0]).unwrap();
    assert!(conform(&here, "packed.htf").errors.contains("compressed by gzip"));
}

#[test]
fn a_run_may_be_resumed_with_other_limits() {
    let here = directory("conform_raised").with("three.jsonl", &log(3));
    for (limits, words) in [
        ("--max-states 1000", "3 accepted"),
        ("--max-states 2000 --session-timeout 10s", "3 accepted; 3 sessions not checked again"),
    ] {
        let run = conform(&here, &format!("three.jsonl --resume done {limits}"));
        assert_eq!(run.code, 0, "{limits}: {}{}", run.output, run.errors);
        assert!(run.output.contains(words), "{limits}: {}", run.output);
    }
}

#[test]
fn a_run_about_nothing_is_refused() {
    let here = directory("conform_about_nothing");
    for (line, words) in [
        ("log.jsonl --limit 0", "--limit: expected at least 1"),
        ("log.jsonl --follow --silence 0s", "--silence: expected more than 0s"),
    ] {
        let run = conform(&here, line);
        assert_eq!(run.code, 2, "{line}");
        assert!(run.errors.contains(words), "{line}: {}", run.errors);
    }
}
