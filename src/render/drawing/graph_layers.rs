//! Assignment of the parts of a graph to layers, and their order within the layers.
//!
//! Layers are side by side. Nodes are in odd layers, labels of edges in even ones, so that a label
//! is laid out as if it were a node. An edge runs from each layer to the next one; in a layer that it
//! passes without a label it has a bend. Edges that would close a cycle are reversed.

use std::collections::VecDeque;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::graph::{Graph, NodeId, NodeShape};
use kernel::base::{Id as _, IndexVec, typed_id};

typed_id! {
    /// A part of a graph in a layer.
    pub(super) struct ItemId;
}
typed_id! {
    /// An edge by its place in the list of edges.
    pub(super) struct EdgeId;
}

/// The kind of an item in a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LayerPart {
    /// A node.
    Node(NodeId),
    /// The label of an edge, which runs below it.
    Label(EdgeId),
    /// An edge that passes the layer.
    Bend,
}

/// An item in a layer.
#[derive(Clone, Debug)]
pub(super) struct LayerItem {
    /// The kind of the item.
    pub(super) part: LayerPart,
    /// The band that contains the item.
    pub(super) band: usize,
    /// The adjacent items in the layer before.
    pub(super) before: Vec<ItemId>,
    /// The adjacent items in the next layer.
    pub(super) after: Vec<ItemId>,
}

/// An edge as a sequence of items, from left to right.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// The edge.
    pub(super) edge: EdgeId,
    /// The items along the edge, its ends included.
    pub(super) items: Vec<ItemId>,
    /// Whether the edge ends at the first item.
    pub(super) backward: bool,
}

/// The layers of some bands of a graph.
#[derive(Debug, Default)]
pub(super) struct Layering {
    pub(super) items: IndexVec<ItemId, LayerItem>,
    /// The items of each layer in their order, band after band.
    pub(super) layers: Vec<Vec<ItemId>>,
    /// The edges except for self-loops.
    pub(super) chains: Vec<Chain>,
}

/// Number of sweeps that order the layers.
const SWEEPS: usize = 16;
/// Maximum number of items of graphs in which neighbours are swapped.
const SMALL: usize = 4_000;

/// Returns the layers of the nodes for which `band` is not `None`.
///
/// # Complexity
/// Linear in the number of edges times the number of layers, but for logarithms.
pub(super) fn layers(graph: &Graph, band: &IndexVec<NodeId, Option<usize>>) -> Layering {
    let nodes: Vec<NodeId> = band.enumerate().filter(|(_, b)| b.is_some()).map(|b| b.0).collect();
    let edges: Vec<(EdgeId, NodeId, NodeId)> = graph
        .edges
        .iter()
        .enumerate()
        .filter(|(_, edge)| edge.from != edge.to && band[edge.from].is_some())
        .map(|(index, edge)| (EdgeId::from_index(index), edge.from, edge.to))
        .collect();
    let starts = starts(graph, &nodes);
    let order = order(graph, &nodes, &edges, &starts);
    let layer = layer_of(graph, &nodes, &edges, &order, &starts);
    let mut built = Layering::default();
    let layers = nodes.iter().map(|&node| layer[node] + 1).max().unwrap_or(0);
    built.layers = vec![Vec::new(); layers];
    let mut item_of: IndexVec<NodeId, Option<ItemId>> = IndexVec::filled(None, graph.nodes.len());
    let mut by_order = nodes;
    by_order.sort_by_key(|&node| order[node]);
    for &node in &by_order {
        let own = band[node].expect("only nodes with a band are asked for");
        item_of[node] = Some(built.item(LayerPart::Node(node), own, layer[node]));
    }
    for (edge, from, to) in edges {
        let backward = order[to] < order[from];
        let (left, right) = if backward { (to, from) } else { (from, to) };
        let ends = [left, right].map(|node| item_of[node].expect("the ends of an edge stand here"));
        let (first, last) = (layer[left], layer[right]);
        // The even layer nearest to the middle.
        let middle = first.midpoint(last);
        let middle = if middle % 2 == 0 { middle } else { middle + 1 };
        let labelled = !graph.edges[edge.index()].label.is_empty();
        let own = band[from].expect("the ends of an edge stand here");
        let mut items = vec![ends[0]];
        for at in first + 1..last {
            let part =
                if labelled && at == middle { LayerPart::Label(edge) } else { LayerPart::Bend };
            items.push(built.item(part, own, at));
        }
        items.push(ends[1]);
        for pair in items.windows(2) {
            built.items[pair[0]].after.push(pair[1]);
            built.items[pair[1]].before.push(pair[0]);
        }
        built.chains.push(Chain { edge, items, backward });
    }
    built.arrange();
    built
}

