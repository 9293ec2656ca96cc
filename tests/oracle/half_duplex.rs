//! Half-duplex systems, read off the definitions: binary, restricted, natural and multiparty (5.0.1, 5.1.1 to 5.1.3 of the
//! thesis).

use super::configurations::{Answer, Bounds, Configuration, Loss, explore};
use super::conflict::{commute, has_circle, matching};
use super::membership::{Budget, Verdict};
use super::reorderings::{Held, before, has_order, shortest};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{Action, ChannelId, ChannelKind, Direction, Label, ParticipantId, System};
use std::collections::BTreeSet;

/// The participants that send to a channel, or receive from it, anywhere in their automata.
fn users(system: &System, wanted: Direction, wanted_channel: ChannelId) -> Vec<ParticipantId> {
    let uses = |participant: &ParticipantId| {
        system.automata()[*participant].transitions().iter().any(|one| {
            matches!(one.label, Label::Action(direction, channel, _)
                if direction == wanted && channel == wanted_channel)
        })
    };
    system.automata().ids().filter(uses).collect()
}

/// Whether each participant has sent a message that is in a channel. Only one of them sends to each channel.
pub fn is_both_ways(system: &System, here: &Configuration) -> bool {
    system.automata().ids().all(|participant| {
        let mut channels = system.channels().ids();
        channels.any(|channel| {
            users(system, Direction::Send, channel).contains(&participant)
                && !here.held(channel).is_empty()
        })
    })
}

/// What is known about the sends that it takes to have messages in both directions.
pub fn fewest_sends(system: &System, loss: Loss, bounds: Bounds) -> Answer {
    explore(system, loss, bounds).fewest_sends(|here| is_both_ways(system, here))
}

/// What is known about the sends that it takes to have messages in two channels.
pub fn fewest_sends_restricted(system: &System, bounds: Bounds) -> Answer {
    explore(system, Loss::OnTheWay, bounds).fewest_sends(|here| {
        here.contents.iter().filter(|contents| !contents.is_empty()).count() > 1
    })
}

/// For each channel the participant that it leads from, and the other one that it leads to.
pub type Pairs = IndexVec<ChannelId, (ParticipantId, ParticipantId)>;

/// All ways in which a system is peer-to-peer, none if it is not: the channels are FIFO and lead from one participant to
/// another, no two the same way. Where nobody receives, or nobody sends, any other participant may be meant. A channel that
/// nobody uses is never filled, and may lead wherever another one leads.
pub fn peer_to_peer(system: &System) -> Vec<Pairs> {
    let mut all = vec![Pairs::new()];
    for (channel, kind) in system.channels().enumerate().map(|(id, channel)| (id, channel.kind)) {
        let [senders, receivers] =
            [Direction::Send, Direction::Receive].map(|way| users(system, way, channel));
        let is_unused = senders.is_empty() && receivers.is_empty();
        let is_fine = kind == ChannelKind::Fifo || is_unused;
        let everybody: Vec<ParticipantId> = system.automata().ids().collect();
        if !is_fine || senders.len() > 1 || receivers.len() > 1 {
            return Vec::new();
        }
        if is_unused {
            let anywhere = (ParticipantId::from_index(0), ParticipantId::from_index(0));
            for pairs in &mut all {
                pairs.push(anywhere);
            }
            continue;
        }
        let [from, to] =
            [senders, receivers].map(|side| if side.is_empty() { everybody.clone() } else { side });
        let ways: Vec<_> = from.iter().flat_map(|&p| to.iter().map(move |&q| (p, q))).collect();
        all = all
            .iter()
            .flat_map(|pairs| {
                let free =
                    ways.iter().filter(|(p, q)| p != q && !pairs.iter().any(|w| *w == (*p, *q)));
                free.map(|&way| pairs.iter().copied().chain([way]).collect())
            })
            .collect();
    }
    all
}

/// Whether there are messages in both directions of a pair of participants, if the channels lead like this.
pub fn is_filled_both_ways(system: &System, pairs: &Pairs, here: &Configuration) -> bool {
    let channels = system.channels().ids().filter(|&channel| !here.held(channel).is_empty());
    let filled: Vec<_> = channels.map(|channel| pairs[channel]).collect();
    filled.iter().any(|&(p, q)| filled.contains(&(q, p)))
}

/// What is known about the sends that it takes to have messages in both directions of a pair of participants, for each way
/// in which the channels of a peer-to-peer system can lead from one participant to another.
pub fn fewest_sends_natural(system: &System, ways: &[Pairs], bounds: Bounds) -> Vec<Answer> {
    let exploration = explore(system, Loss::OnTheWay, bounds);
    let fewest = |pairs| exploration.fewest_sends(|here| is_filled_both_ways(system, pairs, here));
    ways.iter().map(fewest).collect()
}

/// The input channels of each participant: those that it receives from anywhere in its automaton.
pub type Inputs = IndexVec<ParticipantId, BTreeSet<ChannelId>>;

/// The input channels of the participants.
pub fn inputs(system: &System) -> Inputs {
    let of = |participant| {
        let channels = system.channels().ids();
        let receives = |channel| users(system, Direction::Receive, channel).contains(&participant);
        channels.filter(|&channel| receives(channel)).collect()
    };
    system.automata().ids().map(of).collect()
}

/// Whether an action is a reception, or a send while all input channels of the sender are empty.
pub fn is_half_duplex(inputs: &Inputs, held: &Held, action: Action) -> bool {
    action.direction == Direction::Receive
        || inputs[action.participant].iter().all(|&channel| held[channel] == 0)
}

/// Whether an execution is equivalent to a half-duplex one, if nobody but its receiver takes messages from the input
/// channels of a participant: by a graph.
///
/// Its vertices are the actions. An edge leads from each action to the later ones that it does not commute with, and from
/// each send of a participant to the send of each other message to one of its input channels that the participant does not
/// receive before. In an equivalent half-duplex execution such a message must be sent later: otherwise it would be in its
/// channel. Conversely, an order that the edges allow is such an execution.
pub fn is_half_duplex_by_graph(system: &System, execution: &[Action]) -> bool {
    let (partners, inputs) = (matching(system, execution), inputs(system));
    let before = before(execution.len(), |i, j| commute(system, execution, &partners, i, j));
    let is_send = |place: usize| execution[place].direction == Direction::Send;
    let received_before = |message: usize, place: usize| {
        partners[message].is_some_and(|reception| {
            execution[reception].participant == execution[place].participant && reception < place
        })
    };
    let must_wait = |message: usize, send: usize| {
        is_send(send)
            && is_send(message)
            && inputs[execution[send].participant].contains(&execution[message].channel)
            && !received_before(message, send)
    };
    !has_circle(execution.len(), |i, j| before[j].contains(&i) || must_wait(j, i))
}

/// The shortest execution that is equivalent to no half-duplex one.
pub fn shortest_full_duplex(system: &System, budget: Budget) -> Verdict {
    let inputs = inputs(system);
    let rule = |held: &Held, action| is_half_duplex(&inputs, held, action);
    shortest(system, budget, |execution| has_order(system, execution, &rule))
}
