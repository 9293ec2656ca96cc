//! From a description to its text.

use std::fmt::Write as _;

use rustc_hash::FxHashSet;

use super::Format;
use super::automaton::{ARCHITECTURES, KINDS};
use super::print_scribble::scribble;
use super::print_sprout::sprout;
use super::print_terms::structured;
use kernel::automata::{Nfa, NfaStateId};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{ChannelKind, StateId};
use model::choreography::{
    Buffer, ChannelChoice, Choreography, DescribedEdge, DescribedInteraction, Description,
};

/// Why a choreography cannot be said in a language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unprintable {
    /// Two participants may begin, and a choice of the language is made by one.
    #[error("in one state both {} and {} may send, and a choice of Scribble is made by one", .0[0], .0[1])]
    TwoSenders([String; 2]),
    /// The text would be too long.
    #[error("without names for states the text would have more than {MOST_LINES} lines")]
    TooLong,
}

/// So many lines, or parts of a term, are printed in the languages of terms.
pub(super) const MOST_LINES: usize = 5_000;

/// So many states may become one automaton before it is printed in a language of terms.
const MOST_STATES: usize = 10_000;

/// Returns the text of a description.
///
/// In the languages of automata, reading it yields the description again, up to the names of states, the
/// numbering of what has names, and participants and messages that no interaction has; in the languages
/// of terms it yields another one with the same language. Names that are no names of the language are
/// changed until they are. Choreography automata and Sprout have no silent transitions: what follows one
/// is written where it begins. `ChorGram`, Scribble and Sprout say nothing of channels, and Scribble
/// nothing of ends.
///
/// # Complexity
/// Linear in the text; with silent transitions up to the number of states times larger; in the languages
/// of terms up to exponential, which is cut short.
///
/// # Errors
/// If the language cannot say it.
pub fn print(description: &Description, format: Format) -> Result<String, Unprintable> {
    let normal = || {
        let automaton = description.resolved(ChannelChoice::default());
        Choreography::new(&automaton, MOST_STATES).ok_or(Unprintable::TooLong)
    };
    match format {
        Format::Automaton => Ok(automaton(description)),
        Format::Dot => Ok(dot(description)),
        Format::Sprout => Ok(sprout(description)),
        Format::ChorGram => structured(&normal()?),
        Format::Scribble => scribble(&normal()?),
    }
}

pub(super) fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    writeln!(text, "{arguments}").expect("writing to a string cannot fail");
}

fn automaton(description: &Description) -> String {
    let mut text = String::new();
    let names = Names::new(description);
    if !description.name.is_empty() {
        line(&mut text, format_args!("name {}", cleaned(&description.name, &[])));
    }
    let architecture = word(&ARCHITECTURES, description.architecture);
    line(&mut text, format_args!("arch {architecture}"));
    if description.kind != ChannelKind::Fifo {
        line(&mut text, format_args!("kind {}", word(&KINDS, description.kind)));
    }
    for (name, kind) in kinds(description, &names) {
        line(&mut text, format_args!("buffer {name} {kind}"));
    }
    let (edges, finals) = audible(description);
    if let Some(initial) = description.initial {
        line(&mut text, format_args!("init {}", names.states[initial]));
    }
    if !finals.is_empty() {
        let names: Vec<&str> = finals.iter().map(|&state| &*names.states[state]).collect();
        line(&mut text, format_args!("final {}", names.join(" ")));
    }
    for (source, exchange, target) in edges {
        let label = names.label(exchange);
        let (source, target) = (&names.states[source], &names.states[target]);
        line(&mut text, format_args!("{source} -{label}- {target}"));
    }
    text
}

fn dot(description: &Description) -> String {
    let names = Names::new(description);
    let quoted = |name: &str| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = format!("digraph {} {{\n", quoted(&description.name));
    let architecture = word(&ARCHITECTURES, description.architecture);
    let kind = word(&KINDS, description.kind);
    line(&mut text, format_args!("  graph [arch=\"{architecture}\", kind=\"{kind}\"];"));
    let buffers: Vec<String> =
        kinds(description, &names).map(|(name, kind)| format!("{name} {kind}")).collect();
    if !buffers.is_empty() {
        line(&mut text, format_args!("  graph [buffers={}];", quoted(&buffers.join(", "))));
    }
    text.push_str("  rankdir=LR;\n  node [shape=circle];\n");
    if let Some(initial) = description.initial {
        let initial = quoted(&names.states[initial]);
        line(&mut text, format_args!("  \"\" [shape=point];\n  \"\" -> {initial};"));
    }
    for &state in &description.finals {
        let state = quoted(&names.states[state]);
        line(&mut text, format_args!("  {state} [shape=doublecircle];"));
    }
    for edge in &description.edges {
        let label = edge.exchange.map_or(String::new(), |exchange| names.label(exchange));
        let (source, target) = (&names.states[edge.source], &names.states[edge.target]);
        let (source, target, label) = (quoted(source), quoted(target), quoted(&label));
        line(&mut text, format_args!("  {source} -> {target} [label={label}];"));
    }
    text.push_str("}\n");
    text
}

/// Returns the word for a value.
fn word<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, other)| *other == value).expect("every value has its word").0
}

