//! Borderline violations: an RSC execution, and a reception that closes a cycle of conflicts.

use std::collections::BTreeSet;

use serde_json::Value;

use super::evidence::Item;
use super::run::{Action, Run, ensure_rsc};
use super::system::System;
use super::{Outcome, ensure, reject};

/// Fails unless the run is a borderline violation and `cycle` is a cycle of its conflict graph.
///
/// Only the given cycle is examined: if it is a cycle, the graph is cyclic.
pub(super) fn check(run: &Run, cycle: &[Item], system: &System) -> Outcome {
    let Some((_, before)) = run.actions.split_last().filter(|(last, _)| !last.is_send) else {
        return reject("the last action is no reception");
    };
    ensure_rsc(before)?;
    ensure(!cycle.is_empty(), || "`cycle` is empty".to_owned())?;
    let mut passed = BTreeSet::new();
    for (edge, n) in cycle.iter().zip(1..) {
        let action = |step: usize, communication: &Value| {
            let at = run.actions.binary_search_by_key(&step, |action| action.step).ok()?;
            Some(&run.actions[at]).filter(|action| *communication == action.communication)
        };
        let actions = action(edge.steps[0], &edge.from).zip(action(edge.steps[1], &edge.to));
        let goes_on = edge.to == cycle[n % cycle.len()].from;
        let is_edge = actions.is_some_and(|(one, other)| {
            one.step < other.step
                && one.communication != other.communication
                && conflict(edge, one, other, system)
                && passed.insert(one.communication)
        });
        let why = || format!("`cycle`: edge {n} is none of a cycle of conflicts");
        ensure(is_edge && goes_on, why)?;
    }
    Ok(())
}

/// Returns `true` if two actions do not commute for the reason that the edge names.
fn conflict(edge: &Item, one: &Action, other: &Action, system: &System) -> bool {
    let participant = &system.participants[one.participant].name;
    match (&edge.participant, &edge.channel) {
        (Some(name), Value::Null) => one.participant == other.participant && name == participant,
        (None, channel) => {
            (one.is_send, one.key) == (other.is_send, other.key)
                && system.channels[one.key.0] == *channel
        }
        _ => false,
    }
}
