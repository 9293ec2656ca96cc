//! Random choreographies as automata, and how they are written down.

use scm_check::internals::kernel::base::{Id, IndexVec, Random};
use scm_check::internals::model::cfsm::{
    Action, ChannelId, ChannelKind, Direction, Exchange, ParticipantId, StateId,
};
use scm_check::internals::model::choreography::{Automaton, Edge, Interaction, NamedChannel};

/// A random automaton: sometimes silent, often with states that nothing leads to.
pub(crate) fn automaton_of(numbers: &mut Random) -> Automaton {
    fn named<I: Id>(prefix: &str, count: usize) -> IndexVec<I, String> {
        (0..count).map(|i| format!("{prefix}{i}")).collect()
    }
    let mut automaton = Automaton {
        name: "random".to_owned(),
        participants: named("p", numbers.between(2, 4)),
        messages: named("m", numbers.between(1, 3)),
        channels: IndexVec::new(),
        states: named("", numbers.between(1, 4)),
        initial: StateId::from_index(0),
        edges: IndexVec::new(),
        finals: Vec::new(),
    };
    let architecture = numbers.below(4);
    let kind = numbers.below(3);
    let only_forward = numbers.percent(40);
    // One line of edges, which may come back to where it began.
    let is_straight = numbers.percent(15);
    // The states that something leads to, and who took part in that last.
    let mut reached = vec![(automaton.initial, None)];
    for _ in 0..numbers.between(1, 6) {
        let states: Vec<StateId> = automaton.states.ids().collect();
        let (source, last) = if is_straight {
            *reached.last().unwrap()
        } else if numbers.percent(90) {
            numbers.choose(&reached).unwrap()
        } else {
            (numbers.choose(&states).unwrap(), None)
        };
        let target = match numbers.choose(&states).unwrap() {
            _ if is_straight => states[(source.index() + 1) % states.len()],
            target if only_forward && target <= source => match states.last() {
                Some(&last) if last > source => last,
                _ => continue,
            },
            target => target,
        };
        if numbers.percent(6) {
            automaton.edges.push(Edge { source, exchange: None, target });
            reached.push((target, last));
            continue;
        }
        let participants: Vec<ParticipantId> = automaton.participants.ids().collect();
        let sender = match last {
            Some(last) if !is_straight && numbers.percent(60) => last,
            _ => numbers.choose(&participants).unwrap(),
        };
        let others: Vec<_> = participants.into_iter().filter(|&one| one != sender).collect();
        let receiver = numbers.choose(&others).unwrap();
        let messages: Vec<_> = automaton.messages.ids().collect();
        let exchange = Interaction {
            sender,
            receiver,
            message: numbers.choose(&messages).unwrap(),
            channel: channel(&mut automaton, numbers, architecture, kind, [sender, receiver]),
        };
        automaton.edges.push(Edge { source, exchange: Some(exchange), target });
        reached.push((target, Some(if numbers.percent(50) { sender } else { receiver })));
    }
    automaton
}

/// The channel of an interaction: peer-to-peer, mailbox, one buffer, or any; FIFO, bag, or mixed.
pub(crate) fn channel(
    automaton: &mut Automaton,
    numbers: &mut Random,
    architecture: usize,
    kind: usize,
    [sender, receiver]: [ParticipantId; 2],
) -> ChannelId {
    let name = match architecture {
        0 => format!("{}>{}", automaton.participants[sender], automaton.participants[receiver]),
        1 => format!("@{}", automaton.participants[receiver]),
        2 => "@".to_owned(),
        _ => format!("c{}", numbers.below(3)),
    };
    let known = automaton.channels.enumerate().find(|(_, known)| known.name == name);
    if let Some((id, _)) = known {
        return id;
    }
    let is_bag = match kind {
        0 => false,
        1 => true,
        _ => numbers.percent(50),
    };
    let kind = if is_bag { ChannelKind::Bag } else { ChannelKind::Fifo };
    automaton.channels.push(NamedChannel { name, kind })
}

/// Writes an automaton as `0 p>q:m@c 1; ...`, with the initial state first.
pub(crate) fn describe(automaton: &Automaton) -> String {
    let edge = |edge: &Edge| {
        let what =
            edge.exchange.map_or("-".to_owned(), |exchange| named(automaton, exchange).join(" "));
        format!("{} {what} {}", automaton.states[edge.source], automaton.states[edge.target])
    };
    let edges: Vec<String> = automaton.edges.iter().map(edge).collect();
    format!(
        "from {}: {} with {:?}",
        automaton.states[automaton.initial],
        edges.join("; "),
        automaton.channels
    )
}

/// An interaction by names.
pub(crate) fn named(automaton: &Automaton, exchange: Interaction) -> [String; 4] {
    [
        automaton.participants[exchange.sender].clone(),
        automaton.participants[exchange.receiver].clone(),
        automaton.messages[exchange.message].clone(),
        automaton.channels[exchange.channel].name.clone(),
    ]
}

/// The actions of a letter.
pub(crate) fn actions_of(letter: Exchange) -> Vec<Action> {
    let Exchange { sender, receiver, channel, message } = letter;
    let action = |participant, direction| Action { participant, direction, channel, message };
    let send = action(sender, Direction::Send);
    let reception = receiver.map(|receiver| action(receiver, Direction::Receive));
    std::iter::once(send).chain(reception).collect()
}
