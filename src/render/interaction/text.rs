//! Sizes, traces and refusals in words.

use std::fmt::Write as _;

use serde::Serialize;
use std::collections::BTreeMap;

use driver::interaction::{Traces, reason};
use kernel::base::Limit;
use kernel::verdict::Reason;
use model::interaction::{Metrics, Refusal};

/// Returns why there is no automaton: the reason, and in words.
pub fn refusal_text(refusal: Refusal) -> (Reason, String) {
    let text = match refusal {
        Refusal::Unbounded(..) => format!("no finite automaton was found: {refusal}"),
        Refusal::TooMany(_) => format!("{refusal}; see --max-states"),
        Refusal::Limit(limit) => limit_text(limit).to_owned(),
    };
    (reason(refusal), text)
}

/// Returns what a limit means where no automaton was made.
pub fn limit_text(limit: Limit) -> &'static str {
    match limit {
        Limit::States => "there are too many states",
        Limit::Timeout | Limit::Memory | Limit::Interrupted => "a limit was reached",
    }
}

/// Returns traces, one a line.
pub fn traces_text(traces: &Traces) -> String {
    let mut text = String::new();
    for letters in &traces.traces {
        // An empty line would be no trace.
        text += &if letters.is_empty() { "{}".to_owned() } else { letters.join(".") };
        text.push('\n');
    }
    text
}

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

/// Returns the size of the interaction in the file `model` as JSON.
pub fn metrics_json(model: &str, metrics: &Metrics) -> String {
    let object = MetricsObject {
        model,
        lifelines: metrics.lifelines,
        messages: metrics.messages,
        passings: metrics.passings,
        actions: metrics.actions,
        letters: metrics.letters,
        depth: metrics.depth,
        operators: &metrics.operators,
    };
    serde_json::to_string(&object).expect("numbers and names can be written") + "\n"
}

/// Returns the size of the interaction in the file `model` as lines.
pub fn metrics_text(model: &str, metrics: &Metrics) -> String {
    let mut text = format!("{model}\n");
    for (name, count) in [
        ("lifelines", metrics.lifelines),
        ("messages", metrics.messages),
        ("passings", metrics.passings),
        ("actions", metrics.actions),
        ("letters", metrics.letters),
        ("depth", metrics.depth),
    ]
    .into_iter()
    .chain(metrics.operators.iter().map(|(&name, &count)| (name, count)))
    {
        let _ = writeln!(text, "  {name:<10}{count:>6}");
    }
    text
}
