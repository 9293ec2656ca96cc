//! Contents expressions: names, the number of separators, and what abbreviations stand for.

use rustc_hash::FxHashMap;

use super::by_channel;
use super::expansion::{Expansion, Nodes};
use super::scope::Scope;
use crate::scm::ast::{ContentsPart, RegexId, RegexNode, Tree};
use crate::scm::mistake::Mistake;
use kernel::diagnostics::Diagnostic;
use kernel::source::Span;
use model::cfsm::{ContentsExpression, ContentsNode, ContentsNodeId};

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

/// Returns the expression, or nothing where something is wrong with it, which is reported.
pub(super) fn lower(
    scope: &mut Scope<'_, '_>,
    parts: &[ContentsPart],
    expansion: &mut Expansion,
) -> Option<ContentsExpression> {
    match *parts {
        [] => None,
        [ContentsPart { channel: None, regex: root, .. }] => {
            let order = post_order(scope.tree, root);
            let separators = separators(scope, root, &order);
            let mut nodes = Nodes::new();
            let written = write(scope, &order, &mut nodes, expansion);
            separators.and(written).map(|_| ContentsExpression::from_nodes(nodes))
        }
        _ => by_channel::lower(scope, parts, expansion),
    }
}

/// Writes plain nodes for those in `order`, children before parents.
///
/// Returns which became which, or nothing where something is wrong, which is reported.
pub(super) fn write(
    scope: &mut Scope<'_, '_>,
    order: &[RegexId],
    nodes: &mut Nodes,
    expansion: &mut Expansion,
) -> Option<FxHashMap<RegexId, ContentsNodeId>> {
    let tree = scope.tree;
    let mut ids: FxHashMap<RegexId, ContentsNodeId> = FxHashMap::default();
    let mut complete = true;
    for &id in order {
        let lowered = |parts: &[RegexId]| parts.iter().map(|part| ids[part]).collect();
        let regex = &tree.regexes[id];
        let node = match &regex.node {
            RegexNode::Empty => ContentsNode::Empty,
            RegexNode::Separator => ContentsNode::Separator,
            RegexNode::Message(name) => match scope.message(name, regex.span) {
                Some(message) => ContentsNode::Message(message),
                None => {
                    complete = false;
                    ContentsNode::Empty
                }
            },
            RegexNode::AnyMessage if !has_message(scope, regex.span) => {
                complete = false;
                ContentsNode::Empty
            }
            RegexNode::AnyMessage => {
                ids.insert(id, expansion.message(scope, nodes, regex.span)?);
                continue;
            }
            RegexNode::AnyWord => {
                ids.insert(id, expansion.word(scope, nodes, regex.span)?);
                continue;
            }
            RegexNode::Concatenation(parts) => ContentsNode::Concatenation(lowered(parts)),
            RegexNode::Alternatives(parts) => ContentsNode::Alternatives(lowered(parts)),
            RegexNode::Star(part) => ContentsNode::Star(ids[part]),
            RegexNode::Plus(part) => ContentsNode::Plus(ids[part]),
        };
        let lowered = nodes.push(node);
        ids.insert(id, lowered);
    }
    complete.then_some(ids)
}

/// Checks the names of a part only; tells whether all of them are known.
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

/// Tells whether there is a message that `?` could be, or reports that there is none.
fn has_message(scope: &mut Scope<'_, '_>, place: Span) -> bool {
    if !scope.messages.is_empty() {
        return true;
    }
    if !scope.lost.declarations && !scope.lost.sections {
        let diagnostic = Diagnostic::new(
            Mistake::NoMessage.code(),
            place,
            "`?` is any message, and there is none",
        )
        .label("no message is declared")
        .help("declare one in `parameters`: `int m ;`");
        let diagnostic = match scope.parameters {
            Some(parameters) => diagnostic.also(parameters, "messages are declared here"),
            None => diagnostic,
        };
        scope.sink.push(diagnostic);
    }
    false
}

/// Checks the separators: none below a repetition, equally many in alternatives, and one fewer
/// than there are channels in all. Returns their number where all is well.
fn separators(scope: &mut Scope<'_, '_>, root: RegexId, order: &[RegexId]) -> Option<usize> {
    let tree = scope.tree;
    let mut counts: FxHashMap<RegexId, usize> = FxHashMap::default();
    let mut fine = true;
    for &id in order {
        let regex = &tree.regexes[id];
        let count = match &regex.node {
            RegexNode::Empty
            | RegexNode::Message(_)
            | RegexNode::AnyMessage
            | RegexNode::AnyWord => 0,
            RegexNode::Separator => 1,
            RegexNode::Concatenation(parts) => parts.iter().map(|part| counts[part]).sum(),
            RegexNode::Alternatives(parts) => {
                let first = parts[0];
                for &part in &parts[1..] {
                    if counts[&part] != counts[&first] && fine {
                        fine = false;
                        scope.sink.push(
                            Diagnostic::new(
                                Mistake::SeparatorMismatch.code(),
                                tree.regexes[part].span,
                                "alternatives have different numbers of `#`",
                            )
                            .label(format!("{} here", signs(counts[&part])))
                            .also(
                                tree.regexes[first].span,
                                format!("{} here", signs(counts[&first])),
                            ),
                        );
                    }
                }
                counts[&first]
            }
            RegexNode::Star(part) | RegexNode::Plus(part) => {
                if counts[part] > 0 && fine {
                    fine = false;
                    scope.sink.push(
                        Diagnostic::new(
                            Mistake::SeparatorRepeated.code(),
                            regex.span,
                            "`#` is repeated",
                        )
                        .label("nothing that contains `#` can be repeated"),
                    );
                }
                counts[part]
            }
        };
        counts.insert(id, count);
    }
    let channels = scope.channels.as_ref()?;
    let (expected, place) = (channels.ids.len() - 1, channels.place);
    if fine && counts[&root] != expected {
        fine = false;
        scope.sink.push(
            Diagnostic::new(
                Mistake::SeparatorCount.code(),
                tree.regexes[root].span,
                format!("the contents have {}, expected {expected}", signs(counts[&root])),
            )
            .label("one `#` between each two channels")
            .also(
                place,
                match expected {
                    0 => "1 channel".to_owned(),
                    _ => format!("{} channels", expected + 1),
                },
            )
            .help("to speak of some channels only, name them: `0 = a.b`"),
        );
    }
    fine.then_some(expected)
}

fn signs(count: usize) -> String {
    format!("{count} `#`")
}
