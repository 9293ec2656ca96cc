//! Counts of an interaction, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use model::interaction::Metrics;
use serde::Serialize;

#[derive(Serialize)]
struct MetricsObject<'a> {
    model: &'a str,
    lifelines: usize,
    messages: usize,
    passings: usize,
    actions: usize,
    letters: usize,
    depth: usize,
    operators: &'a BTreeMap<&'static str, usize>,
}

/// Returns the counts of the interaction that is called `name`, one a line.
pub fn metrics_text(name: &str, metrics: &Metrics) -> String {
    let mut text = format!("{name}\n");
    let counts = [
        ("lifelines", metrics.lifelines),
        ("messages", metrics.messages),
        ("passings", metrics.passings),
        ("actions", metrics.actions),
        ("letters", metrics.letters),
        ("depth", metrics.depth),
    ];
    let operators = metrics.operators.iter().map(|(&name, &count)| (name, count));
    for (name, count) in counts.into_iter().chain(operators) {
        let _ = writeln!(text, "  {name:<10}{count:>6}");
    }
    text
}

/// Returns the counts of the interaction that is called `name` as a JSON object, with a line break at the end.
pub fn metrics_json(name: &str, metrics: &Metrics) -> String {
    let Metrics { lifelines, messages, passings, actions, letters, depth, ref operators } =
        *metrics;
    let object = MetricsObject {
        model: name,
        lifelines,
        messages,
        passings,
        actions,
        letters,
        depth,
        operators,
    };
    serde_json::to_string(&object).expect("names and numbers can be written") + "\n"
}
