//! The size of a search, and its time and memory.

use check::EngineName;
use std::fmt::Write as _;

use super::numbers::{count_of, memory_size, number_of};
use driver::Statistics;
use kernel::base::{grouped, milliseconds};
use model::cfsm::System;

use crate::sentences::Detail;

/// Returns the size of a system and of its explored part; `lanes` are the numbers of cleared and of all lanes, if they were
/// looked at.
pub fn explored(
    system: &System,
    lanes: Option<(usize, usize)>,
    statistics: Statistics,
    complete: bool,
) -> String {
    let size = format!(
        "  {}, {}, {}",
        number_of(system.automata().len(), "participant"),
        number_of(system.channels().len(), "channel"),
        number_of(system.messages().len(), "message"),
    );
    let cleared = match lanes {
        None => String::new(),
        Some((_, 0)) => "no lanes, ".to_owned(),
        Some((cleared, all)) => {
            format!("{} of {} cleared, ", grouped(cleared as u64), number_of(all, "lane"))
        }
    };
    let complete = if complete { "complete" } else { "not complete" };
    match statistics.states {
        0 if lanes.is_some() => format!("{size}; {cleared}no state explored"),
        states => format!("{size}; {cleared}{} explored, {complete}", count_of(states, "state")),
    }
}

/// Returns the work in full.
pub fn work(engine: EngineName, statistics: Statistics, detail: Detail) -> String {
    let Statistics { transitions, depth, .. } = statistics;
    let text =
        format!("  engine {}; {} transitions, depth {depth}", engine.word(), grouped(transitions));
    spent(text, statistics, detail)
}

/// Returns the line that names the stage in which a multitrace was decided, the engine, and its work.
pub fn checked(engine: EngineName, stage: &str, statistics: Statistics, detail: Detail) -> String {
    let states = grouped(statistics.states);
    spent(format!("  engine {}, stage {stage}; {states} states", engine.word()), statistics, detail)
}

/// Appends time and memory, if they are wanted.
fn spent(mut text: String, statistics: Statistics, detail: Detail) -> String {
    if detail == Detail::Full {
        let time = milliseconds(statistics.milliseconds);
        let peak = memory_size(statistics.peak_bytes);
        let _ = write!(text, ", {time}, peak memory {peak}");
    }
    text
}
