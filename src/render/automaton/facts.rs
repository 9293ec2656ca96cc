//! Sizes of automata, and properties of their languages.

use serde_json::json;

use crate::sentences::number_of;
use driver::automaton::{AutomatonFacts, LanguageSize};
use language::automaton::word_text;

fn language(size: LanguageSize) -> &'static str {
    match size {
        LanguageSize::Empty => "empty",
        LanguageSize::Finite => "finite",
        LanguageSize::Infinite => "infinite",
    }
}

/// Returns a word, or the words for the empty one.
pub(super) fn shown(word: &[String]) -> String {
    let names: Vec<&str> = word.iter().map(String::as_str).collect();
    if names.is_empty() { "(the empty word)".to_owned() } else { word_text(&names) }
}

/// Returns the facts about an automaton as a JSON object on a line.
pub fn facts_json(name: &str, facts: &AutomatonFacts, locations: &[Vec<String>]) -> String {
    let object = json!({
        "model": name,
        "states": facts.states,
        "useful_states": facts.useful_states,
        "transitions": facts.transitions,
        "symbols": facts.symbols,
        "initial": facts.initial,
        "final": facts.accepting,
        "deterministic": facts.is_deterministic,
        "language": language(facts.language),
        "shortest_word": facts.shortest_word,
        "locations": locations,
    });
    format!("{object}\n")
}

/// Returns the facts about an automaton in words.
pub fn facts_text(name: &str, facts: &AutomatonFacts) -> String {
    let kind = if facts.is_deterministic { "deterministic" } else { "nondeterministic" };
    let shortest = facts
        .shortest_word
        .as_deref()
        .map_or_else(String::new, |word| format!("\n  shortest word: {}", shown(word)));
    format!(
        "{name}: {kind}, {} language\n  {} ({} useful, {} initial, {} final), {}, {}{shortest}\n",
        language(facts.language),
        number_of(facts.states, "state"),
        facts.useful_states,
        facts.initial,
        facts.accepting,
        number_of(facts.transitions, "transition"),
        number_of(facts.symbols, "symbol"),
    )
}
