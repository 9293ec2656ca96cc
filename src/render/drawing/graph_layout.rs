//! Placement of the parts of a graph in its picture.
//!
//! Clusters are framed bands one below the other; bands that are joined by edges share their layers. Within a
//! layer the parts of a band keep their distance, and each is moved to the mean height of its
//! neighbours: the heights nearest to these preferred ones are computed exactly, layer by layer, a fixed number
//! of times. Lines are level within a layer, where they have separate places, and change
//! their height only between two layers, where there are no other parts. Hence no line touches a node or a
//! label that it does not belong to.

use super::graph::{ClusterId, Graph, Node, NodeId, NodeShape};
use super::graph_layers::{Chain, EdgeId, ItemId, LayerItem, LayerPart, Layering, layers};
use super::lettering::text_width;
use super::plane::{Point, Rectangle, count};
use kernel::base::{Id as _, IndexVec};

/// The height of a line of text.
pub(super) const LINE: f64 = 15.0;
/// The size of the font.
const FONT: f64 = 12.0;
/// Maximum width of a label in a circle.
const SHORT: f64 = 22.0;
/// Minimum height of a node.
const NODE: f64 = 32.0;
/// Minimum distance of two parts in a layer.
const APART: f64 = 9.0;
/// Minimum distance of two layers.
const GAP: f64 = 16.0;
/// The distance of a frame from its contents.
const PADDING: f64 = 12.0;
/// The distance of bands from each other and from the edge of the picture.
const MARGIN: f64 = 12.0;
/// Height of the first self-loop above its node.
const LOOP: f64 = 20.0;
/// Additional height of each further self-loop.
const NEXT_LOOP: f64 = 7.0;
/// Number of rounds that adapt heights to each other.
const ROUNDS: usize = 24;

/// A part of a line, from the end of the previous part.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stretch {
    /// Straight to a point.
    Straight(Point),
    /// Along a curve with two control points to a point.
    Curved(Point, Point, Point),
}

/// The direction in which an arrow head points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Down.
    Down,
}

/// An edge in a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct EdgeCourse {
    /// The edge, by its place in the list of edges.
    pub edge: usize,
    /// The start of the line.
    pub start: Point,
    /// The parts of the line; it may be drawn against the direction of the edge.
    pub stretches: Vec<Stretch>,
    /// The tip of the arrow.
    pub tip: Point,
    /// The direction of the arrow.
    pub heading: Heading,
    /// The area of the label, if there is one.
    pub label: Option<Rectangle>,
}

/// The frame of a cluster.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClusterFrame {
    /// The cluster.
    pub cluster: ClusterId,
    /// The border of the frame.
    pub border: Rectangle,
    /// The area of the title.
    pub title: Rectangle,
}

/// The placement of all parts of the picture of a graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GraphLayout {
    /// The width of the picture.
    pub width: f64,
    /// The height of the picture.
    pub height: f64,
    /// The outline of each node.
    pub nodes: IndexVec<NodeId, Rectangle>,
    /// The edges.
    pub courses: Vec<EdgeCourse>,
    /// The frames of the clusters.
    pub frames: Vec<ClusterFrame>,
}

/// Returns the placement of all parts of the picture of `graph`.
///
/// # Complexity
/// Linear in the number of edges times that of layers, but for logarithms.
pub fn graph_layout(graph: &Graph) -> GraphLayout {
    let mut picture = GraphLayout {
        height: MARGIN,
        nodes: IndexVec::filled(Rectangle::default(), graph.nodes.len()),
        ..GraphLayout::default()
    };
    let mut loops: IndexVec<NodeId, Vec<EdgeId>> = IndexVec::filled(Vec::new(), graph.nodes.len());
    for (index, edge) in graph.edges.iter().enumerate() {
        if edge.from == edge.to {
            loops[edge.from].push(EdgeId::from_index(index));
        }
    }
    for group in groups(graph) {
        BandGroup::new(graph, &loops, group).draw(&mut picture);
    }
    picture.width += if graph.nodes.is_empty() { 2.0 * MARGIN } else { MARGIN };
    picture.courses.sort_by_key(|course| course.edge);
    picture
}

/// Returns the width and the height of a label.
pub(super) fn extent(label: &str) -> (f64, f64) {
    let width = label.split('\n').map(|line| text_width(line, FONT)).fold(0.0, f64::max);
    (width, count(label.split('\n').count()) * LINE)
}

