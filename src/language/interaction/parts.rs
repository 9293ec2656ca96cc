//! The parts of an interaction that is being read.

use crate::kernel::base::IndexVec;
use crate::kernel::source::Span;
use crate::model::interaction::{Expression, ExpressionId};

/// The parts of an interaction, and where they stand.
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
