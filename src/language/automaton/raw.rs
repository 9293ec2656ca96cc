//! The intermediate result of the reader of each language, and diagnostics that all readers share.

use super::codes;
use crate::reading::shortened;
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// Maximum number of states of an automaton that is read.
pub(super) const MAX_STATES: usize = 1 << 24;

/// Intermediate result of the reader of one language: numbers of states, names of symbols.
#[derive(Debug, Default)]
pub(super) struct RawAutomaton {
    pub(super) states: usize,
    pub(super) initial: Vec<usize>,
    pub(super) accepting: Vec<usize>,
    pub(super) transitions: Vec<RawTransition>,
    /// All declared symbols, including those that no transition reads.
    pub(super) alphabet: Vec<String>,
    pub(super) names: Vec<String>,
    pub(super) locations: Vec<Vec<String>>,
}

/// A transition with its place in the text.
#[derive(Debug)]
pub(super) struct RawTransition {
    pub(super) source: usize,
    pub(super) symbol: String,
    pub(super) target: usize,
    pub(super) place: Span,
}

/// Reports a state that does not exist.
pub(super) fn unknown_state(state: &str, states: usize, place: Span, sink: &mut Sink) {
    let help = match states {
        0 => "the automaton has no state".to_owned(),
        1 => "the only state is 0".to_owned(),
        _ => format!("states are numbered 0 to {}", states - 1),
    };
    let message = format!("state {} does not exist", shortened(state));
    sink.push(codes::UNKNOWN_STATE.at(place, message).label("out of range").help(help));
}

/// Reports that an automaton has more than [`MAX_STATES`] states.
pub(super) fn too_large(place: Span, sink: &mut Sink) {
    let message = format!("the automaton has more than {MAX_STATES} states");
    let help = "the number may be a mistake; larger automata are not read";
    sink.push(codes::TOO_LARGE.at(place, message).help(help));
}

/// Reports a text that does not follow the grammar.
pub(super) fn syntax(place: Span, message: impl Into<String>, help: &str, sink: &mut Sink) {
    sink.push(codes::SYNTAX.at(place, message).help(help));
}
