//! Whether RSC executions can leave ever more messages in the channels.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::RscAutomaton;
use kernel::base::{Control, Id as _, Limit, Words};
use kernel::search::explore;
use model::cfsm::System;

/// Tells whether RSC executions of `system` can leave arbitrarily many messages in its channels, so
/// that infinitely many configurations are reachable.
///
/// They can iff a cycle of the RSC automaton has an unmatched send: it can be repeated, and nothing
/// receives what it leaves. Of other executions this says nothing.
///
/// # Complexity
/// Linear in the number of transitions of the RSC automaton.
///
/// # Errors
/// The limit that came first; the automaton may have `most` states at most.
pub fn grows(system: &System, most: u64, control: &Control) -> Result<bool, Limit> {
    let automaton = RscAutomaton::<Box<[u64]>>::of(system);
    match automaton.state_words() {
        1 => grows_in(automaton.packed::<[u64; 1]>(), most, control),
        2 => grows_in(automaton.packed::<[u64; 2]>(), most, control),
        _ => grows_in(automaton, most, control),
    }
}

fn grows_in<W: Words>(
    automaton: RscAutomaton<W>,
    most: u64,
    control: &Control,
) -> Result<bool, Limit> {
    let states = explore(automaton, most, control);
    if let Some(limit) = states.cut() {
        return Err(limit);
    }
    let edges = states.edges(control)?;
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = states.nodes().map(|_| graph.add_node(())).collect();
    let mut unmatched = Vec::new();
    for source in states.nodes() {
        for &(communication, target) in edges.leaving(source) {
            let ends = (nodes[source.index()], nodes[target.index()]);
            graph.add_edge(ends.0, ends.1, ());
            if communication.reception.is_none() {
                unmatched.push(ends);
            }
        }
    }
    let mut component = vec![0; nodes.len()];
    for (number, members) in tarjan_scc(&graph).into_iter().enumerate() {
        for member in members {
            component[member.index()] = number;
        }
    }
    Ok(unmatched.into_iter().any(|(a, b)| component[a.index()] == component[b.index()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::cfsm::{Channel, ChannelKind, Direction, Label, MessageSort, SystemBuilder};
    use model::generate::{looped_ring, ring};

    #[test]
    fn a_stream_that_somebody_may_leave_unread_grows() {
        let mut builder = SystemBuilder::new("stream");
        let channel = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
        let message = builder.message("a", MessageSort::Int);
        let sender = builder.participant("p");
        let states = ["0", "1"].map(|name| builder.state(sender, name));
        builder.initial(sender, states[0]);
        let send = Label::Action(Direction::Send, channel, message);
        builder.transition(sender, states[0], send, states[1]);
        let control = Control::unlimited();
        assert_eq!(grows(&builder.clone().finish(), 100, &control), Ok(false));
        builder.transition(sender, states[1], send, states[0]);
        let system = builder.finish();
        assert_eq!(grows(&system, 100, &control), Ok(true));
        assert_eq!(grows(&system, 1, &control), Err(Limit::States));
    }

    #[test]
    fn rings_hold_no_more_than_a_message_of_each_sender() {
        // Whoever has sent once more than it has received waits, also in a ring that goes round.
        let control = Control::unlimited();
        let (once, _) = ring(4, 2).expect("the ring is large enough");
        assert_eq!(grows(&once, 100_000, &control), Ok(false));
        let looped = looped_ring(4, 1).expect("the ring is large enough");
        assert_eq!(grows(&looped, 100_000, &control), Ok(false));
    }
}
