//! Witnesses of kind `not-fully-bag-rsc`: an RSC execution and a last reception, which a send that it may match leads to
//! through others.
//!
//! A reception from a bag may match any earlier send of its message that no other one matches, and actions on a bag conflict
//! only through the participant. Each reception but the last matches the send just before it.

use std::collections::BTreeSet;

use crate::core::{Act, Action, ChannelMessage, Claim, Outcome, System, ensure, reject, replay};

/// A send with the participant that receives at once, if one does.
type Communication = (usize, ChannelMessage, Option<usize>);

/// Checks that the last reception can match a send on which it depends through others.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let (run, system) = (replay(claim)?, claim.system);
    let Some((last, before)) = run.actions.split_last() else { return reject("nothing happens") };
    let Act::Receive(message) = last.act else { return reject("the last action is no reception") };
    let mut communications: Vec<Communication> = Vec::new();
    let mut follows_send = false;
    for Action { act, participant, step, .. } in before {
        if let Act::Receive(received) = *act {
            let send = communications.last_mut().filter(|send| follows_send && send.1 == received);
            let Some((_, _, receiver)) = send else {
                return reject(format!(
                    "step {step}: the reception does not directly follow a send"
                ));
            };
            *receiver = Some(*participant);
        } else if let Act::Send(sent) = *act {
            communications.push((*participant, sent, None));
        }
        follows_send = act.is_send();
    }
    let is_bag = system.bags[message.channel];
    let mut choices = communications.iter().enumerate().filter(|(_, one)| {
        one.2.is_none() && one.1.channel == message.channel && (!is_bag || one.1 == message)
    });
    let leads = |place: usize| leads_to(system, &communications[place..], last.participant);
    // A FIFO channel has one first message.
    let closes = if is_bag {
        choices.any(|(place, _)| leads(place))
    } else {
        choices.next().is_some_and(|(place, _)| leads(place))
    };
    ensure(closes, || "the last reception depends on no send that it may match")?;
    run.blamed(claim).map(drop)
}

/// Returns `true` if a participant takes part in a communication that depends on the first one.
fn leads_to(system: &System, communications: &[Communication], receiver: usize) -> bool {
    let Some((&(sender, first, _), others)) = communications.split_first() else { return false };
    let fifo = |message: ChannelMessage| Some(message.channel).filter(|&one| !system.bags[one]);
    let mut channels: BTreeSet<usize> = fifo(first).into_iter().collect();
    let mut reached = BTreeSet::new();
    for &(from, message, to) in others {
        let involved = [Some(from), to].into_iter().flatten();
        let mut is_touched = channels.contains(&message.channel);
        is_touched |= involved.clone().any(|one| one == sender || reached.contains(&one));
        if is_touched {
            reached.extend(involved);
            channels.extend(fifo(message));
        }
    }
    reached.contains(&receiver)
}