/// Returns the width and the height of a node, and the radius of its corners.
pub(super) fn outline(node: &Node) -> (f64, f64, f64) {
    if node.shape == NodeShape::Point {
        return (6.0, 6.0, 3.0);
    }
    let (width, height) = extent(&node.label);
    match node.shape {
        NodeShape::Box | NodeShape::Note => (width + 16.0, (height + 10.0).max(NODE - 6.0), 3.0),
        NodeShape::DoubleBox => (width + 22.0, (height + 16.0).max(NODE), 5.0),
        _ if height <= LINE => {
            let ring = if node.shape == NodeShape::DoubleCircle { 6.0 } else { 0.0 };
            let height = NODE + ring;
            let width = if width <= SHORT { height } else { width + 18.0 + ring };
            (width, height, height / 2.0)
        }
        NodeShape::DoubleCircle => (width + 26.0, height + 18.0, 16.0),
        _ => (width + 20.0, height + 12.0, 14.0),
    }
}

/// Returns how far the border of a node with rounded corners is from its side, at the distance `off`
/// from the middle of that side, whose half length is `half`.
fn inset(off: f64, half: f64, radius: f64) -> f64 {
    let into = (off.abs() - (half - radius)).clamp(0.0, radius);
    radius - (radius * radius - into * into).sqrt()
}

