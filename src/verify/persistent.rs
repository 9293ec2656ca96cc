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
//! nobody else receives the messages that it waits behind. Here each configuration with an item must have a successor
//! further down in the list. If a run of `n` steps leads from a listed configuration `c` to an unspecified reception, one
//! is listed, by induction on `n`, and for equal `n` from the end of the list to its beginning. The cases of above remain
//! but for one: only `p` steps in `c`, and the run has no step of `p`. Then a step of `p` leads to a configuration `e`
//! further down, the run can be taken from `e`, and where it leads the step of `p` leads to as well. So there still is an
//! unspecified reception, `n` steps from `e`.

use std::collections::{BTreeMap, BTreeSet};

use super::configurations::Configurations;
use super::evidence::{Document, required};
use super::safety::{Property, is_receiving};
use super::states::{Space as _, Step, fault, invariant};
use super::system::{Act, ChannelMessage, System, number};
use super::{Outcome, ensure, reject};

/// Checks that the reachable configurations exclude the properties.
pub(super) fn check(document: &Document<'_>, system: &System, properties: &[Property]) -> Outcome {
    let mut all = Configurations::new(system);
    all.names.extend((0..all.width()).map(|p| format!("@{p}")));
    let states = required(document.states.as_deref(), "states")?;
    let items = required(document.items.as_ref(), "items")?;
    for (index, text) in states.iter().enumerate() {
        let places = text.split(' ').skip(all.width()).filter_map(number);
        let named = places.filter_map(|place| items.get(place as usize)?.strip_prefix('@'));
        let named: Vec<&str> = named.collect();
        ensure(named.len() < 2, || fault(index, text, "has two items with `@`"))?;
        all.first.push(named.first().and_then(|name| Some(number(name)? as usize)));
    }
    let (mut wrong, mut goes_down) = (None, vec![false; states.len()]);
    let is_bad = |index: usize, row: &[u32]| {
        wrong = all.first[index].filter(|p| !can_go_first(&all, *p, row)).map(|_| index);
        let is_violated = |property: &Property| !all.blames(*property, row).is_empty();
        wrong.is_some() || properties.iter().any(is_violated)
    };
    let visit = |from: usize, to: usize, _: &Step| goes_down[from] |= from < to;
    let checked = invariant(&all, document, is_bad, |_| false, visit);
    if let Some(index) = wrong {
        let why = "has an item with `@` for a participant that others can interfere with";
        return reject(fault(index, states[index], why));
    }
    checked?;
    let mut indices = 0..states.len();
    let is_last = |index: &usize| all.first[*index].is_some() && !goes_down[*index];
    if properties.contains(&Property::UnspecifiedReception)
        && let Some(index) = indices.find(is_last)
    {
        return reject(fault(index, states[index], "has no successor further down"));
    }
    Ok(())
}

/// Returns `true` if `p` has a step in a configuration, and as long as `p` takes none, others cannot prevent, add or
/// change its steps, nor do they notice that it took one.
///
/// Either `p` waits for messages from FIFO channels that nobody else reads: the first messages are there already. Or
/// `p` acts without receiving: an internal step, or a message that is added to a bag, or to a FIFO channel that
/// nobody else writes to.
fn can_go_first(all: &Configurations<'_>, p: usize, row: &[u32]) -> bool {
    let System { bags, senders, receivers, .. } = all.system;
    let state = all.system.state(p, row[p] as usize);
    let views = all.views(row);
    let is_own = |users: &BTreeMap<ChannelMessage, BTreeSet<usize>>, channel| {
        let mut users = users.iter().filter(|(message, _)| message.channel == channel);
        users.all(|(_, by)| by.iter().all(|q| *q == p))
    };
    let is_ready =
        |channel: usize| !bags[channel] && views[channel].is_occupied && is_own(receivers, channel);
    let is_free = |act: Act| match act {
        Act::Internal => true,
        Act::Send(sent) => bags[sent.channel] || is_own(senders, sent.channel),
        Act::Receive(_) => false,
    };
    let receives = |message: ChannelMessage| views[message.channel].heads.contains(&message);
    is_receiving(state, is_ready) && state.receptions().any(receives)
        || !state.is_final() && state.transitions.iter().all(|by| is_free(by.act))
}
