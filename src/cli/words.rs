//! The sentences of answers about systems.

use std::fmt::Write as _;

use super::limits::Count;
use super::task::kinds;
use scm_check::driver::Limits;
use scm_check::driver::Statistics;
use scm_check::kernel::base::Limit;
use scm_check::kernel::base::{grouped, milliseconds};
use scm_check::model::cfsm::{
    BadConfigurations, ChannelId, Configuration, ParticipantId, System, classify,
};
use scm_check::model::evidence::{Lines, Replay, Witness, WitnessKind};
use scm_check::render::drawing::{beginning, chart_text, display_width};
use scm_check::render::report::Detail;
use scm_check::render::witness::{Extent, contents_text, cycle_text, witness_chart, witness_table};

/// Returns a number with its noun: `1 action`, `2 actions`.
pub(crate) fn number_of(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(number as u64))
}

/// Returns things of which one is meant: `1, 2 or 3`.
pub(crate) fn alternatives(things: &[String]) -> String {
    match things {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => things.concat(),
    }
}

/// Returns what kind of system it is: `peer-to-peer, fifo`.
pub(crate) fn kind(system: &System) -> String {
    format!("{}, {}", classify(system).architecture.name(), kinds(system))
}

/// Returns the size of a system and of what was explored of it.
pub(crate) fn explored(system: &System, statistics: Statistics, complete: bool) -> String {
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
pub(crate) fn work(engine: &str, statistics: Statistics, detail: Detail) -> String {
    let Statistics { transitions, depth, .. } = statistics;
    let text = format!("  engine {engine}; {} transitions, depth {depth}", grouped(transitions));
    spent(text, statistics, detail)
}

/// Returns the line that says in which stage a multitrace was decided by what engine, and what work that was.
pub(crate) fn checked(engine: &str, stage: &str, statistics: Statistics, detail: Detail) -> String {
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
pub(crate) fn limit(limit: Limit, max_states: Option<Count>, limits: &Limits) -> String {
    match (limit, max_states) {
        (Limit::States, Some(states)) => {
            format!("the limit of {} states was reached", grouped(states.0))
        }
        _ => reached(limit, limits),
    }
}

/// Returns which of the limits of everything was reached.
pub(crate) fn reached(limit: Limit, limits: &Limits) -> String {
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
pub(crate) fn advice(limit: Limit) -> Option<String> {
    let option = match limit {
        Limit::Timeout => "--timeout or --model-timeout",
        Limit::States => "--max-states",
        Limit::Memory => "--memory",
        Limit::Interrupted => return None,
    };
    Some(format!("nothing was found so far; raise {option}, see: scm-check explain limits"))
}

/// The width of tables where no terminal says otherwise.
pub(crate) const WIDTH: usize = 120;

/// Returns where the participants start that could start elsewhere, if there are any.
pub(crate) fn start(system: &System, replay: &Replay) -> Option<String> {
    let initial = &replay.initial().control;
    let places: Vec<String> = system
        .automata()
        .enumerate()
        .filter(|(_, automaton)| automaton.initial().len() > 1)
        .map(|(id, automaton)| {
            format!("{} in {}", automaton.name(), automaton.states()[initial[id]])
        })
        .collect();
    (!places.is_empty()).then(|| format!(" with {}", places.join(", ")))
}

/// Returns the evidence against a system: the steps, the chart, the conflict cycle of a borderline
/// violation.
pub(crate) fn evidence(
    system: &System,
    witness: &Witness,
    lines: &Lines,
    extent: Extent,
    width: Option<usize>,
) -> Vec<String> {
    if witness.replay().steps().is_empty() {
        let start = start(system, witness.replay()).unwrap_or_default();
        let line = format!("  in an initial configuration, without any step{start}");
        return vec![String::new(), line];
    }
    let table = witness_table(system, witness, extent, width.unwrap_or(WIDTH));
    let start = start(system, witness.replay()).map(|start| format!("\n  the run begins{start}\n"));
    let parts = [
        start.unwrap_or_default(),
        "\n".to_owned(),
        table.text(width.unwrap_or(WIDTH)),
        "\n".to_owned(),
        chart_and_cycle(system, witness, lines, extent),
    ];
    parts.iter().flat_map(|part| part.lines()).map(str::to_owned).collect()
}

/// Returns the chart of a witness, with the conflict cycle of a borderline violation.
pub(crate) fn chart_and_cycle(
    system: &System,
    witness: &Witness,
    lines: &Lines,
    extent: Extent,
) -> String {
    let mut text = chart_text(&witness_chart(system, witness, extent));
    if witness.kind() == WitnessKind::BorderlineViolation {
        text += &cycle_text(system, witness, lines);
    }
    text
}

/// Returns what a bad configuration is like where a specification asks for something: the named
/// participants' states and the contents of the channels.
pub(crate) fn matched(system: &System, bad: &BadConfigurations, witness: &Witness) -> String {
    let last = witness.replay().last();
    let control = bad.control.iter().map(|&(participant, _)| place(system, last, participant));
    let channels = last.contents.ids().filter(|_| bad.contents.is_some());
    let contents = channels.map(|channel| held(system, last, channel));
    control.chain(contents).collect::<Vec<_>>().join(", ")
}

/// Returns in which state a participant is: `client=0`.
pub(crate) fn place(
    system: &System,
    configuration: &Configuration,
    participant: ParticipantId,
) -> String {
    let automaton = &system.automata()[participant];
    format!("{}={}", automaton.name(), automaton.states()[configuration.control[participant]])
}

/// Returns what a channel holds: `channel 0 = req`.
pub(crate) fn held(system: &System, configuration: &Configuration, channel: ChannelId) -> String {
    format!(
        "channel {} = {}",
        system.channel_name(channel),
        contents_text(system, configuration, channel)
    )
}

/// Returns a text in lines of at most `width` columns; its own line breaks stay.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && display_width(&line) + 1 + display_width(word) > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Returns the first line of a piece of source with its number, and what matched it below.
pub(crate) fn excerpt(line: usize, text: &str, matched: &str, width: Option<usize>) -> Vec<String> {
    excerpt_of(line, text, &format!("matched: {matched}"), width)
}

/// The same, with any words below the line.
pub(crate) fn excerpt_of(
    line: usize,
    text: &str,
    words: &str,
    width: Option<usize>,
) -> Vec<String> {
    let first = text.lines().next().unwrap_or_default();
    let width = width.unwrap_or(WIDTH);
    let room = width.saturating_sub(8).max(20);
    let length = display_width(first);
    let (shown, more) = if length > room || text.lines().count() > 1 {
        (beginning(first, room.saturating_sub(3)), "...")
    } else {
        (first, "")
    };
    let carets = "^".repeat(display_width(shown));
    let mut lines = vec![format!("{line:>5} | {shown}{more}")];
    let below = format!("      | {carets} {words}");
    if display_width(&below) <= width {
        lines.push(below);
    } else {
        lines.extend([format!("      | {carets}"), format!("      = {words}")]);
    }
    lines
}
