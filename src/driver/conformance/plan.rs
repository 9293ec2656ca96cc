//! What is asked of logs.

use std::fmt::Write as _;
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use super::model::{Behaviour, GlobalModel};
use check::conformance::{Answer, Procedure, Question};
use kernel::base::hexadecimal;

/// Name of the property that logs are checked for.
pub const PROPERTY: &str = "conforms";

/// How the operators of an interaction are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// As they are written: `strict` orders what happens on different lifelines, too.
    Global,
    /// Each lifeline by itself: `strict` is read as `seq`, `loopS` and `loopH` as `loopW`.
    Local,
}

impl Reading {
    /// Returns the word for the reading on the command line and in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Local => "local",
        }
    }
}

/// What is asked of each session or multitrace.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The model that logs are held against.
    pub model: &'a GlobalModel,
    /// The question; without one, the class is found.
    pub question: Option<Question>,
    /// How multitraces are checked.
    pub procedure: Procedure,
    /// How the operators of an interaction are read.
    pub reading: Reading,
    /// Whether the class of a multitrace is reported that does not state it.
    pub reports_class: bool,
    /// Whether a run is shown where there is one.
    pub interleaving: bool,
    /// Whether sessions that conform are reported.
    pub reports_all: bool,
    /// Whether multitraces that fail are explained.
    pub explains_multitraces: bool,
    /// How many sessions that fail are explained.
    pub explained_sessions: u64,
    /// How many configurations a search may store.
    pub max_states: Option<u64>,
    /// How much time there is for each session or multitrace.
    pub session_timeout: Option<Duration>,
}

impl Plan<'_> {
    /// Returns what is asked of a multitrace: without a question for the class, unless that is not reported.
    pub(super) fn question_of(&self, is_class_stated: bool) -> Option<Question> {
        let is_reported = self.reports_class || is_class_stated;
        self.question.or((!is_reported).then_some(Question::Accept))
    }

    /// Returns `true` if an answer is explained: a positive one where a run is shown, a negative one where
    /// `is_refusal_explained`.
    pub fn explains(&self, answer: &Answer, is_refusal_explained: bool) -> bool {
        match answer.verdict {
            Ok(true) => self.interleaving,
            Ok(false) => is_refusal_explained,
            Err(_) => false,
        }
    }

    /// Returns a digest of whatever answers depend on but the logs and the limits.
    pub fn digest(&self) -> String {
        let mut text = format!(
            "{:?} {:?} {:?} {:?} {:?}",
            env!("CARGO_PKG_VERSION"),
            self.model.sha256,
            self.question,
            self.procedure,
            self.reading,
        );
        // Whether there is an automaton depends on time and memory, and what inter is on the automaton.
        match &self.model.behaviour {
            Behaviour::Automaton { automaton, .. } => {
                let _ = write!(text, "\n{} {}", automaton.len(), automaton.transition_count());
            }
            Behaviour::Term { .. } => text.push_str("\na term"),
        }
        for location in self.model.alphabet().locations() {
            let _ = write!(text, "\n{:?} {:?}", location.members(), location.letters());
        }
        hexadecimal(&Sha256::digest(text.as_bytes()))
    }
}
