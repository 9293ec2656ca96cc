//! Types as they are declared, over their parameters.

use std::collections::BTreeSet;

use super::ids::PortTypeId;
use kernel::base::IndexVec;
use kernel::source::Span;
use model::component::{
    AtomParts, Body, DatumId, EndId, Expression, PortId, Transfer, TransitionId, Type, VariableId,
};

/// A port type.
#[derive(Debug)]
pub(super) struct PortType {
    /// The name, with that of its package if it is none of the first one.
    pub(super) name: String,
    pub(super) data: Vec<(String, Type)>,
}

/// An atom type over its parameters, which come as variables behind its own ones.
#[derive(Debug)]
pub(super) struct AtomTemplate {
    pub(super) package: usize,
    /// The place of the name.
    pub(super) span: Span,
    pub(super) parameters: Vec<(String, Type)>,
    pub(super) parts: AtomParts,
    /// For each variable, the place of its name and the value with which it starts, if it is declared with one.
    pub(super) starts: IndexVec<VariableId, (Span, Option<Expression<VariableId>>)>,
    /// For each port, its type and the place of its name.
    pub(super) ports: IndexVec<PortId, (PortTypeId, Span)>,
    /// The names of variables and ports with errors.
    pub(super) lost: BTreeSet<String>,
    /// The places of the transitions.
    pub(super) transitions: IndexVec<TransitionId, Span>,
}

/// A connector type. A variable of an end is numbered as the datum of the end's port type.
#[derive(Debug)]
pub(super) struct ConnectorTemplate {
    pub(super) name: String,
    pub(super) ends: IndexVec<EndId, TemplateEnd>,
    pub(super) data: IndexVec<DatumId, (String, Type)>,
    pub(super) transfers: Vec<Transfer>,
}

/// An end of a connector type.
#[derive(Debug)]
pub(super) struct TemplateEnd {
    pub(super) name: String,
    pub(super) kind: PortTypeId,
    pub(super) is_trigger: bool,
}

impl ConnectorTemplate {
    /// Returns `true` if a set of ends, in order, is an interaction.
    pub(super) fn allows(&self, ends: &[EndId]) -> bool {
        let is_trigger = |end: EndId| self.ends[end].is_trigger;
        ends.len() == self.ends.len() || ends.iter().any(|&end| is_trigger(end))
    }
}

/// A declared function.
#[derive(Clone, Debug)]
pub(super) struct DeclaredFunction {
    pub(super) name: String,
    pub(super) operands: Vec<Type>,
    pub(super) result: Option<Type>,
    /// What the embedding program has registered.
    pub(super) body: Option<Body>,
}
