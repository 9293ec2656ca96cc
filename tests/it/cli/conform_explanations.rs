//! `scm-check conform`, run as its users do: what explains an answer, whatever the engine is.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::support::program::Directory;

/// Rounds of a request and its answer that overlap, so that there is no finite automaton; and ticks.
const PAIRS: &str = "par(\n  loopP(strict(\n    l -- ping -> k,\n    k -- pong -> l)),\n  \
                     loopS(m -- tick -> |))";

fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("pairs.hif", PAIRS)
        .with("pairs.hsf", "@lifeline{l;k;m} @message{ping;pong;tick}")
        .with("once.hif", "strict(\n  l -- ping -> k,\n  k -- pong -> l)")
        .with("once.hsf", "@lifeline{l;k} @message{ping;pong}")
        .with("early.htf", "{[l] l?pong; [k] k?ping}")
        .with("right.htf", "{[l] l!ping.l?pong; [k] k?ping.k!pong; [m] m!tick}")
        .with("central.htf", "{[l] l!ping.l?pong; [k] k?ping.k!pong.k?ping.k!pong; [m] m!tick}")
        .with("local.htf", "{[l] l!ping.l?pong; [k] k!pong; [m] m!tick}")
}

#[test]
fn a_term_explains_as_an_automaton_does() {
    let here = directory("conform_explained_term");
    let run = here.run("conform --model pairs.hif central.htf");
    assert_eq!((run.code, run.errors.as_str()), (1, ""));
    insta::assert_snapshot!(run.output, @"
    central.htf: conforms violated (central): each location is right by itself, and no run is seen so by all of them
      see: scm-check explain conform
      class multi-prefix: each trace is the beginning of what its location sees of one run
      pairs.hif: a term (more and more rounds of loopP may be open at once)
      in conflict: l and k; no run fits them, whatever the others see
      read together: 5 of 7 letters (l 2 of 2, k 2 of 4, m 1 of 1); 1 hypothesis alive (terms)
      seen next: k?ping (central.htf:1)
      possible there: l!ping (pairs.hif:3), m!tick (pairs.hif:5), or the end

             l               k               m
             │               │               │
             │               │               ┼ ! 0   <- m!tick
         0 ! ├──── ping ────►┤ ? 0           │
         1 ? ├◄──── pong ────┤ ! 1           │
             │           2 ? ┼               │   <- k?ping does not fit
             │               │               │
    ");
    let run = here.run("conform --model pairs.hif central.htf --format json --reproducible");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    let first = &report["results"][0];
    assert_eq!(first["engine"], "term");
    assert_eq!(first["detail"]["conflict"], json!(["l", "k"]));
    let furthest = json!({
        "positions": [2, 2, 1], "seen": [null, "k?ping", null],
        "enabled": ["l!ping", "m!tick"], "may_end": true, "hypotheses": 1, "hypotheses_are": "terms",
    });
    assert_eq!(first["detail"]["furthest"], furthest);
    let run = here.run("conform --model pairs.hif local.htf");
    let words = "k at position 0: k!pong cannot come there; expected k?ping, or the end";
    assert!(run.output.contains(words), "{}", run.output);
    let run = here.run("conform --model pairs.hif --interleaving right.htf");
    assert!(run.output.contains("one run: m!tick.l!ping.k?ping.k!pong.l?pong"), "{}", run.output);
}

#[test]
fn without_an_end_of_hypotheses_the_point_is_told_all_the_same() {
    let here = directory("conform_explained_endless")
        .with("factor.htf", "{[l] l?pong; [k] k!pong.k!ping; [m] m!tick}");
    let run = here.run("conform --model pairs.hif --question slice factor.htf");
    assert_eq!(run.code, 1);
    for words in [
        "read together: 3 of 4 letters (l 1 of 1, k 1 of 2, m 1 of 1); more hypotheses alive than were",
        "possible there: not found within the limits",
        "seen next: k!ping (factor.htf:1)",
    ] {
        assert!(run.output.contains(words), "{words}: {}", run.output);
    }
}

#[test]
fn a_verdict_stands_where_its_explanation_is_cut_short() {
    // A trace that is wrong by itself takes no search, and has a verdict whatever the limits are.
    let automaton = "{\"schema\":\"scm-check/automaton\",\"schema_version\":1,\"states\":3,\"initial\":[0],\
        \"final\":[2],\"transitions\":[[0,\"l!ping\",1],[1,\"k?ping\",2]]}";
    let traces = ["l", "k", "m"].map(|one| {
        let right = format!("{one}!tick.").repeat(100);
        format!("[{one}] {right}{one}!tack")
    });
    let here = directory("conform_explained_cut")
        .with("once.json", automaton)
        .with("wrong.htf", "{[l] l!ping; [k] }")
        .with("wrong.jsonl", "{\"location\":\"l\",\"direction\":\"send\",\"message\":\"ping\"}\n")
        .with(
            "ticks.hif",
            "par(loopS(l -- tick -> |), loopS(k -- tick -> |), loopS(m -- tick -> |))",
        )
        .with("ticks.hsf", "@lifeline{l;k;m} @message{tick;tack}")
        .with("long.htf", &format!("{{{}}}", traces.join("; ")));
    for (line, words, limit) in [
        ("--model once.json wrong.htf --session-timeout 0ms", "the time is over", "timeout"),
        ("--model ticks.hif long.htf", "it is larger than explanations may be", "states"),
    ] {
        let run = here.run(&format!("conform {line}"));
        assert_eq!(run.code, 1, "{line}: {}{}", run.output, run.errors);
        assert!(run.output.contains("conforms violated (local)"), "{line}: {}", run.output);
        let words = format!("  the explanation is cut short: {words}\n");
        assert!(run.output.contains(&words), "{line}: {}", run.output);
        let run = here.run(&format!("conform {line} --format json"));
        let report: Value = serde_json::from_str(&run.output).unwrap();
        assert_eq!(report["results"][0]["verdict"], "violated");
        assert_eq!(report["results"][0]["detail"]["explanation_cut"], limit);
    }
    let run = here.run("conform --model once.json wrong.htf --format json");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(report["results"][0]["detail"].get("explanation_cut"), None);
    // Sessions have the time of their log, and multitraces and sessions that of --session-timeout.
    for log in ["wrong.htf", "wrong.jsonl"] {
        let run = here.run(&format!("conform --model once.json {log} --session-timeout 0ms"));
        assert_eq!(run.code, 1, "{log}: {}{}", run.output, run.errors);
        assert!(run.output.contains("cut short: the time is over"), "{log}: {}", run.output);
    }
}

#[test]
fn a_line_is_the_same_with_and_without_its_explanation() {
    let here = directory("conform_explained_line")
        .with("stated.htf", "/*# expect: class = slice */ {[l] l?pong; [k] k?ping}");
    for log in ["central.htf", "local.htf", "right.htf", "early.htf", "stated.htf"] {
        let whole = here.run(&format!("conform --model pairs.hif {log}"));
        let line = here.run(&format!("conform -q --interleaving --model pairs.hif {log}"));
        assert_eq!((line.code, line.errors.as_str()), (whole.code, ""), "{log}");
        let told: Vec<&str> = line.output.lines().collect();
        let all: Vec<&str> = whole.output.lines().filter(|line| line.starts_with(log)).collect();
        assert_eq!(told, all);
    }
}

#[test]
fn the_lines_of_the_model_are_named_in_both_readings() {
    let here = directory("conform_explained_readings");
    for (reading, words) in [
        ("global", "possible there: l!ping (once.hif:2)"),
        ("local", "possible there: l!ping (once.hif:2), k!pong (once.hif:3)"),
    ] {
        let run = here.run(&format!("conform --model once.hif --reading {reading} early.htf"));
        assert!(run.output.lines().any(|line| line.trim() == words), "{}", run.output);
    }
    // Without a finite automaton, too.
    let run = here.run("conform --model pairs.hif --reading local early.htf");
    let words = "possible there: l!ping (pairs.hif:3), k!pong (pairs.hif:4), k?ping (pairs.hif:3)";
    assert!(run.output.contains(words), "{}", run.output);
}

#[test]
fn the_point_is_drawn_where_witnesses_are_wanted() {
    let events =
        "{\"location\":\"l\",\"direction\":\"receive\",\"message\":\"pong\",\"session\":7}\n";
    let here = directory("conform_explained_files").with("events.jsonl", events);
    for (log, name, words) in [
        ("early.htf", "early.conforms", "does not fit"),
        ("events.jsonl", "events.session-7.conforms", "wrong here"),
    ] {
        let run = here.run(&format!("conform --model once.hif {log} --witness drawn"));
        assert_eq!(run.code, 1, "{}", run.errors);
        let picture = here.read(&format!("drawn/{name}.svg"));
        assert!(picture.starts_with("<svg") && picture.contains(words), "{picture}");
        let text = here.read(&format!("drawn/{name}.txt"));
        assert!(text.contains("read together: ") && text.contains(words), "{text}");
        let run = here.run(&format!("conform --model once.hif {log} --format html"));
        assert!(run.output.contains("<svg") && run.output.contains(words), "{log}");
        for rule in [".chart .paper{", ".chart .line{"] {
            assert_eq!(run.output.matches(rule).count(), 1, "{log}: without {rule} it is black");
        }
        assert!(!run.output.contains("&lt;- "), "{log}: the chart stands for its text");
    }
    let run = here.run("conform --model pairs.hif right.htf --witness right");
    assert_eq!(run.code, 0);
    assert!(!here.path("right/right.conforms.svg").exists(), "there is nothing to draw");
}

#[test]
fn a_long_trace_of_one_location_is_drawn() {
    let trace = |length: usize| format!("{{[l] {}l!tack}}", "l!tick.".repeat(length));
    let here = Directory::new("conform_explained_alone")
        .with("ticks.hif", "loopS(l -- tick -> |)")
        .with("ticks.hsf", "@lifeline{l} @message{tick;tack}")
        .with("short.htf", &trace(7))
        .with("long.htf", &trace(12_345));
    for (log, words) in [("short.htf", "     7  ! "), ("long.htf", "12,345  ! ")] {
        let run = here.run(&format!("conform --model ticks.hif {log}"));
        assert_eq!(run.code, 1, "{}", run.errors);
        assert!(run.output.contains(words), "{}", run.output);
    }
}

#[test]
fn all_that_fail_are_kept_in_files_of_their_own() {
    let mut events = String::new();
    let keys = ["a/b", "a-b", "a b", "a%20b", "..", "7", "8"];
    for key in keys {
        let event =
            json!({"location": "l", "direction": "receive", "message": "pong", "session": key});
        writeln!(events, "{event}").unwrap();
    }
    let here = directory("conform_explained_kept")
        .with("events.jsonl", &events)
        .with("more/events.jsonl", &events);
    for how in ["-q", "", "--format ndjson"] {
        let run = here.run(&format!("conform --model once.hif {how} early.htf --witness one"));
        assert_eq!(run.code, 1, "{}", run.errors);
        let names: Vec<String> = files(&here, "one");
        assert_eq!(names, ["early.conforms.json", "early.conforms.svg", "early.conforms.txt"]);
        let line = format!("conform --model once.hif {how} events.jsonl more --witness all");
        assert_eq!(here.run(&line).code, 1);
        let names = files(&here, "all");
        assert_eq!(names.len(), 2 * 3 * keys.len(), "{names:?}");
        assert!(names.iter().all(|name| !name.contains(' ')), "{names:?}");
        assert!(here.read("all/events.session-8.conforms.svg").contains("wrong here"));
        assert!(here.read("all/events.session-8.conforms.txt").contains("read together: "));
        for directory in ["one", "all"] {
            std::fs::remove_dir_all(here.path(directory)).unwrap();
        }
    }
    let run = here.run("conform --model once.hif events.jsonl --limit 2 --witness few");
    assert_eq!((run.code, files(&here, "few").len()), (1, 6));
    // The object is that of the report.
    let line = "conform --model once.hif early.htf --reproducible --format json --witness one";
    let report: serde_json::Value = serde_json::from_str(&here.run(line).output).unwrap();
    let kept: serde_json::Value =
        serde_json::from_str(&here.read("one/early.conforms.json")).unwrap();
    assert_eq!(report["results"][0], kept);
}

fn files(here: &Directory, directory: &str) -> Vec<String> {
    let entries = std::fs::read_dir(here.path(directory)).unwrap();
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> = entries.map(|entry| name(entry).into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn arrows_go_where_the_model_lets_messages_go() {
    let here = directory("conform_explained_ways")
        .with("told.hif", "seq(a -- m -> b, b -- m -> c)")
        .with("told.ca", "final 2\n0 -a->b:m- 1\n1 -b->c:m- 2\n")
        .with("told.htf", "{[a] a!m; [b] b!m; [c] c?m}");
    for model in ["told.hif", "told.ca"] {
        let run = here.run(&format!("conform --model {model} told.htf --witness drawn"));
        assert_eq!(run.code, 1, "{}", run.errors);
        // What c received is from b, though a sent it first.
        let text = here.read("drawn/told.conforms.txt");
        let lines: Vec<&str> = text.lines().filter(|line| line.contains('►')).collect();
        assert_eq!(lines.len(), 1, "{text}");
        assert!(!lines[0].contains("──│─"), "{text}");
    }
}

/// Returns the lines of a chart that draw attention to something.
fn marked(output: &str) -> Vec<&str> {
    output.lines().filter_map(|line| Some(line.split_once("<- ")?.1)).collect()
}

#[test]
fn what_is_wrong_alone_is_marked_wherever_it_is() {
    let here = directory("conform_explained_ends")
        .with("short.htf", "{[l] l!ping; [k] k?ping}")
        .with("behind.htf", "{[l] l?pong; [k] k?ping.k?ping}")
        .with("far.htf", "{[k] k?ping.k!pong.k?ping.k!pong.k?pong; [l] l!ping.l?pong; [m] m!tick}")
        .with("strict.hif", "loopS(l -- ping -> k)")
        .with("strict.hsf", "@lifeline{l;k} @message{ping}")
        .with("weak.hif", "loopW(l -- ping -> k)")
        .with("weak.hsf", "@lifeline{l;k} @message{ping}")
        .with("lost.htf", "{[l] l!ping.l!ping; [k] k?ping}");
    for (line, words) in [
        ("once.hif short.htf", &["ends too early", "ends too early"][..]),
        ("once.hif behind.htf", &["l?pong wrong here", "k?ping does not fit", "k?ping wrong here"]),
        ("pairs.hif far.htf", &["m!tick", "k?ping does not fit", "... k?pong wrong here"]),
        ("strict.hif lost.htf", &["l!ping", "more is expected"]),
        ("weak.hif lost.htf", &["l!ping", "may go on", "may go on"]),
    ] {
        let run = here.run(&format!("conform --model {line}"));
        assert_eq!((run.code, marked(&run.output)), (1, words.to_vec()), "{}", run.output);
    }
}

#[test]
fn plain_letters_are_no_internal_steps_and_numbers_no_names() {
    let automaton = "des (0, 2, 2)\n(0, \"a\", 1)\n(1, \"b\", 0)\n// final: 0\n";
    let here = Directory::new("conform_explained_plain")
        .with("turns.aut", automaton)
        .with("turns.htf", "{[1] a.a; [2] b.b.b}");
    let line = "conform --model turns.aut --locations a;b turns.htf";
    let run = here.run(&format!("{line} --witness drawn"));
    for words in ["(location 1: 2 of 2, location 2: 2 of 3)", "b does not fit", "●    2   <- b"] {
        assert!(run.output.contains(words), "{words}: {}", run.output);
    }
    assert!(!here.read("drawn/turns.conforms.svg").contains("internal"));
    let run = here.run(&format!("{line} --format json --reproducible"));
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(report["results"][0]["detail"]["conflict"], json!(["1", "2"]));
}

#[test]
fn the_chart_of_a_long_trace_counts_what_it_leaves_out() {
    let (l, k) = ("l!ping.l?pong.".repeat(600), "k?ping.k!pong.".repeat(600));
    let here = directory("conform_explained_long")
        .with("rounds.hif", "loopS(strict(\n  l -- ping -> k,\n  k -- pong -> l))")
        .with("long.htf", &format!("{{[l] {l}l?pong; [k] {k}k?ping}}"));
    let run = here.run("conform --model rounds.hif long.htf --witness drawn");
    for words in [
        "l at position 1,200: l?pong cannot come there",
        "read together: 2,400 of 2,402 letters (l 1,200 of 1,201, k 1,200 of 1,201)",
        "  ... 2,384 steps before are left out\n",
        "1,199  ? ├◄",
    ] {
        assert!(run.output.contains(words), "{words}: {}", run.output);
    }
    let picture = here.read("drawn/long.conforms.svg");
    assert!(picture.contains(">2,384 steps before are left out<"), "{picture}");
}
