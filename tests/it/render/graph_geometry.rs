//! Graphs in SVG: nothing lies on anything else, and nothing leaves the picture.

use crate::support::effort::{required, sampled};
use scm_check::internals::check::{membership, reachability, rsc};
use scm_check::internals::kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::{scm, system};
use scm_check::internals::model::cfsm::product_diagram;
use scm_check::internals::render::drawing::{
    Cluster, ClusterId, Colours, Edge, EdgeCourse, Graph, GraphLayout, Node, NodeId, NodeShape,
    Point, Rectangle, Stretch, Stroke, graph_layout, graph_svg,
};
use scm_check::internals::render::drawing::{add_automaton, automaton_graph};
use scm_check::internals::render::witness::{DrawnDependencies, action_graph, conflict_graph};

pub(crate) fn check(graph: &Graph, what: &str) {
    let layout = graph_layout(graph);
    let whole = Rectangle { left: 0.0, top: 0.0, right: layout.width, bottom: layout.height };
    let mut boxes: Vec<(String, Rectangle)> = Vec::new();
    for (id, &border) in layout.nodes.enumerate() {
        boxes.push((format!("node {}", id.index()), border));
    }
    for course in &layout.courses {
        boxes.extend(course.label.map(|label| (format!("label {}", course.edge), label)));
    }
    boxes.extend(layout.frames.iter().map(|frame| ("title".to_owned(), frame.title)));
    assert_eq!(layout.courses.len(), graph.edges.len(), "{what}");
    for (index, (name, one)) in boxes.iter().enumerate() {
        assert!(whole.encloses(one), "{what}: {name} {one:?} leaves {whole:?}");
        for (other_name, other) in &boxes[..index] {
            assert!(!one.overlaps(other), "{what}: {name} {one:?} on {other_name} {other:?}");
        }
    }
    check_lines(graph, &layout, what);
    let svg = graph_svg(graph, Colours::OfTheReader);
    assert_eq!(svg, graph_svg(graph, Colours::OfTheReader), "{what}: the same every time");
    let parsed = roxmltree::Document::parse(&svg).unwrap_or_else(|why| panic!("{what}: {why}"));
    let nodes = parsed.descendants().filter(|node| node.attribute("class") == Some("node"));
    assert_eq!(nodes.count(), graph.nodes.len(), "{what}");
}

/// Returns the line of an edge as short straight pieces.
fn pieces(course: &EdgeCourse) -> Vec<Point> {
    let mut points = vec![course.start];
    for stretch in &course.stretches {
        let start = points[points.len() - 1];
        match *stretch {
            Stretch::Straight(end) => points.push(end),
            Stretch::Curved(one, other, end) => points.extend((1..=12).map(|step| {
                let t = f64::from(step) / 12.0;
                let s = 1.0 - t;
                let at = |a: f64, b: f64, c: f64, d: f64| {
                    a * s * s * s + 3.0 * b * s * s * t + 3.0 * c * s * t * t + d * t * t * t
                };
                Point {
                    x: at(start.x, one.x, other.x, end.x),
                    y: at(start.y, one.y, other.y, end.y),
                }
            })),
        }
    }
    points
}

/// Fails if a line passes through a node at which it does not end, or through a label or a title, which is called `None`.
fn check_lines(graph: &Graph, layout: &GraphLayout, what: &str) {
    let nodes = layout.nodes.enumerate().map(|(id, &area)| (Some(id), area));
    let labels = layout.courses.iter().filter_map(|course| course.label);
    let others = labels.chain(layout.frames.iter().map(|frame| frame.title));
    let obstacles: Vec<_> = nodes.chain(others.map(|area| (None, area))).collect();
    for course in &layout.courses {
        let edge = &graph.edges[course.edge];
        let points = pieces(course);
        for (node, area) in &obstacles {
            if *node == Some(edge.from) || *node == Some(edge.to) {
                continue;
            }
            let hit = points.windows(2).find(|pair| area.is_crossed(pair[0], pair[1]));
            let edge = course.edge;
            assert!(hit.is_none(), "{what}: edge {edge} runs through {node:?} {area:?}: {hit:?}");
        }
    }
}

fn models() -> Vec<system::Model> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut models = Vec::new();
    for family in ["paper", "tour"] {
        let mut paths: Vec<_> = std::fs::read_dir(root.join(family))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(path).unwrap();
            models.push(scm::read(&Source::new("model", text)).model.unwrap());
        }
    }
    models
}

/// The most states that are drawn here; the pictures of large automata take the tests long.
const MOST: u64 = 120;

