//! Reading logs: every format, and what can be wrong with them.

use crate::language::log_sessions::{actions, codes, read, shown};
use scm_check::internals::kernel::diagnostics::Colours;
use scm_check::internals::language::log::{
    BadLines, Elements, Ended, Form, Format, Gathering, Grouping, LogReader, Order, Sessions, codes,
};
use scm_check::internals::model::trace::DistributedAlphabet;

fn plain_letters() -> DistributedAlphabet {
    let locations = [vec!["x".to_owned(), "y".to_owned()], vec!["z".to_owned()]];
    DistributedAlphabet::of_names(["x", "y", "z"], &locations).unwrap()
}

/// Returns the sessions of a log over actions, and the codes with lines and columns.
fn outcome(form: Form, gathering: Gathering, log: impl AsRef<[u8]>) -> (Vec<String>, Vec<String>) {
    let (sessions, reader) = read(form, (actions(), Elements::Actions), gathering, log.as_ref());
    let sessions = sessions.iter().map(|session| shown(session, &actions())).collect();
    (sessions, codes(&reader))
}

fn json(log: &str) -> (Vec<String>, Vec<String>) {
    outcome(Form::JsonLines, Gathering::default(), log)
}

fn plain(log: impl AsRef<[u8]>) -> (Vec<String>, Vec<String>) {
    outcome(Form::Plain { location: "a".to_owned() }, Gathering::default(), log)
}

fn csv(log: &str) -> (Vec<String>, Vec<String>) {
    outcome(Form::Csv, Gathering::default(), log)
}

const NONE: [&str; 0] = [];

#[test]
fn json_lines_are_read_in_every_form() {
    let log = "\u{feff}{\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\",\"session\":\"1\"}\r\n\
        \n  \t\n\
        { \"time\" : 1.5, \"other\": {\"location\": [1, {\"message\": null}]}, \"session\" : 2 , \
          \"message\" : \"\\u006d\", \"loc\\u0061tion\" : \"b\", \"direction\" : \"receive\" } \n\
        {\"location\":\"l,k\",\"message\":\"{l!m, k?m}\",\"session\":\"1\",\"direction\":null}\n\
        {\"location\":\"k\",\"message\":\"l!n\",\"session\":\"1\"}\n\
        {\"location\":\"k\",\"message\":\"?m\",\"session\":\"1\"}\n\
        {\"location\":\"a\",\"direction\":\"send\",\"message\":\"\\\"q\\\"\",\"session\":\"1\"}\n\
        {\"session\":\"2\",\"end\":true}\n\
        {\"session\":3,\"end\":true}";
    let (sessions, codes) = json(log);
    assert_eq!(codes, NONE);
    let expected = ["2: b: b?m", "3:", "1: l,k: {k?m,l!m}.l!n.k?m a: a!m.<!\"q\">"];
    assert_eq!(sessions, expected);
}

#[test]
fn what_is_wrong_with_json_lines_has_a_place() {
    for (line, expected) in [
        ("{\"location\":\"a\" \"message\":\"m\"}", "E0601 1:17"),
        ("{\"location\":\"a\",\"message\":\"!m\"} x", "E0601 1:33"),
        ("[1]", "E0601 1:1"),
        ("\u{a0}", "E0601 1:1"),
        ("{\"location\":\"a\",\"location\":\"b\"}", "E0601 1:26"),
        ("{\"location\":\"a\",\"message\":\"\\ud800\"}", "E0601 1:27"),
        ("{\"location\":\"a\",\"mess", "E0603 1:21"),
        ("{\"location\":\"a\",\"message\":\"\u{1}m\"}", "E0604 1:28"),
        ("\0\0\0\0", "E0604 1:1"),
        ("{\"location\":\"a\",\"direction\":\"send\"}", "E0606 1:1"),
        ("{\"message\":\"!m\"}", "E0606 1:1"),
        ("{}", "E0606 1:1"),
        ("{\"location\":\"a\",\"message\":\"m\"}", "E0606 1:27"),
        ("{\"location\":\"é\",\"direction\":\"out\",\"message\":\"m\"}", "E0607 1:29"),
        ("{\"location\":\"a\",\"direction\":\"send\",\"message\":7}", "E0607 1:46"),
        ("{\"location\":[\"a\"],\"direction\":\"send\",\"message\":\"m\"}", "E0607 1:13"),
        ("{\"session\":\"1\",\"end\":\"yes\"}", "E0607 1:22"),
        ("{\"location\":\"a\",\"message\":\"{a!m\"}", "E0607 1:27"),
        ("{\"location\":\"clint\",\"direction\":\"send\",\"message\":\"m\"}", "E0608 1:13"),
        ("{\"location\":\"a\",\"message\":\"j!m\"}", "E0608 1:27"),
        ("{\"location\":\"a\",\"message\":\"b!m\"}", "E0609 1:27"),
        ("{\"location\":\"l,k\",\"direction\":\"send\",\"message\":\"m\"}", "E0609 1:13"),
        ("{\"location\":\"l,k\",\"message\":\"!m\"}", "E0609 1:13"),
    ] {
        // The next line is read whatever is wrong with this one, and it does not begin a session.
        let good =
            "{\"location\":\"b\",\"direction\":\"send\",\"message\":\"m\",\"session\":\"1\"}\n";
        let (sessions, codes) = json(&format!("{line}\n{good}"));
        assert_eq!(codes, [expected], "{line}");
        assert_eq!(sessions, ["1: b: b!m"], "{line}");
    }
}

