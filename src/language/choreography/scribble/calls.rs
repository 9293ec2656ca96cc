//! Recursions that would make roles, or parts that happen at the same time, without end.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashSet;

use super::syntax::{Node, Protocol};
use crate::choreography::codes;
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// Reports the uses of protocols that the protocol `main` needs, that make new roles or stand in a parallel part, and
/// that lead to themselves again. Returns what makes new roles without end.
///
/// # Complexity
/// Linear in the protocols.
pub(super) fn refuse_endless(
    protocols: &[Protocol<'_>],
    main: usize,
    sink: &mut Sink,
) -> Option<String> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    for _ in protocols {
        graph.add_node(());
    }
    let mut uses: Vec<(usize, usize, Span)> = Vec::new();
    let (mut open, mut seen) = (vec![main], FxHashSet::from_iter([main]));
    while let Some(caller) = open.pop() {
        for (node, place) in &protocols[caller].nodes {
            let &Node::Do { protocol: callee, is_parallel, .. } = node else { continue };
            graph.add_edge(NodeIndex::new(caller), NodeIndex::new(callee), ());
            if is_parallel || protocols[callee].new_roles > 0 {
                uses.push((caller, callee, *place));
            }
            if seen.insert(callee) {
                open.push(callee);
            }
        }
    }
    let mut group = vec![0; protocols.len()];
    for (number, members) in kosaraju_scc(&graph).into_iter().enumerate() {
        for member in members {
            group[member.index()] = number;
        }
    }
    let mut endless = None;
    for (_, callee, place) in uses.into_iter().filter(|one| group[one.0] == group[one.1]) {
        let name = protocols[callee].name;
        let (what, each, help) = if protocols[callee].new_roles > 0 {
            let help =
                "participants are finitely many: write out as many calls as are to be checked";
            ("with new roles", "each call of this protocol makes new roles", help)
        } else {
            let help = "let the protocol go on behind the parallel parts, not in one of them";
            ("in a parallel part", "each use leads to another one", help)
        };
        let message = format!("`{}` is called again and again {what}", name.text);
        let code = if protocols[callee].new_roles > 0 {
            endless.get_or_insert_with(|| message.clone());
            codes::ENDLESS_ROLES
        } else {
            codes::UNSUPPORTED
        };
        sink.push(code.at(place, message).also(name.span, each).help(help));
    }
    endless
}
