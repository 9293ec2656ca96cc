//! Half-duplex systems: binary, restricted, natural, multiparty.

use super::{Found, Like, Tally, asked, by_configurations, by_executions, each, system_like};
use crate::support::cases::seeds;
use oracle::configurations::{Answer, Bounds, Loss};
use oracle::half_duplex::{
    Pairs, fewest_sends, fewest_sends_natural, fewest_sends_restricted, inputs, is_both_ways,
    is_filled_both_ways, is_half_duplex, peer_to_peer, shortest_full_duplex,
};
use oracle::membership::Budget;
use oracle::reorderings::{Held, has_order};
use scm_check::internals::model::cfsm::{Action, Architecture, ChannelId, Direction, System};
use std::collections::BTreeSet;

const BOUNDS: Bounds = Bounds { configurations: 500, messages: 5 };
const BUDGET: Budget = Budget { executions: 300, length: 7 };

/// Whether more than one channel is filled.
fn are_two_filled(contents: &[Vec<impl Sized>]) -> bool {
    contents.iter().filter(|held| !held.is_empty()).count() > 1
}

#[test]
fn at_most_one_channel_is_filled_in_a_restricted_system() {
    const NAME: &str = "half-duplex[restricted]";
    let mut tally = Tally::default();
    each(100, &[Like::PeerToPeer, Like::Two, Like::Any], |seed, system| {
        let found = asked(system, NAME);
        let expected = fewest_sends_restricted(system, BOUNDS);
        let is_defined = !matches!(found, Found::Undefined);
        if !is_defined && !peer_to_peer(system).is_empty() {
            return tally.add(NAME, seed, system, Err("it is peer-to-peer".to_owned()));
        }
        let comparison =
            by_configurations(system, found, expected, |here| are_two_filled(&here.contents));
        tally.add(NAME, seed, system, comparison);
    });
    tally.finish(&[
        ("half-duplex[restricted]: holds", 100),
        ("half-duplex[restricted]: holds within bounds", 10),
        ("half-duplex[restricted]: violated", 300),
    ]);
}

/// What is known of the pairs of a peer-to-peer system, if each channel that is sent to has one: it is between the only two
/// participants, or somebody receives from it.
fn natural(system: &System, ways: &[Pairs]) -> Option<Answer> {
    let users = |direction: Direction| -> BTreeSet<ChannelId> {
        let actions = system.actions().filter(|one| one.direction == direction);
        actions.map(|one| one.channel).collect()
    };
    let is_clear = system.automata().len() == 2
        || users(Direction::Send).is_subset(&users(Direction::Receive));
    // What nobody sends to is never filled, so that all ways say the same.
    fewest_sends_natural(system, ways, BOUNDS).first().copied().filter(|_| is_clear)
}

#[test]
fn no_pair_of_participants_fills_both_directions_in_a_natural_system() {
    const NAME: &str = "half-duplex[natural]";
    let mut tally = Tally::default();
    each(100, &[Like::PeerToPeer, Like::PeerToPeer, Like::Two, Like::Any], |seed, system| {
        let found = asked(system, NAME);
        let ways = peer_to_peer(system);
        let comparison = match (&found, natural(system, &ways)) {
            (Found::Undefined, _) if ways.is_empty() => Ok("undefined"),
            // Between whom a channel is that nobody reads may be open.
            (Found::Undefined, None) => Ok("undefined, as it depends on who is meant"),
            (Found::Undefined, _) => Err("it is peer-to-peer".to_owned()),
            _ if ways.is_empty() => Err("it is not peer-to-peer".to_owned()),
            (_, None) => Ok("depends on who is meant"),
            (_, Some(expected)) => by_configurations(system, found, expected, |here| {
                ways.iter().any(|pairs| is_filled_both_ways(system, pairs, here))
            }),
        };
        tally.add(NAME, seed, system, comparison);
    });
    tally.finish(&[("half-duplex[natural]: holds", 100), ("half-duplex[natural]: violated", 200)]);
}

#[test]
fn two_participants_are_restricted_and_natural_iff_they_are_half_duplex() {
    let mut tally = Tally::default();
    for seed in seeds(50) {
        let system = &system_like(Like::Two, seed);
        for name in ["half-duplex[binary]", "half-duplex[restricted]", "half-duplex[natural]"] {
            let found = asked(system, name);
            let expected = fewest_sends(system, Loss::OnTheWay, BOUNDS);
            let comparison = match found {
                Found::Undefined => Err("it is not defined".to_owned()),
                found => {
                    by_configurations(system, found, expected, |here| is_both_ways(system, here))
                }
            };
            tally.add(name, seed, system, comparison);
        }
    }
    tally.finish(&[
        ("half-duplex[binary]: holds", 50),
        ("half-duplex[natural]: violated", 50),
        ("half-duplex[restricted]: violated", 50),
    ]);
}

#[test]
fn each_execution_of_a_multiparty_half_duplex_system_is_equivalent_to_a_half_duplex_one() {
    const NAME: &str = "half-duplex[multiparty]";
    let mut tally = Tally::default();
    each(100, &[Like::PeerToPeer, Like::Mailbox, Like::Bags, Like::Any], |seed, system| {
        let found = asked(system, NAME);
        let expected = shortest_full_duplex(system, BUDGET);
        let inputs = inputs(system);
        let rule = |held: &Held, action: Action| is_half_duplex(&inputs, held, action);
        let is_defined =
            [Architecture::PeerToPeer, Architecture::Mailbox].iter().any(|one| one.suits(system));
        let comparison = match found {
            Found::Undefined if is_defined => Err("it is not defined".to_owned()),
            found => {
                by_executions(found, &expected, |execution| !has_order(system, execution, &rule))
            }
        };
        tally.add(NAME, seed, system, comparison);
    });
    tally.finish(&[
        ("half-duplex[multiparty]: holds", 50),
        ("half-duplex[multiparty]: holds within bounds", 20),
        ("half-duplex[multiparty]: violated", 50),
        ("half-duplex[multiparty]: violated, by as few sends", 100),
    ]);
}
