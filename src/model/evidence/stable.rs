//! Runs whose sends need more messages in a channel than a bound.

use rustc_hash::FxHashSet;

use super::Rejected;
use super::class_definition::ClassDefinition;
use super::half_duplex::left;
use crate::cfsm::{Action, Configuration, Direction, SynchronousProduct, System};

/// k-stable systems: with at most `k` and with at most `k + 1` messages in each channel they behave alike, as far as sends are
/// seen. A run shows that they do not if it has at most `k + 1`, and its sends are not possible with `k`.
pub(super) const STABLE: ClassDefinition = ClassDefinition {
    name: "stable",
    evidence: "not-stable",
    has_bound: true,
    fault: |system, bound, replay, most| {
        let mut is_over = false;
        replay.visit(system, |_, here| {
            is_over |= here.contents.iter().any(|held| held.messages().len() > bound + 1);
        });
        let actions = replay.execution().actions().iter();
        let sends = actions.copied().filter(|action| action.direction == Direction::Send);
        let shows = !is_over && !can_within(system, bound, replay.initial(), sends, most)?;
        Ok(left(system, replay, shows))
    },
};

/// Returns `true` if a run has these sends, and at most `bound` messages in each channel.
///
/// # Errors
/// If more than `most` configurations belong to a part of the sends.
fn can_within(
    system: &System,
    bound: usize,
    initial: &Configuration,
    sends: impl IntoIterator<Item = Action>,
    most: usize,
) -> Result<bool, Rejected> {
    let starts = SynchronousProduct::new(system).initial();
    let start = |control| Configuration { control, contents: initial.contents.clone() };
    let mut here: FxHashSet<Configuration> = starts.into_iter().map(start).collect();
    for send in sends {
        let mut after = FxHashSet::default();
        let mut open: Vec<Configuration> = here.iter().cloned().collect();
        while let Some(configuration) = open.pop() {
            for step in configuration.enabled(system) {
                let action = system.action(step.participant, step.transition);
                let is_send = action.is_some_and(|action| action.direction == Direction::Send);
                let is_room = configuration.contents[send.channel].messages().len() < bound;
                if is_send && !(action == Some(send) && is_room) {
                    continue;
                }
                let Some(next) = configuration.after(system, step) else { continue };
                if is_send {
                    after.insert(next);
                } else if here.insert(next.clone()) {
                    open.push(next);
                }
            }
            if here.len() > most {
                return Err(Rejected::ManyContinuations { max_configurations: most });
            }
        }
        if after.is_empty() {
            return Ok(false);
        }
        here = after;
    }
    Ok(true)
}
