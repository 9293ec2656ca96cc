//! Rings: each participant passes messages on to the next.

use super::{Size, SizeError};
use crate::cfsm::{
    BadConfigurations, Channel, ChannelId, ChannelKind, Direction, Label, MessageId, MessageSort,
    ParticipantId, StateId, System, SystemBuilder,
};
use kernel::base::Id as _;

/// The order of the two halves of a participant's round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Send,
    Receive,
}

/// What a participant does after its round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Afterwards {
    Stop,
    GoRound,
}

/// Returns the ring of Figure 7.2 of [RSC](crate#bibliography), with its bad configurations.
///
/// Participant `k` sends `messages` messages, `m1`, `m2` and so on, to the mailbox of the next
/// participant, and receives as many from its own. The first participant sends before it receives,
/// all others receive before they send; so each message can be received at once, and the ring is
/// RSC whatever its size. The bad configurations are those in which the first and the second
/// participant stand where their first reception led them; none is reachable.
///
/// # Complexity
/// Linear in the number of participants times the number of messages.
///
/// # Errors
/// Where the size is not that of a ring: fewer than two participants, no message, or more
/// transitions than [`Size::MOST_TRANSITIONS`].
pub fn ring(
    participants: usize,
    messages: usize,
) -> Result<(System, Vec<BadConfigurations>), SizeError> {
    let system = round(
        format!("ring_{participants}_{messages}"),
        (participants, messages),
        First::Receive,
        Afterwards::Stop,
    )?;
    let received = |participant, state| {
        (ParticipantId::from_index(participant), vec![StateId::from_index(state)])
    };
    let bad = BadConfigurations {
        control: vec![received(0, messages + 1), received(1, 1)],
        contents: None,
    };
    Ok((system, vec![bad]))
}

/// Returns the ring that never stops: the first participant receives first, all others send
/// first, and all go round again.
///
/// It is the other way to break the circle of Figure 7.2 of [RSC](crate#bibliography), and RSC for
/// the same reason; unlike that ring it has executions of every length.
///
/// # Complexity
/// Linear in the number of participants times the number of messages.
///
/// # Errors
/// As for [`ring`].
pub fn looped_ring(participants: usize, messages: usize) -> Result<System, SizeError> {
    round(
        format!("looped_ring_{participants}_{messages}"),
        (participants, messages),
        First::Send,
        Afterwards::GoRound,
    )
}

/// Returns the ring in which all participants but the first begin with `others`.
fn round(
    name: String,
    (participants, messages): (usize, usize),
    others: First,
    afterwards: Afterwards,
) -> Result<System, SizeError> {
    Size { participants, messages }.check_ring()?;
    let mut builder = SystemBuilder::new(name);
    let letters: Vec<MessageId> =
        (1..=messages).map(|k| builder.message(format!("m{k}"), MessageSort::Int)).collect();
    let mailboxes: Vec<ChannelId> = (0..participants)
        .map(|_| builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false }))
        .collect();
    for (index, &own) in mailboxes.iter().enumerate() {
        let participant = builder.participant(format!("p{index}"));
        let next = mailboxes[(index + 1) % participants];
        let sends_first = (others == First::Send) != (index == 0);
        let sends = (Direction::Send, next);
        let receptions = (Direction::Receive, own);
        let halves = if sends_first { [sends, receptions] } else { [receptions, sends] };

        let start = builder.state(participant, "0");
        builder.initial(participant, start);
        let mut source = start;
        for (half, (direction, channel)) in halves.into_iter().enumerate() {
            for (k, &message) in letters.iter().enumerate() {
                let done = half * messages + k + 1;
                let target = if done == 2 * messages && afterwards == Afterwards::GoRound {
                    start
                } else {
                    builder.state(participant, done.to_string())
                };
                let label = Label::Action(direction, channel, message);
                builder.transition(participant, source, label, target);
                source = target;
            }
        }
    }
    Ok(builder.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfsm::Transition;

    fn actions(system: &System, participant: usize) -> String {
        let automaton = &system.automata()[ParticipantId::from_index(participant)];
        let transition = |transition: &Transition| {
            let Label::Action(direction, channel, message) = transition.label else {
                panic!("a ring has no internal step")
            };
            let sign = if direction == Direction::Send { '!' } else { '?' };
            let message = &system.messages()[message].name;
            let (source, target) = (transition.source.index(), transition.target.index());
            format!("{source} {}{sign}{message} {target}", channel.index())
        };
        automaton.transitions().iter().map(transition).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn only_the_first_of_a_ring_sends_first() {
        let (system, bad) = ring(3, 2).unwrap();
        assert_eq!(actions(&system, 0), "0 1!m1 1, 1 1!m2 2, 2 0?m1 3, 3 0?m2 4");
        assert_eq!(actions(&system, 1), "0 1?m1 1, 1 1?m2 2, 2 2!m1 3, 3 2!m2 4");
        assert_eq!(actions(&system, 2), "0 2?m1 1, 1 2?m2 2, 2 0!m1 3, 3 0!m2 4");
        let control = &bad[0].control;
        assert_eq!(control[0], (ParticipantId::from_index(0), vec![StateId::from_index(3)]));
        assert_eq!(control[1], (ParticipantId::from_index(1), vec![StateId::from_index(1)]));
        assert_eq!(control.len(), 2);
    }

    #[test]
    fn only_the_first_of_a_looped_ring_receives_first() {
        let system = looped_ring(2, 2).unwrap();
        assert_eq!(actions(&system, 0), "0 0?m1 1, 1 0?m2 2, 2 1!m1 3, 3 1!m2 0");
        assert_eq!(actions(&system, 1), "0 0!m1 1, 1 0!m2 2, 2 1?m1 3, 3 1?m2 0");
    }
}
