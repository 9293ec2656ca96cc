//! Systems that are like their synchronous products, or like themselves with shorter channels: synchronisable, eager,
//! stable.

use super::{
    Comparison, Found, Like, Tally, actions, asked, asked_about, by_configurations, each, is_send,
};
use oracle::configurations::{Bounds, explore_rsc};
use oracle::stability::{Sameness, is_stable};
use oracle::synchronous::{
    Sends, can_send, can_send_at_once, fewest_sends_not_eager, first_missing,
};
use scm_check::internals::check::classes::Equivalence;
use scm_check::internals::model::cfsm::{Action, Architecture, System};

const BOUNDS: Bounds = Bounds { configurations: 600, messages: 5 };
/// The most messages in a channel, and in a sequence of sends.
const MESSAGES: usize = 2;
const LENGTH: usize = 5;

#[test]
fn the_synchronous_product_does_what_a_synchronisable_system_does() {
    const NAME: &str = "synchronisable";
    let mut tally = Tally::default();
    each(25, &[Like::Any, Like::PeerToPeer, Like::Mailbox], |seed, system| {
        let found = asked(system, NAME);
        let comparison = match (found, first_missing(system, MESSAGES, LENGTH)) {
            (Found::Undefined, _) => Ok("undefined"),
            (Found::Holds(_), Sends::Same) => Ok("holds"),
            (Found::Holds(_), Sends::SameWithin) => Ok("holds within bounds"),
            (Found::Unknown | Found::HoldsWithin, Sends::SameWithin) => Ok("unknown"),
            (Found::Unknown | Found::HoldsWithin, Sends::Missing(_)) => Ok("missed"),
            (Found::Unknown | Found::HoldsWithin, Sends::Same) => Ok("holds, not known"),
            (Found::Holds(_), Sends::Missing(sends)) => Err(format!("holds, and {sends:?}")),
            (Found::Differs, _) => Err("no run shows it".to_owned()),
            (Found::Violated(witness), expected) => {
                let found = actions(&witness);
                let found: Vec<Action> = found.into_iter().filter(is_send).collect();
                let length = found.len();
                match expected {
                    _ if !can_send(system, &found, length) || can_send_at_once(system, &found) => {
                        Err(format!("{found:?} shows nothing"))
                    }
                    Sends::Missing(missing) if missing.len() > length => {
                        Err(format!("{found:?}, and {missing:?}"))
                    }
                    Sends::Missing(missing) if missing.len() == length => Ok("violated"),
                    Sends::Missing(_) => Ok("violated, not by the fewest sends"),
                    Sends::SameWithin => Ok("violated beyond bounds"),
                    Sends::Same => Err(format!("violated by {found:?}")),
                }
            }
        };
        tally.add(NAME, seed, system, comparison);
    });
    tally.finish(&[("synchronisable: holds", 10), ("synchronisable: violated", 50)]);
}

#[test]
fn executions_that_are_rsc_reach_all_configurations_of_an_eager_system() {
    const NAME: &str = "eager";
    let mut tally = Tally::default();
    each(25, &[Like::Any, Like::PeerToPeer, Like::Mailbox, Like::Bags], |seed, system| {
        let found = asked(system, NAME);
        let expected = fewest_sends_not_eager(system, BOUNDS);
        let rsc = explore_rsc(system, BOUNDS);
        let comparison = by_configurations(system, found, expected, |here| {
            !rsc.is_complete() || rsc.place(here).is_none()
        });
        tally.add(NAME, seed, system, comparison);
    });
    tally.finish(&[("eager: holds", 50), ("eager: unknown", 20)]);
}

/// Compares what is said of behaviours within a bound and within one message more with whether they are the same.
fn by_behaviours(
    system: &System,
    found: Found,
    bound: usize,
    expected: Option<bool>,
) -> Comparison {
    match (found, expected) {
        (Found::Undefined, _) => Ok("undefined"),
        (Found::Unknown, _) => Ok("unknown"),
        (Found::Violated(witness), expected) => {
            let found: Vec<Action> = actions(&witness).into_iter().filter(is_send).collect();
            if expected == Some(true)
                || !can_send(system, &found, bound + 1)
                || can_send(system, &found, bound)
            {
                return Err(format!("{found:?} shows nothing"));
            }
            Ok("violated")
        }
        (_, None) => Ok("too large"),
        (Found::Differs, Some(false)) => Ok("violated, with the same sends"),
        (Found::Holds(_) | Found::HoldsWithin, Some(true)) => Ok("holds"),
        (_, Some(expected)) => Err(format!("it is {expected}")),
    }
}

#[test]
fn a_stable_system_shows_no_difference_between_two_bounds() {
    let mut tally = Tally::default();
    each(25, &[Like::Mailbox, Like::Mailbox, Like::Any], |seed, system| {
        for bound in [1, 2] {
            for (name, equivalence, sameness) in [
                ("stable", Equivalence::Branching, Sameness::Branching),
                ("strongly stable", Equivalence::Strong, Sameness::Strong),
            ] {
                let found = asked_about(system, &format!("stable[{bound}]"), equivalence);
                let is_lossy = system.channels().iter().any(|channel| channel.lossy);
                let is_defined = Architecture::Mailbox.suits(system) && !is_lossy;
                if matches!(found, Found::Undefined) && is_defined {
                    tally.add(name, seed, system, Err("it is not defined".to_owned()));
                    continue;
                }
                let expected = is_stable(system, bound, sameness, 80);
                let comparison = by_behaviours(system, found, bound, expected);
                tally.add(name, seed, system, comparison);
            }
        }
    });
    tally.finish(&[
        ("stable: holds", 20),
        ("stable: violated", 20),
        ("strongly stable: holds", 20),
        ("strongly stable: violated, with the same sends", 1),
    ]);
}
