//! Invariants over the contents of channels, as data.

use crate::cfsm::{Key, MessageId, StateId};

/// A set of configurations: for each control state a language of channel contents.
///
/// It contains the initial configurations and is closed under steps. The contents of all segments are one word: those
/// of the first segment, the oldest message first, then those of the second, and so on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LanguageInvariant {
    /// The segments: each FIFO channel, and of each bag each message that is sent or received there; in the order of
    /// the channels and messages.
    pub segments: Vec<Key>,
    /// The languages.
    pub languages: Vec<ContentsLanguage>,
    /// The control states, each once, with the numbers of their languages; others are not reached.
    pub states: Vec<(Vec<StateId>, usize)>,
}

/// A deterministic automaton that reads the contents of all segments; it starts in state 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentsLanguage {
    /// For each state whether it accepts.
    pub accepting: Vec<bool>,
    /// The transitions: state, segment, message and next state.
    pub edges: Vec<(usize, usize, MessageId, usize)>,
}
