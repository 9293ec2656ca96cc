//! Reading exports of OpenTelemetry by rules.

use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::log::{
    Elements, Form, Gathering, LogReader, Order, Rules, Session,
};
use scm_check::internals::language::reading::Reading;

use crate::language::log_sessions::{actions, codes, read, shown};

const BY_TIME: Gathering = Gathering {
    grouping: scm_check::internals::language::log::Grouping::Mixed,
    order: Order::ByTime,
    joined: false,
};

fn rules(text: &str) -> Rules {
    let Reading { model, diagnostics } = Rules::read(&Source::new("r.toml", text));
    model.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

fn reading(rules: Rules, log: &str) -> (Vec<String>, LogReader) {
    let form = Form::OpenTelemetry(Box::new(rules));
    let (sessions, reader) = read(form, (actions(), Elements::Actions), BY_TIME, log.as_bytes());
    let shown = |session: &Session| shown(session, &actions());
    (sessions.iter().map(shown).collect(), reader)
}

fn span(trace: &str, name: &str, kind: &str, start: u64) -> String {
    format!(
        "{{\"traceId\":\"{trace}\",\"name\":\"{name}\",\"kind\":{kind},\
         \"startTimeUnixNano\":\"{start}\",\"endTimeUnixNano\":{}}}",
        start + 10
    )
}

fn spans(service: &str, spans: &[String]) -> String {
    format!(
        "{{\"resourceSpans\":[{{\"resource\":{{\"attributes\":[{{\"key\":\"service.name\",\
         \"value\":{{\"stringValue\":\"{service}\"}}}}]}},\"scopeSpans\":[{{\"spans\":[{}]}}]}}]}}",
        spans.join(",")
    )
}

#[test]
fn spans_are_sorted_by_time_and_split_by_trace() {
    let log = [
        spans("a", &[span("t", "n", "3", 20), span("t", "m", "\"SPAN_KIND_PRODUCER\"", 10)]),
        spans("b", &[span("t", "m", "2", 15), span("u", "m", "5", 1), span("u", "m", "1", 2)]),
        String::new(),
    ]
    .join("\n");
    let (sessions, reader) = reading(Rules::default(), &log);
    let place = log.lines().nth(1).unwrap().rfind("{\"traceId\"").unwrap() + 1;
    assert_eq!(codes(&reader), [format!("W0705 2:{place}")]);
    assert_eq!(sessions, ["t: a: a!m.a!n b: b?m", "u: b: b?m"]);
    let left_out: Vec<_> = reader.mapping().left_out().collect();
    assert_eq!(left_out, [("span: `internal` is no direction", 1)]);
}

#[test]
fn trace_ids_are_numbers_whatever_the_case_of_their_digits() {
    let id = "4bf92f3577b34da6a3ce929d0e0e4736";
    let with_id = |trace: &str, start| {
        span(trace, "m", "3", start).replacen('{', "{\"spanId\":\"00f067aa0ba902b7\",", 1)
    };
    let logged = |trace: &str| {
        spans("b", &[])
            .replace("resourceSpans", "resourceLogs")
            .replace("scopeSpans", "scopeLogs")
            .replace(
                "\"spans\":[]",
                &format!(
                    "\"logRecords\":[{{\"traceId\":\"{trace}\",\"timeUnixNano\":\"30\",\
                     \"body\":{{\"stringValue\":\"?m\"}}}}]"
                ),
            )
    };
    let upper = id.to_uppercase();
    // The last span is the first once more.
    let log = [
        spans("a", &[with_id(&upper, 10), span(id, "n", "3", 20)]),
        logged(&upper),
        spans("a", &[with_id(id, 10)]),
    ]
    .join("\n");
    let by_words = rules("[log]\ndirection = []");
    let (sessions, reader) = reading(by_words.clone(), &log);
    assert_eq!(sessions, [format!("{id}: a: a!m.a!n b: b?m")]);
    assert_eq!(reader.mapping().missed(), 1);
    // Texts that are no numbers are as they are written; zeros and nothing mean that there is no trace.
    let ids = ["Q", "q", "00000000000000000000000000000000", ""];
    let log = ids.map(|trace| spans("a", &[span(trace, "m", "3", 10)])).join("\n");
    assert_eq!(reading(by_words, &log).0, ["Q: a: a!m", "q: a: a!m", ": a: a!m.a!m"]);
}

#[test]
fn an_order_that_times_do_not_tell_is_said_and_counted() {
    let at = |name: &str, start: &str, trace: &str| {
        format!(
            "{{\"traceId\":\"{trace}\",\"name\":\"{name}\",\"kind\":3,\"startTimeUnixNano\":{start}}}"
        )
    };
    let log = |lines: &[String]| {
        let lines: Vec<String> =
            lines.iter().map(|line| spans("a", std::slice::from_ref(line))).collect();
        lines.join("\n")
    };
    let messages = |reader: &LogReader| {
        let kept = reader.findings().kept().iter();
        kept.map(|one| format!("{} {}", one.diagnostic.code.name, one.diagnostic.message))
            .collect::<Vec<_>>()
    };
    // The order of the log counts; the second pair is only counted.
    let pair = [at("n", "\"5\"", "t"), at("m", "5", "t"), at("n", "6", "t"), at("m", "6", "t")];
    let (sessions, reader) = reading(Rules::default(), &log(&pair));
    assert_eq!(sessions, ["t: a: a!n.a!m.a!n.a!m"]);
    let words = "W0706 `a!m` has the time of `a!n` at line 1; there are 2 such events";
    assert_eq!(messages(&reader), [words]);
    assert_eq!(codes(&reader)[0].split(':').next(), Some("W0706 2"));
    assert_eq!(reader.mapping().unordered(), 2);
    // A time that nobody set stands first.
    let unset = [at("n", "5", "t"), at("m", "\"0\"", "t"), at("m", "0", "u")];
    let (sessions, reader) = reading(Rules::default(), &log(&unset));
    assert_eq!(sessions, ["t: a: a!m.a!n", "u: a: a!m"]);
    assert_eq!(
        messages(&reader),
        ["W0706 the time is 0, which says that it is not known; there are 2 such events"]
    );
    assert_eq!(reader.mapping().unordered(), 2);
    // Equal letters have no order, nor have locations and sessions.
    let same = [at("n", "5", "t"), at("n", "5", "t"), at("m", "5", "u")];
    let elsewhere = spans("b", &[at("m", "5", "t")]);
    let (_, reader) = reading(Rules::default(), &format!("{}\n{elsewhere}", log(&same)));
    assert_eq!((messages(&reader), reader.mapping().unordered()), (Vec::new(), 0));
    // A span begins before it ends, whatever the clock says.
    let ends = rules("events = [\"span\", \"span-end\"]\n[span-end]\nmessage = \"=n\"");
    let short = "\"startTimeUnixNano\":5,\"endTimeUnixNano\":5,";
    let span =
        |id: &str| at("m", "7", "t").replace("\"startTimeUnixNano\":7", &format!("{short}{id}"));
    for (id, expected) in [("\"spanId\":\"1f\"", 0), ("\"spanId\":\"\"", 1)] {
        let (sessions, reader) = reading(ends.clone(), &log(&[span(id)]));
        assert_eq!(sessions, ["t: a: a!m.a!n"]);
        assert_eq!(reader.mapping().unordered(), expected, "{id}");
    }
}

#[test]
fn a_document_may_stand_on_many_lines() {
    let log = spans("a", &[span("t", "m", "3", 20), span("t", "n", "2", 10)]);
    let pretty: serde_json::Value = serde_json::from_str(&log).unwrap();
    let pretty = format!("\n{}\n", serde_json::to_string_pretty(&pretty).unwrap());
    let lines = |needle: &str| pretty.split(needle).next().unwrap().matches('\n').count() as u64;
    for text in [pretty.clone(), format!("[{pretty}]"), pretty.replace('\n', "\r\n")] {
        let form = Form::OpenTelemetry(Box::default());
        let (sessions, reader) =
            read(form, (actions(), Elements::Actions), BY_TIME, text.as_bytes());
        assert_eq!(codes(&reader), [""; 0]);
        assert_eq!(shown(&sessions[0], &actions()), "t: a: a?n.a!m");
        let at_a = scm_check::internals::model::trace::LocationId::from_index(1);
        let places = &sessions[0].places[at_a.index()];
        let first = places[1].line();
        assert_eq!(places[0].line() - first, lines("\"n\"") - lines("\"m\""), "{text}");
        assert_eq!(first, lines("\"traceId\""), "{text}");
    }
    let (sessions, reader) = reading(Rules::default(), &format!("{pretty}{pretty}"));
    assert_eq!(codes(&reader), [""; 0]);
    assert_eq!(sessions, ["t: a: a?n.a?n.a!m.a!m"]);
    let (sessions, reader) = reading(Rules::default(), &pretty[..pretty.len() - 20]);
    assert_eq!((codes(&reader).len(), sessions.len()), (1, 0));
    assert!(codes(&reader)[0].starts_with("E0603"), "{:?}", codes(&reader));
}

#[test]
fn what_is_wrong_with_an_export_costs_only_that_part() {
    let good = span("t", "m", "3", 20);
    let bad = good.replace("\"name\":\"m\"", "\"name\":7");
    let lost = spans("c", std::slice::from_ref(&good));
    let log =
        format!("{}\n{lost}\nnull\n{{}}\n{{\"resourceMetrics\":[]}}\n", spans("a", &[bad, good]));
    let (sessions, reader) = reading(Rules::default(), &log);
    let place = log.find("7,\"kind\"").unwrap() + 1;
    let codes = codes(&reader);
    assert_eq!(codes[0], format!("E0601 1:{place}"));
    let names: Vec<_> = codes[1..].iter().map(|code| &code[..7]).collect();
    assert_eq!(names, ["E0608 2", "E0601 3", "E0606 4"]);
    assert_eq!(sessions, ["t: a: a!m"]);
    assert_eq!(reader.mapping().left_out().collect::<Vec<_>>(), [("metrics", 1)]);
}

#[test]
fn rules_say_which_attributes_and_patterns_count() {
    let rules = rules(
        r#"
        events = ["span-end", "span", "event", "log"]
        location = ["span.who", "resource.host"]
        session = "any.order"
        message = "name"
        unmatched = "ignore"

        [locations]
        "host-1" = "a"
        "host-2" = "b"

        [[pattern]]
        match = '/health'
        ignore = true

        [[pattern]]
        match = 'GET /(?<what>\w+)/\d+'
        message = "${what}"
        on = ["span"]

        [[pattern]]
        match = 'GET /(\w+)/\d+'
        message = "$1"
        direction = "receive"
        on = ["span-end"]

        [[pattern]]
        match = "m|n"

        [event]
        location = "resource.host"
        direction = "event.dir"
        [event.directions]
        send = ["OUT"]
        receive = ["in", "inbound"]

        [log]
        message = "body"
        direction = "=send"
        "#,
    );
    let log = r#"{"resourceSpans":[{"resource":{"attributes":[{"key":"host","value":{"stringValue":"host-1"}},
        {"key":"order","value":{"intValue":"5"}}]},"scopeSpans":[{"spans":[
        {"name":"GET /m/77","kind":3,"startTimeUnixNano":"10","endTimeUnixNano":"40","attributes":[],"events":[
          {"timeUnixNano":"20","name":"n","attributes":[{"key":"dir","value":{"stringValue":"out"}}]},
          {"timeUnixNano":"30","name":"n","attributes":[{"key":"dir","value":{"stringValue":"aside"}}]}]},
        {"name":"GET /m/78","kind":3,"startTimeUnixNano":"50","endTimeUnixNano":"60",
          "attributes":[{"key":"who","value":{"stringValue":"b"}},{"key":"order","value":{"intValue":6}}]},
        {"name":"/health","kind":3,"startTimeUnixNano":"50","endTimeUnixNano":"60"}]}]}],
      "resourceLogs":[{"resource":{"attributes":[{"key":"host","value":{"stringValue":"host-2"}}]},
        "scopeLogs":[{"logRecords":[
        {"observedTimeUnixNano":"7","timeUnixNano":"0","body":{"stringValue":"m"},"attributes":[{"key":"order","value":{"doubleValue":5}}]},
        {"observedTimeUnixNano":"8","body":{"kvlistValue":{"values":[]}}},
        {"observedTimeUnixNano":"9","body":{"stringValue":"m!"}}]}]}]}"#;
    let (sessions, reader) = reading(rules, log);
    // An event without a known direction, and a log record without a text; the others are left out by rules.
    assert_eq!(codes(&reader), ["W0705 3:9", "W0705 12:9"]);
    assert_eq!(reader.mapping().missed(), 2);
    assert_eq!(sessions, ["5: a: a!m.a!n.a?m b: b!m", "6: b: b!m.b?m"]);
    let left_out: Vec<_> = reader.mapping().left_out().collect();
    let expected = [
        ("event: `aside` is no direction", 1),
        ("log: no message", 1),
        ("log: the patterns leave it out", 1),
        ("span-end: the patterns leave it out", 1),
        ("span: the patterns leave it out", 1),
    ];
    assert_eq!(left_out, expected);
}

