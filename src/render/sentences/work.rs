//! The size of a search, and its time and memory.

use std::fmt::Write as _;

use super::numbers::{count_of, memory_size, number_of};
use driver::Statistics;
use kernel::base::{grouped, milliseconds};
use model::cfsm::System;

use crate::sentences::Detail;

/// Returns the size of a system and of its explored part.
pub fn explored(system: &System, statistics: Statistics, complete: bool) -> String {
    format!(
        "  {}, {}, {}; {} explored, {}",
        number_of(system.automata().len(), "participant"),
        number_of(system.channels().len(), "channel"),
        number_of(system.messages().len(), "message"),
        count_of(statistics.states, "state"),
        if complete { "complete" } else { "not complete" },
    )
}

/// Returns the work in full.
pub fn work(engine: &str, statistics: Statistics, detail: Detail) -> String {
    let Statistics { transitions, depth, .. } = statistics;
    let text = format!("  engine {engine}; {} transitions, depth {depth}", grouped(transitions));
    spent(text, statistics, detail)
}

/// Returns the line that names the stage in which a multitrace was decided, the engine, and its work.
pub fn checked(engine: &str, stage: &str, statistics: Statistics, detail: Detail) -> String {
    let states = grouped(statistics.states);
    spent(format!("  engine {engine}, stage {stage}; {states} states"), statistics, detail)
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
