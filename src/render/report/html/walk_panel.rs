//! A run, with the controls for stepping through it.

use std::collections::BTreeMap;

use super::excerpt::{Marked, excerpt};
use super::{Gauge, GaugeGroup, Markup, OrderEdge, Walk, WalkDrawing};
use crate::drawing::{Chart, Colours, Graph, chart_svg, graph_svg, graph_svg_marked};
use crate::report::Row;

/// The buttons: their actions, signs and names.
const BUTTONS: [(&str, &str, &str); 4] = [
    ("first", "\u{21e4}", "Beginning (Home)"),
    ("previous", "\u{2190}", "Previous step (left arrow)"),
    ("next", "\u{2192}", "Next step (right arrow)"),
    ("last", "\u{21e5}", "Last step (End)"),
];

/// Maximum number of lifelines of a chart that does not take the whole width.
const NARROW: usize = 5;

/// Writes the run that is called `name`: the chart with the controls, the state at the step, the cycle, the
/// drawings, the source and all steps.
pub(super) fn walk_panel(
    page: &mut Markup,
    walk: &Walk,
    id: &str,
    name: &str,
    row: &Row,
    source: &[String],
) {
    page.open("section", &[("class", "walk"), ("id", id), ("aria-label", name)]);
    controls(page, walk, id, name);
    let chart = row.evidence.chart.as_deref().filter(|chart| !chart.events.is_empty());
    let wide = chart.is_some_and(|chart| chart.lifelines.len() > NARROW);
    page.open("div", &[("class", if wide { "stage wide" } else { "stage" })]);
    if let Some(chart) = chart {
        chart_picture(page, chart);
    }
    page.open("div", &[("class", "panel")]);
    places(page, walk, id);
    cycle(page, walk, id);
    page.close();
    page.close();
    drawings(page, &walk.drawings, walk);
    used_source(page, walk, id, source);
    steps(page, walk, id);
    page.close();
}

/// Writes the controls, which need the script, and the description of the step.
fn controls(page: &mut Markup, walk: &Walk, id: &str, name: &str) {
    let last = walk.last().to_string();
    page.open("div", &[("class", "controls")]);
    if walk.last() > 0 {
        page.open("div", &[("class", "buttons"), ("hidden", "hidden")]);
        for (does, sign, name) in &BUTTONS[..2] {
            button(page, does, sign, name);
        }
        let slider = format!("{id}-step");
        let label = format!("Step of {name}");
        let attributes = [
            ("type", "range"),
            ("id", slider.as_str()),
            ("min", "0"),
            ("max", &last),
            ("value", &last),
            ("step", "1"),
            ("aria-label", &label),
        ];
        page.void("input", &attributes);
        for (does, sign, name) in &BUTTONS[2..] {
            button(page, does, sign, name);
        }
        page.close();
    }
    let label = format!("The step of {name}");
    let says = [("class", "says"), ("role", "status"), ("tabindex", "0"), ("aria-label", &label)];
    page.element("p", &says, &walk.says(walk.last()));
    page.close();
}

fn button(page: &mut Markup, does: &str, sign: &str, name: &str) {
    let attributes = [("type", "button"), ("data-do", does), ("title", name), ("aria-label", name)];
    page.element("button", &attributes, sign);
}

/// Writes a chart as a figure.
pub(super) fn chart_picture(page: &mut Markup, chart: &Chart) {
    page.open("figure", &[("class", "picture")]);
    scroll(page, "Message sequence chart", "scroll");
    page.picture(&chart_svg(chart, Colours::OfThePage));
    page.close();
    page.close();
}

/// Writes a graph as a figure.
pub(super) fn graph_picture(page: &mut Markup, graph: &Graph, label: &str) {
    page.open("figure", &[("class", "picture")]);
    scroll(page, label, "scroll");
    page.picture(&graph_svg(graph, Colours::OfThePage));
    page.close();
    page.close();
}

/// Opens an element that is scrolled where it is too wide.
pub(super) fn scroll(page: &mut Markup, label: &str, class: &str) {
    let attributes =
        [("class", class), ("tabindex", "0"), ("role", "group"), ("aria-label", label)];
    page.open("div", &attributes);
}

