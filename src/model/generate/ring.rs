//! Rings: each participant passes messages on to the next.

use super::rows::{Action, Rounds, Rows, receives, sends};
use super::{Size, SizeError};
use crate::cfsm::{BadConfigurations, MessageId, ParticipantId, StateId, System};
use kernel::base::Id as _;

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
    let mut rows = Rows::new(name, rounds);
    let letters: Vec<MessageId> = (1..=messages).map(|k| rows.message(format!("m{k}"))).collect();
    let mailboxes = rows.channels(participants);
    for (index, &own) in mailboxes.iter().enumerate() {
        let next = mailboxes[(index + 1) % participants];
        let sends = letters.iter().map(|&letter| sends(next, letter));
        let receptions = letters.iter().map(|&letter| receives(own, letter));
        // In one round only the first participant begins with its sends, in endless ones all others do.
        let row: Vec<Action> = if (rounds == Rounds::Endless) == (index == 0) {
            receptions.chain(sends).collect()
        } else {
            sends.chain(receptions).collect()
        };
        rows.participant(format!("p{index}"), &[row]);
    }
    Ok(rows.finish())
}
