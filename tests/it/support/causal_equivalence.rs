//! Which executions are the same but for the order of independent actions.

use std::collections::BTreeMap;

use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::model::cfsm::{Action, ActionId, Execution, action_graph, dependencies};

/// Whether two different actions commute.
pub(crate) fn commute(execution: &Execution, one: ActionId, other: ActionId) -> bool {
    dependencies(execution, one, other).is_empty()
}

/// Whether one execution is the other up to the order of actions that commute (Definition
/// 2.3.5 of RSC).
///
/// Two occurrences of one action never commute, so the permutation that the definition asks for can
/// only map the `k`-th occurrence of each action to its `k`-th occurrence.
pub(crate) fn causally_equivalent(one: &Execution, other: &Execution) -> bool {
    if one.actions().len() != other.actions().len() {
        return false;
    }
    let mut occurrences: BTreeMap<Action, Vec<ActionId>> = BTreeMap::new();
    for (id, action) in other.actions().enumerate() {
        occurrences.entry(*action).or_default().push(id);
    }
    let mut unused: BTreeMap<Action, std::vec::IntoIter<ActionId>> =
        occurrences.into_iter().map(|(action, ids)| (action, ids.into_iter())).collect();
    let mut image = Vec::with_capacity(one.actions().len());
    for action in one.actions() {
        match unused.get_mut(action).and_then(Iterator::next) {
            Some(id) => image.push(id),
            None => return false,
        }
    }
    one.actions().ids().all(|first| {
        one.actions().ids().skip(first.index() + 1).all(|second| {
            let (to_first, to_second) = (image[first.index()], image[second.index()]);
            let kept = !commute(one, first, second);
            if to_first < to_second {
                kept != commute(other, to_first, to_second)
            } else {
                !kept && commute(other, to_second, to_first)
            }
        })
    })
}

/// Whether the second action comes after the first and does not commute with it.
pub(crate) fn precedes(execution: &Execution, first: ActionId, second: ActionId) -> bool {
    action_graph(execution).iter().any(|&(from, to, _)| (from, to) == (first, second))
}
