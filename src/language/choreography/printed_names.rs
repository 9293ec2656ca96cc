//! Names in printed texts: changed until the language can write them, and pairwise different.

use rustc_hash::FxHashSet;

use kernel::base::{Id as _, IndexVec};
use model::cfsm::StateId;
use model::choreography::{DescribedInteraction, Description};

/// Names of a description as they are printed.
pub(super) struct DescriptionNames {
    pub(super) states: IndexVec<StateId, String>,
    pub(super) participants: Vec<String>,
    pub(super) messages: Vec<String>,
    pub(super) buffers: Vec<String>,
}

impl DescriptionNames {
    pub(super) fn new(description: &Description) -> Self {
        let states = distinct(description.states.iter(), &["->"]);
        Self {
            states: states.into_iter().collect(),
            participants: distinct(description.participants.iter(), &["->", ":"]),
            messages: distinct(description.messages.iter(), &[]),
            buffers: distinct(description.buffers.iter().map(|buffer| &buffer.name), &[","]),
        }
    }

    /// Returns names that are single words.
    pub(super) fn words(description: &Description) -> Self {
        Self {
            states: distinct_words(description.states.iter()).into_iter().collect(),
            participants: distinct_words(description.participants.iter()),
            messages: distinct_words(description.messages.iter()),
            buffers: Vec::new(),
        }
    }

    /// Returns the text of an interaction.
    pub(super) fn label(&self, exchange: DescribedInteraction) -> String {
        let sender = &self.participants[exchange.sender.index()];
        let receiver = &self.participants[exchange.receiver.index()];
        let message = &self.messages[exchange.message.index()];
        match exchange.channel {
            Some(via) => {
                format!("{sender}->{receiver}:{message} via {}", self.buffers[via.index()])
            }
            None => format!("{sender}->{receiver}:{message}"),
        }
    }
}

/// Returns names that the language can write, different ones for different items.
fn distinct<'a>(names: impl Iterator<Item = &'a String>, banned: &[&str]) -> Vec<String> {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    names
        .map(|name| {
            let mut name = cleaned(name, banned);
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            name
        })
        .collect()
}

/// Returns names of letters, digits and underscores, at least one, different ones for different items.
pub(super) fn distinct_words<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let known = |c: char| if c.is_alphanumeric() { c } else { '_' };
    let words: Vec<String> = names.map(|name| name.chars().map(known).collect()).collect();
    distinct(words.iter(), &[])
}

/// Returns the messages of Scribble: a label, and in parentheses the types of its payload.
pub(super) fn scribble_messages<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let is_word = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ',')
    };
    let is_message = |name: &str| {
        let types = name.strip_suffix(')').and_then(|name| name.split_once('('));
        types.is_some_and(|(label, types)| is_word(label) && (types.is_empty() || is_word(types)))
    };
    let names: Vec<&String> = names.collect();
    let labels = distinct_words(names.iter().copied());
    let printed = |(name, label): (&String, _)| {
        if is_message(name) { name.clone() } else { format!("{label}()") }
    };
    names.into_iter().zip(labels).map(printed).collect()
}

/// Returns the name without the characters that a line of a choreography automaton cannot contain.
pub(super) fn cleaned(name: &str, banned: &[&str]) -> String {
    let is_bad = |c: char| c.is_whitespace() || c == '#';
    let mut name: String = name.chars().map(|c| if is_bad(c) { '_' } else { c }).collect();
    for banned in banned {
        name = name.replace(banned, "_");
    }
    if name.is_empty() || name.starts_with('-') {
        name.insert(0, '_');
    }
    name
}
