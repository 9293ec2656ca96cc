//! Numbers, limits and work in words, and what is said of answers of any kind.

use std::fmt::Write as _;

use crate::report::{Detail, Row};
use driver::{Confirmation, Finding, Limits, Statistics};
use kernel::base::{Limit, grouped, milliseconds};
use kernel::verdict::Verdict;
use model::cfsm::{ChannelKind, System, classify};

/// Returns a number with its noun: `1 action`, `2 actions`.
pub fn number_of(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(number as u64))
}

/// Returns what kind of system it is: `peer-to-peer, fifo`.
pub fn kind(system: &System) -> String {
    format!("{}, {}", classify(system).architecture.name(), kinds(system))
}

/// Returns the size of a system and of what was explored of it.
pub fn explored(system: &System, statistics: Statistics, complete: bool) -> String {
    format!(
        "  {}, {}, {}; {} explored, {}",
        number_of(system.automata().len(), "participant"),
        number_of(system.channels().len(), "channel"),
        number_of(system.messages().len(), "message"),
        number_of(usize::try_from(statistics.states).unwrap_or(usize::MAX), "state"),
        if complete { "complete" } else { "not complete" },
    )
}

/// Returns the work in full.
pub fn work(engine: &str, statistics: Statistics, detail: Detail) -> String {
    let Statistics { transitions, depth, .. } = statistics;
    let text = format!("  engine {engine}; {} transitions, depth {depth}", grouped(transitions));
    spent(text, statistics, detail)
}

/// Returns the line that says in which stage a multitrace was decided by what engine, and what work that was.
pub fn checked(engine: &str, stage: &str, statistics: Statistics, detail: Detail) -> String {
    let states = grouped(statistics.states);
    spent(format!("  engine {engine}, stage {stage}; {states} states"), statistics, detail)
}

/// Adds time and memory, where these are wanted.
fn spent(mut text: String, statistics: Statistics, detail: Detail) -> String {
    if detail == Detail::Full {
        let time = milliseconds(statistics.milliseconds);
        let peak = size(statistics.peak_bytes);
        let _ = write!(text, ", {time}, peak memory {peak}");
    }
    text
}

/// Returns a size in memory as `5.0 MiB`.
fn size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..0x10_0000 => (1 << 10, "KiB"),
        0x10_0000..0x4000_0000 => (1 << 20, "MiB"),
        _ => (1 << 30, "GiB"),
    };
    let tenths = bytes / (unit / 128) * 10 / 128;
    format!("{}.{} {name}", tenths / 10, tenths % 10)
}

/// Returns which limit ended a search.
pub fn limit(limit: Limit, max_states: Option<u64>, limits: &Limits) -> String {
    match (limit, max_states) {
        (Limit::States, Some(states)) => {
            format!("the limit of {} states was reached", grouped(states))
        }
        _ => reached(limit, limits),
    }
}

/// Returns which of the limits of everything was reached.
pub fn reached(limit: Limit, limits: &Limits) -> String {
    match (limit, limits.timeout.xor(limits.model_timeout), limits.memory) {
        (Limit::Timeout, Some(timeout), _) => {
            let time = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
            format!("the time limit of {} was reached", milliseconds(time))
        }
        (Limit::Timeout, None, _) => "a time limit was reached".to_owned(),
        (Limit::Memory, _, None) => "three quarters of the machine's memory are used up".to_owned(),
        (Limit::Memory, _, Some(memory)) => {
            format!("the memory limit of {} was reached", size(memory))
        }
        (Limit::Interrupted, ..) => "stopped on request".to_owned(),
        (Limit::States, ..) => "a limit was reached".to_owned(),
    }
}

/// Returns what to do about a limit.
pub fn advice(limit: Limit) -> Option<String> {
    let option = match limit {
        Limit::Timeout => "--timeout or --model-timeout",
        Limit::States => "--max-states",
        Limit::Memory => "--memory",
        Limit::Interrupted => return None,
    };
    Some(format!("nothing was found so far; raise {option}, see: scm-check explain limits"))
}

/// Returns the kinds of a system's channels: `fifo`, `bag` or `fifo and bag`.
pub fn kinds(system: &System) -> &'static str {
    let is = |kind| system.channels().iter().any(|channel| channel.kind == kind);
    match (is(ChannelKind::Fifo), is(ChannelKind::Bag)) {
        (true, true) => "fifo and bag",
        (false, true) => "bag",
        (_, false) => "fifo",
    }
}

/// Returns the line that says which engine did which work, if `detail` says how much is said of it.
pub(crate) fn work_of(row: &Row, detail: Option<Detail>) -> Option<String> {
    Some(work(row.engine.unwrap_or_default(), row.statistics?, detail?))
}

/// Returns the row of an answer of which no check found anything.
pub(crate) fn without_finding<F>(row: Row, finding: &Finding<F>, limits: &Limits) -> Row {
    match finding {
        Finding::Found(_) => row,
        Finding::Mistaken(why) => Row { message: why.clone(), ..row },
        Finding::Unsupported => Row { message: "this version does not check it".to_owned(), ..row },
        Finding::NotStarted(Limit::Interrupted) => Row { message: "not started".to_owned(), ..row },
        Finding::NotStarted(limit) => {
            Row { message: format!("not started: {}", reached(*limit, limits)), ..row }
        }
        Finding::Crashed(message) => Row {
            message: format!("internal error: {message}"),
            hint: Some("please report it, with the model".to_owned()),
            ..row
        },
    }
}

/// Returns the row with what the independent checker says of its evidence for the verdict `claimed`.
pub(crate) fn confirmed(row: Row, claimed: Verdict, limits: &Limits) -> Row {
    let words = match &row.confirmation {
        None => return row,
        Some(Confirmation::Confirmed) => "confirmed".to_owned(),
        Some(Confirmation::Unsupported(why)) => format!("not confirmed: {why}"),
        Some(Confirmation::None(why)) => (*why).to_owned(),
        Some(Confirmation::Cut(limit)) => format!("not confirmed: {}", reached(*limit, limits)),
        Some(Confirmation::Failed(_)) => "not confirmed".to_owned(),
        Some(Confirmation::Rejected(why)) => {
            return Row {
                message: format!("the evidence for `{}` was rejected: {why}", claimed.word()),
                hint: Some("please report it, with the model".to_owned()),
                qualifier: String::new(),
                ..row
            };
        }
    };
    let message = match row.message.as_str() {
        "" => words,
        message => format!("{message}; {words}"),
    };
    Row { message, ..row }
}
