//! The sentences of answers about systems.

use super::limits::Count;
use scm_check::driver::Limits;
use scm_check::kernel::base::Limit;
use scm_check::model::cfsm::{BadConfigurations, ChannelId, Configuration, ParticipantId, System};
use scm_check::model::evidence::Witness;
use scm_check::render::drawing::{beginning, display_width};
pub(crate) use scm_check::render::evidence::{WIDTH, chart_and_cycle, evidence, start};
use scm_check::render::sentences;
pub(crate) use scm_check::render::sentences::{
    advice, checked, explored, kind, number_of, reached, work,
};
use scm_check::render::witness::contents_text;

/// Returns which limit ended a search.
pub(crate) fn limit(limit: Limit, max_states: Option<Count>, limits: &Limits) -> String {
    sentences::limit(limit, max_states.map(|count| count.0), limits)
}

/// Returns things of which one is meant: `1, 2 or 3`.
pub(crate) fn alternatives(things: &[String]) -> String {
    match things {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => things.concat(),
    }
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
