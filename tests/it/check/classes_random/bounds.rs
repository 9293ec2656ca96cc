//! Bounded systems.

use super::{Found, Like, Tally, asked, by_configurations, by_executions, each, end, small_like};
use crate::support::cases::seeds;
use oracle::bounds::{fewest_sends_beyond, most, shortest_beyond};
use oracle::configurations::{Bounds, Configuration};
use oracle::membership::{Budget, Verdict};
use oracle::reorderings::has_order;
use scm_check::internals::model::cfsm::{Direction, Step, System};
use scm_check::internals::model::evidence::Witness;

const WIDE: Bounds = Bounds { configurations: 600, messages: 12 };
const BUDGET: Budget = Budget { executions: 300, length: 7 };

#[test]
fn no_channel_of_a_bounded_system_holds_more_than_the_bound() {
    let mut tally = Tally::default();
    each(60, &[Like::Any, Like::PeerToPeer, Like::Mailbox, Like::Bags], |seed, system| {
        for bound in [1, 2] {
            let found = asked(system, &format!("universally-bounded[{bound}]"));
            let expected = fewest_sends_beyond(system, bound, 500);
            let comparison = by_configurations(system, found, expected, |here| {
                here.contents.iter().any(|held| held.len() > bound)
            });
            tally.add("universally-bounded[k]", seed, system, comparison);
        }
    });
    tally.finish(&[
        ("universally-bounded[k]: holds", 200),
        ("universally-bounded[k]: violated", 300),
    ]);
}

/// Whether the last part of a run can be repeated several times, each time with more messages at the end; or the run is too
/// long to try.
fn is_repeatable(system: &System, witness: &Witness) -> bool {
    let steps: Vec<Step> = witness.replay().steps().iter().copied().collect();
    let size = |here: &Configuration| here.contents.iter().map(Vec::len).sum::<usize>();
    let again = |here: Configuration, from: usize| {
        let after = |here: Configuration, &step: &Step| here.after(system, step);
        let next = steps[from..].iter().try_fold(here.clone(), after)?;
        (next.control == here.control && size(&next) > size(&here)).then_some(next)
    };
    let repeats = |from| (0..6).try_fold(end(system, witness), |here, _| again(here, from));
    steps.len() > 100 || (0..steps.len()).any(|from| repeats(from).is_some())
}

#[test]
fn a_system_with_finitely_many_configurations_is_bounded() {
    let mut tally = Tally::default();
    each(60, &[Like::Any, Like::PeerToPeer, Like::Mailbox, Like::Bags], |seed, system| {
        for name in ["universally-bounded", "existentially-bounded"] {
            let found = asked(system, name);
            let comparison = match (found, most(system, WIDE)) {
                (Found::Undefined, _) => Ok("undefined"),
                (Found::Holds(found), Some(most)) => {
                    let least = most.in_channel.iter().max().copied().unwrap_or(0);
                    let are_right = found.bounds.as_ref().is_none_or(|bounds| {
                        (&bounds.channels, bounds.total) == (&most.in_channel, most.in_all)
                    });
                    match found.bounds {
                        _ if found.least != Some(least) || !are_right => {
                            Err(format!("{found:?} instead of {most:?}"))
                        }
                        Some(_) => Ok("holds"),
                        None => Ok("holds, without the bounds of channels"),
                    }
                }
                (Found::Holds(_), None) => Ok("holds within bounds"),
                (Found::Violated(_), Some(most)) => Err(format!("unbounded, and {most:?}")),
                (Found::Violated(witness), None) if is_repeatable(system, &witness) => {
                    Ok("violated")
                }
                (Found::Violated(_), None) => Err("no part of the run can be repeated".to_owned()),
                (Found::Differs, _) => Err("no run shows it".to_owned()),
                (Found::Unknown | Found::HoldsWithin, Some(most)) => {
                    Err(format!("not known, and {most:?}"))
                }
                (Found::Unknown | Found::HoldsWithin, None) => Ok("unknown"),
            };
            tally.add(name, seed, system, comparison);
        }
    });
    tally.finish(&[("universally-bounded: holds", 300), ("universally-bounded: violated", 200)]);
}

#[test]
fn a_system_is_existentially_bounded_iff_it_is_universally_bounded() {
    let mut tally = Tally::default();
    for seed in seeds(50) {
        let system = small_like(Like::Any, seed);
        for bound in [1, 2] {
            let existential = shortest_beyond(&system, bound, BUDGET);
            // A configuration with more messages is the end of an execution all of whose equivalents end there.
            let fewest = fewest_sends_beyond(&system, bound, 500);
            let comparison = match (existential, fewest.fewest()) {
                (Verdict::Violated { shortest, .. }, Some(fewest))
                    if super::sends(&shortest) >= fewest =>
                {
                    Ok("violated")
                }
                (Verdict::Holds | Verdict::HoldsUpTo { .. }, None) => Ok("holds"),
                // It takes longer.
                (Verdict::HoldsUpTo { length }, Some(_)) => {
                    let short = Budget { length, ..BUDGET };
                    let is_seen = oracle::reorderings::shortest(&system, short, |execution| {
                        oracle::reorderings::keeps(&system, execution, &|held, action| {
                            action.direction == Direction::Receive || held[action.channel] < bound
                        })
                    });
                    if matches!(is_seen, Verdict::Violated { .. }) {
                        Err("an execution is not bounded, and equivalent to a bounded one".into())
                    } else {
                        Ok("not tried")
                    }
                }
                (existential, fewest) => Err(format!("{existential:?}, and {fewest:?}")),
            };
            tally.add("bounded", seed, &system, comparison);
        }
    }
    tally.finish(&[("bounded: holds", 100), ("bounded: violated", 100)]);
}

#[test]
fn existential_bounds_of_engines_are_those_of_the_definition() {
    let mut tally = Tally::default();
    for seed in seeds(50) {
        let system = small_like(Like::Any, seed);
        for bound in [1, 2] {
            let found = asked(&system, &format!("universally-bounded[{bound}]"));
            let expected = shortest_beyond(&system, bound, BUDGET);
            let comparison = by_executions(found, &expected, |execution| {
                !has_order(&system, execution, &|held, action| {
                    action.direction == Direction::Receive || held[action.channel] < bound
                })
            });
            tally.add("bounded", seed, &system, comparison);
        }
    }
    tally.finish(&[("bounded: holds", 100), ("bounded: violated", 100)]);
}
