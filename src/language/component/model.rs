//! The result of reading a text.

use crate::reading::Expectation;
use kernel::base::IndexVec;
use kernel::source::Span;
use model::component::{ComponentId, Composite, ConnectorId, Property, SiteId, TransitionId};

/// The model that a file describes.
#[derive(Clone, Debug)]
pub struct Model {
    /// The system.
    pub composite: Composite,
    /// The properties that the file names, in their order.
    pub properties: Vec<Property>,
    /// The answers that the file states.
    pub expectations: Vec<Expectation>,
    /// The places of all parts in the text.
    pub places: Places,
}

/// The places of the parts of a model in its text. What a used package declares has the place of the `use`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The operations that may fail.
    pub sites: IndexVec<SiteId, Span>,
    /// The names of the components, where their compound type declares them.
    pub components: IndexVec<ComponentId, Span>,
    /// The transitions, without the annotations before them.
    pub transitions: IndexVec<ComponentId, IndexVec<TransitionId, Span>>,
    /// The names of the connectors, where their compound type declares them.
    pub connectors: IndexVec<ConnectorId, Span>,
    /// The properties, in the order of [`Model::properties`].
    pub properties: Vec<Span>,
    /// The words of the verdicts of the expectations, in the order of [`Model::expectations`].
    pub expectations: Vec<Span>,
    /// The comments `//# expect: ...` that state the expectations, whole, in the order of the text.
    pub expectation_lines: Vec<Span>,
}
