//! Contents of bags, which no specification may constrain.
use super::scope::Scope;
use crate::language::scm::ast::{Number, RegexId};
use crate::model::cfsm::ContentsExpression;
#[derive(Debug, Default)]
pub(super) struct Budget;
pub(super) fn check(
    _scope: &mut Scope<'_, '_>,
    _root: RegexId,
    _expression: &ContentsExpression,
    _bags: &[Number],
    _budget: &mut Budget,
) {
}
