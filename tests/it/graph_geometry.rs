//! Graphs in SVG: nothing lies on anything else, and nothing leaves the picture.

use std::collections::BTreeMap;

use scm_check::check::{membership, reachability, rsc};
use scm_check::kernel::base::{Control, Id as _, Random};
use scm_check::kernel::drawing::{
    Area, Cluster, ClusterId, Course, Edge, Graph, Node, NodeId, NodeShape, Point, Stretch, Stroke,
    graph_layout, graph_svg,
};
use scm_check::kernel::source::Source;
use scm_check::language::scm;
use scm_check::model::cfsm::product_diagram;
use scm_check::model::witness::{Drawn, action_graph, conflict_graph};

use crate::scripted::random_run;

fn check(graph: &Graph, what: &str) {
    let layout = graph_layout(graph);
    let whole = Area { left: 0.0, top: 0.0, right: layout.width, bottom: layout.height };
    let mut boxes: Vec<(String, Area)> = Vec::new();
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
    for course in &layout.courses {
        let edge = &graph.edges[course.edge];
        let own = [format!("node {}", edge.from.index()), format!("node {}", edge.to.index())];
        let label = format!("label {}", course.edge);
        let points = points(course);
        for (name, area) in &boxes {
            if points.iter().any(|&point| is_inside(point, *area)) {
                assert!(
                    own.contains(name) || *name == label,
                    "{what}: edge {} on {name}",
                    course.edge
                );
            }
        }
    }
    let svg = graph_svg(graph);
    assert_eq!(svg, graph_svg(graph), "{what}: the same every time");
    let parsed = roxmltree::Document::parse(&svg).unwrap_or_else(|why| panic!("{what}: {why}"));
    let nodes = parsed.descendants().filter(|node| node.attribute("class") == Some("node"));
    assert_eq!(nodes.count(), graph.nodes.len(), "{what}");
}

/// Returns points of a line, close to each other.
fn points(course: &Course) -> Vec<Point> {
    let mut here = course.start;
    let mut points = Vec::new();
    let mixed = |one: Point, other: Point, share: f64| Point {
        x: one.x + (other.x - one.x) * share,
        y: one.y + (other.y - one.y) * share,
    };
    for stretch in &course.stretches {
        let corners = match *stretch {
            Stretch::Straight(end) => [here, here, end, end],
            Stretch::Curved(one, other, end) => [here, one, other, end],
        };
        for number in 0..=16 {
            let share = f64::from(number) / 16.0;
            let [a, b, c] = [0, 1, 2].map(|at| mixed(corners[at], corners[at + 1], share));
            points.push(mixed(mixed(a, b, share), mixed(b, c, share), share));
        }
        here = corners[3];
    }
    points
}

/// Tells whether a point lies inside an area, more than half a unit from its border.
fn is_inside(point: Point, area: Area) -> bool {
    let near = 0.5;
    area.left + near < point.x
        && point.x < area.right - near
        && area.top + near < point.y
        && point.y < area.bottom - near
}

fn models() -> Vec<scm::Model> {
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

#[test]
fn automata_of_bundled_models_are_drawn_without_overlaps() {
    let control = Control::unlimited();
    let mut drawn = BTreeMap::new();
    for model in models() {
        let system = &model.system;
        let mut diagrams = vec![
            ("rsc", rsc::diagram(system, 60, &control)),
            ("product", product_diagram(system, 60, &control)),
            ("bv", membership::borderline_diagram(system, 60, &control)),
            ("rsc and bv", membership::violations_diagram(system, 60, &control)),
        ];
        for bad in &model.bad {
            diagrams.push(("rsc and ep", reachability::runs_diagram(system, bad, 60, &control)));
            if let Ok(endings) = reachability::ending_diagrams(system, bad, 60, &control) {
                diagrams.extend(endings.contents.map(|contents| ("contents", Ok(contents))));
                diagrams.push(("ep", Ok(endings.executions)));
            }
        }
        for (what, diagram) in diagrams {
            let Ok(diagram) = diagram else { continue };
            let name = format!("{}: {what}", system.name());
            check(&diagram.graph(), &name);
            let mut framed = Graph::default();
            diagram.add_to(&mut framed, Some(&name));
            check(&framed, &name);
            *drawn.entry(what).or_insert(0) += 1;
        }
    }
    let expected = ["bv", "contents", "ep", "product", "rsc", "rsc and bv", "rsc and ep"];
    assert!(drawn.keys().eq(&expected), "{drawn:?}");
    assert!(drawn.values().all(|&number| number >= 5), "{drawn:?}");
}

#[test]
fn what_depends_on_what_is_drawn_without_overlaps() {
    let mut dice = Random::new(3);
    for number in 0..150 {
        let (participants, steps) = (1 + dice.below(8), 1 + dice.below(24));
        let run = random_run(&mut dice, participants, steps);
        let execution = run.execution();
        for drawn in [Drawn::Neighbours, Drawn::All] {
            let name = format!("run {number}, {drawn:?}");
            check(&action_graph(&run.system, &execution, drawn), &name);
            check(&conflict_graph(&run.system, &execution, &[], drawn), &name);
        }
    }
}

fn any(dice: &mut Random) -> Graph {
    let mut graph = Graph { name: "any".to_owned(), ..Graph::default() };
    for number in 0..dice.below(4) {
        graph.clusters.push(Cluster { label: format!("cluster {number}") });
    }
    let shapes = [NodeShape::Circle, NodeShape::DoubleCircle, NodeShape::Box, NodeShape::Point];
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

#[test]
fn any_name_can_be_drawn() {
    let long = "x".repeat(200);
    for name in
        ["\"quoted\"", "<a & 'b'>", "back\\slash\\", "two\nlines", "\u{e9}\u{4e2d}", "\u{1}", &long]
    {
        let mut graph = Graph { name: name.to_owned(), ..Graph::default() };
        let cluster = graph.clusters.push(Cluster { label: name.to_owned() });
        let shape = NodeShape::Circle;
        let node = Node {
            label: name.to_owned(),
            shape,
            cluster: Some(cluster),
            key: Some(name.to_owned()),
        };
        let node = graph.nodes.push(node);
        let label = name.to_owned();
        graph.edges.push(Edge { from: node, to: node, label, stroke: Stroke::Solid });
        check(&graph, name);
        let svg = graph_svg(&graph);
        let parsed = roxmltree::Document::parse(&svg).unwrap();
        let texts = parsed.descendants().filter(|node| node.has_tag_name("text"));
        let texts: Vec<&str> = texts.filter_map(|node| node.text()).collect();
        for line in name.split('\n').map(|line| line.replace('\u{1}', "\u{fffd}")) {
            assert_eq!(texts.iter().filter(|text| **text == line).count(), 3, "{name}: {texts:?}");
        }
        let key = parsed.descendants().find_map(|node| node.attribute("data-key"));
        assert_eq!(key.unwrap(), name.replace('\u{1}', "\u{fffd}"));
    }
}
