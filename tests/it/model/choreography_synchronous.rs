//! The automaton of the synchronous executions of a system.

use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::model::cfsm::{
    Channel, ChannelKind, Direction, Label, MessageSort, SystemBuilder,
};
use scm_check::internals::model::choreography::{Automaton, Edge, synchronous};

/// Returns the edges as `source sender>receiver:message target`, silent ones as `source -
/// target`.
fn written(automaton: &Automaton) -> Vec<String> {
    let edge = |edge: &Edge| {
        let [source, target] = [edge.source, edge.target].map(|id| &automaton.states[id]);
        let what = edge.exchange.map_or("-".to_owned(), |exchange| {
            let [sender, receiver] =
                [exchange.sender, exchange.receiver].map(|one| &automaton.participants[one]);
            format!("{sender}>{receiver}:{}", automaton.messages[exchange.message])
        });
        format!("{source} {what} {target}")
    };
    let mut edges: Vec<String> = automaton.edges.iter().map(edge).collect();
    edges.sort();
    edges
}

#[test]
fn a_participant_may_receive_what_it_sends() {
    let mut builder = SystemBuilder::new("self");
    let channel = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
    let message = builder.message("m", MessageSort::Int);
    let [p, q] = ["p", "q"].map(|name| builder.participant(name));
    let [zero, one, two] = ["0", "1", "2"].map(|name| builder.state(p, name));
    builder.initial(p, zero);
    let [send, receive] = [Direction::Send, Direction::Receive]
        .map(|direction| Label::Action(direction, channel, message));
    builder.transition(p, zero, send, one);
    builder.transition(p, one, receive, two);
    let [zero, one] = ["a", "b"].map(|name| builder.state(q, name));
    builder.initial(q, zero);
    builder.transition(q, zero, receive, zero);
    builder.transition(q, zero, Label::Internal, one);
    let automaton = synchronous(&builder.clone().finish(), 100).unwrap();
    let expected = ["0,a - 0,b", "0,a p>p:m 2,a", "0,a p>q:m 1,a", "0,b p>p:m 2,b"];
    let more = ["1,a - 1,b", "2,a - 2,b"];
    assert_eq!(written(&automaton), [&expected[..], &more].concat());
    assert_eq!(synchronous(&builder.clone().finish(), 5), None, "there are six states");
    builder.initial(q, one);
    let automaton = synchronous(&builder.clone().finish(), 100).unwrap();
    assert_eq!(automaton.states[automaton.initial], "initial");
    assert!(written(&automaton).contains(&"initial - 0,b".to_owned()));
    builder.channel(Channel { kind: ChannelKind::Fifo, lossy: true });
    assert_eq!(synchronous(&builder.finish(), 100), None, "messages may be lost");
}

#[test]
fn states_of_many_participants_have_numbers() {
    let names = |number: usize| {
        let mut builder = SystemBuilder::new("many");
        for participant in 0..number {
            let participant = builder.participant(participant.to_string());
            let [zero, one] = ["0", "1"].map(|name| builder.state(participant, name));
            builder.initial(participant, zero);
            if participant.index() < 2 {
                builder.transition(participant, zero, Label::Internal, one);
            }
        }
        synchronous(&builder.finish(), 100).unwrap().states.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(names(2), ["0,0", "1,0", "0,1", "1,1"]);
    assert_eq!(names(65), ["0", "1", "2", "3"]);
}
