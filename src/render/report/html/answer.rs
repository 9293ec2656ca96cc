//! One answer: the verdict, and its justification.

use super::Markup;
use super::walk_panel::chart_picture;
use crate::report::Row;
use crate::report::human::expectation;
use crate::sentences::{Detail, count_of};
use driver::{Role, Statistics};
use kernel::base::{grouped, milliseconds};
use kernel::verdict::{Comparison, Verdict};

/// Returns the sign of a verdict, which is shown beside its word.
pub(super) fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "\u{2713}",
        Verdict::Violated => "\u{2717}",
        Verdict::Unknown(_) => "?",
        Verdict::Error => "!",
    }
}

/// Writes a verdict: its sign and its word.
pub(super) fn verdict(page: &mut Markup, verdict: Verdict) {
    let class = format!("verdict {}", verdict.word());
    page.open("span", &[("class", &class)]);
    page.element("span", &[("class", "sign"), ("aria-hidden", "true")], sign(verdict));
    page.text(&format!(" {}", verdict.word()));
    if let Some(reason) = verdict.reason() {
        page.text(&format!(" ({})", reason.word()));
    }
    page.close();
}

/// Writes an answer, with a link to `place`, the section of its run, if there is one.
pub(super) fn answer(page: &mut Markup, row: &Row, detail: Detail, place: Option<&str>) {
    page.open("li", &[("class", "answer")]);
    page.open("p", &[("class", "headline")]);
    verdict(page, row.verdict);
    page.text(" ");
    page.element("strong", &[], row.shown_title().unwrap_or("not read"));
    if !row.qualifier.is_empty() {
        page.element("span", &[("class", "qualifier")], &format!(" ({})", row.qualifier));
    }
    if let Some(place) = place {
        page.text(" ");
        page.element("a", &[("href", place)], "see the run");
    }
    page.close();
    if !row.message.is_empty() {
        page.element("p", &[], &row.message);
    }
    summary(page, &row.summary);
    let mut small = Vec::new();
    if row.role == Role::Premise {
        small.push("a premise: others rest on it, and it decides nothing here".to_owned());
    }
    match (expectation(row), row.comparison()) {
        (Some(text), Some(Comparison::Missed)) => {
            page.element("p", &[("class", "expected missed")], text.trim());
        }
        (text, _) => small.extend(text.map(|text| text.trim().to_owned())),
    }
    if row.walk.is_none() {
        evidence(page, &row.explanation);
        match row.chart.as_deref().filter(|chart| !chart.events.is_empty()) {
            Some(chart) => chart_picture(page, chart),
            None => evidence(page, &row.text_chart),
        }
        if let Some(hint) = &row.hint {
            page.element("p", &[], hint);
        }
    }
    small.extend(row.statistics.map(|statistics| work(row.engine, statistics, detail)));
    if !small.is_empty() {
        page.element("p", &[("class", "small")], &small.join(" \u{b7} "));
    }
    page.close();
}

/// Writes the lines below the first one; lines that are aligned with blanks keep them.
fn summary(page: &mut Markup, lines: &[String]) {
    if lines.iter().any(|line| line.contains('|')) {
        return evidence(page, lines);
    }
    for line in lines {
        page.element("p", &[], line.trim());
    }
}

fn evidence(page: &mut Markup, lines: &[String]) {
    let text = lines.join("\n");
    if !text.trim().is_empty() {
        page.element("pre", &[("tabindex", "0")], text.trim_matches('\n'));
    }
}

/// Returns the work that an answer took.
fn work(engine: Option<&str>, statistics: Statistics, detail: Detail) -> String {
    let Statistics { states, transitions, depth, milliseconds: time, peak_bytes } = statistics;
    let engine = engine.map_or_else(String::new, |engine| format!("engine {engine}: "));
    let (states, transitions) = (count_of(states, "state"), count_of(transitions, "transition"));
    let run = match detail {
        Detail::Full => {
            let tenths = peak_bytes / ((1 << 20) / 128) * 10 / 128;
            let (whole, tenth) = (grouped(tenths / 10), tenths % 10);
            format!(", {}, peak memory {whole}.{tenth} MiB", milliseconds(time))
        }
        Detail::Reproducible => String::new(),
    };
    format!("{engine}{states}, {transitions}, depth {depth}{run}")
}
