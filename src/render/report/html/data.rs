//! The data for the script.

use serde::Serialize;

use super::Walk;

#[derive(Serialize)]
struct PageData<'a> {
    walks: Vec<WalkData<'a>>,
}

#[derive(Serialize)]
struct WalkData<'a> {
    id: &'a str,
    /// The number of each stop, with 0 for the beginning; `None` if all steps are stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<usize>>,
    /// The text of each stop, the beginning first.
    says: Vec<String>,
    /// The line of each stop.
    lines: Vec<Option<u32>>,
    /// The drawing of each stop.
    drawings: Vec<usize>,
    gauges: Vec<GaugeData<'a>>,
    /// The steps that send and receive each message.
    messages: Vec<(usize, Option<usize>)>,
}

#[derive(Serialize)]
struct GaugeData<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
    /// The places of the stops from which on the gauge has a new value, with that value.
    values: Vec<(usize, &'a str)>,
}

/// Returns the JSON of walks, each with the identifier of its element, without any character that
/// could end the enclosing element.
///
/// # Complexity
/// Linear in the number of steps times the number of gauges.
pub(super) fn data(walks: &[(String, &Walk)]) -> String {
    let walks = walks.iter().map(|(id, walk)| WalkData {
        id,
        steps: walk
            .is_cut()
            .then(|| std::iter::once(0).chain(walk.stops.iter().map(|stop| stop.step)).collect()),
        says: (0..=walk.last()).map(|step| walk.says(step)).collect(),
        lines: walk.stops.iter().map(|stop| stop.line).collect(),
        drawings: walk.stops.iter().map(|stop| stop.drawing).collect(),
        gauges: walk
            .gauges()
            .map(|gauge| GaugeData { key: gauge.key.as_deref(), values: changes(&gauge.values) })
            .collect(),
        messages: walk.messages.iter().map(|message| (message.sent, message.received)).collect(),
    });
    let data = PageData { walks: walks.collect() };
    let text = serde_json::to_string(&data).expect("texts and numbers can be written as JSON");
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Returns the values that differ from the previous one, with their places.
fn changes(values: &[String]) -> Vec<(usize, &str)> {
    let mut changes: Vec<(usize, &str)> = Vec::new();
    for (step, value) in values.iter().enumerate() {
        if changes.last().is_none_or(|(_, last)| last != value) {
            changes.push((step, value));
        }
    }
    changes
}
