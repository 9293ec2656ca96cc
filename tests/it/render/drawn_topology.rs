//! Topologies as pictures.

use crate::support::scripted_systems::scripted;
use scm_check::internals::kernel::base::{Control, Id as _};
use scm_check::internals::render::diagrams::{Picture, SystemDrawing, system_picture};
use scm_check::internals::render::drawing::{Graph, NodeShape, Stroke};

fn drawn(text: &str) -> Graph {
    let system = scripted(&["p", "q", "r", "s"], &[], text).system;
    let control = Control::unlimited();
    match system_picture(&system, &[], &SystemDrawing::Topology, 100, &control).unwrap() {
        Picture::Graph(graph, None) => graph,
        other => panic!("{other:?}"),
    }
}

/// The arrows, the heavy ones with a star, and the lines of all notes.
fn arrows_and_notes(text: &str) -> (Vec<String>, String) {
    let graph = drawn(text);
    let name = |node| graph.nodes[node].label.as_str();
    let edges = graph.edges.iter().map(|edge| {
        let sign = if edge.stroke == Stroke::Bold { "*" } else { "" };
        format!("{}{} {}: {}", name(edge.from), name(edge.to), edge.label, sign).trim().to_owned()
    });
    let notes = graph.nodes.iter().filter(|node| node.shape == NodeShape::Note);
    let notes: Vec<String> = notes.map(|note| note.label.replace('\n', " ")).collect();
    assert_eq!(graph.nodes.iter().next().map(|node| node.label.as_str()), Some("p"));
    assert!(graph.nodes.len() == 4 + notes.len() && graph.nodes.ids().all(|id| id.index() < 7));
    (edges.collect(), notes.join("; "))
}

const OPEN: &str = "so the topology does not tell whether the system is half-duplex";

#[test]
fn a_topology_without_obstacle_is_half_duplex() {
    let (arrows, notes) = arrows_and_notes("0!p a . 0?q a . 1!q b . 1?r b . 2!q c . 2?s c");
    assert_eq!(arrows, ["pq channel 0:", "qr channel 1:", "qs channel 2:"]);
    let half_duplex = "no cycle, and whoever receives from two others sends nothing: half-duplex, \
                       whatever the automata do";
    assert_eq!(notes, half_duplex);
}

#[test]
fn obstacles_are_heavy() {
    let (arrows, notes) = arrows_and_notes("0!p a . 0?q a . 1!q b . 1?p b . 2!q c . 2?r c");
    assert_eq!(arrows, ["pq channel 0: *", "qp channel 1: *", "qr channel 2:"]);
    assert_eq!(notes, format!("a cycle: p -> q -> p, {OPEN}"));
    let text = "0!p a . 0?r a . 1!q b . 1?r b . 2!r c . 2?s c . 3!p d . 3?q d";
    let (arrows, notes) = arrows_and_notes(text);
    let heavy = ["pq channel 3:", "pr channel 0: *", "qr channel 1: *", "rs channel 2: *"];
    assert_eq!(arrows, heavy);
    assert_eq!(notes, format!("r receives from p and q, and sends to s, {OPEN}"));
}

#[test]
fn only_peer_to_peer_systems_are_judged() {
    let (arrows, notes) = arrows_and_notes("0!p a . 0!q b . 0?r a . 0?r b . 1!r c . 1?p c . 2!p d");
    assert_eq!(arrows, ["pr channel 0:", "qr channel 0:", "rp channel 1:"]);
    assert_eq!(notes, format!("not peer-to-peer, {OPEN}; channels 2 p->nobody"));
}
