//! Questions and options for the check of logs.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::global_model::{Behaviour, GlobalModel, OrderReading};
use crate::{Host, sha256};
use check::conformance::{Answer, Procedure, Question};
use kernel::base::Control;

/// Name of the property that logs are checked for.
pub const PROPERTY: &str = "conforms";

/// The question and options for each session or multitrace.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The model that logs are checked against.
    pub model: &'a GlobalModel,
    /// The question; if there is none, the class is computed.
    pub question: Option<Question>,
    /// The procedure for checking multitraces.
    pub procedure: Procedure,
    /// How the operators of an interaction are read.
    pub reading: OrderReading,
    /// Whether the class of a multitrace is reported that does not state one.
    pub reports_class: bool,
    /// Whether a run is shown, if there is one.
    pub interleaving: bool,
    /// Whether sessions that conform are reported.
    pub reports_all: bool,
    /// Whether multitraces that fail are explained.
    pub explains_multitraces: bool,
    /// Number of failing sessions that are explained.
    pub explained_sessions: u64,
    /// Maximum number of configurations that a search stores.
    pub max_states: Option<u64>,
    /// Time limit of each session or multitrace.
    pub session_timeout: Option<Duration>,
}

impl Plan<'_> {
    /// Returns the moment at which the time is over for a session that begins now, in logs whose time is over at
    /// `deadline`.
    pub(in crate::conformance) fn session_deadline(
        &self,
        deadline: Option<Instant>,
    ) -> Option<Instant> {
        let own = self.session_timeout.and_then(|time| Instant::now().checked_add(time));
        own.into_iter().chain(deadline).min()
    }

    /// Returns the control of a session that begins now, on the thread with a number, from 1; 0 is the main thread.
    pub(in crate::conformance) fn session_control(
        &self,
        host: &dyn Host,
        thread: usize,
        deadline: Option<Instant>,
    ) -> Arc<Control> {
        let control = Arc::new(Control {
            max_states: self.max_states,
            max_bytes: host.memory(),
            deadline: self.session_deadline(deadline),
            ..Control::unlimited()
        });
        host.watch(thread, &control);
        control
    }

    /// Returns the question about a multitrace: that of the plan; if there is none, `None`, which asks for the class,
    /// if the class is reported, else acceptance.
    pub(in crate::conformance) fn question_of(&self, is_class_stated: bool) -> Option<Question> {
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

    /// Returns a digest of everything that answers depend on except the logs and the limits.
    pub fn digest(&self) -> String {
        let mut text = format!(
            "{:?} {:?} {:?} {:?} {:?}",
            env!("CARGO_PKG_VERSION"),
            self.model.sha256,
            self.question,
            self.procedure,
            self.reading,
        );
        // The limits determine whether there is an automaton, and the meaning of inter faults depends on the automaton.
        match &self.model.behaviour {
            Behaviour::Automaton { automaton, .. } => {
                let _ = write!(text, "\n{} {}", automaton.len(), automaton.transition_count());
            }
            Behaviour::Term { .. } => text.push_str("\na term"),
        }
        for location in self.model.alphabet().locations() {
            let _ = write!(text, "\n{:?} {:?}", location.members(), location.letters());
        }
        sha256(&text)
    }
}