#[test]
fn a_mistake_is_shown_with_its_line_and_advice() {
    let log = format!("\n\n{{\"location\":\"clint\",{}\"message\":\"!m\"}}\n", " ".repeat(600));
    let (_, reader) =
        read(Form::JsonLines, (actions(), Elements::Actions), Gathering::default(), log.as_bytes());
    let text = reader.findings().kept()[0].render(Colours::Plain);
    let first = "error[E0608]: the model has no lifeline `clint`\n --> x.log:3:13\n";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("\n3 | {\"location\":\"clint\", "), "{text}");
    assert!(text.contains("^^^^^^^") && text.contains("help: the model has l, k, a, b"), "{text}");
    let log = format!("{{{}\"location\":\"aa\",\"message\":\"!m\"}}\n", " ".repeat(60_000));
    let (_, reader) =
        read(Form::JsonLines, (actions(), Elements::Actions), Gathering::default(), log.as_bytes());
    let finding = &reader.findings().kept()[0];
    let text = finding.render(Colours::Plain);
    assert!(text.contains("--> x.log:1:60013") && finding.source.text().len() < 2_000, "{text}");
}

#[test]
fn csv_is_read_with_quotes_and_line_breaks_in_them() {
    let log = "session , message,location,note,direction,end\r\n\
        1,m,a,\"x, \"\"y\"\"\nz\",send,\r\n\
        \n\
        \"2\",\"m\",b,,receive,0\n\
        1,\"{l!m,k?m}\",l,,,\n\
        1,\"\"\"\",a,,receive,true\n\
        2,,,,,1\n";
    let (sessions, codes) = csv(log);
    assert_eq!(codes, NONE);
    assert_eq!(sessions, ["1: l,k: {k?m,l!m} a: a!m.<?\">", "2: b: b?m"]);
}

#[test]
fn what_is_wrong_with_csv_has_a_place() {
    let header = "location,direction,message\n";
    for (log, expected) in [
        ("a;b\na,send,m\n", vec!["E0611 1:1"]),
        ("location,location,message\na,send,m\n", vec!["E0611 1:10"]),
        ("location,\"direction,message\na,send,m\n", vec!["E0601 1:10"]),
        (&format!("{header}a,send\nb,send,m\n"), vec!["E0612 2:7"]),
        (&format!("{header}a,send,m,n\nb,send,m\n"), vec!["E0612 2:10"]),
        (&format!("{header}a,send,m\"\nb,send,m\n"), vec!["E0601 2:9"]),
        (&format!("{header}a,send,\"m\"n\nb,send,m\n"), vec!["E0601 2:11"]),
        (&format!("{header}a,send,\"m\nb,send,m\nb,send,m\n"), vec!["E0601 2:8"]),
        (
            &format!("{header}a,send,\"m\nb,send,m\nb,send,\"m\"\nb,send,\"m\n"),
            vec!["E0601 2:8", "E0601 5:8"],
        ),
        (
            &format!("{header}a,,m\n,send,m\na,send,\na,x,m\n"),
            vec!["E0606 2:4", "E0606 3:1", "E0606 4:1", "E0607 5:3"],
        ),
        (&format!("{header}a,send,\u{2}\nb,send,m"), vec!["E0604 2:8", "W0702 3:9"]),
    ] {
        assert_eq!(csv(log).1, expected, "{log}");
    }
    // A quote that does not end costs its line.
    let (sessions, _) = csv(&format!("{header}a,send,\"m\nb,send,m\nb,send,m\n"));
    assert_eq!(sessions, [": b: b!m.b!m"]);
    let lines = "b,send,m\n".repeat(20_000);
    let (sessions, codes) = csv(&format!("{header}a,send,\"m\n{lines}a,send,m\n"));
    assert_eq!(codes, ["E0601 2:8"]);
    assert_eq!(sessions[0].matches("b!m").count(), 20_000);
    assert!(sessions[0].contains("a: a!m"));
}

