//! Systems of automata, as any language of systems describes them.

use crate::reading::Expectation;
use kernel::base::IndexVec;
use kernel::source::Span;
use model::cfsm::{BadConfigurations, MessageId, ParticipantId, StateId, System, TransitionId};

/// The system that a text describes, with what the text says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The system.
    pub system: System,
    /// The bad configurations, a disjunction; empty if the text states none.
    pub bad: Vec<BadConfigurations>,
    /// The answers that the text states.
    pub expectations: Vec<Expectation>,
    /// The places of all parts in the text.
    pub places: Places,
    /// Whether the text is in SCM, which the independent checker reads, and which can be written back.
    pub is_scm: bool,
}

impl Model {
    /// Returns the model of a system that no text describes.
    pub fn of_system(system: System) -> Self {
        let (bad, expectations, places) = (Vec::new(), Vec::new(), Places::default());
        Self { system, bad, expectations, places, is_scm: false }
    }
}

/// The places of the parts of a model in its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The names of the automata.
    pub participants: IndexVec<ParticipantId, Span>,
    /// The numbers of the states, where they are declared.
    pub states: IndexVec<ParticipantId, IndexVec<StateId, Span>>,
    /// The declared transitions, without their final semicolon. The internal twin of a send on a
    /// lossy channel has the place of the send.
    pub transitions: IndexVec<ParticipantId, IndexVec<TransitionId, Span>>,
    /// The names of the messages, where they are declared.
    pub messages: IndexVec<MessageId, Span>,
    /// The bad specifications, with their parentheses.
    pub bad: Vec<Span>,
    /// The words of the verdicts of the expectations, in the order of [`Model::expectations`].
    pub expectations: Vec<Span>,
    /// The comments that state the expectations, whole, in the order of the text.
    pub expectation_lines: Vec<Span>,
}