/// Returns for each node `true` if it is a point from which a single arrow leads to an initial state.
fn starts(graph: &Graph, nodes: &[NodeId]) -> IndexVec<NodeId, bool> {
    let mut ends = IndexVec::filled((0, 0), graph.nodes.len());
    for edge in &graph.edges {
        ends[edge.from].0 += 1;
        ends[edge.to].1 += 1;
    }
    let mut starts = IndexVec::filled(false, graph.nodes.len());
    for &node in nodes {
        starts[node] = graph.nodes[node].shape == NodeShape::Point && ends[node] == (1, 0);
    }
    starts
}

/// Returns the rank of each node in an order that as many edges as possible follow: all edges between
/// different strong components do, and within one the nodes nearest to a start come first.
fn order(
    graph: &Graph,
    nodes: &[NodeId],
    edges: &[(EdgeId, NodeId, NodeId)],
    starts: &IndexVec<NodeId, bool>,
) -> IndexVec<NodeId, usize> {
    let mut leaving: IndexVec<NodeId, Vec<NodeId>> =
        IndexVec::filled(Vec::new(), graph.nodes.len());
    let mut entered = IndexVec::filled(false, graph.nodes.len());
    let mut whole: DiGraph<(), ()> = DiGraph::new();
    for _ in graph.nodes.ids() {
        whole.add_node(());
    }
    for &(_, from, to) in edges {
        leaving[from].push(to);
        entered[to] = true;
        whole.add_edge(NodeIndex::new(from.index()), NodeIndex::new(to.index()), ());
    }
    let mut component = IndexVec::filled(0, graph.nodes.len());
    for (number, members) in kosaraju_scc(&whole).into_iter().rev().enumerate() {
        for member in members {
            component[NodeId::from_index(member.index())] = number;
        }
    }
    let mut found = Vec::new();
    let mut seen = IndexVec::filled(false, graph.nodes.len());
    let first = nodes.iter().filter(|&&node| starts[node]);
    let then = nodes.iter().filter(|&&node| !starts[node] && !entered[node]);
    let phases: [Vec<NodeId>; 2] = [first.chain(then).copied().collect(), nodes.to_vec()];
    for roots in phases {
        let mut queue = VecDeque::new();
        for root in roots {
            // In the last phase each root is visited separately.
            if !std::mem::replace(&mut seen[root], true) {
                queue.push_back(root);
            }
        }
        while let Some(node) = queue.pop_front() {
            found.push(node);
            for &next in &leaving[node] {
                if !std::mem::replace(&mut seen[next], true) {
                    queue.push_back(next);
                }
            }
        }
    }
    // The sort is stable, so that nodes of one component keep the order of discovery.
    found.sort_by_key(|&node| component[node]);
    let mut place = IndexVec::filled(0, graph.nodes.len());
    for (index, node) in found.into_iter().enumerate() {
        place[node] = index;
    }
    place
}

/// Returns the layer of each node: as far to the left as its edges allow.
fn layer_of(
    graph: &Graph,
    nodes: &[NodeId],
    edges: &[(EdgeId, NodeId, NodeId)],
    order: &IndexVec<NodeId, usize>,
    starts: &IndexVec<NodeId, bool>,
) -> IndexVec<NodeId, usize> {
    let mut layer = IndexVec::filled(1, graph.nodes.len());
    let mut sorted: Vec<(NodeId, NodeId)> = edges
        .iter()
        .filter(|edge| !starts[edge.1])
        .map(|&(_, from, to)| if order[to] < order[from] { (to, from) } else { (from, to) })
        .collect();
    sorted.sort_by_key(|&(left, _)| order[left]);
    for &(left, right) in &sorted {
        layer[right] = layer[right].max(layer[left] + 2);
    }
    // Nodes without incoming edges move next to their targets.
    let mut entered = IndexVec::filled(false, graph.nodes.len());
    for &(_, right) in &sorted {
        entered[right] = true;
    }
    for &node in nodes {
        if !entered[node] {
            let leaving = sorted.iter().filter(|edge| edge.0 == node);
            let next = leaving.map(|edge| layer[edge.1]).min();
            layer[node] = next.map_or(layer[node], |next| next - 2);
        }
    }
    for &(_, from, to) in edges {
        if starts[from] {
            layer[from] = layer[to] - 1;
        }
    }
    layer
}

impl Layering {
    fn item(&mut self, part: LayerPart, band: usize, layer: usize) -> ItemId {
        let item = LayerItem { part, band, before: Vec::new(), after: Vec::new() };
        let id = self.items.push(item);
        self.layers[layer].push(id);
        id
    }