/// Writes the captions of the columns of a table.
pub(super) fn captions<'a>(page: &mut Markup, captions: impl IntoIterator<Item = &'a str>) {
    page.open("thead", &[]);
    page.open("tr", &[]);
    for caption in captions {
        page.element("th", &[("scope", "col")], caption);
    }
    page.close();
    page.close();
}

/// Writes where everything is at the last step: the values, and the messages under way.
fn places(page: &mut Markup, walk: &Walk, id: &str) {
    let mut number = 0;
    for group in &walk.groups {
        table(page, group, walk.last(), &mut number);
    }
    if walk.messages.is_empty() {
        return;
    }
    let heading = format!("{id}-under-way");
    page.element("h4", &[("id", &heading)], "Messages in flight");
    page.open("ul", &[("class", "messages"), ("aria-labelledby", &heading)]);
    let hidden =
        |is_hidden| -> &[(&str, &str)] { if is_hidden { &[("hidden", "hidden")] } else { &[] } };
    for message in &walk.messages {
        let end = match message.received {
            Some(step) => format!("received in step {step}"),
            None => "never received in this run".to_owned(),
        };
        let text = format!("{}: sent in step {}, {end}", message.says, message.sent);
        page.element("li", hidden(message.received.is_some()), &text);
    }
    page.close();
    let is_any_left = walk.messages.iter().any(|message| message.received.is_none());
    page.element("p", &[&[("class", "no-messages")], hidden(is_any_left)].concat(), "none");
    if walk.is_cut() {
        let says = "Messages are not listed whose steps are left out.";
        page.element("p", &[("class", "small")], says);
    }
}

fn table(page: &mut Markup, group: &GaugeGroup, step: usize, number: &mut usize) {
    page.open("table", &[("class", "values")]);
    page.element("caption", &[], &group.caption);
    captions(page, [&*group.thing, &*group.value]);
    page.open("tbody", &[]);
    for gauge in &group.gauges {
        let (value, before) = gauge.at(step);
        page.open("tr", &[]);
        page.element("th", &[("scope", "row")], &gauge.name);
        let class = if before.is_some() { "changed" } else { "" };
        page.open("td", &[("data-gauge", &number.to_string()), ("class", class)]);
        page.element("span", &[("class", "value")], value);
        let was = before.map(|before| format!(" was {before}"));
        page.element("span", &[("class", "was")], &was.unwrap_or_default());
        page.close();
        page.close();
        *number += 1;
    }
    page.close();
    page.close();
}

fn cycle(page: &mut Markup, walk: &Walk, id: &str) {
    if walk.cycle.is_empty() {
        return;
    }
    page.element("h4", &[], "Conflict cycle");
    page.open("ol", &[("class", "cycle")]);
    for edge in &walk.cycle {
        order(page, walk, edge, id);
    }
    page.close();
    page.element("p", &[], &walk.conclusion);
}

/// Writes an order, with links to its parts in the page.
fn order(page: &mut Markup, walk: &Walk, edge: &OrderEdge, id: &str) {
    let [from, to] = &edge.messages;
    page.open("li", &[]);
    page.element("strong", &[], from);
    page.text(" before ");
    page.element("strong", &[], to);
    page.text(&format!(" \u{2013} {}: ", edge.imposed_by));
    let [(before, first), (after, second)] = &edge.steps;
    for (step, name, behind) in [(before, first, " before "), (after, second, "")] {
        if walk.stops.iter().any(|stop| stop.step == *step) {
            link_to_step(page, id, *step, name);
        } else {
            page.text(name);
        }
        page.text(behind);
    }
    for (index, line) in edge.lines.iter().enumerate() {
        page.text(if index == 0 { " \u{2013} " } else { ", " });
        let name = format!("line {line}");
        if walk.stops.iter().any(|stop| stop.line == Some(*line)) {
            page.element("a", &[("href", &format!("#{id}-l{line}"))], &name);
        } else {
            page.text(&name);
        }
    }
    page.close();
}

