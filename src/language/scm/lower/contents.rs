//! Contents expressions: the number of separators.

use rustc_hash::FxHashMap;

use super::by_channel;
use super::contents_nodes::{post_order, write};
use super::expansion::{Expansion, Nodes};
use super::scope::Scope;
use crate::scm::ast::{ContentsPart, RegexId, RegexNode};
use crate::scm::codes;
use model::cfsm::ContentsExpression;

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
                            codes::SEPARATOR_MISMATCH
                                .at(
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
                        codes::SEPARATOR_REPEATED
                            .at(regex.span, "`#` is repeated")
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
            codes::SEPARATOR_COUNT
                .at(
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
