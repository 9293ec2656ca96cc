//! Witnesses of kind `not-half-duplex`: a run of two participants, each of whose channels is used from one of them to the
//! other, that ends with messages on their way in both directions.

use crate::core::{Claim, Configurations, Outcome, ensure, replay};

/// Checks that a channel from each of the two participants holds a message at the end of the run.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let (run, system) = (replay(claim)?, claim.system);
    ensure(system.participants.len() == 2, || "there are not two participants")?;
    // Whether `p` sends to a channel, or the other participant receives from it.
    let leads_from = |p: usize, channel: usize| {
        [(&system.senders, p), (&system.receivers, 1 - p)].into_iter().any(|(users, user)| {
            users.iter().any(|(of, who)| of.channel == channel && who.contains(&user))
        })
    };
    let views = Configurations::new(system).views(&run.end);
    let is_one_way = |channel| !(leads_from(0, channel) && leads_from(1, channel));
    let why = || "a channel is used in both directions";
    ensure((0..views.len()).all(is_one_way), why)?;
    let holds_one_from =
        |p| (0..views.len()).any(|channel| views[channel].is_occupied && leads_from(p, channel));
    let why = || "the last configuration has no messages on their way in both directions";
    ensure(holds_one_from(0) && holds_one_from(1), why)?;
    run.blamed(claim).map(drop)
}
