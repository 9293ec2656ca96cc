//! The front door of the library: texts, questions, answers with their words.

use scm_check::internals::kernel::verdict::Verdict;
use scm_check::{
    Answer, Place, System, SystemBuilder, ask, ask_system, certify, check_text, confirm, conform,
    explain, project,
};

use crate::support::program::{CROSSING, STREAM};

const LOGIN: &str = include_str!("../../models/tour/login.scm");
const THERMOMETER: &str = include_str!("../../models/diagrams/thermometer.mmd");

fn verdicts(answers: &[Answer]) -> Vec<(&str, Verdict)> {
    answers.iter().map(|answer| (answer.property(), answer.verdict())).collect()
}

#[test]
fn everything_is_asked_of_a_text() {
    let answers = check_text("login.scm", LOGIN).unwrap();
    let found = verdicts(&answers);
    assert!(found.contains(&("rsc", Verdict::Holds)), "{found:?}");
    assert!(found.contains(&("stuck(client)", Verdict::Violated)), "{found:?}");
    // The model states ten answers, all of which are right.
    let stated = answers.iter().filter_map(Answer::is_as_expected);
    assert_eq!(stated.collect::<Vec<_>>(), [true; 10]);
    let stuck = answers.iter().find(|answer| answer.property() == "stuck(client)").unwrap();
    let line = stuck.to_string();
    assert!(
        !line.contains('\n') && line.starts_with("login.scm: stuck(client) violated"),
        "{line}"
    );
    let text = explain(stuck);
    assert!(text.contains("* 3  server       ! denied"), "{text}");
    assert!(text.contains("client               server"), "{text}");
}

#[test]
fn a_property_is_asked_for_by_its_name() {
    let answers = ask("crossing.scm", CROSSING, &["rsc"]).unwrap();
    assert_eq!(verdicts(&answers), [("rsc", Verdict::Violated)]);
    assert_eq!((answers[0].reason(), answers[0].is_as_expected()), (None, None));
    let refused = ask("stream.scm", STREAM, &["progres"]).unwrap_err().to_string();
    assert!(refused.contains("did you mean `progress`?"), "{refused}");
}

#[test]
fn texts_of_all_kinds_are_known_by_their_ending_or_their_beginning() {
    for name in ["thermometer.mmd", "diagram"] {
        let answers = check_text(name, THERMOMETER).unwrap();
        let found = verdicts(&answers);
        assert!(found.contains(&("realisable", Verdict::Violated)), "{name}: {found:?}");
    }
}

#[test]
fn what_is_wrong_with_a_text_is_said_as_people_read_it() {
    let refused = check_text("m.scm", &LOGIN.replace("0 ! user", "0 ! usr")).unwrap_err();
    let text = refused.to_string();
    assert!(text.contains("error[E0101]") && text.contains("--> m.scm:20:"), "{text}");
    assert!(text.contains("did you mean `user`?"), "{text}");
}

/// Returns the answer about a property.
fn named<'a>(answers: &'a [Answer], name: &str) -> &'a Answer {
    answers.iter().find(|answer| answer.property() == name).unwrap()
}

#[test]
fn an_answer_has_the_place_that_an_editor_marks() {
    let answers = ask("login.scm", LOGIN, &["stuck(client)", "rsc"]).unwrap();
    let line = LOGIN.lines().position(|line| line.contains("1 ! denied")).unwrap();
    let text = LOGIN.lines().nth(line).unwrap();
    let column = 1 + text.find(text.trim()).unwrap();
    let end_column = column + text.trim().len();
    let place = |name: &str| named(&answers, name).place();
    assert_eq!(place("stuck(client)"), Place { line: line + 1, column, end_column });
    // What holds is about the whole.
    assert_eq!(place("rsc").line, 1);
}

