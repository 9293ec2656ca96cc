//! One answer: the verdict, and its justification.

use super::Markup;
use super::walk_panel::{chart_picture, graph_picture};
use crate::report::Row;
use crate::report::human::{self, expectation};
use crate::sentences::{Detail, count_of};
use check::EngineName;
use driver::{Role, Statistics};
use kernel::base::{grouped, milliseconds};
use kernel::verdict::{Comparison, ExitStatus};

/// What the graph of an answer shows.
const HELD: &str = "Picture: what the channels hold";

/// A sign that is shown beside words, and the class that gives them their colour.
pub(super) type Sign = (&'static str, &'static str);

/// Returns the sign of an exit status.
pub(super) fn sign(status: ExitStatus) -> Sign {
    match status {
        ExitStatus::Fine => ("\u{2713}", "fine"),
        ExitStatus::Open => ("?", "open"),
        ExitStatus::Failed => ("\u{2717}", "failed"),
        ExitStatus::Refused | ExitStatus::Interrupted | ExitStatus::Crashed => ("!", "failed"),
    }
}

/// Returns the sign of a result: a premise is neither good nor bad, and so is what does not count.
pub(super) fn row_sign(row: &Row) -> Sign {
    let is_neither = row.is_aside() || !row.is_shown();
    if is_neither { ("\u{b7}", "aside") } else { sign(row.answer.exit_status()) }
}

/// Writes words about a verdict, with their sign.
pub(super) fn mark(page: &mut Markup, (sign, class): Sign, words: &str) {
    page.open("span", &[("class", &format!("verdict {class}"))]);
    page.element("span", &[("class", "sign"), ("aria-hidden", "true")], sign);
    page.text(&format!(" {words}"));
    page.close();
}

/// How an answer is shown by a run on the page.
pub(super) struct ShownBy<'a> {
    /// The place of the run.
    pub(super) place: &'a str,
    /// The name of the run.
    pub(super) name: &'a str,
    /// Whether the run is the evidence of this answer.
    pub(super) is_own: bool,
}

/// Writes an answer, with a link to the run that shows it, if there is one.
pub(super) fn answer(page: &mut Markup, row: &Row, detail: Detail, run: Option<&ShownBy<'_>>) {
    page.open("li", &[("class", "answer")]);
    page.open("p", &[("class", "headline")]);
    page.element("strong", &[], row.shown_title().unwrap_or("not read"));
    page.text(" ");
    let sign = row_sign(row);
    let reason = row.answer.verdict.reason().map(|reason| format!(" ({})", reason.word()));
    mark(page, sign, &format!("{}{}", row.answer.verdict.word(), reason.unwrap_or_default()));
    if !row.qualifier.is_empty() {
        page.element("span", &[("class", "qualifier")], &format!(" ({})", row.qualifier));
    }
    if let Some(text) = expectation(row) {
        let is_missed = row.comparison() == Some(Comparison::Missed);
        let class = if is_missed { "verdict failed" } else { "qualifier" };
        page.element("span", &[("class", class)], &format!(", {}", text.trim()));
    }
    page.close();
    if !row.message.is_empty() {
        page.element("p", &[], &row.message);
    }
    let mut small = Vec::new();
    if row.answer.subject.role == Role::Premise {
        small.push("a premise: others rest on it, and it decides nothing here".to_owned());
    }
    // The rest of such an answer is about a run of its own.
    let is_shared = run.is_some_and(|run| !run.is_own);
    if !is_shared {
        summary(page, &human::summary(row));
    }
    if let Some(ShownBy { place, name, .. }) = run {
        page.open("p", &[]);
        page.element("a", &[("href", place)], &format!("shown by {name}"));
        if is_shared {
            page.text("; --all shows its own shortest run");
        }
        page.close();
    }
    if row.evidence.walk.is_none() {
        evidence(page, &row.text.explanation);
        match row.evidence.chart.as_deref().filter(|chart| !chart.events.is_empty()) {
            Some(chart) => chart_picture(page, chart),
            None => evidence(page, &row.evidence.text_chart),
        }
    }
    if let Some(graph) = &row.evidence.graph {
        page.open("details", &[]);
        page.element("summary", &[], HELD);
        graph_picture(page, graph, HELD);
        page.close();
    }
    if let Some(hint) = row.text.hint.as_deref().filter(|_| !is_shared) {
        page.element("p", &[], hint);
    }
    small.extend(
        row.answer.statistics.map(|statistics| work(row.answer.engine, statistics, detail)),
    );
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

/// Writes lines as they are.
pub(super) fn evidence(page: &mut Markup, lines: &[String]) {
    let text = lines.join("\n");
    if !text.trim().is_empty() {
        page.element("pre", &[("tabindex", "0")], text.trim_matches('\n'));
    }
}

/// Returns the work that an answer took.
fn work(engine: Option<EngineName>, statistics: Statistics, detail: Detail) -> String {
    let Statistics { states, transitions, depth, milliseconds: time, peak_bytes } = statistics;
    let engine = engine.map_or_else(String::new, |engine| format!("engine {}: ", engine.word()));
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