#[test]
fn plain_logs_have_an_event_a_line() {
    let (sessions, codes) = plain("!m\n ?n \r\n\na!m\n{a?m}\n!?\nb!m\nm\nj?m\n");
    assert_eq!(sessions, [": a: a!m.a?n.a!m.a?m.<!?>"]);
    assert_eq!(codes, ["E0609 7:1", "E0606 8:1", "E0608 9:1"]);
    let form = Form::Plain { location: "2".to_owned() };
    let names = || (plain_letters(), Elements::Names);
    let (sessions, reader) = read(form, names(), Gathering::default(), b"z\nz\nx\n");
    assert_eq!(codes_of(&reader), NONE);
    assert_eq!(shown(&sessions[0], &plain_letters()), ": 2: z.z.<x>");
    let log = "{\"location\":1,\"message\":\"x\"}\n{\"location\":\"3\",\"message\":\"x\"}\n\
        {\"location\":1,\"message\":\"x\",\"direction\":\"send\"}\n";
    let (sessions, reader) = read(Form::JsonLines, names(), Gathering::default(), log.as_bytes());
    assert_eq!(codes_of(&reader), ["E0608 2:13", "E0607 3:41"]);
    assert_eq!(shown(&sessions[0], &plain_letters()), ": 1: x");
}

fn codes_of(reader: &LogReader) -> Vec<String> {
    codes(reader)
}

#[test]
fn numbers_that_are_equal_name_one_session() {
    let line = |session: &str| format!("{{\"location\":\"a\",\"message\":\"!m\"{session}}}\n");
    for (keys, expected) in [
        (&["1", "1.0", "10e-1", "0.1E+1", "1.00", "\"1\""][..], "1"),
        (&["0", "-0", "0.0", "0e9", "-0.00e-5"], "0"),
        (&["-25", "-2.5e1", "-250E-1"], "-25"),
        (&["1.5", "15e-1", "0.15e1"], "1.5"),
        (&["0.025", "25e-3", "2.50e-2"], "0.025"),
        (&["100000000000000000000000", "1e23"], "100000000000000000000000"),
        (&["9007199254740993", "9007199254740993.0"], "9007199254740993"),
        (&["1e99999999999"], "1e99999999999"),
    ] {
        let log: String = keys.iter().map(|key| line(&format!(",\"session\":{key}"))).collect();
        let (sessions, codes) = outcome(Form::JsonLines, Gathering::default(), &log);
        assert_eq!((sessions.len(), codes), (1, Vec::new()), "{keys:?}: {sessions:?}");
        assert_eq!(sessions[0].split(':').next(), Some(expected));
    }
    let log = line(",\"session\":9007199254740992") + &line(",\"session\":9007199254740993");
    assert_eq!(outcome(Form::JsonLines, Gathering::default(), &log).0.len(), 2);
}

#[test]
fn some_events_without_a_session_are_warned_of_once() {
    let line = |session: &str| format!("{{\"location\":\"a\",\"message\":\"!m\"{session}}}\n");
    let (none, seven) = (line(""), line(",\"session\":7"));
    let null = line(",\"session\":null");
    let of = |lines: &[&String]| {
        let log: String = lines.iter().map(|line| line.as_str()).collect();
        outcome(Form::JsonLines, Gathering::default(), &log)
    };
    let (sessions, codes) = of(&[&seven, &none, &null, &seven, &none]);
    assert_eq!(sessions, ["7: a: a!m.a!m", ": a: a!m.a!m.a!m"]);
    assert_eq!(codes, ["W0707 2:1"]);
    assert_eq!(of(&[&none, &seven, &seven]).1, ["W0707 2:42"]);
    assert_eq!(of(&[&none, &null]).1, NONE);
    assert_eq!(of(&[&seven, &seven]).1, NONE);
    let csv_log = "location,message,session\na,!m,7\na,!m,\n";
    assert_eq!(csv(csv_log).1, ["W0707 3:1"]);
}

