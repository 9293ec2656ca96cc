//! How the first events of a log are read, without checking anything.

use std::fmt::Write as _;

use super::complaints::lines;
use super::locations::in_words;
use super::log_group::{Listener, LogGroup, Stop};
use crate::cli::output::Failure;
use scm_check::kernel::base::grouped;
use scm_check::kernel::verdict::Standing;
use scm_check::language::log::LogReader;
use scm_check::model::trace::{DistributedAlphabet, LocalLetterId};
use scm_check::render::drawing::{Column, Row as Line, Table};
use scm_check::render::report::Row;
use scm_check::render::sentences::printable;

/// So many events are shown.
const SHOWN: usize = 20;

/// Reads logs that belong together, and shows how.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn dry_run(logs: LogGroup<'_>) -> Result<(), Failure> {
    let mut logs = logs.sampling(SHOWN);
    logs.sessions = logs.sessions.counting();
    logs.read(&mut DryRun)?;
    match logs.stop {
        Some(Stop::Interrupted) => logs.reporter.settle(Standing::Interrupted),
        Some(Stop::Timeout | Stop::Memory) => logs.reporter.settle(Standing::Open),
        Some(Stop::Failure | Stop::Enough | Stop::Unread) | None => {}
    }
    Ok(())
}

/// Shows how logs are read.
struct DryRun;

impl Listener for DryRun {
    fn hear(&mut self, logs: &mut LogGroup<'_>) -> Result<(), Failure> {
        while let Some(session) = logs.sessions.next_closed() {
            logs.sessions.recycle(session);
        }
        Ok(())
    }

    fn close(
        &mut self,
        logs: &mut LogGroup<'_>,
        reader: &LogReader,
        wrong: Option<String>,
    ) -> Result<(), Failure> {
        let (input, name) = logs.current();
        logs.complaints.close(reader);
        let mut text = shown(reader, name, logs.sessions.alphabet());
        if let Some(stop @ (Stop::Interrupted | Stop::Timeout | Stop::Memory)) = logs.stop {
            let _ = writeln!(text, "  stopped there ({}): more was not read", stop.word());
        }
        logs.reporter.text(&text)?;
        if let Some(message) = wrong {
            logs.reporter.model(&[], None);
            logs.reporter.row(&input.input, Row::unreadable(name, message))?;
        }
        go_on(logs);
        Ok(())
    }

    fn miss(&mut self, logs: &mut LogGroup<'_>, why: &str) -> Result<(), Failure> {
        let (input, name) = logs.current();
        let row = Row::unreadable(name, format!("{why}, nothing read"));
        logs.reporter.model(&[], None);
        logs.reporter.row(&input.input, row)?;
        go_on(logs);
        Ok(())
    }
}

/// Goes on with the next log where only this one cannot be read.
fn go_on(logs: &mut LogGroup<'_>) {
    logs.stop = logs.stop.filter(|&stop| stop != Stop::Unread);
}

/// Returns how the first letters of a multitrace are read, location by location.
pub(super) fn shown_traces(
    name: &str,
    alphabet: &DistributedAlphabet,
    traces: &[Vec<LocalLetterId>],
) -> String {
    let mut text = format!("{name}: the first letters\n");
    for (location, trace) in alphabet.locations().iter().zip(traces) {
        let letter = |&letter: &LocalLetterId| location.text(letter).unwrap_or("(not known)");
        let first = trace.iter().take(SHOWN).map(letter).collect::<Vec<_>>().join(".");
        let more = match trace.len().saturating_sub(SHOWN) {
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

fn shown(reader: &LogReader, name: &str, alphabet: &DistributedAlphabet) -> String {
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
        Line { cells: cells.into(), note: None }
    });
    let mut text = format!("{name}: the first events\n");
    text.push_str(&Table { columns, rows: rows.collect() }.text(usize::MAX));
    let _ = writeln!(
        text,
        "{} lines: {} events that the model knows, {} that it does not; {}",
        grouped(reader.lines()),
        grouped(mapping.known()),
        grouped(mapping.unknown()),
        lines(reader.findings().errors()),
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
    text
}
