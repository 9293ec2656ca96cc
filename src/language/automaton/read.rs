//! Reading a text.

use rustc_hash::FxHashMap;

use super::{Format, Mistake, Model, Reading, aldebaran, json, timbuk};
use crate::scm::{self, begin};
use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::Id as _;
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};

/// The largest number of states of an automaton that is read.
pub(super) const MOST_STATES: usize = 1 << 24;

/// What the reader of one language makes of a text: numbers of states, names of symbols.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) states: usize,
    pub(super) initial: Vec<usize>,
    pub(super) accepting: Vec<usize>,
    pub(super) transitions: Vec<Transition>,
    /// Symbols, whether a transition reads them or not.
    pub(super) alphabet: Vec<String>,
    pub(super) names: Vec<String>,
    pub(super) locations: Vec<Vec<String>>,
}

/// A transition with its place in the text.
#[derive(Debug)]
pub(super) struct Transition {
    pub(super) source: usize,
    pub(super) symbol: String,
    pub(super) target: usize,
    pub(super) place: Span,
}

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
pub fn read(source: &Source, format: Format) -> Reading {
    let mut sink = match begin(source) {
        Ok(sink) => sink,
        Err(diagnostic) => return Reading { diagnostics: vec![diagnostic], model: None },
    };
    let draft = match format {
        Format::Json => json::read(source, &mut sink),
        Format::Timbuk => timbuk::read(source, &mut sink),
        Format::Aldebaran => aldebaran::read(source, &mut sink),
    };
    let model = match draft {
        Some(draft) if !sink.has_errors() => Some(finish(draft, &mut sink)),
        _ => None,
    };
    Reading { diagnostics: scm::finish(source, sink, model.is_some()), model }
}

fn finish(draft: Draft, sink: &mut Sink) -> Model {
    let Draft { states, initial, accepting, transitions, mut alphabet, names, locations } = draft;
    alphabet.extend(transitions.iter().map(|transition| transition.symbol.clone()));
    alphabet.sort_unstable();
    alphabet.dedup();
    let state = FiniteStateId::from_index;
    let mut first: FxHashMap<(usize, SymbolId, usize), Span> = FxHashMap::default();
    let mut edges = Vec::with_capacity(transitions.len());
    for Transition { source, symbol, target, place } in transitions {
        let at = alphabet.binary_search(&symbol).expect("the alphabet has all symbols");
        let symbol = SymbolId::from_index(at);
        if let Some(&before) = first.get(&(source, symbol, target)) {
            sink.push(
                Diagnostic::new(
                    Mistake::TransitionTwice.code(),
                    place,
                    "this transition stands twice",
                )
                .also(before, "it stands here already"),
            );
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

/// Reports a state that does not exist.
pub(super) fn unknown_state(state: &str, states: usize, place: Span, sink: &mut Sink) {
    let help = match states {
        0 => "the automaton has no state".to_owned(),
        1 => "the only state is 0".to_owned(),
        _ => format!("states are numbered 0 to {}", states - 1),
    };
    let message = format!("state {} does not exist", scm::shortened(state));
    let code = Mistake::UnknownState.code();
    sink.push(Diagnostic::new(code, place, message).label("out of range").help(help));
}

/// Reports more states than are read.
pub(super) fn too_large(place: Span, sink: &mut Sink) {
    let message = format!("the automaton has more than {MOST_STATES} states");
    let help = "the number may be a mistake; larger automata are not read";
    sink.push(Diagnostic::new(Mistake::TooLarge.code(), place, message).help(help));
}

/// Reports what does not follow the grammar.
pub(super) fn syntax(place: Span, message: impl Into<String>, help: &str, sink: &mut Sink) {
    sink.push(Diagnostic::new(Mistake::Syntax.code(), place, message).help(help));
}
