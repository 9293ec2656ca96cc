//! Certificates of form `persistent`: configurations, in some of which only one participant takes its steps.
//!
//! An item `@p` in a configuration says that only the steps of participant `p` are listed there. These steps must be
//! such that no other participant can prevent, add or change one of them: see [`can_go_first`]. So in any run
//! from there that has no step of `p`, `p` can still take the same steps as before, and the order of such a step and
//! the run does not matter: if the run and then the step lead somewhere, then the step and then the run lead to the same
//! configuration. For the rest, the listed configurations are closed under steps.
//!
//! **Progress, orphan messages and reception deadlocks.** In a configuration that violates one of these, no step can be
//! taken. Each such configuration `d` that a run of `n` steps reaches from a listed configuration `c` is listed, by
//! induction on `n`. For `n = 0` it is `c`. Let `n > 0`. If all steps are listed for `c`, the first step leads to a listed
//! configuration, with `n - 1` steps behind it. Otherwise only `p` steps in `c`, and the run has a step of `p`, since `p`
//! could still take one in `d`. The first one can be moved to the front of the run. It leads to a listed
//! configuration, with `n - 1` steps behind it.
//!
//! **Unspecified receptions.** Whoever is the victim of one stays it, whatever step is taken: the victim has no step, and
//! nobody else receives the messages that it waits behind. Here each configuration in which a participant `q` has a step
//! must have a path of listed steps, perhaps of length 0, to one for which the steps of `q` are listed. If a run of `n`
//! steps, the first of `q`, leads from a listed configuration `c` to an unspecified reception, one is listed, by induction
//! on `n`, and for equal `n` on the length of the shortest such path for `q`. The cases of above remain but for one: only
//! `p` steps in `c`, and the run has no step of `p`. Then the shortest path for `q` begins with a step of `p`, to `e` say.
//! The run can be taken from `e`, and where it leads the step of `p` leads to as well. So there still is an unspecified
//! reception, since `p` is not the victim, `n` steps from `e`, and the path from `e` is shorter.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{
    Act, ChannelMessage, Claim, Configurations, Outcome, Property, Space as _, Step, System,
    ensure_none, invariant, number, reachable, required,
};

/// Checks that the reachable configurations exclude the properties.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let &Claim { document, system, ref properties, .. } = claim;
    let mut all = Configurations::new(system);
    all.names.extend((0..all.width()).map(|p| format!("@{p}")));
    let states = required(document.states.as_deref(), "states")?;
    let items = required(document.items.as_ref(), "items")?;
    for text in states {
        let places = text.split(' ').skip(all.width()).filter_map(number);
        let mut named = places.filter_map(|at| items.get(at as usize)?.strip_prefix('@'));
        all.first.push(named.next().and_then(|name| Some(number(name)? as usize)));
    }
    let (mut wrong, mut enabled) = (None, Vec::new());
    let mut before = vec![Vec::new(); states.len()];
    let is_bad = |index: usize, row: &[u32]| {
        enabled.push(all.steps(row).map(|step| step.participant).collect::<BTreeSet<_>>());
        wrong = all.first[index].filter(|p| !can_go_first(&all, *p, row)).map(|_| index);
        let is_violated = |property: &Property| !all.blames(*property, row).is_empty();
        wrong.is_some() || properties.iter().any(is_violated)
    };
    let visit = |from: usize, to: usize, _: &Step| before[to].push(from);
    let checked = invariant(&all, document, is_bad, |_| false, visit);
    let why = "has an item with `@` for a participant that others can interfere with";
    ensure_none(wrong, states, why)?;
    checked?;
    if !properties.contains(&Property::UnspecifiedReception) {
        return Ok(());
    }
    for (q, participant) in system.participants.iter().enumerate() {
        let takes = |index: &usize| all.first[*index].is_none_or(|p| p == q);
        let leading = reachable((0..states.len()).filter(takes), |at| before[at].iter().copied());
        let waits = |index: &usize| enabled[*index].contains(&q) && !leading.contains(index);
        let why = format!("leads to no state with the steps of {}", participant.name);
        ensure_none((0..states.len()).find(waits), states, &why)?;
    }
    Ok(())
}

/// Returns `true` if `p` has a step in a configuration, and as long as `p` takes none, others cannot prevent, add or
/// change its steps, nor do they notice that it took one.
///
/// Each transition is internal; or adds a message to a bag, or to a FIFO channel that nobody else writes to; or receives
/// from a FIFO channel that nobody else reads and that is not empty, so that its first message stays; or receives a
/// message from a bag that is there and that nobody else takes.
fn can_go_first(all: &Configurations<'_>, p: usize, row: &[u32]) -> bool {
    let System { bags, senders, receivers, .. } = all.system;
    let views = all.views(row);
    let is_own = |users: &BTreeMap<ChannelMessage, BTreeSet<usize>>, of: ChannelMessage| {
        let is_other = |message: &ChannelMessage| all.system.key(*message) != all.system.key(of);
        users.iter().all(|(message, by)| is_other(message) || by.iter().all(|q| *q == p))
    };
    let is_fit = |act: Act| match act {
        Act::Internal => true,
        Act::Send(sent) => bags[sent.channel] || is_own(senders, sent),
        Act::Receive(received) => {
            let view = &views[received.channel];
            let is_there = !bags[received.channel] || view.heads.contains(&received);
            view.is_occupied && is_there && is_own(receivers, received)
        }
    };
    let transitions = &all.system.state(p, row[p] as usize).transitions;
    transitions.iter().all(|by| is_fit(by.act)) && all.steps(row).any(|by| by.participant == p)
}
