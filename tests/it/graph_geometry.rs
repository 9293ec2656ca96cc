//! Graphs in SVG: nothing lies on anything else, and nothing leaves the picture.

use scm_check::check::rsc;
use scm_check::kernel::base::{Control, Id as _, Random};
use scm_check::kernel::drawing::{
    Area, Cluster, ClusterId, Edge, Graph, Node, NodeId, NodeShape, Stroke, dot, graph_layout,
    graph_svg,
};
use scm_check::kernel::source::Source;
use scm_check::language::scm;
use scm_check::model::cfsm::product_diagram;

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
    let svg = graph_svg(graph);
    assert_eq!(svg, graph_svg(graph), "{what}: the same every time");
    let parsed = roxmltree::Document::parse(&svg).unwrap_or_else(|why| panic!("{what}: {why}"));
    let nodes = parsed.descendants().filter(|node| node.attribute("class") == Some("node"));
    assert_eq!(nodes.count(), graph.nodes.len(), "{what}");
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
    let mut drawn = 0;
    for model in models() {
        let system = &model.system;
        for diagram in [rsc::diagram(system, 60, &control), product_diagram(system, 60, &control)]
            .into_iter()
            .flatten()
        {
            check(&diagram.graph(), system.name());
            let mut framed = Graph::default();
            diagram.add_to(&mut framed, Some(system.name()));
            check(&framed, system.name());
            drawn += 1;
        }
    }
    assert!(drawn > 40, "{drawn} automata");
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
        assert!(dot(&graph).lines().count() >= 7, "{name}");
    }
}
