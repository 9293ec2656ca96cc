//! Witnesses of kind `not-stable`: a run that never has more than one message more than a bound in a channel, and whose sends no
//! run has within the bound.

use std::collections::BTreeSet;

use crate::core::{
    Act, Claim, Class, Configurations, Outcome, Property, Run, Space as _, ensure, initial, replay,
    unsupported,
};

/// Maximum number of configurations that belong to one part of the sends.
const CONFIGURATIONS: usize = 1_000_000;

/// Checks that no run within the bound has the sends of the run.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let (run, system) = (replay(claim)?, claim.system);
    let Property::Class(Class::Stable(bound)) = claim.property else {
        return unsupported("another property");
    };
    let why = || format!("a channel holds more than {} messages on the way", bound + 1);
    ensure((0..system.bags.len()).all(|one| most_held(&run, one) <= bound + 1), why)?;
    let space = &Configurations::new(system);
    let held = |row: &[u32], channel: usize| {
        let items = row[space.width()..].iter();
        items.filter(|item| space.message(**item).channel == channel).count()
    };
    let mut here: BTreeSet<Vec<u32>> = initial(system)?.collect();
    for action in run.actions.iter().filter(|action| action.act.is_send()) {
        let (mut after, mut open) = (BTreeSet::new(), here.iter().cloned().collect::<Vec<_>>());
        while let Some(row) = open.pop() {
            for step in space.steps(&row) {
                if !step.act.is_send() {
                    if here.insert(step.next.clone()) {
                        open.push(step.next);
                    }
                } else if (step.participant, step.act) == (action.participant, action.act)
                    && held(&row, action.key.channel) < bound
                {
                    after.insert(step.next);
                }
            }
            if here.len() > CONFIGURATIONS {
                return unsupported("more than 1,000,000 configurations of one part of the sends");
            }
        }
        here = after;
    }
    ensure(here.is_empty(), || "a run within the bound has the same sends")?;
    run.blamed(claim).map(drop)
}

/// Returns the most messages that a channel holds along a run.
fn most_held(run: &Run, channel: usize) -> usize {
    let (mut held, mut most) = (0_usize, 0);
    for action in run.actions.iter().filter(|action| action.key.channel == channel) {
        match action.act {
            Act::Send(_) => held += 1,
            Act::Receive(_) => held -= 1,
            Act::Internal => {}
        }
        most = most.max(held);
    }
    most
}
