//! Printing an automaton.

use std::fmt::Write as _;

use super::timbuk::{PARTS, is_name};
use super::{Format, Model, json};
use kernel::base::Id as _;

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
        automaton.initial().iter().for_each(|state| {
            let _ = write!(text, " {}", state.index());
        });
        text.push('\n');
    }
    text.push_str("// final:");
    for state in automaton.states().filter(|&state| automaton.is_accepting(state)) {
        let _ = write!(text, " {}", state.index());
    }
    text.push('\n');
    text
}

/// Returns a label with escapes for the characters that would end the label or its line.
fn escaped(label: &str) -> String {
    let mut text = String::with_capacity(label.len());
    for character in label.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            other => text.push(other),
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
    let state = |index: usize| names.get(index).cloned().unwrap_or_else(|| format!("q{index}"));
    let is_free = |name: &String| alphabet.iter().all(|symbol| symbol != name);
    let numbered = (0..).map(|number: usize| format!("x{number}"));
    let start = std::iter::once("x".to_owned()).chain(numbered).find(is_free);
    let start = start.expect("an alphabet does not have all names");
    let mut text = "Ops".to_owned();
    for symbol in alphabet {
        let _ = write!(text, " {symbol}:1");
    }
    let _ = writeln!(text, " {start}:0\n\nAutomaton A");
    text.push_str("States");
    for one in automaton.states() {
        let _ = write!(text, " {}", state(one.index()));
    }
    text.push_str("\nFinal States");
    for one in automaton.states().filter(|&one| automaton.is_accepting(one)) {
        let _ = write!(text, " {}", state(one.index()));
    }
    text.push_str("\nTransitions\n");
    for one in automaton.initial() {
        let _ = writeln!(text, "{start} -> {}", state(one.index()));
    }
    for (from, symbol, to) in automaton.edges() {
        let symbol = &alphabet[symbol];
        let _ = writeln!(text, "{symbol}({}) -> {}", state(from.index()), state(to.index()));
    }
    Ok(text)
}
