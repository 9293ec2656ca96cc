//! Certificates of form `explicit` over configurations: all reachable configurations are listed.
//!
//! A linear property holds if none of them violates it, whether the system is RSC or not. For a branching property, a
//! configuration that may violate it must have a continuation to the goal of the property; such a continuation is
//! looked for among the listed configurations, which contain all continuations.

use std::collections::BTreeMap;

use crate::core::{
    Claim, Configurations, Outcome, Step, ensure_none, invariant, reachable, required,
};

/// Checks that the configurations exclude the property.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let &Claim { document, system, property, .. } = claim;
    let all = Configurations::new(system);
    let states = required(document.states.as_deref(), "states")?;
    let (mut asked, mut before_goal) = (BTreeMap::new(), BTreeMap::new());
    let mut predecessors = vec![Vec::new(); states.len()];
    let is_bad = |index: usize, row: &[u32]| {
        let blames = all.blames(property, row);
        for goal in blames.iter().filter_map(|blame| blame.unless) {
            asked.entry(goal).or_insert_with(Vec::new).push(index);
        }
        blames.iter().any(|blame| blame.unless.is_none())
    };
    let visit = |from: usize, to: usize, step: &Step| {
        if property.is_linear() {
            return;
        }
        predecessors[to].push(from);
        for goal in all.reached(step) {
            before_goal.entry(goal).or_insert_with(Vec::new).push(from);
        }
    };
    invariant(&all, document, is_bad, |_| false, visit)?;
    for (goal, asking) in asked {
        let before_goal = before_goal.remove(&goal).unwrap_or_default();
        let good = reachable(before_goal, |index| predecessors[index].iter().copied());
        let bad = asking.into_iter().find(|index| !good.contains(index));
        ensure_none(bad, states, "has no continuation that the property asks for")?;
    }
    Ok(())
}
