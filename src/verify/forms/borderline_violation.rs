//! Witnesses of kind `borderline-violation`: a run that shows that a system is not RSC.
//!
//! The run is an RSC execution, and a reception after it that makes the conflict graph cyclic. This graph has the
//! communications of the run as nodes, and an edge from one communication to another if an action of the first comes
//! before an action of the second with which it does not commute.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::core::{Action, Claim, Item, Outcome, Run, System, ensure, ensure_rsc, reject, replay};

/// Checks that the run is a borderline violation and `cycle` is a cycle of its conflict graph.
///
/// Only the given cycle is examined: if it is a cycle, the graph is cyclic.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let (run, cycle) = (&replay(claim)?, &claim.document.cycle);
    match run.actions.split_last() {
        Some((last, before)) if !last.act.is_send() => ensure_rsc(before)?,
        _ => return reject("the last action is no reception"),
    }
    ensure(!cycle.is_empty(), || "`cycle` is empty")?;
    let mut passed = BTreeSet::new();
    for (index, edge) in cycle.iter().enumerate() {
        let next = &cycle[(index + 1) % cycle.len()];
        let from = action_of(run, edge.steps[0], &edge.from);
        let to = action_of(run, edge.steps[1], &edge.to);
        let is_edge = from.zip(to).is_some_and(|(from, to)| {
            is_edge(edge, from, to, claim.system) && passed.insert(from.communication)
        });
        let why = || format!("`cycle`: edge {} is none of a cycle of conflicts", index + 1);
        ensure(is_edge && edge.to == next.from, why)?;
    }
    run.blamed(claim).map(drop)
}

/// Returns the action of a step, if it belongs to this communication.
fn action_of<'r>(run: &'r Run, step: usize, communication: &Value) -> Option<&'r Action> {
    let index = run.actions.binary_search_by_key(&step, |action| action.step).ok()?;
    let action = &run.actions[index];
    (*communication == action.communication).then_some(action)
}

/// Returns `true` if there is an edge between the communications of two actions for the reason that the edge names: the
/// same participant, or two sends or two receptions with the same key.
fn is_edge(edge: &Item, from: &Action, to: &Action, system: &System) -> bool {
    let is_conflict = match (&edge.participant, &edge.channel) {
        (Some(name), Value::Null) => {
            from.participant == to.participant
                && *name == system.participants[from.participant].name
        }
        (None, channel) => {
            from.act.is_send() == to.act.is_send()
                && from.key == to.key
                && *channel == system.channels[from.key.channel]
        }
        _ => false,
    };
    is_conflict && from.step < to.step && from.communication != to.communication
}
