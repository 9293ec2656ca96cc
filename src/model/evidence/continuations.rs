//! Whether what a configuration demands is met by some continuation.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::Rejected;
use crate::cfsm::{ChannelKind, Configuration, Contents, Obligation, ParticipantId, Step, System};
use kernel::base::Control;

/// Number of messages that count as one more configuration.
const MESSAGES: usize = 64;

/// The continuations that count.
#[derive(Clone, Copy, Default)]
pub(super) struct Scope {
    /// Maximum number of messages in each channel, if there is one.
    pub(super) bound: Option<usize>,
    /// A participant that makes no steps.
    pub(super) without: Option<ParticipantId>,
}

/// Returns `true` if a continuation of `configuration` meets `obligation`.
///
/// # Errors
/// If more than the maximum number of configurations can follow.
pub(super) fn is_met(
    system: &System,
    configuration: &Configuration,
    obligation: Obligation,
    scope: Scope,
    (max_configurations, control): (usize, &Control),
) -> Result<bool, Rejected> {
    let start = with_sorted_bags(system, configuration.clone());
    let mut seen = FxHashSet::from_iter([start.clone()]);
    let mut open = VecDeque::from([start]);
    let mut visited = 1;
    while let Some(configuration) = open.pop_front() {
        if obligation.is_met_in(&configuration) {
            return Ok(true);
        }
        for (participant, automaton) in system.automata().enumerate() {
            for &transition in automaton.outgoing(configuration.control[participant]) {
                let step = Step { participant, transition };
                let Some(next) = configuration.after(system, step) else { continue };
                let is_over =
                    |held: &Contents| scope.bound.is_some_and(|most| held.messages().len() > most);
                if scope.without == Some(participant) || next.contents.iter().any(is_over) {
                    continue;
                }
                if obligation.is_met_by(system, step) {
                    return Ok(true);
                }
                let next = with_sorted_bags(system, next);
                // The configuration is copied only if it is new.
                if !seen.contains(&next) {
                    let held = next.contents.iter().map(|held| held.messages().len());
                    visited += 1 + held.sum::<usize>() / MESSAGES;
                    seen.insert(next.clone());
                    open.push_back(next);
                }
            }
        }
        if visited > max_configurations || control.limit(0, 0).is_some() {
            return Err(Rejected::ManyContinuations { max_configurations });
        }
    }
    Ok(false)
}

/// Returns the configuration with the messages in its bags sorted: their order does not affect what can
/// follow.
fn with_sorted_bags(system: &System, mut configuration: Configuration) -> Configuration {
    for (channel, _) in system.channels().enumerate().filter(|(_, c)| c.kind == ChannelKind::Bag) {
        let mut held = configuration.contents[channel].messages().to_vec();
        held.sort_unstable();
        configuration.contents[channel] = held.into_iter().collect();
    }
    configuration
}
