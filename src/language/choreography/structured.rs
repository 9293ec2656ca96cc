//! Choreographies as terms.

use kernel::base::{IndexVec, typed_id};
use kernel::source::Span;
use model::cfsm::ParticipantId;
use model::choreography::DescribedInteraction;

typed_id! {
    /// A term of a structured choreography.
    pub struct TermId;
}
typed_id! {
    /// A procedure that terms call by name: a protocol with its roles, or the body of a recursion.
    pub struct ProcedureId;
}

/// A term; its parts precede it in the arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// No interaction.
    Empty,
    /// One message.
    Interaction(DescribedInteraction),
    /// The parts in sequence.
    Sequence(Vec<TermId>),
    /// One of the branches; the participant that decides may be named.
    Choice {
        /// The participant that decides.
        at: Option<ParticipantId>,
        /// The alternatives.
        branches: Vec<TermId>,
    },
    /// All interleavings of the parts.
    Parallel(Vec<TermId>),
    /// Zero or more repetitions.
    Repeat(TermId),
    /// The body of a procedure, followed by the continuation of the call.
    Call(ProcedureId),
}

impl Term {
    /// Returns the parts of the term, without the body of a procedure that it calls.
    pub(super) fn parts(&self) -> &[TermId] {
        match self {
            Self::Empty | Self::Interaction(_) | Self::Call(_) => &[],
            Self::Sequence(parts)
            | Self::Parallel(parts)
            | Self::Choice { branches: parts, .. } => parts,
            Self::Repeat(body) => std::slice::from_ref(body),
        }
    }
}

/// A term that other terms call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// The name in the text: that of a protocol or of a recursion variable.
    pub name: String,
    /// The participants in its roles, in order; empty for a recursion, which uses the participants around it.
    pub roles: Vec<ParticipantId>,
    /// The body of the procedure.
    pub body: TermId,
}

/// A choreography as a term.
///
/// Recursion is by name, so that a term with loops is still a tree: a block `rec` is a call of a
/// procedure that may call itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structured {
    /// The terms, each after its parts.
    pub terms: IndexVec<TermId, Term>,
    /// The place of each term in the text.
    pub places: IndexVec<TermId, Span>,
    /// The procedures that terms call.
    pub procedures: IndexVec<ProcedureId, Procedure>,
    /// The root term.
    pub root: TermId,
}
