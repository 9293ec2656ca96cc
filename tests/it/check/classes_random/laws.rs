//! Which classes are parts of others, by the oracles alone (Figure 5.5 of the thesis): what is included holds for all
//! systems that are tried; of what is not, there is a system that shows it.

use super::{Like, Tally, small_like};
use crate::support::cases::seeds;
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Answer, Bounds, Loss, explore};
use oracle::half_duplex::{
    fewest_sends, fewest_sends_natural, fewest_sends_restricted, peer_to_peer, shortest_full_duplex,
};
use oracle::membership::{Among, Budget, Measure, Verdict, decide};
use oracle::safety::{self, Property};
use oracle::synchronous::fewest_sends_not_eager;
use scm_check::internals::model::cfsm::{Action, Channel, ChannelId, Direction, System};
use std::collections::BTreeSet;

const BOUNDS: Bounds = Bounds { configurations: 400, messages: 6 };
const BUDGET: Budget = Budget { executions: 3_000, length: 12 };

/// What is known of a system: nothing where not all was tried, or a class is not defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    binary: Option<bool>,
    restricted: Option<bool>,
    natural: Option<bool>,
    multiparty: Option<bool>,
    rsc: Option<bool>,
    eager: Option<bool>,
    /// RSC, and whatever has happened, the channels can all be empty again.
    matched: Option<bool>,
}

fn is_unreachable(answer: Answer) -> Option<bool> {
    match answer {
        Answer::Unreachable => Some(true),
        Answer::Reachable { .. } => Some(false),
        Answer::NotWithinBounds { .. } => None,
    }
}

fn holds(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Holds => Some(true),
        Verdict::Violated { .. } => Some(false),
        Verdict::HoldsUpTo { .. } => None,
    }
}

impl Known {
    fn new(system: &System) -> Self {
        let ways = peer_to_peer(system);
        let natural = fewest_sends_natural(system, &ways[..ways.len().min(1)], BOUNDS);
        let is_binary = system.automata().len() == 2 && !ways.is_empty();
        let binary = || is_unreachable(fewest_sends(system, Loss::OnTheWay, BOUNDS));
        let exploration = explore(system, Loss::OnTheWay, BOUNDS);
        let deadlock = safety::decide(system, &exploration, Property::Deadlock);
        let rsc = holds(decide(system, Among::BorderlineViolations, Measure::Actions, BUDGET));
        Self {
            binary: is_binary.then(binary).flatten(),
            restricted: is_unreachable(fewest_sends_restricted(system, BOUNDS)),
            natural: natural.first().copied().and_then(is_unreachable),
            multiparty: holds(shortest_full_duplex(system, BUDGET)),
            rsc,
            eager: is_unreachable(fewest_sends_not_eager(system, BOUNDS)),
            matched: rsc.zip(is_unreachable(deadlock)).map(|(rsc, matched)| rsc && matched),
        }
    }

