//! Runs with a part that can be repeated for ever, each time with more messages in the channels.

use std::collections::BTreeMap;

use kernel::base::{Control, IndexVec};
use model::cfsm::{
    ChannelId, ChannelKind, Configuration, Direction, MessageId, ParticipantId, StateId, Step,
    System,
};

/// Maximum number of steps at the end of a run that are considered.
const STEPS: usize = 1_000;
/// Maximum number of messages in the configurations of a run that are considered.
const MESSAGES: usize = 1_000_000;
/// Maximum number of earlier configurations that one is compared with.
const EARLIER: usize = 16;

/// Returns `true` if a part of the run of `steps` from `initial` can be repeated for ever, and leaves more messages in
/// the channels each time, so that infinitely many configurations are reachable. Only the end of the run is looked at, and
/// nothing once a limit of `control` is reached.
///
/// The part leads back to the control states from which it starts. It can be repeated if each FIFO channel, with what
/// it holds at the start and what is sent each time, has the messages in the order in which they are received each
/// time, and at least as many are sent; and if at least as many of each message are put into each bag as are taken.
///
/// # Complexity
/// Linear in the number of steps, and in the sizes of at most 1,000 configurations; linear in 1,000 steps for each of
/// them and of at most 16 earlier ones with the same control states and no more messages in any channel.
pub fn can_grow(
    system: &System,
    initial: IndexVec<ParticipantId, StateId>,
    steps: &[Step],
    control: &Control,
) -> bool {
    let (skipped, steps) = steps.split_at(steps.len().saturating_sub(STEPS));
    let mut here = Configuration::empty(system, initial);
    for &step in skipped {
        let is_taken = here.take(system, step);
        debug_assert!(is_taken, "it is a run");
    }
    let mut run = vec![here];
    let mut by_control = BTreeMap::<Vec<StateId>, Vec<usize>>::new();
    let mut messages = 0;
    for place in 0..=steps.len() {
        let states = run[place].control.iter().copied().collect();
        let earlier = by_control.entry(states).or_default();
        let is_growing = |&start: &usize| {
            control.limit(0, 0).is_none()
                && has_more(&run[place], &run[start])
                && is_growing(system, &run[start], &steps[start..place])
        };
        if earlier.iter().rev().take(EARLIER).any(is_growing) {
            return true;
        }
        earlier.push(place);
        messages += run[place].contents.iter().map(|held| held.messages().len()).sum::<usize>();
        let next = steps.get(place).and_then(|&step| run[place].after(system, step));
        match next {
            Some(next) if messages < MESSAGES => run.push(next),
            _ => return false,
        }
    }
    false
}

/// Returns `true` if a configuration has more messages than another, and at least as many in each channel.
fn has_more(one: &Configuration, other: &Configuration) -> bool {
    let held = |of: &Configuration, channel: ChannelId| of.contents[channel].messages().len();
    one.contents.ids().all(|channel| held(one, channel) >= held(other, channel))
        && one.contents.ids().any(|channel| held(one, channel) > held(other, channel))
}

/// Returns `true` if the steps, which lead from a configuration to one with its control states, can be repeated for
/// ever and leave more messages each time.
fn is_growing(system: &System, start: &Configuration, steps: &[Step]) -> bool {
    let mut received =
        IndexVec::<ChannelId, Vec<MessageId>>::filled(Vec::new(), start.contents.len());
    let mut sent = received.clone();
    for step in steps {
        if let Some(action) = system.action(step.participant, step.transition) {
            let of = match action.direction {
                Direction::Send => &mut sent,
                Direction::Receive => &mut received,
            };
            of[action.channel].push(action.message);
        }
    }
    let can_repeat = |channel: ChannelId| {
        let (received, sent) = (&received[channel], &sent[channel]);
        match system.channels()[channel].kind {
            ChannelKind::Fifo => {
                // Two words that are repeated for ever are equal if they are as far as both are long together.
                let held = start.contents[channel].messages();
                let all = held.iter().chain(sent.iter().cycle());
                let length = held.len() + sent.len() + received.len();
                sent.len() >= received.len()
                    && received.iter().cycle().take(length).eq(all.take(length))
                    || received.is_empty()
            }
            ChannelKind::Bag => {
                let count = |of: &[MessageId], one: &MessageId| {
                    of.iter().filter(|&other| other == one).count()
                };
                received.iter().all(|one| count(sent, one) >= count(received, one))
            }
        }
    };
    let is_more = |channel: ChannelId| sent[channel].len() > received[channel].len();
    start.contents.ids().any(is_more) && start.contents.ids().all(can_repeat)
}
