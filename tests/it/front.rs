//! The front door of the library: texts, questions, answers with their words.

use scm_check::kernel::verdict::Verdict;
use scm_check::{Answer, ask, check_text, explain};

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
