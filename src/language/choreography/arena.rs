//! Putting a term together.

use super::{Procedure, ProcedureId, Structured, Term, TermId};
use kernel::base::IndexVec;
use kernel::source::Span;

/// Terms that grow.
#[derive(Debug, Default)]
pub(super) struct Arena {
    terms: IndexVec<TermId, Term>,
    places: IndexVec<TermId, Span>,
    pub(super) procedures: IndexVec<ProcedureId, Procedure>,
}

impl Arena {
    /// Adds a term whose parts are there already.
    pub(super) fn term(&mut self, term: Term, place: Span) -> TermId {
        self.places.push(place);
        self.terms.push(term)
    }

    /// Adds `parts` one after the other, as they are if there is just one.
    pub(super) fn sequence(&mut self, parts: Vec<TermId>, place: Span) -> TermId {
        match *parts {
            [] => self.term(Term::Empty, place),
            [one] => one,
            _ => self.term(Term::Sequence(parts), place),
        }
    }

    /// Returns where a term stands.
    pub(super) fn place(&self, id: TermId) -> Span {
        self.places[id]
    }

    /// Returns the whole.
    pub(super) fn finish(self, root: TermId) -> Structured {
        let Self { terms, places, procedures } = self;
        Structured { terms, places, procedures, root }
    }
}
