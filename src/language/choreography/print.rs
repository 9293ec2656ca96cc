//! Printing a choreography.

use super::audible::{Audible, audible};
use super::print_line::line;
use super::print_scribble::scribble;
use super::print_sprout::sprout;
use super::print_terms::structured;
use super::printed_names::{DescriptionNames, cleaned};
use super::{Format, MovedEnds, Printed, Unprintable};
use kernel::base::Id as _;
use model::cfsm::ChannelKind;
use model::choreography::{ChannelChoice, Choreography, Description};

/// Maximum number of states of an automaton that is printed in a language of terms.
const MAX_STATES: usize = 10_000;

/// Returns the text of a description.
///
/// In the languages of automata, reading the text yields the description again, up to the names of states, the
/// numbering of named items, and participants and messages without interactions; in the languages
/// of terms it yields a description of the same language. Names that the language cannot write are
/// changed until it can. Choreography automata and Sprout have no silent transitions: the transitions that follow one
/// are written where it begins. `ChorGram`, Scribble and Sprout cannot express channels. The text may end
/// where the description may, by [`Description::ends`], as far as the language can express that: every `ChorGram`
/// term can terminate, Scribble ends exactly where no interaction follows, and choreography automata
/// and Sprout declare no state that no transition enters. The result lists the differences.
///
/// # Complexity
/// Linear in the text; with silent transitions up to the number of states times larger; in the languages
/// of terms up to exponential, within a fixed limit.
///
/// # Errors
/// If the language cannot express the description.
pub fn print(description: &Description, format: Format) -> Result<Printed, Unprintable> {
    let automaton = || description.resolved(ChannelChoice::default());
    let with_ends =
        || Choreography::with_ends(&automaton(), MAX_STATES).ok_or(Unprintable::TooLong);
    match format {
        Format::Automaton => Ok(lines(description)),
        Format::Dot => Ok(Printed { text: dot(description), moved_ends: None }),
        Format::Sprout => Ok(sprout(description)),
        Format::ChorGram => structured(&with_ends()?),
        Format::Scribble => {
            let normal = Choreography::new(&automaton(), MAX_STATES);
            let text = scribble(&normal.ok_or(Unprintable::TooLong)?)?;
            let with_ends = with_ends()?;
            let is_last = |state| with_ends.language().transitions(state).is_empty();
            Ok(Printed { text, moved_ends: MovedEnds::between(&with_ends, is_last) })
        }
    }
}

fn lines(description: &Description) -> Printed {
    let mut text = String::new();
    let names = DescriptionNames::new(description);
    if !description.name.is_empty() {
        line(&mut text, format_args!("name {}", cleaned(&description.name, &[])));
    }
    let architecture = description.architecture.word();
    line(&mut text, format_args!("arch {architecture}"));
    if description.kind != ChannelKind::Fifo {
        line(&mut text, format_args!("kind {}", description.kind.word()));
    }
    for (name, kind) in kinds(description, &names) {
        line(&mut text, format_args!("buffer {name} {kind}"));
    }
    let Audible { edges, finals, moved_ends } = audible(description);
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
    Printed { text, moved_ends }
}

fn dot(description: &Description) -> String {
    let names = DescriptionNames::new(description);
    let quoted = |name: &str| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = format!("digraph {} {{\n", quoted(&description.name));
    let architecture = description.architecture.word();
    let kind = description.kind.word();
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

/// Returns the channels whose kind is declared individually.
fn kinds<'a>(
    description: &'a Description,
    names: &'a DescriptionNames,
) -> impl Iterator<Item = (&'a str, &'static str)> {
    let kinds = description.buffers.enumerate().filter_map(|(id, buffer)| Some((id, buffer.kind?)));
    kinds.map(|(id, kind)| (&*names.buffers[id.index()], kind.word()))
}
