//! A system as a picture: each automaton in a frame, an arrow into its initial states.

pub(crate) use scm_check::render::diagrams::{
    system_graph as graph, system_graph_of as graph_of, transition_label as label,
};
