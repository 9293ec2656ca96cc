//! Witnesses of kind `not-partial`: a run of an implementation that is not a part of any word of the choreography.
//!
//! A word of communications has a run as a part if the actions of the run can be kept, and all others left out, such that
//! none of the former depends on one of the latter.

use crate::core::{
    Act, ChannelMessage, Claim, Interaction, Key, Outcome, ensure, ensure_rsc, explore, replay,
};

/// Column of the state of the choreography in a row of [`check`].
const STATE: usize = 0;

/// Column of the number of actions of the run that are read.
const POSITION: usize = 1;

/// The first of the columns that state what is blocked: the participants, the receptions of each key, and the sends of
/// each key.
const BLOCKED: usize = 2;

/// Checks that the run is RSC as written, and is no partial execution of a word of the choreography.
///
/// A word is read from the left, and each of its actions is kept as the next of the run, or left out. An action that is
/// left out blocks its participant and its key, and a send also blocks its reception: an action that depends on a
/// blocked one must not be kept.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let (run, system) = (replay(claim)?, claim.system);
    ensure_rsc(&run.actions)?;
    let why = || "the run is a partial execution of the choreography";
    ensure(!run.actions.is_empty(), why)?;
    let keys: Vec<Key> = system.senders.keys().map(|sent| system.key(*sent)).collect();
    let of_receptions = BLOCKED + system.participants.len();
    let of_sends = of_receptions + keys.len();
    // The columns that state whether an action is blocked: by its participant and by its key.
    let blocks = |p: usize, act: Act, message: ChannelMessage| {
        let first = if act.is_send() { of_sends } else { of_receptions };
        let number = keys.partition_point(|other| *other < system.key(message));
        [BLOCKED + p, first + number]
    };
    let left_out = |row: &[u32], blocks: [usize; 2]| {
        let mut next = row.to_vec();
        for column in blocks {
            next[column] = 1;
        }
        next
    };
    let kept = |row: &[u32], p: usize, act: Act, blocks: [usize; 2]| {
        let next = run.actions.get(row[POSITION] as usize)?;
        let is_next = next.participant == p && next.act == act;
        let is_blocked = blocks.iter().any(|column| row[*column] > 0);
        let mut row = row.to_vec();
        row[POSITION] += 1;
        (is_next && !is_blocked).then_some(row)
    };
    let is_whole = |row: &[u32]| row[POSITION] as usize == run.actions.len();
    explore(vec![0; of_sends + keys.len()], |row, reached| {
        for &Interaction { sender, receiver, message, to } in &system.protocol[row[STATE] as usize]
        {
            let (send, receive) = (Act::Send(message), Act::Receive(message));
            let of_send = blocks(sender, send, message);
            let of_receive = blocks(receiver, receive, message);
            let mut row = row.to_vec();
            row[STATE] = to as u32;
            reached.add(left_out(&left_out(&row, of_send), of_receive))?;
            let Some(sent) = kept(&row, sender, send, of_send) else { continue };
            ensure(!is_whole(&sent), why)?;
            reached.add(left_out(&sent, of_receive))?;
            let Some(received) = kept(&sent, receiver, receive, of_receive) else { continue };
            ensure(!is_whole(&received), why)?;
            reached.add(received)?;
        }
        Ok(())
    })?;
    run.blamed(claim).map(drop)
}