#[test]
fn events_of_equal_times_keep_the_order_of_the_log_with_a_warning() {
    let line = |message: &str, time: u8| {
        format!("{{\"location\":\"a\",\"message\":\"!{message}\",\"time\":{time}}}\n")
    };
    let by_time = Gathering { order: Order::ByTime, ..Gathering::default() };
    let log = [line("m", 2), line("n", 1), line("m", 1)].concat();
    assert_eq!(
        outcome(Form::JsonLines, by_time, &log),
        (vec![": a: a!n.a!m.a!m".to_owned()], vec!["W0706 3:39".to_owned()])
    );
    // As it is written it needs no times.
    assert_eq!(outcome(Form::JsonLines, Gathering::default(), &log).1, ["W0701 2:39"]);
}

#[test]
fn what_is_no_text_is_told_apart() {
    for (log, expected) in [
        (&b"\x1f\x8b\x08\x00\n\xff\n"[..], vec!["E0602 1:1"]),
        (b"\xff\xfe!\0m\0\n\0", vec!["E0602 1:1"]),
        (b"PK\x03\x04", vec!["E0602 1:1"]),
        (b"!m\n\x1f\x8b\n", vec!["E0604 2:2"]),
        (b"!m\n!\xc3\xa9\xffm\n", vec!["E0604 2:3"]),
        (b"!m\n\0\0\0", vec!["E0604 2:1"]),
        (b"!m\r!n\r", vec!["E0604 1:3"]),
        (b"!m\n!n", vec!["W0702 2:3"]),
        (b"", vec!["W0704 1:1"]),
        (b"\xef\xbb\xbf", vec!["W0704 1:1"]),
        (b"\n \n", vec!["W0704 1:1"]),
    ] {
        assert_eq!(plain(log).1, expected, "{log:?}");
    }
}

#[test]
fn reading_stops_after_a_thousand_bad_lines_unless_they_are_skipped() {
    let log = format!("{}!m\n", "\u{1}\n".repeat(5_000));
    let form = || Form::Plain { location: "a".to_owned() };
    let (sessions, reader) =
        read(form(), (actions(), Elements::Actions), Gathering::default(), log.as_bytes());
    assert!(sessions.is_empty() && reader.is_stopped());
    let counts: Vec<_> = reader.findings().counts().collect();
    assert_eq!(counts, [(codes::CHARACTERS, 1_000), (codes::TOO_MANY, 1)]);
    assert_eq!(reader.findings().kept().len(), 1_001);
    assert_eq!(reader.lines(), 1_000);
    let mut gatherer = Sessions::new(actions(), Elements::Actions, Gathering::default());
    let mut reader = LogReader::new("x.log", 0, form()).on_bad_lines(BadLines::Skip);
    reader.feed(log.as_bytes(), &mut gatherer);
    reader.finish(&mut gatherer);
    assert_eq!((reader.findings().errors(), gatherer.events()), (5_000, 1));
    assert_eq!(reader.findings().kept().len(), 1_000);
}

#[test]
fn a_line_that_is_too_long_is_left_out_in_bounded_memory() {
    let mut sessions = Sessions::new(actions(), Elements::Actions, Gathering::default());
    let mut reader = LogReader::new("x.log", 0, Form::Plain { location: "a".to_owned() });
    reader.feed(b"!m\n", &mut sessions);
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..40 {
        reader.feed(&piece, &mut sessions);
    }
    reader.feed(b"\n!n\n", &mut sessions);
    reader.finish(&mut sessions);
    assert_eq!(codes(&reader), ["E0605 2:1"]);
    assert_eq!((sessions.events(), reader.lines()), (2, 3));
}

