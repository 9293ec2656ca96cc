//! From a description to its text.

use super::audible::audible;
use super::automaton::{ARCHITECTURES, KINDS};
use super::print_line::line;
use super::print_scribble::scribble;
use super::print_sprout::sprout;
use super::print_terms::structured;
use super::printed_names::{Names, cleaned};
use super::{Format, Unprintable};
use kernel::base::Id as _;
use model::cfsm::ChannelKind;
use model::choreography::{ChannelChoice, Choreography, Description};

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
