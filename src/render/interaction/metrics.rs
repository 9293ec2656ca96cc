//! Counts of an interaction, as text and as JSON.

use std::fmt::Write as _;

use model::interaction::Metrics;
use serde_json::json;

/// Returns the counts of an interaction.
fn counts(metrics: &Metrics) -> [(&'static str, usize); 6] {
    [
        ("lifelines", metrics.lifelines),
        ("messages", metrics.messages),
        ("passings", metrics.passings),
        ("actions", metrics.actions),
        ("letters", metrics.letters),
        ("depth", metrics.depth),
    ]
}

/// Returns the counts of the interaction that is called `name`, and of its operators, one a line.
pub fn metrics_text(name: &str, metrics: &Metrics) -> String {
    let mut text = format!("{name}\n");
    let operators = metrics.operators.iter().map(|(&name, &count)| (name, count));
    for (name, count) in counts(metrics).into_iter().chain(operators) {
        let _ = writeln!(text, "  {name:<10}{count:>6}");
    }
    text
}

/// Returns the counts of the interaction that is called `name` as a JSON object, with a line break at the end.
pub fn metrics_json(name: &str, metrics: &Metrics) -> String {
    let mut object = json!({ "model": name });
    for (name, count) in counts(metrics) {
        object[name] = json!(count);
    }
    object["operators"] = json!(metrics.operators);
    format!("{object}\n")
}