fn link_to_step(page: &mut Markup, id: &str, step: usize, text: &str) {
    page.element("a", &[("href", &format!("#{id}-s{step}")), ("data-go", &step.to_string())], text);
}

/// Writes the drawings, with the places marked where the run ends.
fn drawings(page: &mut Markup, drawings: &[WalkDrawing], walk: &Walk) {
    if drawings.is_empty() {
        return;
    }
    // The nodes where the run ends.
    let ends: Vec<String> = walk.gauges().filter_map(|gauge| key(gauge, walk.last())).collect();
    page.element("h4", &[], "Automata");
    page.open("div", &[("class", "drawings")]);
    for (number, drawing) in drawings.iter().enumerate() {
        let moves = walk.stops.last().is_some_and(|stop| stop.drawing == number);
        let class = if moves { "drawing moves" } else { "drawing" };
        page.open("figure", &[("class", class)]);
        page.open("figcaption", &[]);
        page.element("strong", &[], &drawing.name);
        page.element("span", &[("class", "mover")], " moves in this step");
        if let Some(remark) = &drawing.remark {
            page.element("span", &[("class", "small")], &format!(" \u{2013} {remark}"));
        }
        page.close();
        scroll(page, &drawing.name, "scroll");
        let is_end = |key: &str| ends.iter().any(|end| end == key);
        page.picture(&graph_svg_marked(&drawing.graph, Colours::OfThePage, &is_end));
        page.close();
        page.close();
    }
    page.close();
}

/// Returns the key of the node that represents a value.
fn key(gauge: &Gauge, step: usize) -> Option<String> {
    Some(format!("{}{}", gauge.key.as_ref()?, gauge.values[step]))
}

fn used_source(page: &mut Markup, walk: &Walk, id: &str, source: &[String]) {
    let mut steps: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for stop in &walk.stops {
        if let Some(line) = stop.line {
            steps.entry(line).or_default().push(stop.step);
        }
    }
    if steps.is_empty() {
        return;
    }
    page.element("h4", &[], "Source");
    let link = |step: &usize| (format!("#{id}-s{step}"), format!("step {step}"));
    let marked: Vec<Marked> = steps
        .iter()
        .map(|(&line, steps)| Marked { line, links: steps.iter().map(link).collect() })
        .collect();
    excerpt(page, id, source, &marked);
}

/// Writes the steps as a table.
fn steps(page: &mut Markup, walk: &Walk, id: &str) {
    if walk.stops.is_empty() {
        return;
    }
    let title = if walk.is_cut() { "Steps" } else { "All steps" };
    page.element("h4", &[], title);
    scroll(page, title, "scroll");
    page.open("table", &[("class", "steps")]);
    let titles = walk.table.columns.iter().map(|column| column.title.as_str());
    captions(page, titles.chain(["line"]));
    page.open("tbody", &[]);
    let mut stops = walk.stops.iter();
    for row in &walk.table.rows {
        if row.cells.is_empty() {
            let columns = (walk.table.columns.len() + 1).to_string();
            page.open("tr", &[]);
            page.element("td", &[("colspan", &columns)], row.note.as_deref().unwrap_or_default());
            page.close();
            continue;
        }
        let Some(stop) = stops.next() else { break };
        let step = stop.step;
        page.open("tr", &[("id", &format!("{id}-s{step}"))]);
        for at in 0..walk.table.columns.len() {
            let cell = row.cells.get(at).map_or("", String::as_str);
            if at == 0 {
                page.open("th", &[("scope", "row")]);
                link_to_step(page, id, step, cell);
                page.close();
            } else {
                page.element("td", &[], cell);
            }
        }
        page.open("td", &[]);
        if let Some(line) = stop.line {
            page.element("a", &[("href", &format!("#{id}-l{line}"))], &line.to_string());
        }
        if let Some(note) = &row.note {
            page.text(&format!(" {note}"));
        }
        page.close();
        page.close();
    }
    page.close();
    page.close();
    page.close();
}
