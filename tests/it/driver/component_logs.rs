//! Logs of component systems with wrong events: which one is found, and what was reconstructed before it stands.

use scm_check::internals::driver::component::{LogEnd, MonitorOptions, MonitoredLogs};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::{FunctionRegistry, Model, NoPackages, read};
use scm_check::internals::language::component_log::LineFormat;

use crate::support::component_logs::{RECONSTRUCT, monitored};

fn task() -> Model {
    let text = include_str!("../../../models/components/task.bip");
    let reading =
        read(&Source::new("task.bip", text), &mut NoPackages, &FunctionRegistry::default());
    reading.model.expect("the model is right")
}

/// A run of the task system that is right: the first step is known after event 4, the last one after event 9.
const RUN: [&str; 9] = [
    r#"{"interaction":"ex12"}"#,
    r#"{"component":"g","place":"delivered","variables":{}}"#,
    r#"{"component":"w2","place":"done","variables":{"x":1}}"#,
    r#"{"component":"w1","place":"done","variables":{"x":1}}"#,
    r#"{"interaction":"nt"}"#,
    r#"{"component":"g","place":"hold"}"#,
    r#"{"interaction":"f1"}"#,
    r#"{"time":12.5,"component":"w1","place":"free","variables":{"x":1}}"#,
    r#"{"interaction":"f2"}"#,
];

fn joined(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [*line, "\n"]).collect()
}

/// Where logs are wrong, and what is said of it; with the number of steps that were reconstructed before.
fn error(logs: &[&str], format: LineFormat, replays: bool) -> Option<(usize, u64, String, usize)> {
    let options = MonitorOptions { replays, ..RECONSTRUCT };
    let logs: Vec<&[u8]> = logs.iter().map(|log| log.as_bytes()).collect();
    let (trace, found): (_, MonitoredLogs) = monitored(&task().composite, &options, format, &logs);
    match found.end {
        LogEnd::All => None,
        LogEnd::Event(place, error) => {
            let message = format!("{} {}", error.code.name, error.message);
            Some((place.log, place.event, message, trace.len()))
        }
        other => panic!("{other:?}"),
    }
}

/// Asserts that [`RUN`] with an event in the place of another one, by its number, is wrong there.
#[track_caller]
fn assert_wrong(number: usize, event: &str, message: &str) {
    let mut lines = RUN;
    lines[number - 1] = event;
    let found = error(&[&joined(&lines)], LineFormat::Json, false);
    let before = [0, 0, 0, 0, 1, 1, 2, 2, 3][number - 1];
    assert_eq!(found, Some((0, number as u64, message.to_owned(), before)), "{event}");
}

#[test]
fn a_right_log_is_read_to_its_end() {
    for replays in [false, true] {
        assert_eq!(error(&[&joined(&RUN)], LineFormat::Json, replays), None);
    }
}

