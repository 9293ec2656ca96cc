//! The page as a whole.

use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::render::drawing::{Chart, Event, Mark};
use scm_check::internals::render::report::html::{Page, Section, write_page};
use scm_check::internals::render::report::{Row, RowEvidence};
use scm_check::internals::render::sentences::Detail;

fn written(row: Row) -> String {
    let section = Section { name: "m".to_owned(), rows: vec![row], ..Section::default() };
    let page = Page {
        sections: vec![section],
        noun: "models",
        exit_status: ExitStatus::Failed,
        origin: "check".to_owned(),
        remarks: Vec::new(),
        detail: Detail::Reproducible,
    };
    let mut text = Vec::new();
    write_page(&page, &mut text).expect("memory");
    String::from_utf8(text).expect("text")
}

#[test]
fn a_chart_without_a_run_has_its_style_and_stands_for_its_text() {
    let text_chart = vec!["the chart as text".to_owned()];
    let row = |chart| {
        let evidence =
            RowEvidence { chart, text_chart: text_chart.clone(), ..RowEvidence::default() };
        Row { evidence, ..Row::unreadable("m", "so it is") }
    };
    let mut chart = Chart::default();
    let lifeline = chart.lifelines.push("p".to_owned());
    chart.events.push(Event { lifeline, number: 1, mark: Mark::Send, label: None, note: None });
    let drawn = written(row(Some(Box::new(chart))));
    assert!(drawn.contains("class=\"chart\""));
    assert!(drawn.contains(".chart .paper{") && drawn.contains(".chart .line{"));
    assert!(!drawn.contains("the chart as text"));
    let told = written(row(None));
    assert!(!told.contains(".chart .paper{") && told.contains("the chart as text"));
}