/// Returns the channels that have kinds of their own.
fn kinds<'a>(
    description: &'a Description,
    names: &'a Names,
) -> impl Iterator<Item = (&'a str, &'static str)> {
    let kinds = description.buffers.enumerate().filter_map(|(id, buffer)| Some((id, buffer.kind?)));
    kinds.map(|(id, kind)| (&*names.buffers[id.index()], word(&KINDS, kind)))
}

/// Names as they are written.
pub(super) struct Names {
    pub(super) states: IndexVec<StateId, String>,
    participants: Vec<String>,
    messages: Vec<String>,
    buffers: Vec<String>,
}

impl Names {
    fn new(description: &Description) -> Self {
        let states = distinct(description.states.iter(), &["->"]);
        Self {
            states: states.into_iter().collect(),
            participants: distinct(description.participants.iter(), &["->", ":"]),
            messages: distinct(description.messages.iter(), &[]),
            buffers: distinct(
                description.buffers.iter().map(|buffer: &Buffer| &buffer.name),
                &[","],
            ),
        }
    }

    /// Returns names that are single words.
    pub(super) fn words(description: &Description) -> Self {
        Self {
            states: distinct_words(description.states.iter(), '_').into_iter().collect(),
            participants: distinct_words(description.participants.iter(), '_'),
            messages: distinct_words(description.messages.iter(), '_'),
            buffers: Vec::new(),
        }
    }

    /// Returns the text of an interaction without its channel.
    pub(super) fn label_alone(&self, exchange: DescribedInteraction) -> String {
        self.label(DescribedInteraction { via: None, ..exchange })
    }

    /// Returns the text of an interaction.
    fn label(&self, exchange: DescribedInteraction) -> String {
        let sender = &self.participants[exchange.sender.index()];
        let receiver = &self.participants[exchange.receiver.index()];
        let message = &self.messages[exchange.message.index()];
        match exchange.via {
            Some(via) => {
                format!("{sender}->{receiver}:{message} via {}", self.buffers[via.index()])
            }
            None => format!("{sender}->{receiver}:{message}"),
        }
    }
}

/// Returns names that can be written, different ones for different things.
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

/// Returns names of letters, digits and underscores that begin with a letter or with `first`, different
/// ones for different things.
pub(super) fn distinct_words<'a>(
    names: impl Iterator<Item = &'a String>,
    first: char,
) -> Vec<String> {
    let word = |name: &String| {
        let known = |c: char| if c.is_alphanumeric() { c } else { '_' };
        let word: String = name.chars().map(known).collect();
        let is_plain = word.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if is_plain { word } else { format!("{first}{word}") }
    };
    let words: Vec<String> = names.map(word).collect();
    distinct(words.iter(), &[])
}

/// Returns the messages of Scribble: a label, and the types of what it carries in parentheses.
pub(super) fn scribble_messages<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let is_word = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ',')
    };
    let is_message = |name: &str| {
        let types = name.strip_suffix(')').and_then(|name| name.split_once('('));
        types.is_some_and(|(label, types)| is_word(label) && (types.is_empty() || is_word(types)))
    };
    let names: Vec<&String> = names.collect();
    let labels = distinct_words(names.iter().copied(), '_');
    let printed = names
        .iter()
        .zip(labels)
        .map(|(name, label)| if is_message(name) { (*name).clone() } else { format!("{label}()") });
    printed.collect()
}

/// Returns the name without what a line of a choreography automaton cannot hold.
fn cleaned(name: &str, banned: &[&str]) -> String {
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

/// Returns the transitions without the silent ones, and the final states: what follows silent
/// transitions is done where these begin.
pub(super) fn audible(
    description: &Description,
) -> (Vec<(StateId, DescribedInteraction, StateId)>, Vec<StateId>) {
    let heard = |edge: &DescribedEdge| Some((edge.source, edge.exchange?, edge.target));
    if description.edges.iter().all(|edge| edge.exchange.is_some()) {
        return (description.edges.iter().filter_map(heard).collect(), description.finals.clone());
    }
    let mut silent: Nfa<()> = Nfa::new();
    for _ in &description.states {
        silent.state();
    }
    let id = |state: StateId| NfaStateId::from_index(state.index());
    let mut leaving = IndexVec::<StateId, Vec<_>>::filled(Vec::new(), description.states.len());
    for edge in &description.edges {
        match edge.exchange {
            Some(exchange) => leaving[edge.source].push((exchange, edge.target)),
            None => silent.silent(id(edge.source), id(edge.target)),
        }
    }
    let is_final: FxHashSet<StateId> = description.finals.iter().copied().collect();
    let entered = description.edges.iter().filter(|edge| edge.exchange.is_some());
    let kept: FxHashSet<StateId> =
        entered.map(|edge| edge.target).chain(description.initial).collect();
    let (mut edges, mut finals) = (Vec::new(), Vec::new());
    for state in description.states.ids().filter(|state| kept.contains(state)) {
        let closure = silent.closure([id(state)]);
        let closure = closure.into_iter().map(|member| StateId::from_index(member.index()));
        let mut seen = FxHashSet::default();
        let mut ends = false;
        for member in closure {
            ends |= is_final.contains(&member);
            let new = leaving[member].iter().filter(|one| seen.insert(**one));
            edges.extend(new.map(|&(exchange, target)| (state, exchange, target)));
        }
        if ends {
            finals.push(state);
        }
    }
    (edges, finals)
}
