//! Properties of the sequence of global states.

use std::sync::Arc;

use crate::reading::Piece;
use ::model::component::{Atom, Composite, Property, SiteId};
use kernel::base::IndexVec;
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};

/// Reads the `//# property` and `//# monitor` lines of a text, which are given by what stands behind `//#`.
pub(crate) fn read_lines(
    _source: &Source,
    _lines: &[Piece<'_>],
    _composite: &Composite,
    _observers: &dyn Fn(&str) -> Option<Arc<Atom>>,
    _sites: &mut IndexVec<SiteId, Span>,
    _sink: &mut Sink,
) -> Vec<(Property, Span)> {
    Vec::new()
}