#[test]
fn evidence_is_confirmed_and_none_about_another_text() {
    let answers = certify("login.scm", LOGIN, &["rsc", "orphan-message", "progress"]).unwrap();
    let (rsc, progress) = (named(&answers, "rsc"), named(&answers, "progress"));
    assert_eq!((rsc.witness(), progress.certificate()), (None, None));
    let (rsc, progress) = (rsc.certificate().unwrap(), progress.witness().unwrap());
    for evidence in [rsc, progress.as_str()] {
        assert_eq!(confirm(evidence, LOGIN, None), Ok(()));
        let other = LOGIN.replace("automaton server", "automaton servant");
        assert!(confirm(evidence, &other, None).is_err());
    }
    let asked = ask("login.scm", LOGIN, &["rsc"]).unwrap();
    assert_eq!(asked[0].certificate(), None);
}

#[test]
fn a_protocol_is_projected_to_a_system_that_can_be_asked() {
    let system = project("x.gc", "A -> B : m ; B -> A : n").unwrap();
    let answers = ask("x.scm", &system, &["rsc", "progress"]).unwrap();
    assert_eq!(verdicts(&answers), [("rsc", Verdict::Holds), ("progress", Verdict::Holds)]);
    let refused = project("task.bip", include_str!("../../models/components/task.bip"));
    assert!(refused.unwrap_err().to_string().contains("system of components"));
}

#[test]
fn logs_and_multitraces_are_held_against_models() {
    let model = ("x.gc", "A -> B : m ; B -> A : n");
    let right = "{\"location\":\"A\",\"direction\":\"send\",\"message\":\"m\"}\n";
    let answers = conform(model, ("x.jsonl", right)).unwrap();
    assert_eq!(verdicts(&answers), [("conforms", Verdict::Violated)]);
    let whole = conform(model, ("x.htf", "{[A] A!m.A?n; [B] B?m.B!n}")).unwrap();
    assert_eq!(verdicts(&whole), [("conforms", Verdict::Holds)]);
    let wrong = conform(model, ("x.jsonl", "{\"location\": }\n")).unwrap_err().to_string();
    assert!(wrong.contains("--> x.jsonl:1:"), "{wrong}");
    let wrong = conform(("x.gc", "A -> : m"), ("x.jsonl", right)).unwrap_err().to_string();
    assert!(wrong.contains("--> x.gc:1:"), "{wrong}");
}

#[test]
fn a_log_whose_times_leave_the_verdict_open_has_none() {
    let span = |id: u8, kind: &str, name: &str, time: u8, at: &str| {
        format!(
            "{{\"traceId\":\"a0\",\"id\":\"{id}\",\"kind\":\"{kind}\",\"name\":\"{name}\",\
             \"timestamp\":{time},\"localEndpoint\":{{\"serviceName\":\"{at}\"}}}}"
        )
    };
    let model = ("x.gc", "l -> k : ping ; k -> l : pong");
    for (time, verdict) in [(3, "holds"), (2, "unknown")] {
        let spans = [
            span(1, "PRODUCER", "ping", 1, "l"),
            span(2, "CONSUMER", "ping", 2, "k"),
            span(3, "PRODUCER", "pong", time, "k"),
            span(4, "CONSUMER", "pong", 4, "l"),
        ];
        let log = format!("[{}]", spans.join(","));
        let answers = conform(model, ("x.json", &log)).unwrap();
        let words: Vec<&str> = answers.iter().map(|answer| answer.verdict().word()).collect();
        assert_eq!(words, [verdict], "{time}: {}", explain(&answers[0]));
    }
}

#[test]
fn a_system_that_was_built_is_asked() {
    let mut builder = SystemBuilder::new("alone");
    let participant = builder.participant("p");
    let state = builder.state(participant, "0");
    builder.initial(participant, state);
    let system: System = builder.finish();
    let answers = ask_system(&system, &["rsc"]).unwrap();
    assert_eq!(verdicts(&answers), [("rsc", Verdict::Holds)]);
    assert!(ask_system(&system, &["progres"]).is_err());
    assert!(answers[0].to_string().starts_with("alone: rsc holds"));
}
