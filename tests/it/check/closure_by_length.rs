//! RSC executions that are tested one by one.

use scm_check::internals::check::completability::{Tested, shortest_incompletable};
use scm_check::internals::kernel::base::{Control, Id as _, IndexVec};
use scm_check::internals::model::cfsm::{
    ChannelId, ChannelKind, MessageId, ParticipantId, StateId,
};
use scm_check::internals::model::choreography::{
    Automaton, Choreography, Edge, Interaction, NamedChannel,
};

/// Returns the choreography `0 p>q:m 1; 1 r>s:m 2` on two FIFO channels.
fn two_messages() -> Choreography {
    let participants: IndexVec<ParticipantId, String> =
        ["p", "q", "r", "s"].map(str::to_owned).into_iter().collect();
    let channel = |name: &str| NamedChannel { name: name.to_owned(), kind: ChannelKind::Fifo };
    let exchange = |number: usize| Interaction {
        sender: ParticipantId::from_index(2 * number),
        receiver: ParticipantId::from_index(2 * number + 1),
        message: MessageId::from_index(0),
        channel: ChannelId::from_index(number),
    };
    let edge = |number: usize| Edge {
        source: StateId::from_index(number),
        exchange: Some(exchange(number)),
        target: StateId::from_index(number + 1),
    };
    let automaton = Automaton {
        name: "two".to_owned(),
        participants,
        messages: std::iter::once("m".to_owned()).collect(),
        channels: ["a", "b"].map(channel).into_iter().collect(),
        states: ["0", "1", "2"].map(str::to_owned).into_iter().collect(),
        initial: StateId::from_index(0),
        edges: [0, 1].map(edge).into_iter().collect(),
        finals: Vec::new(),
    };
    Choreography::new(&automaton, 10).unwrap()
}

#[test]
fn the_budget_is_for_words_up_to_the_order_of_independent_letters() {
    let choreography = two_messages();
    let system = choreography.implementation(10).unwrap();
    let control = Control::unlimited();
    // Each of the two is not sent, sent, or received: 3 * 3 words, of which one is empty.
    let within = |max_tested| {
        shortest_incompletable(&choreography, &system, usize::MAX, max_tested, &control)
    };
    assert_eq!(within(8), Tested::All);
    assert_eq!(within(7), Tested::Some);
    assert_eq!(shortest_incompletable(&choreography, &system, 1, 4, &control), Tested::All);
}