#[test]
fn messages_may_be_elements_and_logs_stand_before_spans() {
    let log = r#"{
        "resourceLogs":[{"scopeLogs":[{"logRecords":[
          {"timeUnixNano":2,"body":{"stringValue":"{l!m, k?m}"}}
        ]}]}],
        "resourceSpans":[{"scopeSpans":[{"spans":[{"name":"?n","startTimeUnixNano":1}]}]}]}
        {"resourceLogs":[{"scopeLogs":[{"logRecords":[
          {"timeUnixNano":3,"body":{"stringValue":"!n"}}]}]}]}"#;
    // Spans come before logs wherever they stand.
    let (sessions, reader) = reading(rules("location = \"=l\"\ndirection = []"), log);
    assert_eq!(codes(&reader), [""; 0]);
    assert_eq!(sessions, [": l,k: l?n.{k?m,l!m}.l!n"]);
    let (_, reader) = reading(rules("location = \"=x\"\ndirection = []"), log);
    assert_eq!(codes(&reader), ["E0608 5:51", "E0608 3:11", "E0608 7:11"]);
}

#[test]
fn what_is_wrong_with_rules_is_all_reported() {
    for (text, expected) in [
        ("location = resource.x", "E0613"),
        ("location = 7", "E0614"),
        ("location = \"service.name\"", "E0614"),
        ("location = \"resource.\"", "E0614"),
        ("direktion = \"kind\"", "E0614"),
        ("events = [\"spam\"]", "E0614"),
        ("unmatched = true", "E0614"),
        ("[directions]\nout = \"x\"", "E0614"),
        ("[directions]\nsend = \"x\"\nreceive = \"X\"", "E0614"),
        ("[log]\nlocations = \"x\"", "E0614"),
        ("pattern = 1", "E0614"),
        ("[[pattern]]\nmessage = \"m\"", "E0614"),
        ("[[pattern]]\nmatch = \"(\"", "E0614"),
        ("[[pattern]]\nmatch = \")(\"", "E0614"),
        ("[[pattern]]\nmatch = \"(a{1000}){1000}\"", "E0614"),
        ("[[pattern]]\nmatch = \"(a)\"\nmessage = \"$2\"", "E0614"),
        ("[[pattern]]\nmatch = \"(a)\"\nmessage = \"${x}\"", "E0614"),
        ("[[pattern]]\nmatch = \"a\"\nmessage = \"m\"\nignore = true", "E0614"),
        ("[[pattern]]\nmatch = \"a\"\ndirection = \"out\"", "E0614"),
    ] {
        let Reading { model, diagnostics } = Rules::read(&Source::new("r.toml", text));
        assert!(model.is_none(), "{text}");
        let codes: Vec<_> = diagnostics.iter().map(|one| one.code.name).collect();
        assert_eq!(codes, [expected], "{text}: {diagnostics:?}");
        assert!(diagnostics[0].primary.span.end() <= text.len(), "{text}");
    }
    let text = "locaton = \"name\"\nsession = 7\n[[pattern]]\nmatch = \"(\"";
    let diagnostics = Rules::read(&Source::new("r.toml", text)).diagnostics;
    assert_eq!(diagnostics.len(), 3, "{diagnostics:?}");
    assert_eq!(diagnostics[0].help, ["did you mean `location`?"]);
}
