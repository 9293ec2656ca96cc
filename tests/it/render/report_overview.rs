use crate::support::program::stripped;
use scm_check::internals::driver::{AnswerSubject, Role};
use scm_check::internals::kernel::verdict::{Effect, Expectation, Expected, Reason, Verdict};
use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::render::report::{
    ModelSize, ReportBuilder, ReportForm, ReportOptions, ResultLayout, Row,
};
use scm_check::internals::render::sentences::Detail;

fn row(model: &str, property: &str, verdict: Verdict) -> Row {
    Row::unchecked(AnswerSubject::of_property(model, property), verdict, "")
}

fn with_bags(mut row: Row) -> Row {
    row.answer.subject.channels =
        ChannelChoice { architecture: None, kind: Some(ChannelKind::Bag) };
    row
}

fn expecting(verdict: Expected, mut row: Row) -> Row {
    row.answer.expected = Some(Expectation { verdict, effect: Effect::Excuses });
    row
}

/// Returns the table of rows, those of one model beside each other.
fn shown(rows: Vec<Row>, width: Option<usize>) -> String {
    let size = ModelSize { participants: 2, channels: 1, architecture: None };
    let mut output = Vec::new();
    let (layout, form, detail) = (ResultLayout::Table, ReportForm::Human, Detail::Reproducible);
    let options = ReportOptions { layout, form, detail, is_quiet: false, width };
    let mut report = ReportBuilder::new("check", false, options);
    let mut before: Option<String> = None;
    for row in rows {
        if before.as_ref() != Some(&row.answer.subject.model) {
            report.model(&[], Some(size));
        }
        before = Some(row.answer.subject.model.clone());
        report.row(row, &mut output).expect("memory takes it");
    }
    report.finish(&mut output).expect("memory takes it");
    stripped(&String::from_utf8(output).expect("it is UTF-8"))
}

/// Returns a model with many bad states, of which the given ones can be reached against what
/// is expected.
fn many(model: &str, reached: std::ops::Range<usize>) -> Vec<Row> {
    let bad = |at| if reached.contains(&at) { Verdict::Violated } else { Verdict::Holds };
    let rows = (1..25).map(|at| row(model, &format!("bad_states/{at}"), bad(at)));
    rows.map(|row| expecting(Expected::Holds, row)).collect()
}

#[test]
fn the_properties_of_a_group_share_a_column() {
    let limit = Verdict::Unknown(Reason::States);
    let crash = Verdict::Unknown(Reason::Crashed);
    let mut rows = vec![
        row("a.scm", "rsc", Verdict::Holds),
        with_bags(row("a.scm", "rsc", Verdict::Violated)),
        row("a.scm", "progress", Verdict::Holds),
        row("a.scm", "stuck(p)", Verdict::Violated),
        row("a.scm", "realisable", Verdict::Unknown(Reason::Unsupported)),
        row("b.scm", "rsc", Verdict::Violated),
        row("b.scm", "progress", limit),
        row("b.scm", "orphan-message", crash),
        row("b.scm", "deadlock", limit),
    ];
    rows.extend(many("c.scm", 3..5));
    rows.push(row("c.scm", "unreceived(m)", Verdict::Violated));
    rows.push(row("c.scm", "deadlock", limit));
    rows.push(Row::unreadable("d.scm", "1 error, nothing checked"));
    insta::assert_snapshot!(shown(rows, None), @r"
    model  parts  chans  rsc       rsc[bag]  bad_states     safety    realisable    states  expected
    a.scm      2      1  holds     VIOLATED  -              VIOLATED  ?unsupported       -  -
    b.scm      2      1  VIOLATED  -         -              ?crashed  -                  -  -
    c.scm      2      1  -         -         VIOLATED 2/24  VIOLATED  -                  -  CHANGED (bad_states/3 was holds, bad_states/4 was holds)
    d.scm      2      1  error     error     error          error     error              -  1 error
    to see a counterexample: scm-check rsc --bag a.scm

    c.scm: bad_states/3 violated
      CHANGED: the model expects holds

    4 models: 1 changed, 2 violated, 1 unreadable
    ");
}

#[test]
fn changes_are_listed_as_far_as_there_is_room_and_the_rest_is_counted() {
    let rows = || {
        let mut rows = many("short.scm", 1..2);
        rows.extend(many("a/directory/with/a/long/name.scm", 2..9));
        rows
    };
    for width in [80, 100, 120] {
        let text = shown(rows(), Some(width));
        assert!(text.lines().take(3).all(|line| line.chars().count() <= width), "{text}");
    }
    insta::assert_snapshot!(shown(rows(), Some(100)), @r"
    model                            bad_states     states  expected
    short.scm                        VIOLATED            -  CHANGED (bad_states/1 was holds)
    a/directory/wi..a/long/name.scm  VIOLATED 7/24       -  CHANGED (bad_states/2 was holds, and 6 more)
    to see a counterexample: scm-check reach short.scm

    short.scm: bad_states/1 violated
      CHANGED: the model expects holds

    a/directory/with/a/long/name.scm: bad_states/2 violated
      CHANGED: the model expects holds

    2 models: 2 changed
    ");
    insta::assert_snapshot!(shown(rows(), Some(150)), @r"
    model                             parts  chans  bad_states     states  expected
    short.scm                             2      1  VIOLATED            -  CHANGED (bad_states/1 was holds)
    a/directory/with/a/long/name.scm      2      1  VIOLATED 7/24       -  CHANGED (bad_states/2 was holds, bad_states/3 was holds, and 5 more)
    to see a counterexample: scm-check reach short.scm

    short.scm: bad_states/1 violated
      CHANGED: the model expects holds

    a/directory/with/a/long/name.scm: bad_states/2 violated
      CHANGED: the model expects holds

    2 models: 2 changed
    ");
    let narrow = shown(rows(), Some(80));
    assert!(narrow.contains("CHANGED (bad_states/1 was holds)"), "{narrow}");
    assert!(narrow.contains("CHANGED (bad_states/2 was holds, and 6 more)"), "{narrow}");
    let all = shown(rows(), None);
    assert!(all.contains("bad_states/8 was holds)"), "{all}");
}

#[test]
fn the_command_that_shows_a_counterexample_is_the_one_of_the_property() {
    let hint = |row: Row| {
        let text = shown(vec![row], None);
        text.lines().nth(2).map(str::to_owned)
    };
    for (property, command) in [
        ("rsc", "rsc"),
        ("bad_states/2", "reach"),
        ("orphan-message", "safety"),
        ("stuck(p)", "safety"),
    ] {
        let expected = format!("to see a counterexample: scm-check {command} m.scm");
        assert_eq!(hint(row("m.scm", property, Verdict::Violated)), Some(expected));
    }
    let bag = with_bags(row("m.scm", "progress", Verdict::Violated));
    let expected = "to see a counterexample: scm-check safety --bag m.scm";
    assert_eq!(hint(bag).as_deref(), Some(expected));
    assert_eq!(hint(expecting(Expected::Violated, row("m.scm", "rsc", Verdict::Violated))), None);
    let mut premise = row("m.scm", "rsc", Verdict::Violated);
    premise.answer.subject.role = Role::Premise;
    assert_eq!(hint(premise), None);
}
