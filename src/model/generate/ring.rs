//! Rings: each participant passes messages on to the next.

use super::{Size, SizeError};
use crate::cfsm::{
    BadConfigurations, Channel, ChannelId, ChannelKind, Direction, Label, MessageId, MessageSort,
    ParticipantId, StateId, System, SystemBuilder,
};
use kernel::base::Id as _;

/// How often the participants of a ring go round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounds {
    /// Once, and only the first participant begins with its sends.
    One,
    /// For ever, and all participants but the first begin with their sends.
    Endless,
}

/// Returns the ring of Figure 7.2 of [RSC](crate#bibliography), with its bad configurations.
///
/// Participant `k` sends `messages` messages, `m1`, `m2` and so on, to the mailbox of the next
/// participant, and receives as many from its own. The first participant sends before it receives,
/// all others receive before they send; so each message can be received at once, and the ring is RSC for
/// every size. The bad configurations are those in which the first and the second participant are in the
/// states after their first reception; none is reachable.
///
/// # Complexity
/// Linear in the number of participants times the number of messages.
///
/// # Errors
/// If the size is not that of a ring: fewer than two participants, no message, or more transitions than
/// [`Size::MAX_TRANSITIONS`].
pub fn ring(
    participants: usize,
    messages: usize,
) -> Result<(System, Vec<BadConfigurations>), SizeError> {
    let size = Size { participants, messages };
    let system = round(format!("ring_{participants}_{messages}"), size, Rounds::One)?;
    let received = |participant, state| {
        (ParticipantId::from_index(participant), vec![StateId::from_index(state)])
    };
    let bad = BadConfigurations {
        control: vec![received(0, messages + 1), received(1, 1)],
        contents: None,
    };
    Ok((system, vec![bad]))
}

/// Returns the ring that repeats for ever: the first participant receives first, all others send first, and
/// all repeat their rounds.
///
/// This is the other way to break the cycle of Figure 7.2 of [RSC](crate#bibliography), and the system is RSC
/// for the same reason; unlike the ring of the figure it has executions of every length.
///
/// # Complexity
/// Linear in the number of participants times the number of messages.
///
/// # Errors
/// As for [`ring`].
pub fn looped_ring(participants: usize, messages: usize) -> Result<System, SizeError> {
    let size = Size { participants, messages };
    round(format!("looped_ring_{participants}_{messages}"), size, Rounds::Endless)
}

fn round(name: String, size: Size, rounds: Rounds) -> Result<System, SizeError> {
    size.check_ring()?;
    let Size { participants, messages } = size;
    let mut builder = SystemBuilder::new(name);
    let letters: Vec<MessageId> =
        (1..=messages).map(|k| builder.message(format!("m{k}"), MessageSort::Int)).collect();
    let mailboxes: Vec<ChannelId> = (0..participants)
        .map(|_| builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false }))
        .collect();
    for (index, &own) in mailboxes.iter().enumerate() {
        let participant = builder.participant(format!("p{index}"));
        let next = mailboxes[(index + 1) % participants];
        let sends_first = (rounds == Rounds::Endless) != (index == 0);
        let sends = (Direction::Send, next);
        let receptions = (Direction::Receive, own);
        let halves = if sends_first { [sends, receptions] } else { [receptions, sends] };

        let start = builder.state(participant, "0");
        builder.initial(participant, start);
        let mut source = start;
        for (half, (direction, channel)) in halves.into_iter().enumerate() {
            for (k, &message) in letters.iter().enumerate() {
                let done = half * messages + k + 1;
                let target = if done == 2 * messages && rounds == Rounds::Endless {
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
