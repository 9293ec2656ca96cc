//! Summaries of all sessions of logs.

use serde_json::json;

use super::location_words::in_words;
use super::rows::SessionRows;
use super::tally_text::{count_details, tally_words};
use crate::report::{Details, Row};
use crate::sentences::{count_of, listed, printable};
use driver::AnswerSubject;
use driver::conformance::{
    CentralCheck, EmptyLog, LogCheck, LogFault, LogGroup, PROPERTY, Stop, Storage,
};
use kernel::base::grouped;
use kernel::verdict::{Reason, Verdict};
use language::log::Format;

/// Summary of all sessions of logs: rows about input that was not read, and a row for the
/// whole.
#[derive(Clone, PartialEq, Debug)]
pub struct LogSummary {
    /// The rows about input that was not read.
    pub gaps: Vec<Row>,
    /// The row for the whole.
    pub whole: Row,
}

/// Returns the summary of all sessions; `bad` is the number of bad lines, and the number of explained ones is included
/// if `tells_unexplained`.
pub fn log_summary<S: Storage>(
    rows: &SessionRows<'_>,
    check: &LogCheck<'_, S>,
    logs: &LogGroup<'_>,
    bad: u64,
    tells_unexplained: bool,
) -> LogSummary {
    let open = logs.sessions.begun().saturating_sub(check.tally.sessions);
    let title = rows.title();
    let reason = logs.stop.and_then(Stop::reason);
    let mut gaps = Vec::new();
    let mut message = words(rows, check, logs, bad, tells_unexplained);
    if let Some(reason) = reason {
        let place = logs.place.map(|(name, line)| format!(" at {name}:{line}"));
        let place = place.unwrap_or_default();
        let open = count_of(open, "session");
        let stopped = format!("stopped{place}; {open} not finished");
        gaps.push(row(title, Verdict::Unknown(reason), stopped));
        message = format!("{message}; stopped ({}), {open} not finished", reason.word());
    }
    let empty = logs.all_empty().filter(|_| !logs.options.allows_empty);
    gaps.extend(empty.map(|logs| nothing_read(title, &why_empty(logs))));
    if logs.stop == Some(Stop::Unread) && open > 0 {
        message = format!("{message}; {} not finished", count_of(open, "session"));
    }
    if !logs.is_all_read {
        message.push_str("; not all was read");
    }
    let verdict = match (check.tally.verdict, reason) {
        (Verdict::Holds, Some(reason)) => Verdict::Unknown(reason),
        (Verdict::Holds, None) if !logs.is_all_read => Verdict::Error,
        (Verdict::Holds, None) if empty.is_some() => Verdict::Unknown(Reason::Empty),
        (verdict, _) => verdict,
    };
    let is_cut = reason.is_some() || logs.stop == Some(Stop::Unread);
    let is_classified = rows.plan().question.is_none();
    let mut details = count_details(&check.tally, rows.alphabet(), is_classified);
    details["bad_lines"] = json!(bad);
    details["are_bad_lines_skipped"] = json!(logs.options.skips_bad_lines());
    details["left_out_parts"] = json!(logs.missed);
    details["unordered_events"] = json!(logs.unordered);
    details["not_checked_again"] = json!(check.reused);
    details["stopped"] = json!(logs.stop.map(Stop::word));
    details["not_finished"] = json!(if is_cut { open } else { 0 });
    let whole = Row { details: Details::Fields(details), ..row(title, verdict, message) };
    LogSummary { gaps, whole }
}

/// Returns the row of a verdict on logs.
fn row(title: &str, verdict: Verdict, message: String) -> Row {
    Row::unchecked(AnswerSubject::of_property(title, PROPERTY), verdict, message)
}

/// Returns the counts in words.
fn words<S: Storage>(
    rows: &SessionRows<'_>,
    check: &LogCheck<'_, S>,
    logs: &LogGroup<'_>,
    bad: u64,
    tells_unexplained: bool,
) -> String {
    let is_classified = rows.plan().question.is_none();
    let mut words = vec![tally_words(&check.tally, rows.alphabet(), is_classified)];
    let are_records = logs.sources.iter().any(|source| source.format == Format::Records);
    let left_out = if are_records {
        (logs.missed, "record", "left out")
    } else {
        (logs.missed, "part", "of exports left out")
    };
    let counts = [
        (if logs.options.skips_bad_lines() { bad } else { 0 }, "bad line", "left out"),
        left_out,
        (logs.unordered, "event", "that time puts in no order"),
        (check.reused, "session", "not checked again"),
    ];
    let counts = counts.into_iter().filter(|&(count, ..)| count > 0);
    words.extend(counts.map(|(count, noun, what)| format!("{} {what}", count_of(count, noun))));
    if check.unexplained > 0 && tells_unexplained {
        let explained = grouped(check.failing - check.unexplained);
        words.push(format!("the first {explained} that fail are explained, -v explains all"));
    }
    match logs.stop {
        Some(Stop::Failure) => words.push("stopped at the first that fails".to_owned()),
        Some(Stop::Enough) => words.push("stopped there, see --limit".to_owned()),
        Some(Stop::Interrupted | Stop::Timeout | Stop::Memory | Stop::Unread) | None => {}
    }
    words.join("; ")
}

