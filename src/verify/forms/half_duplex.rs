//! Witnesses of kind `not-half-duplex`: a run after which messages are on their way that may not be together, or of which no
//! order of the same actions lets everybody send only while no message waits for it.
//!
//! - binary: two participants, each of whose channels is used from one of them to the other, and messages in both directions;
//! - restricted: messages in two channels, and natural: in two channels between the same participants, of a system each of
//!   whose channels is FIFO and leads from one participant to another one;
//! - multiparty: each channel has one receiver. A message that its receiver has not received before a send of its own must
//!   be sent after it. These demands and the order of actions that do not commute have a cycle.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{
    Action, ChannelMessage, Claim, Class, Configurations, Outcome, Property, Run, System, ensure,
    replay,
};

/// Checks that the run shows that the system is not half-duplex in the sense of the claim.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let (run, ends) = (replay(claim)?, Ends::new(claim.system));
    let views = Configurations::new(claim.system).views(&run.end);
    let held: Vec<usize> = (0..views.len()).filter(|&one| views[one].is_occupied).collect();
    match claim.property {
        Property::Class(Class::Binary) => binary(claim.system, &ends, &held)?,
        Property::Class(Class::Restricted) => {
            ends.are_between_two(claim.system)?;
            ensure(
                held.len() > 1,
                || "the last configuration has messages in one channel at most",
            )?;
        }
        Property::Class(Class::Natural) => {
            ends.are_between_two(claim.system)?;
            let ends_of = |channel: usize| {
                let from = ends.senders[channel].first()?;
                let others = (0..claim.system.participants.len()).filter(|other| other != from);
                // The other one of two participants would receive.
                let to = match (ends.receivers[channel].first(), &others.collect::<Vec<_>>()[..]) {
                    (Some(&to), _) => to,
                    (None, &[only]) => only,
                    (None, _) => return None,
                };
                Some((*from, to))
            };
            let both = held.iter().any(|&one| {
                let back = ends_of(one).map(|(from, to)| (to, from));
                back.is_some() && held.iter().any(|&other| ends_of(other) == back)
            });
            ensure(both, || "no two participants have messages on their way in both directions")?;
        }
        _ => {
            let is_one = ends.receivers.iter().all(|receivers| receivers.len() <= 1);
            ensure(is_one, || "a channel has several receivers")?;
            ensure(is_cyclic(&run, &ends), || "in some order nobody sends while a message waits")?;
        }
    }
    run.blamed(claim).map(drop)
}

/// Who sends to each channel, and who receives from it.
struct Ends {
    senders: Vec<BTreeSet<usize>>,
    receivers: Vec<BTreeSet<usize>>,
}

impl Ends {
    fn new(system: &System) -> Self {
        let by_channel = |users: &BTreeMap<ChannelMessage, BTreeSet<usize>>| {
            let mut all = vec![BTreeSet::new(); system.bags.len()];
            for (of, who) in users {
                all[of.channel].extend(who);
            }
            all
        };
        Self { senders: by_channel(&system.senders), receivers: by_channel(&system.receivers) }
    }

    /// Fails unless each channel is FIFO and leads from one participant to another one, and no two between the same.
    fn are_between_two(&self, system: &System) -> Outcome {
        let mut taken = BTreeSet::new();
        let is_single = (0..system.bags.len()).all(|channel| {
            let (from, to) = (&self.senders[channel], &self.receivers[channel]);
            let ends = from.first().zip(to.first());
            let is_used = !from.is_empty() || !to.is_empty();
            from.len() <= 1
                && to.len() <= 1
                && !(is_used && system.bags[channel])
                && ends.is_none_or(|ends| ends.0 != ends.1 && taken.insert(ends))
        });
        ensure(is_single, || "the system is not peer-to-peer")
    }
}

/// Fails unless each of two participants sends to one of the channels that hold messages.
fn binary(system: &System, ends: &Ends, held: &[usize]) -> Outcome {
    ensure(system.participants.len() == 2, || "there are not two participants")?;
    // Whether `p` sends to a channel, or the other participant receives from it.
    let leads_from = |p: usize, channel: usize| {
        ends.senders[channel].contains(&p) || ends.receivers[channel].contains(&(1 - p))
    };
    let is_one_way = |channel| !(leads_from(0, channel) && leads_from(1, channel));
    let why = || "a channel is used in both directions";
    ensure((0..system.bags.len()).all(is_one_way), why)?;
    let holds_one_from = |p| held.iter().any(|&channel| leads_from(p, channel));
    let why = || "the last configuration has no messages on their way in both directions";
    ensure(holds_one_from(0) && holds_one_from(1), why)
}

/// Returns `true` if the demands on the order of the actions of a run have a cycle.
fn is_cyclic(run: &Run, ends: &Ends) -> bool {
    let actions = &run.actions;
    let must_come_first = |before: usize, after: usize| {
        let (one, other): (&Action, &Action) = (&actions[before], &actions[after]);
        let is_alike = one.act.is_send() == other.act.is_send();
        let is_order = before < after
            && (one.participant == other.participant
                || (one.communication == other.communication && !is_alike)
                || (is_alike && one.key == other.key));
        let waits = one.act.is_send()
            && other.act.is_send()
            && before != after
            && ends.receivers[other.key.channel].contains(&one.participant);
        let was_received = || {
            actions[..before].iter().any(|earlier| {
                !earlier.act.is_send() && earlier.communication == other.communication
            })
        };
        is_order || (waits && !was_received())
    };
    // Actions that nothing which is left must precede are taken away, again and again.
    let mut left: Vec<usize> = (0..actions.len()).collect();
    loop {
        let others = left.clone();
        left.retain(|&after| others.iter().any(|&before| must_come_first(before, after)));
        if left.len() == others.len() {
            return !left.is_empty();
        }
    }
}
