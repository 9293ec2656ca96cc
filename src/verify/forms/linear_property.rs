//! Certificates of form `explicit` over RSC executions: no state violates a linear property, by any combination of internal
//! steps. The property holds, since the system is RSC by the certificate that this one rests on.
//!
//! A certificate that rests on none has no states: what the participants can do by themselves, whatever they are sent,
//! violates no property.

use std::collections::BTreeSet;

use super::executions::{Executions, Parts};
use crate::core::{Act, Claim, Outcome, Property, System, View, ensure, invariant};

/// Checks that no state violates a linear property, by any combination of internal steps.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let &Claim { document, system, property, .. } = claim;
    let oldest = &document.oldest;
    let are_fifo = oldest.iter().all(|channel| system.bags.get(*channel) == Some(&false));
    ensure(are_fifo, || "`oldest` has a number that is no FIFO channel")?;
    if document.rests_on.is_none() {
        return check_unreachable(system, property);
    }
    let executions = Executions::new(system, Parts { oldest, ..Parts::default() })?;
    let is_bad = |_, row: &[u32]| {
        let locals = executions.behind.iter().zip(row);
        let rests = locals.map(|(behind, local)| &behind.rests[*local as usize][..]);
        property.is_violated(system, &rests.collect::<Vec<_>>(), &executions.views(row))
    };
    invariant(&executions, document, is_bad, |_| false, |_, _, _| ())
}

/// Checks that a linear property is not violated in any combination of states that the participants can reach, each by
/// itself, whatever is sent to the channels there.
fn check_unreachable(system: &System, property: Property) -> Outcome {
    let mut sent = vec![BTreeSet::new(); system.bags.len()];
    let mut reached = Vec::new();
    for participant in &system.participants {
        let locals = participant.reached();
        for transition in locals.iter().flat_map(|at| &participant.states[*at].transitions) {
            if let Act::Send(message) = transition.act {
                sent[message.channel].insert(message);
            }
        }
        reached.push(locals);
    }
    let view = |sent| View { is_occupied: false, heads: Vec::from_iter(sent) };
    let views: Vec<View> = sent.into_iter().map(view).collect();
    let reached: Vec<&[usize]> = reached.iter().map(Vec::as_slice).collect();
    let is_safe = !property.is_violated(system, &reached, &views);
    ensure(is_safe, || "some states and contents violate the property")
}
