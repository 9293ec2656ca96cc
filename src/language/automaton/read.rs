//! Reading an automaton.

use rustc_hash::FxHashMap;

use super::raw::{RawAutomaton, RawTransition};
use super::{Format, Model, aldebaran, codes, json, timbuk};
use crate::reading::{self, Reading};
use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::Id as _;
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};

/// Reads a text in the given language.
///
/// There is a model iff there is no error; one run reports as many errors as can be found, in the
/// order of their places.
///
/// ```
/// use kernel::source::Source;
/// use language::automaton::{Format, read};
///
/// let source = Source::new("ab.aut", "des (0, 1, 2)\n(0, \"a\", 1)\n// final: 1\n");
/// let model = read(&source, Format::Aldebaran).model.expect("the text is right");
/// assert_eq!(model.automaton.transition_count(), 1);
/// ```
///
/// # Complexity
/// `O(n log n)` for a text of `n` bytes, and linear in the states.
pub fn read(source: &Source, format: Format) -> Reading<Model> {
    let language = match format {
        Format::Json => "JSON",
        Format::Timbuk => "Timbuk",
        Format::Aldebaran => "Aldebaran",
    };
    reading::read(source, &[language], |sink| {
        let raw = match format {
            Format::Json => json::read(source, sink),
            Format::Timbuk => timbuk::read(source, sink),
            Format::Aldebaran => aldebaran::read(source, sink),
        }?;
        (!sink.has_errors()).then(|| finish(raw, sink))
    })
}

fn finish(raw: RawAutomaton, sink: &mut Sink) -> Model {
    let RawAutomaton { states, initial, accepting, transitions, mut alphabet, names, locations } =
        raw;
    alphabet.extend(transitions.iter().map(|transition| transition.symbol.clone()));
    alphabet.sort_unstable();
    alphabet.dedup();
    let state = FiniteStateId::from_index;
    let mut first: FxHashMap<(usize, SymbolId, usize), Span> = FxHashMap::default();
    let mut edges = Vec::with_capacity(transitions.len());
    for RawTransition { source, symbol, target, place } in transitions {
        let at = alphabet.binary_search(&symbol).expect("the alphabet has all symbols");
        let symbol = SymbolId::from_index(at);
        if let Some(&before) = first.get(&(source, symbol, target)) {
            let twice = codes::TRANSITION_TWICE.at(place, "this transition stands twice");
            sink.push(twice.also(before, "it stands here already"));
            continue;
        }
        first.insert((source, symbol, target), place);
        edges.push((state(source), symbol, state(target)));
    }
    let mut is_accepting = vec![false; states];
    for state in accepting {
        is_accepting[state] = true;
    }
    let initial = initial.into_iter().map(state).collect();
    let automaton = FiniteAutomaton::new(alphabet.len(), initial, is_accepting, edges);
    Model { automaton, alphabet: alphabet.into_iter().collect(), names, locations }
}