/// Returns the bands of a graph, grouped by edges between them: each is a cluster, or the nodes in none.
fn groups(graph: &Graph) -> Vec<Vec<Option<ClusterId>>> {
    let bands: Vec<Option<ClusterId>> =
        graph.clusters.ids().map(Some).chain(std::iter::once(None)).collect();
    let index = |cluster: Option<ClusterId>| cluster.map_or(bands.len() - 1, ClusterId::index);
    let mut leader: Vec<usize> = (0..bands.len()).collect();
    for edge in &graph.edges {
        let ends = [edge.from, edge.to].map(|end| leader[index(graph.nodes[end].cluster)]);
        let (least, greatest) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        if least != greatest {
            for one in &mut leader {
                if *one == greatest {
                    *one = least;
                }
            }
        }
    }
    let mut groups = vec![Vec::new(); bands.len()];
    for (&band, &leader) in bands.iter().zip(&leader) {
        groups[leader].push(band);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// The size of an item.
#[derive(Clone, Copy, Debug)]
struct ItemRoom {
    width: f64,
    above: f64,
    below: f64,
}

/// Bands that are laid out together.
struct BandGroup<'a> {
    graph: &'a Graph,
    loops: &'a IndexVec<NodeId, Vec<EdgeId>>,
    bands: Vec<Option<ClusterId>>,
    layers: Layering,
    rooms: IndexVec<ItemId, ItemRoom>,
    heights: IndexVec<ItemId, f64>,
    /// The left and the right side of each layer.
    sides: Vec<(f64, f64)>,
    /// The layer of each item.
    layer_of: IndexVec<ItemId, usize>,
}

impl<'a> BandGroup<'a> {
    fn new(
        graph: &'a Graph,
        loops: &'a IndexVec<NodeId, Vec<EdgeId>>,
        bands: Vec<Option<ClusterId>>,
    ) -> Self {
        let band: IndexVec<NodeId, Option<usize>> = graph
            .nodes
            .iter()
            .map(|node| bands.iter().position(|&band| band == node.cluster))
            .collect();
        let layers = layers(graph, &band);
        let rooms = layers.items.iter().map(|item| room(graph, loops, item)).collect();
        let heights = IndexVec::filled(0.0, layers.items.len());
        let mut layer_of = IndexVec::filled(0, layers.items.len());
        for (at, layer) in layers.layers.iter().enumerate() {
            for &item in layer {
                layer_of[item] = at;
            }
        }
        Self { graph, loops, bands, layers, rooms, heights, sides: Vec::new(), layer_of }
    }

    /// Draws the group below the existing picture.
    fn draw(mut self, picture: &mut GraphLayout) {
        self.place_heights();
        let joined = self.bands.len() > 1;
        let title = |band: &Option<ClusterId>| {
            band.map(|id| extent(&self.graph.clusters[id].label)).unwrap_or_default()
        };
        let titles: Vec<(f64, f64)> = self.bands.iter().map(title).collect();
        let widest = titles.iter().map(|&(width, _)| width).fold(0.0, f64::max);
        // Lines between bands would run through titles above them.
        let indent = if joined { widest + PADDING } else { 0.0 };
        let right = self.place_layers(MARGIN + PADDING + indent);
        let right = right.max(MARGIN + PADDING + widest);
        let mut top = picture.height;
        for (index, &(title_width, title_height)) in titles.iter().enumerate() {
            let items: Vec<ItemId> =
                self.layers.items.enumerate().filter(|i| i.1.band == index).map(|i| i.0).collect();
            let band = self.bands[index];
            if items.is_empty() && band.is_none() {
                continue;
            }
            let up = |&item: &ItemId| self.heights[item] - self.rooms[item].above;
            let down = |&item: &ItemId| self.heights[item] + self.rooms[item].below;
            let highest = items.iter().map(up).fold(f64::INFINITY, f64::min).min(1e12);
            let lowest = items.iter().map(down).fold(f64::NEG_INFINITY, f64::max);
            let mut height = if items.is_empty() { 0.0 } else { lowest - highest };
            let above = if joined || title_height == 0.0 { 0.0 } else { title_height + 4.0 };
            height = height.max(if joined { title_height } else { 0.0 });
            let shift = if items.is_empty() { 0.0 } else { top + PADDING + above - highest };
            for item in items {
                self.heights[item] += shift;
            }
            let full = height + above + 2.0 * PADDING;
            if let Some(cluster) = band {
                let border =
                    Rectangle { left: MARGIN, top, right: right + PADDING, bottom: top + full };
                let middle = if joined { (full - title_height) / 2.0 } else { PADDING };
                let title =
                    Rectangle::at(MARGIN + PADDING, top + middle, title_width, title_height);
                picture.frames.push(ClusterFrame { cluster, border, title });
            }
            top += full + MARGIN;
        }
        picture.height = top;
        picture.width = picture.width.max(right + PADDING);
        self.draw_nodes(picture);
        for (chain, [first, last]) in self.layers.chains.iter().zip(self.ports()) {
            picture.courses.push(self.course(chain, picture, first, last));
        }
    }

    /// Assigns each item its height; different bands are independent.
    fn place_heights(&mut self) {
        for layer in &self.layers.layers {
            let mut below = 0.0;
            for &item in layer {
                self.heights[item] = below + self.rooms[item].above;
                below = self.heights[item] + self.rooms[item].below + APART;
            }
        }
        let count = self.layers.layers.len();
        for round in 0..ROUNDS {
            let sides =
                if round + 6 < ROUNDS { [(true, false), (false, true)] } else { [(true, true); 2] };
            for (turn, (before, after)) in sides.into_iter().enumerate() {
                for step in 0..count {
                    let at = if turn == 0 { step } else { count - 1 - step };
                    self.adapt(at, before, after);
                }
            }
        }
    }

    /// Moves the items of a layer as near as possible to their neighbours.
    fn adapt(&mut self, at: usize, before: bool, after: bool) {
        let layer = &self.layers.layers[at];
        for run in layer.chunk_by(|&a, &b| self.layers.items[a].band == self.layers.items[b].band) {
            let mut offset = 0.0;
            let mut wishes = Vec::with_capacity(run.len());
            for (place, &item) in run.iter().enumerate() {
                if place > 0 {
                    let above = self.rooms[run[place - 1]].below;
                    offset += above + APART + self.rooms[item].above;
                }
                let (wish, weight) = self.wish(item, before, after);
                wishes.push((wish - offset, weight, offset));
            }
            let heights = nearest_rising(&wishes);
            for ((&item, height), wish) in run.iter().zip(heights).zip(&wishes) {
                self.heights[item] = height + wish.2;
            }
        }
    }

    /// Returns the preferred height of an item, and its weight.
    fn wish(&self, id: ItemId, before: bool, after: bool) -> (f64, f64) {
        let item = &self.layers.items[id];
        let (mut sum, mut weight) = (0.0, 0.0);
        let sides = [(before, &item.before), (after, &item.after)];
        for &other in sides.iter().filter(|side| side.0).flat_map(|side| side.1) {
            let joined = &self.layers.items[other];
            if joined.band != item.band {
                continue;
            }
            let is_node = |item: &LayerItem| matches!(item.part, LayerPart::Node(_));
            let own = match (is_node(item), is_node(joined)) {
                (true, true) => 1.0,
                (false, false) => 8.0,
                _ => 2.0,
            };
            sum += own * self.heights[other];
            weight += own;
        }
        if weight > 0.0 { (sum / weight, weight) } else { (self.heights[id], 0.1) }
    }

    /// Assigns each layer its position from `left` on; returns the right side of the last one.
    fn place_layers(&mut self, left: f64) -> f64 {
        let mut at = left;
        let mut right = left;
        for layer in &self.layers.layers {
            let width = layer.iter().map(|&item| self.rooms[item].width).fold(0.0, f64::max);
            self.sides.push((at, at + width));
            right = at + width;
            let mut rise: f64 = 0.0;
            for &item in layer {
                for &next in &self.layers.items[item].after {
                    rise = rise.max((self.heights[item] - self.heights[next]).abs());
                }
            }
            // Steep lines need room.
            if !layer.is_empty() {
                at = right + GAP + (0.2 * rise).min(50.0);
            }
        }
        right
    }

    fn draw_nodes(&self, picture: &mut GraphLayout) {
        for (id, item) in self.layers.items.enumerate() {
            let LayerPart::Node(node) = item.part else { continue };
            let (left, right) = self.sides[self.layer_of[id]];
            let (width, height, radius) = outline(&self.graph.nodes[node]);
            // The arrow to an initial state is short; a loop needs room on both sides.
            let is_point = self.graph.nodes[node].shape == NodeShape::Point;
            let middle = if is_point && self.loops[node].is_empty() {
                right - width / 2.0
            } else {
                left.midpoint(right)
            };
            let border = Rectangle::around(Point { x: middle, y: self.heights[id] }, width, height);
            picture.nodes[node] = border;
            let mut label_below =
                border.top - LOOP - NEXT_LOOP * count(self.loops[node].len()) + NEXT_LOOP;
            for (index, &edge) in self.loops[node].iter().enumerate() {
                let reach = LOOP + NEXT_LOOP * count(index);
                let off = (7.0 + 3.0 * count(index)).min(width / 2.0);
                let foot = border.top + inset(off, width / 2.0, radius);
                // A curve reaches three quarters of the way to its control points.
                let control = foot - (reach - 1.0 + foot - border.top) / 0.75;
                let label = &self.graph.edges[edge.index()].label;
                let (text_width, text_height) = extent(label);
                let text_height = if label.is_empty() { 0.0 } else { text_height };
                let center = Point { x: middle, y: label_below - text_height / 2.0 };
                let place = Rectangle::around(center, text_width, text_height);
                label_below -= text_height;
                picture.courses.push(EdgeCourse {
                    edge: edge.index(),
                    start: Point { x: middle - off, y: foot },
                    stretches: vec![Stretch::Curved(
                        Point { x: middle - off - 9.0, y: control },
                        Point { x: middle + off + 3.0, y: control },
                        Point { x: middle + off, y: foot - 6.0 },
                    )],
                    tip: Point { x: middle + off, y: foot },
                    heading: Heading::Down,
                    label: (!label.is_empty()).then_some(place),
                });
            }
        }
    }

    /// Returns the offsets of the start and the end of each chain from the middle of its first and last node.
    fn ports(&self) -> Vec<[f64; 2]> {
        let mut ports = vec![[0.0; 2]; self.layers.chains.len()];
        let mut at: IndexVec<ItemId, [Vec<(usize, ItemId)>; 2]> =
            IndexVec::filled([Vec::new(), Vec::new()], self.layers.items.len());
        for (index, chain) in self.layers.chains.iter().enumerate() {
            let items = &chain.items;
            at[items[0]][1].push((index, items[1]));
            at[items[items.len() - 1]][0].push((index, items[items.len() - 2]));
        }
        for (id, sides) in at.enumerate() {
            let LayerPart::Node(node) = self.layers.items[id].part else { continue };
            let half = outline(&self.graph.nodes[node]).1 / 2.0;
            for (side, chains) in sides.iter().enumerate() {
                let mut sorted = chains.clone();
                sorted.sort_by(|a, b| {
                    self.heights[a.1].total_cmp(&self.heights[b.1]).then(a.0.cmp(&b.0))
                });
                let between = (1.3 * half / (count(sorted.len()) - 1.0).max(1.0)).min(9.0);
                let mut off = -between * (count(sorted.len()) - 1.0) / 2.0;
                for (chain, _) in sorted {
                    ports[chain][1 - side] = off;
                    off += between;
                }
            }
        }
        ports
    }

    fn course(&self, chain: &Chain, picture: &GraphLayout, first: f64, last: f64) -> EdgeCourse {
        let end = |id: ItemId, off: f64, is_right_side: bool| {
            let LayerPart::Node(node) = self.layers.items[id].part else {
                unreachable!("a chain ends at nodes")
            };
            let border = picture.nodes[node];
            let into = inset(off, border.height() / 2.0, outline(&self.graph.nodes[node]).2);
            let x = if is_right_side { border.right - into } else { border.left + into };
            Point { x, y: self.heights[id] + off }
        };
        let items = &chain.items;
        let mut start = end(items[0], first, true);
        let mut stop = end(items[items.len() - 1], last, false);
        let ends = (start, stop);
        // The line ends within the arrow head.
        let (tip, heading) = if chain.backward {
            start.x += 6.0;
            (ends.0, Heading::Left)
        } else {
            stop.x -= 6.0;
            (ends.1, Heading::Right)
        };
        let mut stretches = Vec::new();
        let mut label = None;
        let mut height = start.y;
        for (index, pair) in items.windows(2).enumerate() {
            let (from, to) = (self.layer_of[pair[0]], self.layer_of[pair[1]]);
            let (leaves, enters) = (self.sides[from].1, self.sides[to].0);
            let is_last = index + 2 == items.len();
            let next = if is_last { stop.y } else { self.heights[pair[1]] };
            let from = leaves.max(start.x);
            let to = if is_last { enters.min(stop.x) } else { enters };
            let point = |x, y| Point { x, y };
            stretches.push(Stretch::Straight(point(from, height)));
            let middle = from.midpoint(to);
            stretches.push(Stretch::Curved(
                point(middle, height),
                point(middle, next),
                point(to, next),
            ));
            height = next;
            if let LayerPart::Label(edge) = self.layers.items[pair[1]].part {
                let (width, tall) = extent(&self.graph.edges[edge.index()].label);
                let (left, right) = self.sides[self.layer_of[pair[1]]];
                let center = point(left.midpoint(right), next - 3.0 - tall / 2.0);
                label = Some(Rectangle::around(center, width, tall));
            }
        }
        stretches.push(Stretch::Straight(stop));
        EdgeCourse { edge: chain.edge.index(), start, stretches, tip, heading, label }
    }
}

fn room(graph: &Graph, loops: &IndexVec<NodeId, Vec<EdgeId>>, item: &LayerItem) -> ItemRoom {
    match item.part {
        LayerPart::Bend => ItemRoom { width: 0.0, above: 3.0, below: 3.0 },
        LayerPart::Label(edge) => {
            let (width, height) = extent(&graph.edges[edge.index()].label);
            ItemRoom { width: width + 6.0, above: height + 4.0, below: 3.0 }
        }
        LayerPart::Node(node) => {
            let (width, height, _) = outline(&graph.nodes[node]);
            let mut room = ItemRoom { width, above: height / 2.0, below: height / 2.0 };
            if !loops[node].is_empty() {
                room.above += LOOP + NEXT_LOOP * (count(loops[node].len()) - 1.0);
                room.width = room.width.max(2.0 * (16.0 + 3.0 * count(loops[node].len())));
            }
            for &edge in &loops[node] {
                let label = &graph.edges[edge.index()].label;
                let (width, height) = extent(label);
                if !label.is_empty() {
                    room.width = room.width.max(width + 4.0);
                    room.above += height;
                }
            }
            if graph.nodes[node].shape == NodeShape::Point {
                room.width += 4.0;
            }
            room
        }
    }
}

/// Returns the nondecreasing numbers nearest to the `wishes`, in the sense of weighted least squares.
///
/// Neighbouring wishes that decrease are pooled into their mean.
fn nearest_rising(wishes: &[(f64, f64, f64)]) -> Vec<f64> {
    // Mean, weight, length.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for &(wish, weight, _) in wishes {
        let mut pool = (wish, weight, 1);
        while let Some(&(mean, before, length)) = pools.last() {
            if mean <= pool.0 {
                break;
            }
            pools.pop();
            let weight = before + pool.1;
            pool = ((mean * before + pool.0 * pool.1) / weight, weight, length + pool.2);
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(mean, _, length)| std::iter::repeat_n(mean, length)).collect()
}
