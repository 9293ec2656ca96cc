//! Reading records by rules, spans of Zipkin and Jaeger, and labels without their types.

use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::log::{
    Elements, Form, Gathering, Grouping, Guess, LogReader, Order, Rules, Sessions,
};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::trace::DistributedAlphabet;

use crate::language::log_sessions::{actions, codes, read, shown};
use crate::support::effort::scaled;

const SENDER: &str = "from = \"who\"\nto = \"whom\"\nmessage = \"what\"\n";

fn rules(text: &str) -> Rules {
    let Reading { model, diagnostics } = Rules::read(&Source::new("r.toml", text));
    model.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

/// Reads a log by rules for records; returns the sessions and the reader.
fn records(text: &str, log: &str) -> (Vec<String>, LogReader) {
    let rules = Box::new(rules(text));
    let order = if rules.is_by_time() { Order::ByTime } else { Order::AsWritten };
    let gathering = Gathering { order, ..Gathering::default() };
    let form = Form::Records { rules, location: "a".to_owned() };
    let (sessions, reader) = read(form, (actions(), Elements::Actions), gathering, log.as_bytes());
    (sessions.iter().map(|session| shown(session, &actions())).collect(), reader)
}

/// Reads spans by the default rules.
fn spans(log: &str) -> (Vec<String>, LogReader) {
    let form = Form::OpenTelemetry(Box::default());
    let gathering = Gathering { grouping: Grouping::Mixed, order: Order::ByTime, joined: false };
    let (sessions, reader) = read(form, (actions(), Elements::Actions), gathering, log.as_bytes());
    (sessions.iter().map(|session| shown(session, &actions())).collect(), reader)
}

#[test]
fn a_record_with_two_ends_is_two_events() {
    let log = "{\"who\":\"a\",\"whom\":\"b\",\"what\":\"m\"}\n{\"mark\":1}\n\
        {\"who\":\"b\",\"whom\":\"a\",\"what\":\"n\"}\n{\"who\":\"b\",\"what\":\"n\"}\n";
    let (sessions, reader) = records(&format!("format = \"json\"\n{SENDER}"), log);
    assert_eq!(sessions, [": a: a!m.a?n b: b?m.b!n"]);
    // What is left out is reported once, at its first place, and counted by reasons.
    assert_eq!(codes(&reader), ["W0705 2:1"]);
    let left_out: Vec<_> = reader.mapping().left_out().collect();
    assert_eq!(left_out, [("no `what`", 1), ("no `whom`", 1)]);
}

#[test]
fn a_direction_says_which_end_logged_a_record() {
    let rules = "format = \"json\"\nfrom = \"pkt.0\"\nto = \"pkt.1\"\nmessage = [\"x.what\", \"what\"]\n\
        direction = \"event\"\ndirections = { send = [\">\"], receive = [\"<\"] }\n\
        session = \"s\"\ntime = \"t\"\n\
        [locations]\n1 = \"a\"\n2.5 = \"b\"\n3 = false\n";
    let log = "{\"event\":\"<\",\"pkt\":[1,2.50],\"what\":\"\\u006d\",\"s\":7,\"t\":2}\n\
        {\"event\":\">\",\"pkt\":[1,2.5],\"x.what\":\"n\",\"s\":7.0,\"t\":4}\n\
        {\"event\":\">\",\"pkt\":[1,2.5],\"x\":{\"what\":\"m\"},\"s\":7,\"t\":1}\n\
        {\"event\":\">\",\"pkt\":[3,2],\"what\":\"m\",\"s\":7,\"t\":1}\n\
        {\"event\":\"=\",\"pkt\":[1,2],\"what\":\"m\",\"s\":7,\"t\":1}\n";
    let rules = rules.replace("2.5 = ", "\"2.5\" = ");
    let (sessions, reader) = records(&rules, log);
    assert_eq!(sessions, ["7: a: a!m.a!n b: b?m"]);
    assert_eq!(codes(&reader), ["W0705 5:1"]);
    let left_out: Vec<_> = reader.mapping().left_out().collect();
    let reasons = [("`=` is no direction", 1), ("location 3: the rules leave it out", 1)];
    assert_eq!(left_out, reasons);
}

#[test]
fn columns_have_names_and_separators_of_their_own() {
    let rules = "format = \"csv\"\nlocation = \"who\"\nmessage = \"what did\"\ndirection = \"way\"\n\
        [[pattern]]\nmatch = \"(?s)x.*\"\nignore = true\n[[pattern]]\nmatch = 'say (\\w)'\nmessage = \"$1\"\n";
    let log = "way;\"who\";what did\nsend;a;say m\n\nreceive;b;\"say m\"\nsend;a\nsend;a;\"x\n;\"\nsend;;say m\n";
    let (sessions, reader) = records(rules, log);
    assert_eq!(sessions, [": a: a!m b: b?m"]);
    assert_eq!(codes(&reader), ["E0612 5:7", "W0705 8:1"]);
    // A column that the rules name and the header does not is reported there, and nothing is read.
    let (sessions, reader) = records(rules, "way,who,what\nsend,a,m\n");
    assert_eq!((sessions.len(), codes(&reader)), (0, vec!["E0611 1:1".to_owned()]));
    assert_eq!(reader.findings().kept()[0].diagnostic.message, "there is no column `what did`");
}

#[test]
fn groups_of_a_heading_hold_for_the_lines_below() {
    let rules = "format = \"text\"\nline = '(?<from>\\w)->(?<to>\\w) (?<message>\\w)'\n\
        heading = '^(?<direction>send|got)'\ndirections = { send = \"send\", receive = \"got\" }\n";
    let log = "a->b m\nsend:\n a->b m\n b->a n\ngot:\n a->b m\nnothing\n";
    let (sessions, reader) = records(rules, log);
    assert_eq!(sessions, [": a: a!m.a!m b: b?m.b!n.b?m"]);
    assert_eq!(codes(&reader), ["W0705 7:1"]);
    // Without a location the log is of the one it is called after.
    let rules = "format = \"text\"\nline = '(?<direction>send|receive) (?<message>\\w)'\n";
    assert_eq!(records(rules, "1 send m\n2 receive n\n").0, [": a: a!m.a?n"]);
}

#[test]
fn each_wrong_rule_has_its_place_and_advice() {
    for (text, at) in [
        ("format = \"xml\"", "\"xml\""),
        ("format = 7", "7"),
        ("from = \"x\"", "from"),
        ("line = 'x'", "line"),
        ("format = \"json\"\nform = \"x\"", "form "),
        ("format = \"json\"\n[span]", "span"),
        ("format = \"json\"\nline = 'x'", "'x'"),
        ("format = \"json\"\nfrom = \"x\"", "\"x\""),
        ("format = \"json\"\nto = \"x\"", "\"x\""),
        ("format = \"json\"\nfrom = \"x\"\nto = \"y\"\nlocation = \"z\"", "\"z\""),
        ("format = \"json\"\nmessage = \"\"", "\"\""),
        ("format = \"json\"\nmessage = 7", "7"),
        ("format = \"json\"\n[locations]\nx = true", "true"),
        ("format = \"json\"\ndirections = 7", "7"),
        ("format = \"json\"\ndirections = { send = \"x\", receive = \"x\" }", "\"x\", r"),
        ("format = \"json\"\n[[pattern]]\nmessage = \"x\"", "[[pattern]]"),
        ("format = \"json\"\n[[pattern]]\nmatch = \"x\"\nignore = 7", "7"),
        ("format = \"json\"\nlocations = 7", "7"),
        ("format = \"text\"", "\"text\""),
        ("format = \"text\"\nline = '('", "'('"),
        ("format = \"text\"\nline = 'x'", "\"text\""),
        ("format = \"text\"\nline = '(?<message>x)'\nmessage = \"mesage\"", "\"mesage\""),
        ("format = \"json\"\nmessage = name", "name"),
    ] {
        let source = Source::new("r.toml", text);
        let Reading { model, diagnostics } = Rules::read(&source);
        assert!(model.is_none() && !diagnostics.is_empty(), "{text}");
        let first = &diagnostics[0];
        assert!(!first.help.is_empty(), "{text}: {first:?}");
        let place = text.rfind(at).unwrap();
        assert_eq!(first.primary.span.start(), place, "{text}: {first:?}");
    }
}

#[test]
fn spans_of_zipkin_are_read_by_the_same_rules() {
    let span = |id: &str, name: &str, kind: &str, service: &str, time: u64| {
        format!(
            "{{\"traceId\":\"00F1\",\"id\":\"{id}\",\"kind\":\"{kind}\",\"name\":\"{name}\",\
             \"timestamp\":{time},\"localEndpoint\":{{\"serviceName\":\"{service}\"}}}}"
        )
    };
    let all = [
        span("a1", "n", "PRODUCER", "a", 30),
        span("A1", "n", "PRODUCER", "a", 30).replace("00F1", "00f1"),
        span("a2", "m", "CLIENT", "a", 20),
        span("a2", "m", "SERVER", "b", 25),
        span("a3", "n", "CONSUMER", "b", 40).replace("00F1", "00f1"),
        span("a4", "n", "", "b", 50),
        span("a5", "m", "CLIENT", "a", 30),
    ];
    let expected = ["00f1: a: a!m.a!n.a!m b: b?m.b?n"];
    for log in [format!("[{}]", all.join(",\n")), format!("[[{}]]", all.join(",")), all.join("\n")]
    {
        let (sessions, reader) = spans(&log);
        assert_eq!(sessions, expected, "{log}");
        let codes: Vec<String> = codes(&reader).iter().map(|code| code[..5].to_owned()).collect();
        assert_eq!(codes, ["W0705", "W0705", "W0706"], "{log}");
        assert_eq!(reader.mapping().unordered(), 1);
    }
}

#[test]
fn traces_of_jaeger_are_read_by_the_same_rules() {
    let span = |id: &str, name: &str, kind: &str, process: &str, time: u64| {
        format!(
            "{{\"traceID\":\"F1\",\"spanID\":\"{id}\",\"operationName\":\"{name}\",\"startTime\":{time},\
             \"tags\":[{{\"key\":\"span.kind\",\"value\":\"{kind}\"}}],\"processID\":\"{process}\"}}"
        )
    };
    let all = [
        span("1", "m", "server", "p2", 25),
        span("2", "m", "client", "p1", 20),
        span("3", "n", "internal", "p1", 21),
        span("4", "n", "client", "p1", 40)
            .replace("\"processID\":\"p1\"", "\"process\":{\"serviceName\":\"b\"}"),
    ];
    let trace = format!(
        "{{\"traceID\":\"F1\",\"spans\":[{}],\"processes\":{{\"p1\":{{\"serviceName\":\"a\"}},\
         \"p2\":{{\"serviceName\":\"b\"}}}}}}",
        all.join(",\n")
    );
    let expected = ["f1: a: a!m b: b?m.b!n"];
    for log in [
        trace.clone(),
        format!("{{\"total\":0,\"data\":[{trace}]}}"),
        format!("{{\"data\":{trace}}}"),
        format!("[{trace}]"),
    ] {
        let (sessions, reader) = spans(&log);
        assert_eq!(sessions, expected, "{log}");
        let left_out: Vec<_> = reader.mapping().left_out().collect();
        assert_eq!(left_out, [("span: `internal` is no direction", 1)]);
    }
}

#[test]
fn types_of_payloads_may_be_missing_in_logs() {
    let members = [vec!["a!m(int)".to_owned(), "a!n(int)".to_owned(), "a!n(text)".to_owned()]];
    let members = [members[0].clone(), vec!["a!q.int.text".to_owned()]];
    let letters = members.iter().flatten().map(String::as_str);
    let alphabet = DistributedAlphabet::of_names(letters, &members).unwrap();
    let read = |typed: bool, message: &str, location: usize| {
        let sessions = Sessions::new(alphabet.clone(), Elements::Names, Gathering::default());
        let mut sessions = if typed { sessions.with_typed_messages() } else { sessions };
        let mut reader = LogReader::new("x", 0, Form::JsonLines);
        let log = format!("{{\"location\":{location},\"message\":\"{message}\"}}\n");
        reader.feed(log.as_bytes(), &mut sessions);
        sessions.finish();
        let session = sessions.next_closed().unwrap();
        shown(&session, &alphabet).split(": ").last().unwrap().to_owned()
    };
    for (message, expected) in [
        ("a!m", "a!m(int)"),
        ("a!m(int)", "a!m(int)"),
        ("a!m(text)", "<a!m(text)>"),
        // Either could be meant.
        ("a!n", "<a!n>"),
        ("a!n(text)", "a!n(text)"),
    ] {
        assert_eq!(read(false, message, 1), expected, "{message}");
    }
    for (message, expected) in
        [("a!q", "a!q.int.text"), ("a!q(int, text)", "a!q.int.text"), ("a!q.int", "<a!q.int>")]
    {
        assert_eq!(read(true, message, 2), expected, "{message}");
    }
    assert_eq!(read(false, "a!q", 2), "<a!q>");
}

#[test]
fn guesses_are_rules_whatever_the_log() {
    let mut random = Random::new(31);
    let texts = [
        "{\"sender\":\"a\",\"receiver\":\"b\",\"label\":\"m\"}\n",
        "a;b;c\n1;2;3\n",
        "a -> b: m\n",
        "\"quo\\\"te\",'x'\n",
        "{\"a\\\"b\":{\"type\":\"x\"}}\n",
        "\u{feff}[{\"traceId\":\"1\",\"id\":\"2\"}]",
        "",
    ];
    for _ in 0..scaled(500) {
        let mut bytes = texts[random.below(texts.len())].repeat(1 + random.below(3)).into_bytes();
        for _ in 0..random.below(4).min(bytes.len()) {
            let at = random.below(bytes.len());
            bytes[at] = b"\"{}[];,\\\n x\xff"[random.below(12)];
        }
        let guess = Guess::of(&bytes, ["csv", "log"].get(random.below(3)).copied());
        let source = Source::new("r.toml", guess.text.as_str());
        let Reading { model, diagnostics } = Rules::read(&source);
        let shown = String::from_utf8_lossy(&bytes);
        assert!(model.is_some() || !guess.is_usable, "{shown}: {}: {diagnostics:?}", guess.text);
        let is_toml = diagnostics.iter().all(|one| one.code.name != "E0613");
        assert!(is_toml, "{shown}: {}", guess.text);
    }
}