/// Returns the reason why no events were read from logs.
fn why_empty(logs: &[EmptyLog]) -> String {
    match logs {
        [] => "there is no log".to_owned(),
        [one] => why_one_empty(one),
        [first, others @ ..] => {
            let more = grouped(others.len() as u64);
            format!("{}: {}; and nothing of {more} others", first.name, why_one_empty(first))
        }
    }
}

fn why_one_empty(log: &EmptyLog) -> String {
    let mut reasons = Vec::new();
    if log.bad_lines > 0 {
        reasons.push(format!("{} left out", count_of(log.bad_lines, "bad line")));
    }
    reasons.extend(log.left_out.iter().map(|(reason, count)| {
        format!("left out, {}: {}", count_of(*count, "time"), printable(reason))
    }));
    match (reasons.is_empty(), log.lines) {
        (true, 0) => "the log is empty".to_owned(),
        (true, _) => "no line has an event".to_owned(),
        (false, _) => reasons.join("; "),
    }
}

/// Returns the row of logs without events: their conformance is unknown.
fn nothing_read(title: &str, why: &str) -> Row {
    let verdict = Verdict::Unknown(Reason::Empty);
    let mut row = row(title, verdict, format!("nothing was read ({why})"));
    row.text.hint = Some("--allow-empty takes that for an answer: then it holds".to_owned());
    row
}

/// Returns the message about a log that cannot be read, or not to its end.
pub fn fault_text(fault: LogFault) -> String {
    match fault {
        LogFault::WrongLanguage => "this is no log in this format, nothing read".to_owned(),
        LogFault::BadLines { count, is_stopped } => {
            let end = if is_stopped { ", and reading stopped there" } else { "" };
            format!("{}{end}; --skip-bad-lines leaves them out", count_of(count, "bad line"))
        }
    }
}

/// Returns the row about locations without any line.
pub fn silent_row(title: &str, silent: &[String]) -> Option<Row> {
    let first = silent.first()?;
    let hint = format!(
        "add what `conform --local {first}` prints where its log is: a line even if it saw nothing"
    );
    let silent: Vec<String> = silent.iter().map(|name| in_words(name)).collect();
    let message = format!("no line is from {}", listed(&silent, "or"));
    let mut row = Row::unreadable(title, message);
    row.text.hint = Some(hint);
    Some(row)
}

/// Returns the row about locations without sessions.
pub fn no_session_row(title: &str) -> Row {
    nothing_read(title, "no location saw a session")
}

/// Returns the summary of all sessions of locations; `is_empty` is `true` if the absence of sessions is no answer.
pub fn central_summary(rows: &SessionRows<'_>, check: &CentralCheck<'_>, is_empty: bool) -> Row {
    let is_classified = rows.plan().question.is_none();
    let mut message = tally_words(&check.tally, rows.alphabet(), is_classified);
    let mut verdict = if is_empty { Verdict::Unknown(Reason::Empty) } else { check.tally.verdict };
    if check.incomplete > 0 {
        let count = count_of(check.incomplete as u64, "session");
        message = format!("{message}; {count} not complete");
        verdict = verdict.and(Verdict::Error);
    }
    match check.stop {
        Some(Stop::Enough) => message.push_str("; stopped there, see --limit"),
        Some(Stop::Failure) => message.push_str("; stopped at the first that fails"),
        Some(stop) => message = format!("{message}; stopped ({})", stop.word()),
        None => {}
    }
    let mut details = count_details(&check.tally, rows.alphabet(), is_classified);
    details["not_complete"] = json!(check.incomplete);
    details["stopped"] = json!(check.stop.map(Stop::word));
    details["not_finished"] = json!(check.not_finished());
    Row { details: Details::Fields(details), ..row(rows.title(), verdict, message) }
}
