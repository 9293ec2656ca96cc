//! The data for the script.

use serde_json::{Value, json};

use super::{Gauge, Walk};

/// Returns the JSON of walks, each with the identifier of its element, without any character that
/// could end the enclosing element.
///
/// # Complexity
/// Linear in the number of steps times the number of gauges.
pub(super) fn data(walks: &[(String, &Walk)]) -> String {
    let walks: Value = walks.iter().map(|(id, walk)| walk_data(id, walk)).collect();
    let text = json!({ "walks": walks }).to_string();
    let escaped = text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    escaped.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

fn walk_data(id: &str, walk: &Walk) -> Value {
    let mut data = json!({ "id": id });
    if walk.is_cut() {
        // The number of each stop, with 0 for the beginning.
        data["steps"] = std::iter::once(0).chain(walk.stops.iter().map(|stop| stop.step)).collect();
    }
    // The text of each stop, the beginning first.
    data["says"] = (0..=walk.last()).map(|place| walk.says(place)).collect();
    data["lines"] = walk.stops.iter().map(|stop| stop.line).collect();
    data["drawings"] = walk.stops.iter().map(|stop| stop.drawing).collect();
    data["gauges"] = walk.gauges().map(gauge_data).collect();
    // The steps that send and receive each message.
    data["messages"] =
        walk.messages.iter().map(|message| json!([message.sent, message.received])).collect();
    data
}

fn gauge_data(gauge: &Gauge) -> Value {
    let mut data = json!({});
    if let Some(key) = &gauge.key {
        data["key"] = json!(key);
    }
    data["values"] = json!(changes(&gauge.values));
    data
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
