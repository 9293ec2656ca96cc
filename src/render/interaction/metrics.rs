//! Counts of an interaction, as text and as JSON.

use std::fmt::Write as _;

use crate::report::Counts;
use model::interaction::Metrics;
use serde::Serialize;

#[derive(Serialize)]
struct MetricsObject<'a> {
    model: &'a str,
    #[serde(flatten)]
    counts: Counts,
    operators: Counts,
}

/// Returns the counts of an interaction, and of each of its operators.
fn counts(metrics: &Metrics) -> [Counts; 2] {
    let counts = [
        ("lifelines", metrics.lifelines as u64),
        ("messages", metrics.messages as u64),
        ("passings", metrics.passings as u64),
        ("actions", metrics.actions as u64),
        ("letters", metrics.letters as u64),
        ("depth", metrics.depth as u64),
    ];
    let operators = metrics.operators.iter().map(|(&name, &count)| (name, count as u64));
    [Counts(counts.into()), Counts(operators.collect())]
}

/// Returns the counts of the interaction that is called `name`, one a line.
pub fn metrics_text(name: &str, metrics: &Metrics) -> String {
    let mut text = format!("{name}\n");
    for (name, count) in counts(metrics).into_iter().flat_map(|counts| counts.0) {
        let _ = writeln!(text, "  {name:<10}{count:>6}");
    }
    text
}

/// Returns the counts of the interaction that is called `name` as a JSON object, with a line break at the end.
pub fn metrics_json(name: &str, metrics: &Metrics) -> String {
    let [counts, operators] = counts(metrics);
    let object = MetricsObject { model: name, counts, operators };
    serde_json::to_string(&object).expect("names and numbers can be written") + "\n"
}