/// Returns the pictures of everything that is drawn of a model.
fn pictures(model: &system::Model) -> Vec<(String, Graph)> {
    let control = Control::unlimited();
    let system = &model.system;
    let mut automata = vec![
        ("rsc", rsc::diagram(system, MOST, &control)),
        ("bv", membership::borderline_diagram(system, MOST, &control)),
        ("rsc and bv", membership::violations_diagram(system, MOST, &control)),
        ("product", product_diagram(system, MOST, &control)),
    ];
    let mut framed = Graph::default();
    for bad in &model.bad {
        automata.push(("rsc and ep", reachability::runs_diagram(system, bad, MOST, &control)));
        if let Ok(endings) = reachability::ending_diagrams(system, bad, MOST, &control) {
            if let Some(contents) = &endings.contents {
                add_automaton(&mut framed, contents, Some("contents"));
            }
            add_automaton(&mut framed, &endings.executions, Some("executions"));
        }
    }
    let mut pictures = vec![("ep".to_owned(), framed)];
    for (what, diagram) in automata {
        if let Ok(diagram) = diagram {
            pictures.push((what.to_owned(), automaton_graph(&diagram)));
        }
    }
    let engine = membership::Engine::Plain;
    let bounded = Control { max_states: Some(1_000), ..Control::unlimited() };
    let outcome = membership::check(system, engine, &bounded).outcome;
    if let membership::Outcome::Violated(witness) = outcome {
        let execution = witness.replay().execution();
        for drawn in [DrawnDependencies::Neighbours, DrawnDependencies::All] {
            pictures.push((format!("{drawn:?} actions"), action_graph(system, execution, drawn)));
        }
        pictures.push((
            "conflicts".to_owned(),
            conflict_graph(system, execution, witness.cycle(), DrawnDependencies::Neighbours),
        ));
    }
    pictures
}

#[test]
fn pictures_of_bundled_models_are_drawn_without_overlaps() {
    let mut drawn = 0;
    for model in sampled(models()) {
        for (what, graph) in pictures(&model) {
            check(&graph, &format!("{} {what}", model.system.name()));
            drawn += 1;
        }
    }
    assert!(drawn > required(150), "{drawn} pictures");
}

#[test]
fn the_automata_of_bundled_models_are_drawn_without_overlaps() {
    for model in models() {
        let mut picture = Graph::default();
        for automaton in model.system.automata() {
            let states = automaton.states().enumerate().map(|(id, name)| NamedState {
                name: name.to_owned(),
                initial: automaton.initial().contains(&id),
                accepting: true,
            });
            let transitions = automaton.transitions().iter().map(|one| NamedTransition {
                from: one.source.index(),
                letter: format!("{:?}", one.label),
                to: one.target.index(),
            });
            let diagram = NamedAutomaton {
                states: states.collect(),
                transitions: transitions.collect(),
                ..NamedAutomaton::default()
            };
            add_automaton(&mut picture, &diagram, Some(automaton.name()));
        }
        check(&picture, model.system.name());
    }
}

fn any(dice: &mut Random) -> Graph {
    let mut graph = Graph { name: "any".to_owned(), ..Graph::default() };
    for number in 0..dice.below(4) {
        graph.clusters.push(Cluster { label: format!("cluster {number}") });
    }
    let shapes = [
        NodeShape::Circle,
        NodeShape::DoubleCircle,
        NodeShape::Box,
        NodeShape::DoubleBox,
        NodeShape::Note,
        NodeShape::Point,
    ];
    for number in 0..dice.below(30) {
        let cluster = dice.below(graph.clusters.len() + 1);
        graph.nodes.push(Node {
            label: ["", "0", "two\nlines", "a long name of a state"][dice.below(4)].to_owned(),
            shape: shapes[dice.below(4)],
            cluster: (cluster < graph.clusters.len()).then(|| ClusterId::from_index(cluster)),
            key: Some(number.to_string()),
        });
    }
    let edges = if graph.nodes.is_empty() { 0 } else { dice.below(50) };
    let strokes = [Stroke::Solid, Stroke::Dotted, Stroke::Bold];
    for _ in 0..edges {
        let [from, to] = [(); 2].map(|()| NodeId::from_index(dice.below(graph.nodes.len())));
        let label = ["", "a", "0 ! message", "three\nlines\nhere"][dice.below(4)].to_owned();
        graph.edges.push(Edge { from, to, label, stroke: strokes[dice.below(3)] });
    }
    graph
}

#[test]
fn random_graphs_are_drawn_without_overlaps() {
    for seed in 0..200 {
        check(&any(&mut Random::new(seed)), &format!("seed {seed}"));
    }
    check(&Graph::default(), "nothing");
}
