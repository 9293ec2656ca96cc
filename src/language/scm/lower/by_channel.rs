//! Contents that are given channel by channel: `0 = a.b, 2 = _`.

use rustc_hash::FxHashMap;

use super::contents_nodes::{check_names, post_order, separators, write};
use super::expansion::{ContentsExpansion, Nodes};
use super::scope::Scope;
use crate::scm::ast::{ContentsPart, Number, RegexId, RegexNode};
use crate::scm::codes;
use kernel::source::Span;
use model::cfsm::{ContentsExpression, ContentsNode, ContentsNodeId};

/// Returns the expression for all channels, where those that are not named may hold any contents; `None`
/// after an error, which is reported.
pub(super) fn lower(
    scope: &mut Scope<'_, '_>,
    parts: &[ContentsPart],
    expansion: &mut ContentsExpansion,
) -> Option<ContentsExpression> {
    let named = named(scope, parts)?;
    let channels = scope.channels.as_ref()?.ids.len();
    let whole = parts[0].span.to(parts[parts.len() - 1].span);
    let mut nodes = Nodes::new();
    let mut row = Vec::new();
    for channel in 0..channels {
        if channel > 0 {
            row.push(nodes.push(ContentsNode::Separator));
        }
        match named.get(&channel) {
            None => row.push(expansion.word(scope, &mut nodes, whole)?),
            Some(&(_, regex)) => row.extend(one(scope, regex, &mut nodes, expansion)?),
        }
    }
    if row.len() > 1 {
        nodes.push(ContentsNode::Concatenation(row));
    }
    Some(ContentsExpression::from_nodes(nodes))
}

/// Writes the contents of one channel; returns the nodes of their concatenation.
fn one(
    scope: &mut Scope<'_, '_>,
    root: RegexId,
    nodes: &mut Nodes,
    expansion: &mut ContentsExpansion,
) -> Option<Vec<ContentsNodeId>> {
    let mut order = post_order(scope.tree, root);
    let tree = scope.tree;
    let parts = match &tree.regexes[root].node {
        // The parts become parts of the concatenation of all channels.
        RegexNode::Concatenation(parts) => {
            order.pop();
            parts.as_slice()
        }
        _ => &[root],
    };
    let written = write(scope, &order, nodes, expansion)?;
    Some(parts.iter().map(|part| written[part]).collect())
}

/// Returns the contents by channel; `None` after an error.
fn named(
    scope: &mut Scope<'_, '_>,
    parts: &[ContentsPart],
) -> Option<FxHashMap<usize, (Span, RegexId)>> {
    let mut named: FxHashMap<usize, (Span, RegexId)> = FxHashMap::default();
    let mut fine = is_uniform(scope, parts);
    for part in parts {
        fine &= check_names(scope, part);
        let Some(number) = part.channel else { continue };
        fine &= is_single(scope, part, number);
        let channel = number.value.and_then(|value| usize::try_from(value).ok());
        let Some(channel) = scope.channel(number).and(channel) else {
            fine = false;
            continue;
        };
        if let Some(&(first, _)) = named.get(&channel) {
            fine = false;
            let message = format!("the contents of channel {channel} are given twice");
            let twice = codes::CONTENTS_TWICE.at(number.span, message).label("again here");
            let help = format!("alternatives are written `{channel} = a|b`");
            scope.sink.push(twice.also(first, "first here").help(help));
        } else {
            named.insert(channel, (number.span, part.regex));
        }
    }
    fine.then_some(named)
}

/// Returns `true` if each part names a channel, or reports the first that does not.
fn is_uniform(scope: &mut Scope<'_, '_>, parts: &[ContentsPart]) -> bool {
    let Some(unnamed) = parts.iter().find(|part| part.channel.is_none()) else { return true };
    let mut diagnostic = codes::CONTENTS_WITHOUT_CHANNEL
        .at(unnamed.span, "these contents name no channel")
        .label("of which channel?")
        .help("write `0 = a, 1 = b`, or all channels in their order: `a.#.b`");
    if let Some(number) = parts.iter().find_map(|part| part.channel) {
        diagnostic = diagnostic.also(number.span, "channels are named here");
    }
    scope.sink.push(diagnostic);
    false
}

/// Returns `true` if a part describes one channel only, or reports its first separator.
fn is_single(scope: &mut Scope<'_, '_>, part: &ContentsPart, number: Number) -> bool {
    let Some(separator) = separators(scope.tree, part.regex).next() else { return true };
    let channel = scope.source.slice(number.span);
    let diagnostic = codes::SEPARATOR_IN_PART
        .at(separator, "`#` stands in the contents of one channel")
        .label("another channel would begin here")
        .also(number.span, format!("only channel {channel} is described here"));
    let help = "write a comma and the number of the other channel: `0 = a, 1 = b`";
    scope.sink.push(diagnostic.help(help));
    false
}
