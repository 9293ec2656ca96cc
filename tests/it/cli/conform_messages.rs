//! `scm-check conform`: what users are told beside the verdicts, and when.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;

use crate::support::round_logs::{conform, directory, event, log, rows};

/// Rounds that no automaton follows.
const PAIRS: &str = "loopP(seq(l -- ping -> k, k -- pong -> l))";

const END: &str = "{\"session\":\"s\",\"end\":true}\n";

const SPAN: &str = "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":\
    {\"stringValue\":\"l\"}}]},\"scopeSpans\":[{\"spans\":[{\"traceId\":\"t\",\"spanId\":\"00f1\",\
    \"name\":\"ping\",\"kind\":3,\"startTimeUnixNano\":\"5\"}]}]}]}\n";

#[test]
fn verdicts_and_errors_come_before_the_end_of_the_input() {
    let here = directory("conform_before_end");
    let mut child = here.start("conform --model rounds.hif --follow --format ndjson -");
    let mut input = child.stdin.take().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
    });
    // Whoever waits for the end of the input waits for ever.
    let next = || -> Value {
        let line = lines.recv_timeout(Duration::from_secs(60)).expect("it comes before the end");
        rows(&line).remove(0)
    };
    let ping = [("l", "send", "ping"), ("k", "receive", "ping")].map(|one| event("s", one));
    let pong = [("k", "send", "pong"), ("l", "receive", "pong")].map(|one| event("s", one));
    write!(input, "{}{}{END}", ping.concat(), pong.concat()).unwrap();
    let verdict = next();
    assert_eq!(verdict["verdict"], "holds");
    assert_eq!(
        (&verdict["detail"]["ended"], &verdict["detail"]["open"]),
        (&"mark".into(), &Value::Null)
    );
    write!(input, "{}", event("t", ("k", "send", "pong"))).unwrap();
    let early = next();
    assert_eq!(
        (&early["detail"]["session"], &early["detail"]["open"]),
        (&"t".into(), &true.into())
    );
    assert_eq!(early["detail"]["line"], 6);
    drop(input);
    let late = next();
    assert_eq!(
        (&late["verdict"], &late["detail"]["ended"]),
        (&"violated".into(), &"log-end".into())
    );
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn who_is_told_nothing_early_is_told_so() {
    let early = event("s", ("k", "send", "pong"));
    let here = directory("conform_not_early")
        .with("early.jsonl", &early)
        .with("pairs.hif", PAIRS)
        .with("pairs.hsf", "@lifeline{l;k} @message{ping;pong}");
    let followed = |line: &str| {
        let run = here.run(&format!("conform --follow --format csv early.jsonl {line}"));
        let early = run.output.lines().filter(|line| line.ends_with(",true")).count();
        (early, run.errors)
    };
    let (rows, errors) = followed("--model rounds.hif");
    assert!(rows == 1 && !errors.contains("nothing is told"), "{errors}");
    for (line, why) in [
        ("--model pairs.hif", "the model is followed as a term"),
        ("--model rounds.hif --question slice", "a slice may begin anywhere"),
        ("--model rounds.hif --procedure removal", "the model is followed as a term"),
    ] {
        let (rows, errors) = followed(line);
        assert!(rows == 0 && errors.contains(why), "{line}: {errors}");
        assert!(followed(&format!("{line} -q")).1.is_empty(), "{line}");
    }
}

#[test]
fn runs_are_shown_of_sessions_and_files() {
    let here = directory("conform_shown_runs")
        .with("two.jsonl", &log(2))
        .with("a.htf", "{[l] l!ping.l?pong; [k] k?ping.k!pong}")
        .with("b.htf", "{[l] ; [k] }");
    let run = conform(&here, "--interleaving two.jsonl");
    assert_eq!(run.code, 0);
    assert_eq!(run.output.matches("l!ping.k?ping.k!pong.l?pong").count(), 2 * 3, "{}", run.output);
    let run = conform(&here, "--interleaving a.htf b.htf");
    assert_eq!(run.output.matches("l!ping.k?ping.k!pong.l?pong").count(), 1, "{}", run.output);
}

