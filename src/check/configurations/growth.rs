//! Runs with a part that can be repeated for ever, each time with more messages in the channels.

use std::collections::BTreeMap;

use kernel::base::{Control, IndexVec};
use model::cfsm::{ChannelId, Configuration, ParticipantId, StateId, Step, System, is_growing};

/// Maximum number of steps at the end of a run that are considered.
const STEPS: usize = 1_000;
/// Maximum number of messages in the configurations of a run that are considered.
const MESSAGES: usize = 1_000_000;
/// Maximum number of earlier configurations that one is compared with.
const EARLIER: usize = 16;

/// Returns after how many steps of the run of `steps` from `initial` a part of it ends that can be repeated for ever, and
/// leaves more messages in the channels each time, so that infinitely many configurations are reachable. Only the end of the
/// run is looked at, and nothing once a limit of `control` is reached.
///
/// The part leads back to the control states from which it starts, and [`is_growing`].
///
/// # Complexity
/// Linear in the number of steps, and in the sizes of at most 1,000 configurations; linear in 1,000 steps for each of
/// them and of at most 16 earlier ones with the same control states and no more messages in any channel.
pub fn growing_run(
    system: &System,
    initial: IndexVec<ParticipantId, StateId>,
    steps: &[Step],
    control: &Control,
) -> Option<usize> {
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
            return Some(skipped.len() + place);
        }
        earlier.push(place);
        messages += run[place].contents.iter().map(|held| held.messages().len()).sum::<usize>();
        let next = steps.get(place).and_then(|&step| run[place].after(system, step));
        match next {
            Some(next) if messages < MESSAGES => run.push(next),
            _ => return None,
        }
    }
    None
}

/// Returns `true` if a configuration has more messages than another, and at least as many in each channel.
fn has_more(one: &Configuration, other: &Configuration) -> bool {
    let held = |of: &Configuration, channel: ChannelId| of.contents[channel].messages().len();
    one.contents.ids().all(|channel| held(one, channel) >= held(other, channel))
        && one.contents.ids().any(|channel| held(one, channel) > held(other, channel))
}
