//! How the first events of a log are read, without checking anything.

use std::fmt::Write as _;

use super::complaints::{Complaints, lines};
use super::feed::Feed;
use super::inputs::LogInput;
use super::locations::in_words;
use super::log_plan::LogPlan;
use super::logs::is_foreign;
use crate::cli::answers::Desk;
use crate::cli::input::printable;
use crate::cli::models::{cannot_be_had, unreadable};
use crate::cli::output::Failure;
use crate::cli::reporter::{Reporter, manner};
use crate::kernel::drawing::{Column, Row as Line, Table};
use crate::kernel::report::{Row, grouped};
use crate::language::log::{LogReader, Sessions};
use crate::model::trace::{DistributedAlphabet, LocalLetterId};

/// So many events are shown.
const SHOWN: usize = 20;

/// Reads logs that belong together, and shows how.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn dry_run(
    plan: &LogPlan<'_>,
    desk: &Desk<'_>,
    reporter: &mut Reporter,
    inputs: &[&LogInput],
    names: &[String],
    alphabet: &DistributedAlphabet,
) -> Result<(), Failure> {
    let gathering = plan.gathering(inputs);
    let mut sessions = Sessions::new(alphabet.clone(), plan.elements(), gathering);
    let mut complaints = Complaints::new(desk, plan.log);
    for (number, (input, name)) in inputs.iter().zip(names).enumerate() {
        let mut reader = plan.reader(input, name, number).sampling(SHOWN);
        let mut tell = |reader: &mut LogReader| complaints.tell(reader, reporter);
        if let Err(why) = read(&mut reader, input, &mut sessions, desk, &mut tell) {
            unreadable(name, &why, manner(desk.report).colour);
            reporter.note(&[cannot_be_had(name, &why)]);
            let row = Row::unreadable(name, format!("{why}, nothing read"));
            reporter.model(&[], None);
            reporter.row(&input.input, row)?;
            continue;
        }
        complaints.tell(&mut reader, reporter);
        complaints.close(&reader);
        reporter.text(&shown(&reader, name, alphabet))?;
        let errors = reader.findings().errors();
        if errors > 0 && (!plan.log.skip_bad_lines || is_foreign(&reader)) {
            reporter.model(&[], None);
            let row = Row::unreadable(name, lines(errors));
            reporter.row(&input.input, row)?;
        }
    }
    Ok(())
}

fn read(
    reader: &mut LogReader,
    input: &LogInput,
    sessions: &mut Sessions,
    desk: &Desk<'_>,
    tell: &mut dyn FnMut(&mut LogReader),
) -> Result<(), String> {
    let (mut feed, _) = Feed::open(&input.input)?;
    let is_over = || desk.interrupt.is_raised();
    feed.each(is_over, |bytes| {
        reader.feed(bytes, sessions);
        tell(reader);
        while let Some(session) = sessions.next_closed() {
            sessions.recycle(session);
        }
        !reader.is_stopped()
    })?;
    reader.finish(sessions);
    Ok(())
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
