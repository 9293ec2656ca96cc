//! Contents expressions: the number of separators.

use super::by_channel;
use super::contents_nodes::{post_order, separator_counts, write};
use super::expansion::{ContentsExpansion, Nodes};
use super::scope::Scope;
use crate::scm::ast::{ContentsPart, RegexId, RegexNode};
use crate::scm::codes;
use kernel::diagnostics::Remedy;
use model::cfsm::ContentsExpression;

/// Returns the expression; `None` after an error, which is reported.
pub(super) fn lower(
    scope: &mut Scope<'_, '_>,
    parts: &[ContentsPart],
    expansion: &mut ContentsExpansion,
) -> Option<ContentsExpression> {
    match *parts {
        [] => None,
        [ContentsPart { channel: None, regex: root, .. }] => {
            let order = post_order(scope.tree, root);
            let separators = check_separators(scope, root, &order);
            let mut nodes = Nodes::new();
            let written = write(scope, &order, &mut nodes, expansion);
            separators.and(written).map(|_| ContentsExpression::from_nodes(nodes))
        }
        _ => by_channel::lower(scope, parts, expansion),
    }
}

/// The page about the language of contents.
pub(super) const CONTENTS: Remedy = Remedy::Page("contents");

/// Checks the separators: none below a repetition, equally many in alternatives, and one fewer
/// than there are channels in all. Returns `None` after an error, which is reported.
fn check_separators(scope: &mut Scope<'_, '_>, root: RegexId, order: &[RegexId]) -> Option<()> {
    let tree = scope.tree;
    let counts = separator_counts(tree, order);
    let wrong = order.iter().find_map(|&id| match &tree.regexes[id].node {
        RegexNode::Alternatives(parts) => {
            let (first, place) = (counts[&parts[0]], tree.regexes[parts[0]].span);
            let &other = parts.iter().find(|part| counts[part] != first)?;
            let message = "alternatives have different numbers of `#`";
            let mismatch = codes::SEPARATOR_MISMATCH.at(tree.regexes[other].span, message);
            let label = format!("{} here", signs(counts[&other]));
            Some(mismatch.label(label).also(place, format!("{} here", signs(first))))
        }
        RegexNode::Star(part) | RegexNode::Plus(part) if counts[part] > 0 => {
            let label = "nothing that contains `#` can be repeated";
            let place = tree.regexes[id].span;
            Some(codes::SEPARATOR_REPEATED.at(place, "`#` is repeated").label(label))
        }
        _ => None,
    });
    if let Some(diagnostic) = wrong {
        scope.sink.push(diagnostic.remedy(CONTENTS));
        return None;
    }
    let channels = scope.channels.as_ref()?;
    let expected = channels.ids.len() - 1;
    if counts[&root] == expected {
        return Some(());
    }
    let message = format!("the contents have {}, expected {expected}", signs(counts[&root]));
    let all = match channels.ids.len() {
        1 => "1 channel".to_owned(),
        several => format!("{several} channels"),
    };
    let wrong = codes::SEPARATOR_COUNT
        .at(tree.regexes[root].span, message)
        .label("one `#` between each two channels");
    let help = "to speak of some channels only, name them: `0 = a.b`";
    scope.sink.push(wrong.also(channels.place, all).help(help).remedy(CONTENTS));
    None
}

fn signs(count: usize) -> String {
    format!("{count} `#`")
}