#[test]
fn grouped_sessions_end_where_another_begins() {
    let grouped = Gathering { grouping: Grouping::Grouped, ..Gathering::default() };
    let line =
        |session| format!("{{\"location\":\"a\",\"message\":\"!m\",\"session\":{session}}}\n");
    let log = [1, 1, 2, 1, 2, 3].map(line).concat();
    let (sessions, reader) =
        read(Form::JsonLines, (actions(), Elements::Actions), grouped, log.as_bytes());
    assert_eq!(codes(&reader), ["E0610 4:42"]);
    let found: Vec<_> =
        sessions.iter().map(|one| (one.key.as_str(), one.events(), one.ended)).collect();
    let expected =
        [("1", 2, Ended::NextBegan), ("2", 2, Ended::NextBegan), ("3", 1, Ended::LogEnd)];
    assert_eq!(found, expected);
    // An end mark ends a session in either case.
    let log = format!("{}{{\"session\":1,\"end\":true}}\n{}", line(1), line(1));
    for gathering in [grouped, Gathering::default()] {
        let (sessions, codes) = outcome(Form::JsonLines, gathering, &log);
        assert_eq!(codes, ["E0610 3:42"]);
        assert_eq!(sessions, ["1: a: a!m"]);
    }
}

#[test]
fn an_end_in_one_of_joined_logs_is_that_of_its_part() {
    let line = |location, session, rest| {
        format!("{{\"location\":\"{location}\",\"message\":\"!m\",\"session\":{session}{rest}}}\n")
    };
    for grouping in [Grouping::Mixed, Grouping::Grouped] {
        let joined = Gathering { grouping, joined: true, ..Gathering::default() };
        let mut sessions = Sessions::new(actions(), Elements::Actions, joined);
        let at_a = [line("a", 1, ""), line("a", 2, ",\"end\":true"), line("a", 3, "")].concat();
        // A session that a log has done with does not come again there.
        let again = [line("a", 2, ""), line("a", 1, "")].concat();
        let at_b = [line("b", 3, ""), line("b", 2, ",\"end\":true"), line("b", 1, "")].concat();
        let mut found = Vec::new();
        for (log, text) in (0..).zip([at_a + &again, at_b]) {
            let mut reader =
                LogReader::new("x.jsonl", log, Form::JsonLines).on_bad_lines(BadLines::Skip);
            reader.feed(text.as_bytes(), &mut sessions);
            reader.finish(&mut sessions);
            assert!(sessions.next_closed().is_none(), "the next log may have more of it");
            found.push(codes(&reader).join(" "));
        }
        sessions.finish();
        let closed: Vec<_> = std::iter::from_fn(|| sessions.next_closed()).collect();
        let shown =
            closed.iter().map(|one| format!("{} {} {:?}", one.key, one.events(), one.ended));
        let shown: Vec<_> = shown.collect();
        match grouping {
            Grouping::Mixed => {
                assert_eq!(found, ["E0610 4:42", ""]);
                assert_eq!(shown, ["1 3 LogEnd", "2 2 LogEnd", "3 2 LogEnd"]);
            }
            Grouping::Grouped => {
                assert_eq!(found, ["E0610 4:42 E0610 5:42", ""]);
                assert_eq!(shown, ["1 2 LogEnd", "2 2 LogEnd", "3 2 LogEnd"]);
            }
        }
    }
}

#[test]
fn times_are_compared_or_sorted_by() {
    let event = |location: &str, message: &str, time: &str| {
        format!("{{\"location\":\"{location}\",\"message\":\"{message}\",\"time\":{time}}}\n")
    };
    let log = [
        event("a", "!m", "5"),
        event("b", "?m", "1"),
        event("a", "!x", "3.25"),
        event("a", "?m", "4"),
        event("a", "?n", "3.25"),
        event("b", "?n", "\"noon\""),
        event("b", "!n", "\"noon\""),
    ]
    .concat();
    let (sessions, codes) = json(&log);
    assert_eq!(codes, ["W0701 3:39", "W0703 6:39"]);
    assert_eq!(sessions, [": a: a!m.<!x>.a?m.a?n b: b?m.b?n.b!n"]);
    let by_time = Gathering { order: Order::ByTime, ..Gathering::default() };
    let (sessions, codes) = outcome(Form::JsonLines, by_time, &log);
    assert_eq!(codes, ["E0607 6:39", "E0607 7:39", "W0706 5:39"]);
    assert_eq!(sessions, [": a: <!x>.a?n.a?m.a!m b: b?m"]);
    let log = "{\"location\":\"a\",\"message\":\"!m\"}\n{\"end\":true}\n";
    let (sessions, codes) = outcome(Form::JsonLines, by_time, log);
    assert_eq!(codes, ["E0606 1:1"]);
    assert_eq!(sessions, [":"]);
}

