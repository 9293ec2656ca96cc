//! Results as JSON.

use scm_check::internals::driver::Statistics;
use scm_check::internals::render::report::{Row, write_result};
use scm_check::internals::render::sentences::Detail;

#[test]
fn an_unreadable_model_has_a_row_without_property() {
    let mut text = Vec::new();
    write_result(&Row::unreadable("m.scm", "gone"), Detail::Full, &mut text).expect("memory");
    let text = String::from_utf8(text).expect("JSON is UTF-8");
    assert!(text.contains(r#""property":null"#) && text.contains(r#""verdict":"error""#));
    assert!(text.ends_with("}\n"));
}

#[test]
fn reproducible_statistics_have_no_times() {
    let statistics = Statistics { states: 3, milliseconds: 7, ..Statistics::default() };
    let mut row = Row::unreadable("m", "");
    row.answer.statistics = Some(statistics);
    let mut text = Vec::new();
    write_result(&row, Detail::Reproducible, &mut text).expect("memory");
    let text = String::from_utf8(text).expect("JSON is UTF-8");
    assert!(text.contains(r#""statistics":{"states":3,"transitions":0,"depth":0}"#), "{text}");
}
