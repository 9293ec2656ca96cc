//! A model as a part of a page.

use super::names::{channel_caption, kind};
use crate::report::html::Section;
use kernel::source::Source;
use model::cfsm::{Channel, ChannelId, System};

/// Returns the section of a page about a system, with the lines of its source.
pub fn model_section(name: &str, system: Option<&System>, source: Option<&Source>) -> Section {
    let mut section = Section { name: name.to_owned(), ..Section::default() };
    if let Some(source) = source {
        let lines = 1..=source.line_of(source.text().len());
        section.source =
            lines.map(|line| source.slice(source.line_span(line)).to_owned()).collect();
    }
    let Some(system) = system else { return section };
    // If all channels are of one kind, the first of the facts names it.
    let kinds = system.channels().iter().map(|channel| channel.kind);
    let is_mixed = kinds.clone().any(|kind| Some(kind) != kinds.clone().next());
    let channel = |(id, channel): (ChannelId, &Channel)| {
        let kind = is_mixed.then_some(channel.kind.word());
        let words: Vec<&str> = kind.into_iter().chain(channel.lossy.then_some("lossy")).collect();
        let caption = channel_caption(system, id);
        if words.is_empty() { caption } else { format!("{caption} ({})", words.join(", ")) }
    };
    let participants = system.automata().iter().map(|automaton| automaton.name().to_owned());
    let messages = system.messages().iter().map(|message| message.name.clone());
    section.facts = vec![
        ("system".to_owned(), vec![kind(system)]),
        ("participants".to_owned(), participants.collect()),
        ("channels".to_owned(), system.channels().enumerate().map(channel).collect()),
        ("messages".to_owned(), messages.collect()),
    ];
    section
}