    /// Name and answer of each class of FIFO systems with any number of participants.
    fn all(self) -> [(&'static str, Option<bool>); 6] {
        [
            ("restricted", self.restricted),
            ("natural", self.natural),
            ("multiparty", self.multiparty),
            ("RSC", self.rsc),
            ("eager", self.eager),
            ("RSC and matched", self.matched),
        ]
    }
}

/// Whether somebody receives from each channel that is sent to.
fn is_read(system: &System) -> bool {
    let used = |direction: Direction| -> BTreeSet<ChannelId> {
        let actions = system.actions().filter(|one: &Action| one.direction == direction);
        actions.map(|one| one.channel).collect()
    };
    used(Direction::Send).is_subset(&used(Direction::Receive))
}

/// Whether all systems of one class, with FIFO channels of this kind, are in the other.
fn is_included(like: Like, is_read: bool, one: &str, other: &str) -> bool {
    match (one, other) {
        (_, "RSC and matched") => false,
        ("RSC", "eager") | ("RSC and matched", "multiparty") | ("restricted", _) => true,
        ("natural", _) => like == Like::Two,
        ("multiparty", "RSC" | "eager") => like != Like::PeerToPeer,
        // What nobody receives is in nobody's input channels.
        ("multiparty", "natural") => is_read,
        ("multiparty", "restricted") => like == Like::Two && is_read,
        _ => false,
    }
}

#[test]
fn classes_include_each_other_as_the_thesis_says() {
    let mut tally = Tally::default();
    let likes = [Like::Two, Like::PeerToPeer, Like::Mailbox];
    for seed in seeds(50) {
        let like = likes[usize::try_from(seed).expect("it fits") % likes.len()];
        let system = small_like(like, seed);
        let (known, is_read) = (Known::new(&system), is_read(&system));
        if like == Like::Two {
            let is_same = known.binary == known.natural && known.binary == known.restricted;
            let found = if is_same { Ok("the same") } else { Err(format!("{known:?}")) };
            tally.add("binary", seed, &system, found);
        }
        for (one, is_one) in known.all() {
            let others = known.all().into_iter().filter(|(other, _)| *other != one);
            for (other, is_other) in others.filter(|_| is_one == Some(true)) {
                let found = match is_other {
                    Some(false) if is_included(like, is_read, one, other) => {
                        Err(format!("{known:?}"))
                    }
                    Some(false) => Ok("only one"),
                    Some(true) => Ok("both"),
                    None => continue,
                };
                tally.add(&format!("{like:?}, {one}, {other}"), seed, &system, found);
            }
        }
    }
    tally.finish(&[
        ("Two, multiparty, restricted: both", 20),
        ("PeerToPeer, restricted, natural: both", 20),
        ("PeerToPeer, restricted, RSC: both", 20),
        ("PeerToPeer, multiparty, natural: both", 20),
        ("PeerToPeer, RSC and matched, multiparty: both", 20),
        ("PeerToPeer, RSC, multiparty: only one", 1),
        ("Mailbox, multiparty, RSC: both", 50),
        ("Mailbox, RSC, eager: both", 50),
        ("Mailbox, eager, RSC: only one", 1),
        ("Mailbox, RSC, multiparty: only one", 1),
    ]);
}

#[test]
fn what_is_not_included_has_an_example() {
    let known = |channels: &[Channel], automata: &[&str]| Known::new(&system(channels, automata));
    // Messages to two others: not restricted, and all the rest.
    let fork = known(&[FIFO; 2], &["0 0!a 1, 1 1!b 2", "0 0?a 1", "0 1?b 1"]);
    assert_eq!((fork.natural, fork.restricted), (Some(true), Some(false)));
    assert_eq!((fork.multiparty, fork.rsc), (Some(true), Some(true)));
    // Messages that nobody receives cross: RSC, and nothing else.
    let unread = known(&[FIFO; 2], &["0 0!v 1, 1 1?x 2", "0 1!w 1, 1 0?x 2"]);
    assert_eq!((unread.rsc, unread.eager), (Some(true), Some(true)));
    assert_eq!((unread.binary, unread.multiparty), (Some(false), Some(false)));
    // A chain that overtakes in peer-to-peer channels: natural and multiparty, and not RSC.
    let chain = ["0 0!a 1, 1 1!b 2", "0 1?b 1, 1 2!c 2", "0 2?c 1, 1 0?a 2"];
    let overtaken = known(&[FIFO; 3], &chain);
    assert_eq!((overtaken.natural, overtaken.multiparty), (Some(true), Some(true)));
    assert_eq!((overtaken.rsc, overtaken.eager), (Some(false), Some(false)));
    // A ring in which all send first: natural, as no two answer each other, and nothing else.
    let ring = ["0 1!m 1, 1 0?m 2", "0 2!m 1, 1 1?m 2", "0 0!m 1, 1 2?m 2"];
    let ring = known(&[FIFO; 3], &ring);
    assert_eq!((ring.natural, ring.multiparty, ring.rsc), (Some(true), Some(false), Some(false)));
    assert_eq!(ring.eager, Some(false));
    // The chain with mailboxes, if they are bags.
    let chain = ["0 0!a 1, 1 1!m 2", "0 1?m 1, 1 0!b 2", "0 0?b 1, 1 0?a 2"];
    let bags = known(&[BAG; 2], &chain);
    assert_eq!((bags.multiparty, bags.rsc), (Some(true), Some(false)));
    // One bag alone is restricted, and may be overtaken in.
    let bag = known(&[BAG], &["0 0!a 1, 1 0!b 2", "0 0?b 1, 1 0?a 2"]);
    assert_eq!((bag.restricted, bag.rsc), (Some(true), Some(false)));
    // Eager, and not RSC (Figure 3.8 of the thesis).
    let figure = ["0 0!v 1, 1 1?w 2, 0 1?w 3, 3 0!v 2", "0 1!w 1, 1 0?v 2"];
    let eager = known(&[FIFO; 2], &figure);
    assert_eq!((eager.eager, eager.rsc), (Some(true), Some(false)));
    // Channels that nobody reads are nobody's input: both are filled, and the system is multiparty half-duplex.
    let ends = known(&[FIFO; 2], &["0 0!a 1", "0 1!b 1"]);
    assert_eq!((ends.multiparty, ends.binary), (Some(true), Some(false)));
}
