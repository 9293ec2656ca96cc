//! Message sequence charts as SVG.

use std::fmt::Write as _;

use super::{Chart, Head, xml_escaped};
use crate::kernel::base::Id as _;

/// Returns the chart as one element of SVG.
pub fn chart_svg(chart: &Chart) -> String {
    let (wide, tall) = (chart.lifelines.len() * 140, chart.events.len() * 30 + 60);
    let x = |lifeline: usize| lifeline * 140 + 70;
    let y = |event: usize| event * 30 + 50;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {wide} {tall}\" \
         width=\"{wide}\" height=\"{tall}\" role=\"img\" aria-label=\"chart\">"
    );
    for (id, name) in chart.lifelines.enumerate() {
        let (at, name) = (x(id.index()), xml_escaped(name));
        let _ = write!(
            text,
            "<g class=\"lifeline\" data-lifeline=\"{}\"><text x=\"{at}\" y=\"20\" fill=\"var(--ink,#000)\" \
             text-anchor=\"middle\">{name}</text><line x1=\"{at}\" x2=\"{at}\" y1=\"30\" y2=\"{tall}\" \
             stroke=\"var(--muted,#777)\"/></g>",
            id.index()
        );
    }
    for arrow in &chart.arrows {
        let from = &chart.events[arrow.from];
        let (x1, y1) = (x(from.lifeline.index()), y(arrow.from.index()));
        let (x2, y2, to, class) = match arrow.head {
            Head::Event(id, _) => (
                x(chart.events[id].lifeline.index()),
                y(id.index()),
                format!(" data-to=\"{}\"", chart.events[id].number),
                "message",
            ),
            Head::Nowhere(_) => (x1 + 60, y1 + 10, String::new(), "message unmatched"),
        };
        let _ = write!(
            text,
            "<g class=\"{class}\" data-from=\"{}\"{to}><line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" \
             y2=\"{y2}\" stroke=\"var(--accent,#05a)\"/><text x=\"{}\" y=\"{}\" fill=\"var(--ink,#000)\">{}</text></g>",
            from.number,
            usize::midpoint(x1, x2),
            usize::midpoint(y1, y2),
            xml_escaped(&arrow.label),
        );
    }
    for (id, event) in chart.events.enumerate() {
        let _ = write!(
            text,
            "<g class=\"event\" data-step=\"{0}\"><text x=\"{1}\" y=\"{2}\" fill=\"var(--ink,#000)\">{0}{3} {4}</text></g>",
            event.number,
            x(event.lifeline.index()) + 4,
            y(id.index()) + 4,
            event.mark.symbol(),
            xml_escaped(event.note.as_deref().unwrap_or_default()),
        );
    }
    text + "</svg>"
}