#[test]
fn csv_has_a_row_for_each_multitrace() {
    let here = directory("conform_csv_files").with(
        "a.htf",
        "/*# expect: conforms = violated, class = global-prefix */ {[l] l!ping; [k] }",
    );
    let run = conform(&here, "--format csv a.htf");
    assert_eq!(run.code, 1, "{}", run.errors);
    assert_eq!(run.output.lines().count(), 2, "{}", run.output);
    assert!(run.output.contains("a.htf,,violated,,global-prefix,"), "{}", run.output);
}

#[test]
fn a_session_has_its_own_time() {
    let here = directory("conform_own_time")
        .with("two.jsonl", &log(2))
        .with("a.htf", "{[l] l!ping.l?pong; [k] k?ping.k!pong}");
    for file in ["two.jsonl", "a.htf"] {
        let line = format!("--question accept --procedure central --session-timeout 0ms {file}");
        let run = conform(&here, &line);
        assert_eq!(run.code, 3, "{}", run.output);
        assert!(
            run.output.contains("unknown (timeout): the 0 ms of --session-timeout are over"),
            "{}",
            run.output
        );
        assert!(!run.output.contains("raise --timeout"), "{}", run.output);
    }
}

#[test]
fn exports_are_known_by_their_begin_whatever_the_file_is_called() {
    let here = directory("conform_called_json").with("export.json", SPAN).with("log.json", &log(3));
    let run = conform(&here, "--question global-prefix export.json");
    assert!(run.output.contains("1 session, 1 event; 1 holding"), "{}{}", run.output, run.errors);
    assert!(conform(&here, "log.json").output.contains("3 sessions, 36 events; 3 accepted"));
}

#[test]
fn what_needs_the_automaton_has_it_whatever_the_procedure() {
    let here = directory("conform_removal_draws");
    let drawn = |line: &str| conform(&here, &format!("--draw proj --location l {line}")).output;
    assert_eq!(drawn("--procedure removal"), drawn(""));
    for line in ["--local l log.jsonl", "--central log.jsonl"] {
        let run = conform(&here, &format!("--procedure removal {line}"));
        assert!(run.code == 2 && run.errors.contains("have no --procedure"), "{}", run.errors);
    }
    let run = conform(&here, "--assume-eager log.jsonl");
    assert!(run.code == 2 && run.errors.contains("are about systems"), "{}", run.errors);
    let help = here.run("conform --help").output;
    assert!(!help.contains("--assume-eager") && !help.contains("--certificate"), "{help}");
}

#[test]
fn the_centre_says_where_it_stopped() {
    let here = directory("conform_centre_stops");
    for location in ["l", "k"] {
        let run = conform(&here, &format!("--local {location} log.jsonl"));
        fs::write(here.path(&format!("{location}.lines.jsonl")), run.output).unwrap();
    }
    let summary = |line: &str| {
        let run =
            conform(&here, &format!("--central l.lines.jsonl k.lines.jsonl --format json {line}"));
        let report: Value = serde_json::from_str(&run.output).unwrap();
        report["summaries"][0]["detail"].clone()
    };
    let whole = summary("");
    assert_eq!((&whole["sessions"], &whole["stopped"]), (&60.into(), &Value::Null));
    assert_eq!((&whole["not_finished"], &whole["not_complete"]), (&0.into(), &0.into()));
    let some = summary("--limit 2");
    assert_eq!((&some["sessions"], &some["stopped"]), (&2.into(), &"limit".into()));
    assert_eq!(some["not_finished"], 58);
    assert_eq!(summary("--fail-fast")["stopped"], "failure");
}

#[test]
fn who_needs_the_automaton_is_told_why_there_is_none() {
    let here = directory("conform_needs_automaton")
        .with("pairs.hif", PAIRS)
        .with("pairs.hsf", "@lifeline{l;k} @message{ping;pong}")
        .with("s.jsonl", END);
    let why = "this needs the automaton of the model, and there is none: more and more rounds of loopP may \
               be open at once";
    let together = "; check the logs of all locations in one place, with --join";
    for (line, option, more) in [
        ("--local l s.jsonl", "local", together),
        ("--central s.jsonl", "central", together),
        ("--draw proj --location l", "draw", ""),
    ] {
        let run = here.run(&format!("conform --model pairs.hif {line}"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{line}");
        assert_eq!(run.errors.trim_end(), format!("error: --{option}: {why}{more}"), "{line}");
    }
}
