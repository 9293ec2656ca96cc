//! What the script of a page reads.

use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::render::report::Row;
use scm_check::internals::render::report::html::{
    Gauge, GaugeGroup, Page, Section, Walk, WalkStop, write_page,
};
use scm_check::internals::render::sentences::Detail;

/// Returns the JSON in the page of a walk: all that stands between the tags of its element and of the
/// script that reads it.
fn data(walk: Walk) -> String {
    let mut row = Row::unreadable("m", "");
    row.evidence.walk = Some(Box::new(walk));
    let page = Page {
        sections: vec![Section { name: "m".to_owned(), rows: vec![row], ..Section::default() }],
        noun: "models",
        exit_status: ExitStatus::Failed,
        origin: "check".to_owned(),
        remarks: Vec::new(),
        detail: Detail::Reproducible,
    };
    let mut text = Vec::new();
    write_page(&page, &mut text).expect("memory");
    let text = String::from_utf8(text).expect("text");
    let (_, behind) = text.split_once(" id=\"data\">").expect("there is a block of data");
    let (data, _) = behind.split_once("</script><script>").expect("the script is behind it");
    data.to_owned()
}

#[test]
fn nothing_ends_the_element() {
    let text = data(Walk { start: "</script><!--&".to_owned(), ..Walk::default() });
    assert!(!text.contains(['<', '>', '&']), "{text}");
    let read: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(read["walks"][0]["says"][0], "</script><!--&");
}

#[test]
fn a_value_stands_where_it_begins() {
    let values = ["a", "a", "b", "a"].map(str::to_owned).to_vec();
    let stop = WalkStop { step: 1, says: String::new(), line: None, drawing: 0 };
    let group = GaugeGroup {
        caption: String::new(),
        thing: String::new(),
        value: String::new(),
        gauges: vec![Gauge { name: String::new(), values, key: None }],
    };
    let text =
        data(Walk { steps: 3, stops: vec![stop; 3], groups: vec![group], ..Walk::default() });
    let read: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let changes = serde_json::json!([[0, "a"], [2, "b"], [3, "a"]]);
    assert_eq!(read["walks"][0]["gauges"][0]["values"], changes);
}