    /// Orders the items of each layer with few crossings, band after band.
    fn arrange(&mut self) {
        for layer in &mut self.layers {
            layer.sort_by_key(|&item| self.items[item].band);
        }
        let mut best = self.layers.clone();
        let mut fewest = self.crossings();
        for sweep in 0..SWEEPS {
            if fewest == 0 {
                break;
            }
            self.sweep(sweep % 2 == 0);
            if self.items.len() <= SMALL {
                self.swap_neighbours();
            }
            let crossings = self.crossings();
            if crossings < fewest {
                fewest = crossings;
                best.clone_from(&self.layers);
            }
        }
        self.layers = best;
    }

    /// Returns the place of each item in its layer.
    fn places(&self) -> IndexVec<ItemId, usize> {
        let mut places = IndexVec::filled(0, self.items.len());
        for layer in &self.layers {
            for (place, &item) in layer.iter().enumerate() {
                places[item] = place;
            }
        }
        places
    }

    /// Sorts each layer by the mean positions of the adjacent items in the layer before, or in
    /// the one after.
    fn sweep(&mut self, rightward: bool) {
        let mut places = self.places();
        let count = self.layers.len();
        for step in 0..count {
            let at = if rightward { step } else { count - 1 - step };
            let mut keyed: Vec<(usize, usize, usize, ItemId)> = Vec::new();
            for (place, &item) in self.layers[at].iter().enumerate() {
                let LayerItem { band, before, after, .. } = &self.items[item];
                let joined = if rightward { before } else { after };
                // In sixteenths of a position: whole numbers have a total order.
                let sum: usize = joined.iter().map(|&other| 16 * places[other]).sum();
                let mean = sum.checked_div(joined.len()).unwrap_or(16 * place);
                keyed.push((*band, mean, place, item));
            }
            keyed.sort_unstable();
            for (place, &(_, _, _, item)) in keyed.iter().enumerate() {
                places[item] = place;
            }
            self.layers[at] = keyed.into_iter().map(|(_, _, _, item)| item).collect();
        }
    }

    /// Swaps neighbours in a layer as long as that reduces the number of crossings.
    fn swap_neighbours(&mut self) {
        let mut places = self.places();
        for _ in 0..4 {
            let mut swapped = false;
            for at in 0..self.layers.len() {
                for place in 1..self.layers[at].len() {
                    let (one, other) = (self.layers[at][place - 1], self.layers[at][place]);
                    if self.items[one].band == self.items[other].band
                        && self.crossings_of(&places, other, one)
                            < self.crossings_of(&places, one, other)
                    {
                        self.layers[at].swap(place - 1, place);
                        places[other] = place - 1;
                        places[one] = place;
                        swapped = true;
                    }
                }
            }
            if !swapped {
                break;
            }
        }
    }

    /// Returns the number of crossings between lines of `one` and lines of `other` if `one` is first.
    fn crossings_of(&self, places: &IndexVec<ItemId, usize>, one: ItemId, other: ItemId) -> usize {
        let crossed = |ones: &[ItemId], others: &[ItemId]| {
            let lines = ones.iter().flat_map(|&a| others.iter().map(move |&b| (a, b)));
            lines.filter(|&(a, b)| places[b] < places[a]).count()
        };
        let (one, other) = (&self.items[one], &self.items[other]);
        crossed(&one.before, &other.before) + crossed(&one.after, &other.after)
    }

    /// Returns the number of crossings between neighbouring layers.
    fn crossings(&self) -> usize {
        let places = self.places();
        let mut total = 0;
        for at in 1..self.layers.len() {
            let mut lines: Vec<(usize, usize)> = self.layers[at - 1]
                .iter()
                .flat_map(|&item| self.items[item].after.iter().map(move |&next| (item, next)))
                .map(|(from, to)| (places[from], places[to]))
                .collect();
            lines.sort_unstable();
            total += inversions(lines.into_iter().map(|(_, to)| to), self.layers[at].len());
        }
        total
    }
}

/// Returns how many pairs of `numbers`, all below `bound`, are in falling order.
fn inversions(numbers: impl Iterator<Item = usize>, bound: usize) -> usize {
    // Sums over prefixes, in a tree.
    let mut tree = vec![0usize; bound + 1];
    let mut total = 0;
    for (seen, number) in numbers.enumerate() {
        let mut at = number + 1;
        let mut no_greater = 0;
        while at > 0 {
            no_greater += tree[at];
            at &= at - 1;
        }
        total += seen - no_greater;
        let mut at = number + 1;
        while at <= bound {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    total
}