#[test]
fn names_places_and_types_that_the_system_does_not_have_are_errors() {
    assert_wrong(
        5,
        r#"{"interaction":"ex21"}"#,
        "E1202 the system has no interaction called `ex21`",
    );
    assert_wrong(
        4,
        r#"{"component":"w4","place":"done"}"#,
        "E1202 the system has no component called `w4`",
    );
    assert_wrong(6, r#"{"component":"g","place":"done"}"#, "E1202 `g` has no place called `done`");
    assert_wrong(
        8,
        r#"{"component":"w1","place":"free","variables":{"y":1}}"#,
        "E1202 `w1` has no variable called `y`",
    );
    for value in ["1.5", "\"1\"", "true", "null", "[1]", "9223372036854775808"] {
        let mut lines = RUN;
        let event = format!(r#"{{"component":"w1","place":"free","variables":{{"x":{value}}}}}"#);
        lines[7] = &event;
        let (_, number, message, before) =
            error(&[&joined(&lines)], LineFormat::Json, false).unwrap();
        assert_eq!((number, before), (8, 2), "{value}");
        assert!(message.starts_with("E1203 "), "{value}: {message}");
    }
}

#[test]
fn lines_that_are_no_events_are_errors() {
    let none = "E1201 the line has neither an `interaction` nor a `component`";
    assert_wrong(3, "{}", none);
    assert_wrong(
        3,
        r#"{"interaction":"nt","component":"w1"}"#,
        "E1201 the line has both an `interaction` and a `component`",
    );
    assert_wrong(3, r#"{"component":"w2"}"#, "E1201 the end of a component has no `place`");
    for event in ["ex12", "[]", "{\"interaction\":3}", "{\"interaction\":\"nt\""] {
        let mut lines = RUN;
        lines[4] = event;
        let (_, number, message, before) =
            error(&[&joined(&lines)], LineFormat::Json, false).unwrap();
        assert_eq!((number, before), (5, 1), "{event}");
        assert!(message.starts_with("E1201 "), "{event}: {message}");
    }
}

#[test]
fn ends_without_interactions_are_errors() {
    let message = "E1204 `w1` ends, but takes part in no interaction that it has not ended";
    assert_wrong(5, RUN[3], message);
    // Before the first interaction, and after the last one.
    let found = error(&[&joined(&[RUN[3], RUN[0]])], LineFormat::Json, false);
    assert_eq!(found, Some((0, 1, message.to_owned(), 0)));
}

#[test]
fn doubled_and_moved_events_are_found_by_counts_or_by_replaying() {
    let both = |lines: &[&str]| {
        [false, true].map(|replays| error(&[&joined(lines)], LineFormat::Json, replays))
    };
    // A doubled end has no interaction.
    let doubled = [RUN[0], RUN[1], RUN[1]];
    let message = "E1204 `g` ends, but takes part in no interaction that it has not ended";
    assert_eq!(
        both(&doubled),
        [Some((0, 3, message.to_owned(), 0)), Some((0, 3, message.to_owned(), 0))]
    );
    // A doubled interaction is one that nobody ends; it could not fire.
    let mut doubled = RUN.to_vec();
    doubled.insert(5, RUN[4]);
    let end = r#"{"component":"g","place":"hold"}"#;
    doubled.push(end);
    let message = "E1205 `nt` cannot fire in the global state before it";
    assert_eq!(both(&doubled), [None, Some((0, 6, message.to_owned(), 2))]);
    // Interactions in another order: the first one is `f1`, whose end has a state after it.
    let moved = [RUN[6], RUN[7], RUN[0], RUN[1], RUN[2], RUN[3]];
    let message = "E1205 `f1` cannot fire in the global state before it";
    assert_eq!(both(&moved), [None, Some((0, 1, message.to_owned(), 0))]);
    // Ends of two interactions of a component in another order.
    let mut moved = RUN;
    moved.swap(3, 7);
    let message = "E1205 no transition of `w1` for `ex12` leads to this state";
    assert_eq!(both(&moved), [None, Some((0, 4, message.to_owned(), 0))]);
    // A value that no transition gives.
    let mut wrong = RUN;
    wrong[2] = r#"{"component":"w2","place":"done","variables":{"x":2}}"#;
    let message = "E1205 no transition of `w2` for `ex12` leads to this state";
    assert_eq!(both(&wrong), [None, Some((0, 3, message.to_owned(), 0))]);
}

#[test]
fn events_that_belong_together_stand_in_one_file() {
    let [interactions, ends] = [0, 1].map(|file| {
        let is_here = |line: &&&str| line.contains("interaction") == (file == 0);
        joined(&RUN.iter().filter(is_here).copied().collect::<Vec<_>>())
    });
    for files in [[&*interactions, &*ends], [&*ends, &*interactions]] {
        assert_eq!(error(&files, LineFormat::Json, true), None);
    }
    let found = error(&[&interactions, &joined(&[RUN[4]])], LineFormat::Json, false).unwrap();
    assert!(found.2.starts_with("E1206 "), "{found:?}");
    let w1 = joined(&[RUN[3]]);
    let found = error(&[&interactions, &ends, &w1], LineFormat::Json, false).unwrap();
    assert!(found.2.starts_with("E1206 "), "{found:?}");
    // An end may be read before its interaction, but not have none.
    let message = "E1204 `w3` ends, but takes part in no interaction that it has not ended";
    let w3 = joined(&[r#"{"component":"w3","place":"done"}"#]);
    let found = error(&[&w3, &interactions, &ends], LineFormat::Json, false);
    assert_eq!(found, Some((0, 1, message.to_owned(), 3)));
    // In the file of its interaction it may not stand before it.
    let merged = joined(&[RUN[3], RUN[0]]);
    let others = joined(&[RUN[1], RUN[2]]);
    let found = error(&[&merged, &others], LineFormat::Json, false).unwrap();
    assert_eq!((found.0, found.1), (0, 1), "{found:?}");
}

#[test]
fn a_last_line_without_end_is_read_if_it_is_whole() {
    let text = joined(&RUN);
    let monitor = |text: &str, format| {
        let task = task();
        let (trace, logs) = monitored(&task.composite, &RECONSTRUCT, format, &[text.as_bytes()]);
        assert_eq!(logs.end, LogEnd::All, "{text}");
        (trace.len(), logs.interactions, logs.cut_off.iter().map(|one| one.event).collect())
    };
    assert_eq!(monitor(text.trim_end(), LineFormat::Json), (3, 4, vec![]));
    assert_eq!(monitor(&text[..text.len() - 2], LineFormat::Json), (3, 3, vec![9]));
    // Of CSV, a line is whole with its four fields, and an end with its variables.
    let csv = "kind,name,place,variables\ninteraction,f1,,\ncomponent,w1,free,\"{\"\"x\"\":1}\"";
    for (length, expected) in [
        (csv.len(), (1, 1, vec![])),
        (csv.len() - 1, (0, 1, vec![3])),
        (csv.len() - "\"{\"\"x\"\":1}\"".len(), (0, 1, vec![3])),
        (csv.len() - ",\"{\"\"x\"\":1}\"".len(), (0, 1, vec![3])),
        (csv.find("\ncomponent").unwrap(), (0, 1, vec![])),
        (csv.find(",\ncomponent").unwrap(), (0, 0, vec![2])),
    ] {
        assert_eq!(monitor(&csv[..length], LineFormat::Csv), expected, "{}", &csv[..length]);
    }
}