#[test]
fn sessions_are_gathered_over_several_logs() {
    let mut sessions = Sessions::new(actions(), Elements::Actions, Gathering::default()).watched();
    let logs = [("a", "!m\n!zebra\n"), ("b", "\n?m\n"), ("l", "k?n\n")];
    for (log, (location, text)) in (0..).zip(logs) {
        let form = Form::Plain { location: location.to_owned() };
        let mut reader = LogReader::new(location, log, form);
        reader.feed(text.as_bytes(), &mut sessions);
        reader.finish(&mut sessions);
    }
    let seen: Vec<_> = std::iter::from_fn(|| sessions.next_seen()).collect();
    assert_eq!((seen.len(), sessions.open(), sessions.key(seen[0])), (4, 1, Some("")));
    assert_eq!([0, 1].map(|event| sessions.unknown_text(seen[event])), [None, Some("!zebra")]);
    assert!(sessions.next_closed().is_none() && sessions.heap_bytes() >= 64);
    sessions.finish();
    let session = sessions.next_closed().unwrap();
    assert_eq!(shown(&session, &actions()), ": l,k: k?n a: a!m.<!zebra> b: b?m");
    let places = session.places.iter().flatten().map(|place| (place.log(), place.line()));
    assert_eq!(places.collect::<Vec<_>>(), [(2, 1), (0, 1), (0, 2), (1, 2)]);
    sessions.recycle(session);
    assert_eq!((sessions.begun(), sessions.open()), (1, 0));
}

#[test]
fn quiet_sessions_end() {
    let mut sessions = Sessions::new(actions(), Elements::Actions, Gathering::default());
    let mut reader = LogReader::new("x", 0, Form::JsonLines);
    let line =
        |session| format!("{{\"location\":\"a\",\"message\":\"!m\",\"session\":{session}}}\n");
    for (now, session) in [(1, 1), (2, 2), (3, 1), (4, 3)] {
        sessions.set_now(now);
        reader.feed(line(session).as_bytes(), &mut sessions);
    }
    sessions.close_quiet(4);
    let closed: Vec<_> = std::iter::from_fn(|| sessions.next_closed()).collect();
    let closed: Vec<_> = closed.iter().map(|one| (one.key.as_str(), one.ended)).collect();
    assert_eq!(closed, [("1", Ended::Quiet), ("2", Ended::Quiet)]);
    reader.feed(line(2).as_bytes(), &mut sessions);
    assert_eq!(reader.findings().errors(), 1);
    // Its end mark may come later, once.
    let mark = "{\"session\":1,\"end\":true}\n";
    let mut reader = LogReader::new("x", 0, Form::JsonLines);
    reader.feed(mark.as_bytes(), &mut sessions);
    assert_eq!((reader.findings().errors(), sessions.begun()), (0, 3));
    reader.feed(mark.as_bytes(), &mut sessions);
    assert_eq!((reader.findings().errors(), sessions.open()), (1, 1));
}

#[test]
fn a_dry_run_shows_how_events_are_read() {
    let log = "{\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\",\"session\":\"7\"}\n\
        {\"location\":\"b\",\"direction\":\"send\",\"message\":\"zz\"}\n{\"location\":\"b\"}\n"
        .repeat(30);
    let (_, reader) =
        read(Form::JsonLines, (actions(), Elements::Actions), Gathering::default(), log.as_bytes());
    let mapping = reader.mapping();
    let samples: Vec<_> = mapping
        .samples()
        .iter()
        .map(|one| (one.line, one.session.as_str(), one.element.as_str(), one.letter.is_some()))
        .collect();
    assert_eq!(samples.len(), 20);
    assert_eq!(
        samples[..3],
        [(1, "7", "a!m", true), (2, "", "b!zz", false), (4, "7", "a!m", true)]
    );
    assert!(mapping.samples()[0].text.starts_with("{\"location\":\"a\""));
    assert_eq!((mapping.known(), mapping.unknown()), (30, 30));
    let unknown: Vec<_> = mapping.unknown_texts().map(|(_, text, count)| (text, count)).collect();
    assert_eq!(unknown, [("b!zz", 30)]);
    assert_eq!(reader.findings().errors(), 30);
}

#[test]
fn extensions_tell_the_format() {
    assert_eq!(Format::of_extension("NDJSON"), Some(Format::JsonLines));
    assert_eq!(Format::of_extension("htf"), None);
}
