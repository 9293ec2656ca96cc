//! Multitraces as message sequence charts.

use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::model::trace::LocationId;
use scm_check::internals::render::diagrams::{ObservedEvent, multitrace_chart};
use scm_check::internals::render::drawing::{Colours, EventId, TextStyle, chart_svg, chart_text};

fn see(location: usize, number: usize, text: &str, note: Option<&str>) -> ObservedEvent {
    ObservedEvent {
        location: LocationId::from_index(location),
        number,
        text: text.to_owned(),
        is_apart: false,
        note: note.map(str::to_owned),
    }
}

#[test]
fn sends_and_receptions_are_joined() {
    let sightings = [
        see(0, 1, "a!m", None),
        see(1, 1, "b?m", None),
        see(1, 2, "b?n", Some("cannot come here")),
    ];
    let locations = ["a".to_owned(), "b".to_owned()];
    let nowhere = multitrace_chart(&locations, &sightings, &|from, _, to| (from, to) != ("a", "b"));
    assert_eq!(nowhere.arrows.len(), 0);
    let chart = multitrace_chart(&locations, &sightings, &|_, message, _| message == "m");
    assert_eq!(chart.arrows.len(), 1);
    assert_eq!(chart.faults, [EventId::from_index(2)]);
    let text = chart_text(&chart, TextStyle::ASCII);
    assert!(text.contains('m') && text.contains("b?n cannot come here"), "{text}");
}

#[test]
fn plain_letters_and_ends_are_no_internal_steps() {
    let sightings = [
        see(0, 7_212, "login", None),
        see(1, 0, "b!m", None),
        see(0, 7_213, "a?m", Some("wrong here")),
        ObservedEvent { is_apart: true, ..see(2, 9, "c?m", Some("does not fit")) },
        see(1, 1, "", Some("ends too early")),
    ];
    let locations = ["a", "b", "c"].map(str::to_owned);
    let mut chart = multitrace_chart(&locations, &sightings, &|_, _, _| true);
    chart.left_out = 14_424;
    assert_eq!(chart_text(&chart, TextStyle::ASCII), EXPECTED);
    let svg = chart_svg(&chart, Colours::OfTheReader);
    assert!(!svg.contains("internal") && svg.contains("14,424 steps before are left out"));
}

const EXPECTED: &str = "\
... 14,424 steps before are left out
         a               b               c
         |               |               |
   7,212 *               |               |   <- login
 7,213 ? +<----- m ------+ ! 0           |   <- a: wrong here
         |               |               + ? 9   <- ... c?m does not fit
         |             1 =               |   <- ends too early
         |               |               |
";
