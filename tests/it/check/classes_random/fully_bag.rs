//! RSC systems where bags keep no order.

use super::{Found, Like, Tally, actions, asked, each, small_like};
use crate::support::cases::seeds;
use oracle::fully_bag::{can_be_cyclic, decide};
use oracle::membership::{self, Among, Budget, Measure, Verdict};
use scm_check::internals::model::cfsm::{ChannelKind, Direction, System};
use std::cmp::Ordering;
use std::collections::BTreeMap;

const NAME: &str = "rsc[fully-bag]";
const BUDGET: Budget = Budget { executions: 2_000, length: 8 };

#[test]
fn all_matchings_of_all_executions_are_tried() {
    let mut tally = Tally::default();
    each(60, &[Like::Bags], |seed, system| {
        let found = asked(system, NAME);
        let has_bag = system.channels().iter().any(|one| one.kind == ChannelKind::Bag);
        let expected = decide(system, Measure::Communications, BUDGET);
        let comparison = match (found, &expected) {
            (Found::Undefined, _) if !has_bag => Ok("undefined"),
            (Found::Holds(_), Verdict::Holds) => Ok("holds"),
            (Found::Holds(_), Verdict::HoldsUpTo { .. }) => Ok("holds within bounds"),
            (Found::Violated(found), _) if !can_be_cyclic(system, &actions(&found)) => {
                Err(format!("{:?} is acyclic", actions(&found)))
            }
            (Found::Violated(found), Verdict::Violated { length, .. })
                if found.communications() == *length =>
            {
                Ok("violated")
            }
            (Found::Violated(found), Verdict::HoldsUpTo { length })
                if found.communications() > *length =>
            {
                Ok("violated beyond bounds")
            }
            (Found::Violated(found), _) => Err(format!("{:?}, and {expected:?}", actions(&found))),
            (Found::Holds(_), _) => Err(format!("holds, and {expected:?}")),
            _ => Err("it is decided".to_owned()),
        };
        tally.add(NAME, seed, system, comparison);
    });
    tally.finish(&[
        ("rsc[fully-bag]: holds", 50),
        ("rsc[fully-bag]: holds within bounds", 50),
        ("rsc[fully-bag]: violated", 150),
    ]);
}

/// Whether each message has at most one sender in each bag: then its sends are in order anyway.
fn has_one_sender(system: &System) -> bool {
    let mut senders = BTreeMap::new();
    system.actions().filter(|one| one.direction == Direction::Send).all(|one| {
        let is_bag = system.channels()[one.channel].kind == ChannelKind::Bag;
        !is_bag
            || *senders.entry((one.channel, one.message)).or_insert(one.participant)
                == one.participant
    })
}

#[test]
fn neither_way_to_match_implies_the_other() {
    let mut tally = Tally::default();
    for seed in seeds(50) {
        let system = small_like(if seed % 3 == 0 { Like::Any } else { Like::Bags }, seed);
        let fully = decide(&system, Measure::Actions, BUDGET);
        let first =
            membership::decide(&system, Among::BorderlineViolations, Measure::Actions, BUDGET);
        let comparison = match (fully, first) {
            (Verdict::Holds, Verdict::Holds) => Ok("both"),
            (Verdict::Violated { length, .. }, Verdict::Violated { length: first, .. }) => {
                Ok(match length.cmp(&first) {
                    Ordering::Less => "neither, sooner for all matchings",
                    Ordering::Equal => "neither",
                    Ordering::Greater => "neither, sooner for the first",
                })
            }
            (Verdict::Violated { .. }, Verdict::Holds) => Ok("RSC only"),
            (Verdict::Holds, Verdict::Violated { .. }) if has_one_sender(&system) => {
                Err("it is RSC for all matchings only".to_owned())
            }
            (Verdict::Holds, Verdict::Violated { .. }) => Ok("RSC for all matchings only"),
            (Verdict::HoldsUpTo { .. }, _) | (_, Verdict::HoldsUpTo { .. }) => Ok("not tried"),
        };
        tally.add("fully", seed, &system, comparison);
    }
    tally.finish(&[
        ("fully: both", 50),
        ("fully: neither", 50),
        ("fully: RSC only", 10),
        ("fully: RSC for all matchings only", 10),
    ]);
}
