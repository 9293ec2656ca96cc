//! Printing an automaton.

use std::fmt::{Display, Write as _};

use super::timbuk::{PARTS, is_name};
use super::{Format, Model, json};
use kernel::automata::FiniteStateId;
use kernel::base::Id;

/// Reason why an automaton cannot be written in a language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unprintable {
    /// A name contains characters that names of the language cannot have, or is a keyword of the language.
    #[error("Timbuk cannot write the name {0:?}; print it as JSON or Aldebaran")]
    Name(String),
}

/// Returns a model in the given language. Reading the text again yields the same automaton; locations, names of states
/// and unused symbols are left out in Timbuk and Aldebaran, which cannot express them.
///
/// # Errors
/// If a name cannot be written in the language.
///
/// # Complexity
/// Linear in the size of the automaton and of its names.
pub fn print(model: &Model, format: Format) -> Result<String, Unprintable> {
    match format {
        Format::Json => Ok(json::print(model)),
        Format::Timbuk => timbuk(model),
        Format::Aldebaran => Ok(aldebaran(model)),
    }
}

fn aldebaran(model: &Model) -> String {
    let Model { automaton, alphabet, .. } = model;
    let first = automaton.initial().first().map_or(0, |state| state.index());
    let (transitions, states) = (automaton.transition_count(), automaton.len());
    let mut text = format!("des ({first}, {transitions}, {states})\n");
    for (from, symbol, to) in automaton.edges() {
        let label = escaped(&alphabet[symbol]);
        let _ = writeln!(text, "({}, \"{label}\", {})", from.index(), to.index());
    }
    if automaton.initial().len() != 1 {
        text.push_str("// initial:");
        list(&mut text, automaton.initial().iter().map(|state| state.index()));
        text.push('\n');
    }
    text.push_str("// final:");
    let accepting = automaton.states().filter(|&state| automaton.is_accepting(state));
    list(&mut text, accepting.map(Id::index));
    text.push('\n');
    text
}

/// Adds items, each behind a blank.
fn list(text: &mut String, items: impl Iterator<Item = impl Display>) {
    for item in items {
        let _ = write!(text, " {item}");
    }
}

/// The characters of a label that are escaped, each with the letter that stands for it behind a backslash.
pub(super) const ESCAPES: [(char, char); 5] =
    [('"', '"'), ('\\', '\\'), ('\n', 'n'), ('\r', 'r'), ('\t', 't')];

/// Returns a label with escapes for the characters that would end the label or its line.
fn escaped(label: &str) -> String {
    let mut text = String::with_capacity(label.len());
    for character in label.chars() {
        match ESCAPES.into_iter().find(|&(plain, _)| plain == character) {
            Some((_, letter)) => text.extend(['\\', letter]),
            None => text.push(character),
        }
    }
    text
}

fn timbuk(model: &Model) -> Result<String, Unprintable> {
    let Model { automaton, alphabet, names, .. } = model;
    let is_writable = |name: &str| {
        !name.is_empty()
            && name.chars().all(is_name)
            && !name.contains("->")
            && !name.ends_with('-')
            && !PARTS.contains(&name)
    };
    if let Some(name) = alphabet.iter().chain(names).find(|name| !is_writable(name)) {
        return Err(Unprintable::Name(name.clone()));
    }
    let state = |state: FiniteStateId| match names.get(state.index()) {
        Some(name) => name.clone(),
        None => format!("q{}", state.index()),
    };
    let is_free = |name: &String| alphabet.iter().all(|symbol| symbol != name);
    let numbered = (0..).map(|number: usize| format!("x{number}"));
    let start = std::iter::once("x".to_owned()).chain(numbered).find(is_free);
    let start = start.expect("an alphabet does not have all names");
    let mut text = "Ops".to_owned();
    list(&mut text, alphabet.iter().map(|symbol| format!("{symbol}:1")));
    let _ = write!(text, " {start}:0\n\nAutomaton A\nStates");
    list(&mut text, automaton.states().map(state));
    text.push_str("\nFinal States");
    let accepting = automaton.states().filter(|&one| automaton.is_accepting(one));
    list(&mut text, accepting.map(state));
    text.push_str("\nTransitions\n");
    for &one in automaton.initial() {
        let _ = writeln!(text, "{start} -> {}", state(one));
    }
    for (from, symbol, to) in automaton.edges() {
        let _ = writeln!(text, "{}({}) -> {}", alphabet[symbol], state(from), state(to));
    }
    Ok(text)
}
