//! The parts of an interaction under construction.

use kernel::base::IndexVec;
use kernel::source::Span;
use model::interaction::{Expression, ExpressionId};

/// The parts of an interaction with their places.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) all: IndexVec<ExpressionId, Expression>,
    pub(super) spans: IndexVec<ExpressionId, Span>,
}

impl Parts {
    pub(super) fn push(&mut self, expression: Expression, span: Span) -> ExpressionId {
        self.spans.push(span);
        self.all.push(expression)
    }
}
