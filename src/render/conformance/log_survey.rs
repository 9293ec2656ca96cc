//! What a log holds, without a model.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::diagrams::traces_chart;
use crate::drawing::{Chart, Column, Table, TableRow, TextStyle, fitted_chart};
use crate::sentences::{IN_A_FILE, count_of, printable};
use kernel::base::{Id as _, grouped};
use language::log::{LogReader, Survey};
use model::trace::LocationId;

/// Maximum number of names of each kind that are shown to people.
const SHOWN: usize = 20;

/// Returns what a log holds, for people: names with their counts, and the beginning of the first session as a chart.
pub fn survey_text(reader: &LogReader, name: &str, survey: &Survey, style: TextStyle) -> String {
    let events = count_of(survey.events(), "event");
    let sessions = match survey.sessions().next() {
        Some(("", _)) if survey.sessions().len() == 1 => "no session is named".to_owned(),
        _ => count_of(survey.sessions().len() as u64, "session"),
    };
    let mut text = format!("{name}: {events}; {sessions}; {}\n", count_of(reader.lines(), "line"));
    let locations = survey.locations().map(|(name, counts)| {
        let counts = [counts.sent, counts.received, counts.others].map(grouped);
        std::iter::once(printable(name)).chain(counts).collect()
    });
    table(&mut text, &["location", "sent", "received", "others"], locations);
    let counted = |(name, count): (&str, u64)| vec![printable(name), grouped(count)];
    table(&mut text, &["message", "events"], survey.messages().map(counted));
    let sessions = survey.sessions().filter(|(key, _)| !key.is_empty());
    table(&mut text, &["session", "events"], sessions.map(counted));
    for (reason, count) in reader.mapping().left_out() {
        let _ = writeln!(text, "  left out: {}, {} times", printable(reason), grouped(count));
    }
    if let Some((first, chart)) = survey.first_session().zip(first_session_chart(survey)) {
        let key = Some(first.key.as_str()).filter(|key| !key.is_empty());
        let name = key.map_or_else(String::new, |key| format!(" {}", printable(key)));
        let all =
            survey.sessions().find(|(key, _)| *key == first.key).map_or(0, |(_, count)| count);
        let shown = first.events.len() as u64;
        let part = if shown < all { format!(", its first {shown} events") } else { String::new() };
        let _ = write!(text, "\n  session{name}{part}\n\n");
        text.push_str(&fitted_chart(&chart, style, IN_A_FILE));
    }
    text
}

/// Returns the chart of the beginning of the first session of a log, if there is one.
pub fn first_session_chart(survey: &Survey) -> Option<Chart> {
    let first = survey.first_session()?;
    let mut names: Vec<String> = Vec::new();
    let mut traces: Vec<Vec<(LocationId, String)>> = Vec::new();
    for (location, text) in &first.events {
        let (location, text) = (&printable(location), printable(text));
        let place = names.iter().position(|name| name == location).unwrap_or_else(|| {
            names.push(location.clone());
            traces.push(Vec::new());
            names.len() - 1
        });
        traces[place].push((LocationId::from_index(place), text));
    }
    Some(traces_chart(&names, &traces))
}

/// Writes a table, unless it is empty.
fn table(text: &mut String, names: &[&'static str], rows: impl Iterator<Item = Vec<String>>) {
    let mut rows = rows.map(|cells| TableRow { cells, note: None });
    let shown: Vec<TableRow> = rows.by_ref().take(SHOWN).collect();
    if shown.is_empty() {
        return;
    }
    let mut columns = names.iter().map(|&name| Column::number(name)).collect::<Vec<_>>();
    columns[0] = Column::text(names[0]);
    text.push_str(&Table { columns, rows: shown }.text(usize::MAX));
    let more = rows.count();
    if more > 0 {
        let _ = writeln!(text, "  and {} more", grouped(more as u64));
    }
}

/// Returns what a log holds as an object of JSON on a line.
pub fn survey_json(reader: &LogReader, name: &str, survey: &Survey) -> String {
    let locations = survey.locations().map(|(name, counts)| {
        json!({
            "name": name, "sent": counts.sent, "received": counts.received, "others": counts.others
        })
    });
    let messages = survey.messages().map(|(name, count)| json!({"name": name, "events": count}));
    let sessions = survey.sessions().map(|(key, count)| json!({"key": key, "events": count}));
    let left_out = reader.mapping().left_out();
    let left_out = left_out.map(|(reason, count)| json!({"reason": reason, "count": count}));
    let object = json!({
        "log": name,
        "lines": reader.lines(),
        "events": survey.events(),
        "locations": locations.collect::<Vec<Value>>(),
        "messages": messages.collect::<Vec<Value>>(),
        "sessions": sessions.collect::<Vec<Value>>(),
        "left_out": left_out.collect::<Vec<Value>>(),
        "bad_lines": reader.findings().errors(),
    });
    format!("{object}\n")
}
