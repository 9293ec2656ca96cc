//! The nodes of contents expressions: names, and the expansions of abbreviations.

use rustc_hash::FxHashMap;

use super::expansion::{ContentsExpansion, Nodes};
use super::scope::Scope;
use crate::scm::ast::{ContentsPart, RegexId, RegexNode, Tree};
use crate::scm::codes;
use kernel::source::Span;
use model::cfsm::{ContentsNode, ContentsNodeId};

/// Returns the nodes of the expression with root `root`, children before parents, from left to
/// right.
pub(super) fn post_order(tree: &Tree<'_>, root: RegexId) -> Vec<RegexId> {
    // Parents before children, from right to left, reversed.
    let mut order = Vec::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        order.push(id);
        match &tree.regexes[id].node {
            RegexNode::Concatenation(parts) | RegexNode::Alternatives(parts) => {
                open.extend_from_slice(parts);
            }
            RegexNode::Star(part) | RegexNode::Plus(part) => open.push(*part),
            RegexNode::Empty
            | RegexNode::Separator
            | RegexNode::Message(_)
            | RegexNode::AnyMessage
            | RegexNode::AnyWord => {}
        }
    }
    order.reverse();
    order
}

/// Returns the places of the separators in the expression with root `root`, from left to right.
pub(super) fn separators(tree: &Tree<'_>, root: RegexId) -> impl Iterator<Item = Span> {
    let order = post_order(tree, root).into_iter().map(|id| &tree.regexes[id]);
    order.filter(|regex| matches!(regex.node, RegexNode::Separator)).map(|regex| regex.span)
}

/// Returns the number of separators of each node in `order`, children before parents; for alternatives that of the
/// first counts.
pub(super) fn separator_counts(tree: &Tree<'_>, order: &[RegexId]) -> FxHashMap<RegexId, usize> {
    let mut counts: FxHashMap<RegexId, usize> = FxHashMap::default();
    for &id in order {
        let count = match &tree.regexes[id].node {
            RegexNode::Separator => 1,
            RegexNode::Concatenation(parts) => parts.iter().map(|part| counts[part]).sum(),
            RegexNode::Alternatives(parts) => counts[&parts[0]],
            RegexNode::Star(part) | RegexNode::Plus(part) => counts[part],
            _ => 0,
        };
        counts.insert(id, count);
    }
    counts
}

/// Writes plain nodes for those in `order`, children before parents.
///
/// Returns the plain node of each node; `None` after an error, which is reported.
pub(super) fn write(
    scope: &mut Scope<'_, '_>,
    order: &[RegexId],
    nodes: &mut Nodes,
    expansion: &mut ContentsExpansion,
) -> Option<FxHashMap<RegexId, ContentsNodeId>> {
    let tree = scope.tree;
    let mut ids: FxHashMap<RegexId, ContentsNodeId> = FxHashMap::default();
    let mut complete = true;
    for &id in order {
        let lowered = |parts: &[RegexId]| parts.iter().map(|part| ids[part]).collect();
        let regex = &tree.regexes[id];
        let node = match &regex.node {
            RegexNode::Empty => Some(ContentsNode::Empty),
            RegexNode::Separator => Some(ContentsNode::Separator),
            RegexNode::Message(name) => scope.message(name, regex.span).map(ContentsNode::Message),
            RegexNode::AnyMessage if !has_message(scope, regex.span) => None,
            RegexNode::AnyMessage => {
                ids.insert(id, expansion.message(scope, nodes, regex.span)?);
                continue;
            }
            RegexNode::AnyWord => {
                ids.insert(id, expansion.word(scope, nodes, regex.span)?);
                continue;
            }
            RegexNode::Concatenation(parts) => Some(ContentsNode::Concatenation(lowered(parts))),
            RegexNode::Alternatives(parts) => Some(ContentsNode::Alternatives(lowered(parts))),
            RegexNode::Star(part) => Some(ContentsNode::Star(ids[part])),
            RegexNode::Plus(part) => Some(ContentsNode::Plus(ids[part])),
        };
        complete &= node.is_some();
        ids.insert(id, nodes.push(node.unwrap_or(ContentsNode::Empty)));
    }
    complete.then_some(ids)
}

/// Checks the names of a part; returns `true` if all of them are known.
pub(super) fn check_names(scope: &mut Scope<'_, '_>, part: &ContentsPart) -> bool {
    let tree = scope.tree;
    let mut fine = true;
    for id in post_order(tree, part.regex) {
        let regex = &tree.regexes[id];
        fine &= match regex.node {
            RegexNode::Message(name) => scope.message(name, regex.span).is_some(),
            RegexNode::AnyMessage => has_message(scope, regex.span),
            _ => true,
        };
    }
    fine
}

/// Returns `true` if any message is declared, so that `?` has a meaning; otherwise reports that there is none.
fn has_message(scope: &mut Scope<'_, '_>, place: Span) -> bool {
    if !scope.messages.is_empty() {
        return true;
    }
    if !scope.lost.declarations {
        let none = codes::NO_MESSAGE
            .at(place, "`?` is any message, and there is none")
            .label("no message is declared")
            .help("declare one in `parameters`: `int m ;`");
        scope.sink.push(scope.with_parameters(none));
    }
    false
}
