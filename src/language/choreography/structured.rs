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
    /// Something that terms call by name: a protocol with its roles, or the body of a recursion.
    pub struct ProcedureId;
}

/// A term; its parts stand before it in the arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// Nothing happens.
    Empty,
    /// One message.
    Interaction(DescribedInteraction),
    /// The parts one after the other.
    Sequence(Vec<TermId>),
    /// One of the branches; whoever decides may be named.
    Choice {
        /// Who decides.
        at: Option<ParticipantId>,
        /// What there is to choose from.
        branches: Vec<TermId>,
    },
    /// All interleavings of the parts.
    Parallel(Vec<TermId>),
    /// Any number of rounds, perhaps none.
    Repeat(TermId),
    /// What the procedure says, and then what follows the call.
    Call(ProcedureId),
}

/// A term that others call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// Its name in the text: that of a protocol or of a recursion variable.
    pub name: String,
    /// Who takes its roles, in their order; nobody for a recursion, which goes on with those around it.
    pub roles: Vec<ParticipantId>,
    /// What it does.
    pub body: TermId,
}

/// A choreography as a term.
///
/// Recursion is by name, so that a tree with loops is still a tree: a block `rec` is a call of a
/// procedure that may call itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structured {
    /// The terms, each behind its parts.
    pub terms: IndexVec<TermId, Term>,
    /// Where each of them stands in the text.
    pub places: IndexVec<TermId, Span>,
    /// What is called by name.
    pub procedures: IndexVec<ProcedureId, Procedure>,
    /// The whole.
    pub root: TermId,
}
