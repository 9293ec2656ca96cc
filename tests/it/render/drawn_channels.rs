//! Names of channels in drawn automata.

use crate::support::scripted_systems::scripted;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::render::diagrams::{Picture, SystemDrawing, system_picture};
use scm_check::internals::render::drawing::{Graph, NodeShape};
use scm_check::internals::render::system::system_graph;

fn notes(graph: &Graph) -> Vec<&str> {
    let notes = graph.nodes.iter().filter(|node| node.shape == NodeShape::Note);
    notes.map(|note| note.label.as_str()).collect()
}

#[test]
fn a_channel_is_known_by_its_ends_unless_others_have_them() {
    // Channel 0 is from p to q alone, 1 and 2 are both from q to p, and two send on 3.
    let text = "0!p a . 0?q a . 1!q b . 1?p b . 2!q c . 2?p c . 3!p d . 3!q e . 3?r d . 3?r e";
    let system = scripted(&["p", "q", "r"], &[], text).system;
    let graph = system_graph(&system);
    let labels: Vec<&str> = graph.edges.iter().map(|edge| edge.label.as_str()).collect();
    for label in ["p->q ! a", "p->q ? a", "1 ! b", "2 ? c", "3 ! d"] {
        assert!(labels.contains(&label), "{label}: {labels:?}");
    }
    assert_eq!(notes(&graph), ["channels\n1 q->p\n2 q->p\n3 p,q->r"]);
}

#[test]
fn a_note_explains_numbers_where_there_are_any() {
    let system = scripted(&["p", "q"], &[], "0!p a . 0?q a . 1!q b . 1?p b").system;
    let drawn = |drawing: &SystemDrawing| match system_picture(
        &system,
        &[],
        drawing,
        100,
        &Control::unlimited(),
    )
    .unwrap()
    {
        Picture::Graph(graph, _) => notes(&graph).join("\n"),
        other => panic!("{other:?}"),
    };
    assert_eq!(drawn(&SystemDrawing::System), "");
    let numbered = "channels\n0 p->q\n1 q->p";
    assert_eq!(drawn(&SystemDrawing::RscAutomaton), numbered);
    assert_eq!(drawn(&SystemDrawing::Product), numbered);
}
