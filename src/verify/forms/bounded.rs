//! Witnesses of kind `not-bounded`: a run after which a channel holds more messages than a bound, or the last part of which
//! can be repeated for ever and leaves more messages each time.
//!
//! Such a part leads each participant back to where it was. In a FIFO channel, what is received each time must be what it holds
//! before, followed by what is sent each time, as far as both go on; into a bag at least as many of each message are put as
//! are taken. And more messages are sent to some channel than are received from it.

use crate::core::{
    Action, Claim, Class, Item, Outcome, Property, System, ensure, replay, required,
};

/// Checks that the run shows that the system is not bounded in the sense of the claim.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let (run, system) = (replay(claim)?, claim.system);
    if let Property::Class(Class::Bounded(Some(bound))) = claim.property {
        let is_over = |channel: usize| held(&run.actions, channel).len() > bound;
        let why = || format!("no channel holds more than {bound} messages");
        ensure((0..system.bags.len()).any(is_over), why)?;
    } else {
        let steps = required(claim.document.steps.as_ref(), "steps")?;
        let mut starts = 0..steps.len();
        let why = || "no last part of the run can be repeated so that more messages are left";
        ensure(starts.any(|start| is_growing(system, &run.actions, steps, start)), why)?;
    }
    run.blamed(claim).map(drop)
}

/// Returns the messages that a channel holds after some actions, oldest first.
fn held(actions: &[Action], channel: usize) -> Vec<usize> {
    let is_received = |send: &Action| {
        actions.iter().any(|one| !one.act.is_send() && one.communication == send.communication)
    };
    let sends = actions.iter().filter(|one| one.act.is_send() && one.key.channel == channel);
    sends.filter(|send| !is_received(send)).filter_map(message).collect()
}

/// Returns the message of an action.
fn message(action: &Action) -> Option<usize> {
    match action.act {
        crate::core::Act::Send(message) | crate::core::Act::Receive(message) => {
            Some(message.message)
        }
        crate::core::Act::Internal => None,
    }
}

/// Returns `true` if the steps from `start` on can be repeated for ever and leave more messages each time.
fn is_growing(system: &System, actions: &[Action], steps: &[Item], start: usize) -> bool {
    let part = &steps[start..];
    let returns = part.iter().enumerate().all(|(place, step)| {
        let own = |other: &&Item| other.participant == step.participant;
        let is_first = !part[..place].iter().any(|other| own(&other));
        let last = part.iter().rfind(own);
        !is_first || last.is_some_and(|last| last.to == step.from)
    });
    // Steps are numbered from 1.
    let from = actions.partition_point(|action| action.step <= start);
    let (before, repeated) = actions.split_at(from);
    let of = |channel: usize, is_send: bool| -> Vec<usize> {
        let own = repeated.iter().filter(|one| one.key.channel == channel);
        own.filter(|one| one.act.is_send() == is_send).filter_map(message).collect()
    };
    let mut is_more = false;
    let can_repeat = (0..system.bags.len()).all(|channel| {
        let (sent, received) = (of(channel, true), of(channel, false));
        is_more |= sent.len() > received.len();
        let count = |of: &[usize], one: usize| of.iter().filter(|&&other| other == one).count();
        if system.bags[channel] {
            return received.iter().all(|&one| count(&sent, one) >= count(&received, one));
        }
        let held = held(before, channel);
        // Two words that go on periodically agree if they agree as far as their beginnings and periods are long.
        let length = held.len() + sent.len() + received.len();
        let comes = held.iter().chain(sent.iter().cycle()).take(length);
        received.is_empty()
            || (sent.len() >= received.len() && comes.eq(received.iter().cycle().take(length)))
    });
    returns && is_more && can_repeat
}
