//! Invariants over the contents of channels in words.

use kernel::automata::{
    FiniteAutomaton, FiniteStateId, NamedAutomaton, NamedState, NamedTransition, SymbolId,
};
use kernel::base::{Control, Id as _};
use model::cfsm::{ChannelId, MessageId, StateId, System, control_text, step_text};
use model::evidence::{ContentsLanguage, LanguageInvariant};
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of states of an automaton that is written as an expression.
const EXPRESSION_STATES: usize = 12;

/// Returns for each of the first `most` languages of an invariant in which control states the channels hold what, in the
/// order of the languages: `in (3,1): channel 0 holds a.b*, channel 1 is empty`.
pub fn invariant_lines(system: &System, invariant: &LanguageInvariant, most: usize) -> Vec<String> {
    let lines = invariant.languages.iter().take(most).enumerate().map(|(number, language)| {
        let text = contents_text(system, invariant, language);
        let states = invariant.states.iter().filter(|(_, contents)| *contents == number);
        let states = states.map(|(control, _)| {
            let locals = system.automata().iter().zip(control);
            let locals = locals.map(|(automaton, &state)| &automaton.states()[state]);
            format!("({})", locals.collect::<Vec<_>>().join(","))
        });
        let states: Vec<String> = states.collect();
        format!("in {}: {text}", states.join(" "))
    });
    lines.collect()
}

/// Returns the control states of an invariant, each with what the channels hold, and the steps between them.
pub(crate) fn invariant_diagram(system: &System, invariant: &LanguageInvariant) -> NamedAutomaton {
    let held = contents_texts(system, invariant);
    let initial = |control: &[StateId]| {
        let mut locals = system.automata().iter().zip(control);
        locals.all(|(automaton, state)| automaton.initial().contains(state))
    };
    let states = invariant.states.iter().map(|(control, contents)| NamedState {
        name: format!(
            "{}: {}",
            control_text(system, |participant| control[participant.index()]),
            held[*contents]
        ),
        initial: initial(control),
        accepting: false,
    });
    let mut places = FxHashMap::default();
    for (place, (control, _)) in invariant.states.iter().enumerate() {
        places.insert(control.clone(), place);
    }
    let mut transitions = Vec::new();
    for (from, (control, _)) in invariant.states.iter().enumerate() {
        for (participant, automaton) in system.automata().enumerate() {
            for &id in automaton.outgoing(control[participant.index()]) {
                let transition = &automaton.transitions()[id];
                let mut next = control.clone();
                next[participant.index()] = transition.target;
                if let Some(&to) = places.get(&next)
                    && transition.loss_of.is_none()
                {
                    let letter = step_text(system, participant, transition.label);
                    transitions.push(NamedTransition { from, letter, to });
                }
            }
        }
    }
    let name = system.name().to_owned();
    NamedAutomaton { name, states: states.collect(), transitions, gathered: None }
}

/// Returns for each language of an invariant what each channel holds, for itself.
fn contents_texts(system: &System, invariant: &LanguageInvariant) -> Vec<String> {
    let languages = invariant.languages.iter();
    languages.map(|language| contents_text(system, invariant, language)).collect()
}

/// Returns what each channel that has actions holds by a language, for itself: `channel 0 holds a.b*, channel 1 is empty`.
fn contents_text(
    system: &System,
    invariant: &LanguageInvariant,
    language: &ContentsLanguage,
) -> String {
    let mut parts = Vec::new();
    let mut empty = Vec::new();
    let used: FxHashSet<ChannelId> = system.actions().map(|action| action.channel).collect();
    let segments = invariant.segments.iter().enumerate();
    for (segment, key) in segments.filter(|(_, key)| used.contains(&key.channel())) {
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
