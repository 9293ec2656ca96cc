//! Parts of runs that can be repeated for ever, each time with more messages in the channels.

use rustc_hash::FxHashMap;

use super::{ChannelId, ChannelKind, Configuration, Direction, MessageId, Step, System};
use kernel::base::IndexVec;

/// Returns `true` if the steps, which lead from a configuration to one with its control states, can be repeated for
/// ever and leave more messages each time, so that infinitely many configurations can be reached.
///
/// They can be repeated if each FIFO channel, with what it holds at the start and what is sent each time, has the messages in
/// the order in which they are received each time, and at least as many are sent; and if at least as many of each message are
/// put into each bag as are taken.
///
/// # Complexity
/// Linear in the number of steps and in the size of the configuration.
pub fn is_growing(system: &System, start: &Configuration, steps: &[Step]) -> bool {
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
                let mut balance: FxHashMap<MessageId, i64> = FxHashMap::default();
                sent.iter().for_each(|&one| *balance.entry(one).or_default() += 1);
                received.iter().for_each(|&one| *balance.entry(one).or_default() -= 1);
                balance.values().all(|&more| more >= 0)
            }
        }
    };
    let is_more = |channel: ChannelId| sent[channel].len() > received[channel].len();
    start.contents.ids().any(is_more) && start.contents.ids().all(can_repeat)
}
