//! Branching bisimilarity of numbered states with hidden steps.

use std::collections::BTreeSet;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// Returns the class of each state by branching bisimilarity: the coarsest equivalence in which each step of a state by a
/// label, or hidden to another class, can be done by each equivalent state after hidden steps within the class. Steps without
/// a label are hidden. It does not matter whether a state can take hidden steps for ever.
///
/// States on a cycle of hidden steps are equivalent, so they are one state first. Then classes are split, again and again, by
/// what their states can do.
///
/// # Complexity
/// At most `n` rounds for `n` states with `m` steps, each of `O(m s)`, where `s` is the greatest number of different steps of
/// a class.
pub fn branching_bisimilarity<L: Copy + Ord + std::hash::Hash>(
    steps: &[Vec<(Option<L>, usize)>],
) -> Vec<usize> {
    let mut hidden = DiGraph::<(), ()>::with_capacity(steps.len(), steps.len());
    for _ in steps {
        hidden.add_node(());
    }
    for (source, leaving) in steps.iter().enumerate() {
        for &(_, target) in leaving.iter().filter(|step| step.0.is_none()) {
            hidden.add_edge(NodeIndex::new(source), NodeIndex::new(target), ());
        }
    }
    // Components come after those that they lead to.
    let components = kosaraju_scc(&hidden);
    let mut of = vec![0; steps.len()];
    for (number, members) in components.iter().enumerate() {
        for member in members {
            of[member.index()] = number;
        }
    }
    let leaving = |members: &Vec<NodeIndex>, own: usize| -> BTreeSet<(Option<L>, usize)> {
        let all = members.iter().flat_map(|member| &steps[member.index()]);
        let moved = all.map(|&(label, target)| (label, of[target]));
        moved.filter(|&(label, target)| label.is_some() || target != own).collect()
    };
    let merged: Vec<BTreeSet<(Option<L>, usize)>> =
        components.iter().enumerate().map(|(own, members)| leaving(members, own)).collect();
    let mut classes = vec![0; merged.len()];
    let mut count = usize::from(!merged.is_empty());
    loop {
        let mut able: Vec<BTreeSet<(Option<L>, usize)>> = Vec::with_capacity(merged.len());
        let mut known: FxHashMap<(usize, BTreeSet<(Option<L>, usize)>), usize> =
            FxHashMap::default();
        let mut next = Vec::with_capacity(merged.len());
        for (own, leaving) in merged.iter().enumerate() {
            let mut can = BTreeSet::new();
            for &(label, target) in leaving {
                if label.is_none() && classes[target] == classes[own] {
                    // The target is numbered before.
                    can.extend(able[target].iter().copied());
                } else {
                    can.insert((label, classes[target]));
                }
            }
            let number = known.len();
            next.push(*known.entry((classes[own], can.clone())).or_insert(number));
            able.push(can);
        }
        let is_stable = known.len() == count;
        (classes, count) = (next, known.len());
        if is_stable {
            return of.into_iter().map(|component| classes[component]).collect();
        }
    }
}
