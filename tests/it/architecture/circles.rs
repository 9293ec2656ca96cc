//! Circles of files that import each other.

use std::collections::BTreeSet;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::is_in;
use super::resolve::{Universe, root};

/// Returns which file of a crate uses items of which other, outside tests.
///
/// A re-export leads to the file that defines the item, so a `mod.rs` that only declares and re-exports its children
/// uses nothing and is used by nobody. What a file uses of the modules around it is left out: that a child builds on
/// the types of its parent, and the parent calls its children, is how modules are made.
pub(super) fn dependencies<'a>(universe: &'a Universe, of: &str) -> BTreeSet<(&'a str, &'a str)> {
    let mut found = BTreeSet::new();
    for file in universe.files.iter().filter(|file| root(&file.module) == of) {
        for used in universe.uses(file) {
            let target = universe.file(&used.target);
            let target = target.filter(|target| {
                root(&target.module) == of && !is_in(&file.module, &[&target.module])
            });
            if let Some(target) = target.filter(|_| used.is_dependency && !used.is_test) {
                found.insert((file.name.as_str(), target.name.as_str()));
            }
        }
    }
    found
}

/// Returns the largest sets of files that depend on each other, each in order.
pub(super) fn circles<'a>(dependencies: &BTreeSet<(&'a str, &'a str)>) -> BTreeSet<Vec<&'a str>> {
    let files: BTreeSet<&str> = dependencies.iter().flat_map(|(from, to)| [*from, *to]).collect();
    let files: Vec<&str> = files.into_iter().collect();
    let number = |file| u32::try_from(files.binary_search(file).unwrap()).unwrap();
    let arrows = dependencies.iter().map(|(from, to)| (number(from), number(to)));
    let graph = DiGraph::<(), ()>::from_edges(arrows);
    let circles = tarjan_scc(&graph).into_iter().filter(|circle| circle.len() > 1);
    let named = circles.map(|mut circle| {
        circle.sort_unstable();
        circle.into_iter().map(|file| files[file.index()]).collect()
    });
    named.collect()
}
