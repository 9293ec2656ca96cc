//! Invariants over the contents of channels in words.

use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::{Control, Id as _};
use model::cfsm::{MessageId, System};
use model::evidence::{ContentsLanguage, LanguageInvariant};

/// Maximum number of states of an automaton that is written as an expression.
const EXPRESSION_STATES: usize = 12;

/// Returns for each of the first `most` languages of an invariant in which control states the channels hold what, in the order of the
/// languages: `in (3,1): channel 0 holds a.b*, channel 1 is empty`.
pub fn invariant_lines(system: &System, invariant: &LanguageInvariant, most: usize) -> Vec<String> {
    let lines = invariant.languages.iter().take(most).enumerate().map(|(number, language)| {
        let text = contents_text(system, invariant, language);
        let states = invariant.states.iter().filter(|(_, contents)| *contents == number);
        let states = states.map(|(control, _)| {
            let locals = system.automata().iter().zip(control);
            let locals = locals.map(|(automaton, &state)| automaton.states()[state].as_str());
            format!("({})", locals.collect::<Vec<_>>().join(","))
        });
        let states: Vec<String> = states.collect();
        format!("in {}: {text}", states.join(" "))
    });
    lines.collect()
}

/// Returns for each language of an invariant what each channel holds, for itself.
pub(crate) fn contents_texts(system: &System, invariant: &LanguageInvariant) -> Vec<String> {
    let languages = invariant.languages.iter();
    languages.map(|language| contents_text(system, invariant, language)).collect()
}

/// Returns what each channel holds by a language, for itself: `channel 0 holds a.b*, channel 1 is empty`.
fn contents_text(
    system: &System,
    invariant: &LanguageInvariant,
    language: &ContentsLanguage,
) -> String {
    let mut parts = Vec::new();
    let mut empty = Vec::new();
    for (segment, key) in invariant.segments.iter().enumerate() {
        let channel = format!("channel {}", system.channel_name(key.channel()));
        let place = match key.message() {
            Some(message) => format!("{channel} of {}", system.messages()[message].name),
            None => channel,
        };
        let alone = alone(language, segment, system.messages().len());
        if alone.transition_count() == 0 {
            empty.push(place);
            continue;
        }
        let name = |symbol: SymbolId| {
            system.messages()[MessageId::from_index(symbol.index())].name.clone()
        };
        let held = alone.expression(EXPRESSION_STATES, name);
        let held = held.unwrap_or_else(|| format!("one of many words ({} states)", alone.len()));
        parts.push(format!("{place} holds {held}"));
    }
    match (parts.is_empty(), empty.as_slice()) {
        (true, _) => return "all channels are empty".to_owned(),
        (false, []) => {}
        (false, [one]) => parts.push(format!("{one} is empty")),
        (false, _) => parts.push("the others are empty".to_owned()),
    }
    parts.join(", ")
}

/// Returns the minimal automaton of what one segment holds in the words of a language, over all messages.
fn alone(language: &ContentsLanguage, segment: usize, messages: usize) -> FiniteAutomaton {
    let state = FiniteStateId::from_index;
    // Messages of other segments stand for one symbol, which is erased.
    let other = SymbolId::from_index(messages);
    let edges = language.edges.iter().map(|&(from, of, message, to)| {
        let symbol = if of == segment { SymbolId::from_index(message.index()) } else { other };
        (state(from), symbol, state(to))
    });
    let accepting = language.accepting.clone();
    let whole = FiniteAutomaton::new(messages + 1, vec![state(0)], accepting, edges.collect());
    let control = Control::unlimited();
    let alone = whole.projection(|symbol| symbol != other, &control);
    let alone = alone.and_then(|alone| alone.determinised_within(&control));
    alone.expect("there is no limit").0.minimised()
}
