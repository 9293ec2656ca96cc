//! How the first events of a log are read, without checking anything.

use std::fmt::Write as _;

use super::location_words::in_words;
use crate::drawing::{Column, Table, TableRow};
use crate::sentences::{count_of, printable};
use driver::conformance::Stop;
use kernel::base::grouped;
use language::log::LogReader;
use model::trace::{DistributedAlphabet, LocalLetterId};

/// Maximum number of events that are shown.
pub const DRY_RUN_EVENTS: usize = 20;

/// Returns how the first letters of a multitrace are read, location by location.
pub fn multitrace_dry_run(
    name: &str,
    alphabet: &DistributedAlphabet,
    traces: &[Vec<LocalLetterId>],
) -> String {
    let mut text = format!("{name}: the first letters\n");
    for (location, trace) in alphabet.locations().iter().zip(traces) {
        let letter = |&letter: &LocalLetterId| location.text(letter).unwrap_or("(not known)");
        let first = trace.iter().take(DRY_RUN_EVENTS).map(letter).collect::<Vec<_>>().join(".");
        let more = match trace.len().saturating_sub(DRY_RUN_EVENTS) {
            0 => String::new(),
            more => format!(" and {} more", grouped(more as u64)),
        };
        let _ = writeln!(text, "  [{}] {first}{more}", location.name());
    }
    let unknown = alphabet.locations().iter().zip(traces).map(|(location, trace)| {
        trace.iter().filter(|&&letter| letter == location.unknown()).count()
    });
    let (all, unknown): (usize, usize) = (traces.iter().map(Vec::len).sum(), unknown.sum());
    let _ = writeln!(
        text,
        "{} letters that the model knows, {} that it does not",
        grouped((all - unknown) as u64),
        grouped(unknown as u64),
    );
    text
}

/// Returns how the first events of a log were read, and the reason why reading stopped, if it did.
pub fn log_dry_run(
    reader: &LogReader,
    name: &str,
    alphabet: &DistributedAlphabet,
    stop: Option<Stop>,
) -> String {
    let mapping = reader.mapping();
    let columns =
        ["line", "session", "location", "seen as", "known", "text"].map(Column::text).to_vec();
    let rows = mapping.samples().iter().map(|sample| {
        let is_known = if sample.letter.is_some() { "yes" } else { "no" };
        let location = alphabet.locations()[sample.location].name();
        let cells = [
            sample.line.to_string(),
            printable(&sample.session),
            location,
            printable(&sample.element),
            is_known.to_owned(),
            printable(&sample.text.split_whitespace().collect::<Vec<_>>().join(" ")),
        ];
        TableRow { cells: cells.into(), note: None }
    });
    let mut text = format!("{name}: the first events\n");
    text.push_str(&Table { columns, rows: rows.collect() }.text(usize::MAX));
    let _ = writeln!(
        text,
        "{} lines: {} events that the model knows, {} that it does not; {}",
        grouped(reader.lines()),
        grouped(mapping.known()),
        grouped(mapping.unknown()),
        count_of(reader.findings().errors(), "bad line"),
    );
    for (location, letter, count) in mapping.unknown_texts() {
        let location = alphabet.locations()[location].name();
        let _ = writeln!(
            text,
            "  not known at {}: {}, {} times",
            in_words(&location),
            printable(letter),
            grouped(count)
        );
    }
    for (reason, count) in mapping.left_out() {
        let _ = writeln!(text, "  left out: {}, {} times", printable(reason), grouped(count));
    }
    if mapping.unordered() > 0 {
        let events = count_of(mapping.unordered(), "event");
        let _ =
            writeln!(text, "  {events} that time puts in no order: the order of the log counts");
    }
    if let Some(stop @ (Stop::Interrupted | Stop::Timeout | Stop::Memory)) = stop {
        let _ = writeln!(text, "  stopped there ({}): more was not read", stop.word());
    }
    text
}
