//! Construction of terms.

use super::{Procedure, ProcedureId, Structured, Term, TermId};
use kernel::base::IndexVec;
use kernel::source::Span;

/// A term under construction.
#[derive(Debug, Default)]
pub(super) struct Arena {
    terms: IndexVec<TermId, Term>,
    places: IndexVec<TermId, Span>,
    pub(super) procedures: IndexVec<ProcedureId, Procedure>,
}

impl Arena {
    /// Adds a term whose parts have already been added.
    pub(super) fn term(&mut self, term: Term, place: Span) -> TermId {
        self.places.push(place);
        self.terms.push(term)
    }

    /// Adds the sequence of `parts`; a single part is returned unchanged.
    pub(super) fn sequence(&mut self, parts: Vec<TermId>, place: Span) -> TermId {
        match *parts {
            [] => self.term(Term::Empty, place),
            [one] => one,
            _ => self.term(Term::Sequence(parts), place),
        }
    }

    /// Returns the place of a term in the text.
    pub(super) fn place(&self, id: TermId) -> Span {
        self.places[id]
    }

    /// Returns the finished choreography with root `root`.
    pub(super) fn finish(self, root: TermId) -> Structured {
        let Self { terms, places, procedures } = self;
        Structured { terms, places, procedures, root }
    }
}
