//! The oracles of classes of systems, on systems whose answers are known.

use crate::support::small_systems::{BAG, FIFO, system, word};
use oracle::bounds::{fewest_sends_beyond, most, shortest_beyond};
use oracle::configurations::{Answer, Bounds, Loss};
use oracle::fully_bag;
use oracle::half_duplex::{
    fewest_sends, fewest_sends_natural, fewest_sends_restricted, inputs, is_half_duplex,
    is_half_duplex_by_graph, peer_to_peer, shortest_full_duplex,
};
use oracle::membership::{Among, Budget, Measure, Verdict, decide};
use oracle::multiparty::Bounded;
use oracle::reorderings::{Held, equivalents, has_equivalent, has_order, keeps};
use oracle::stability::{Sameness, is_stable};
use oracle::synchronous::{Sends, fewest_sends_not_eager, first_missing};
use scm_check::internals::model::cfsm::{Action, Channel, System};

const BUDGET: Budget = Budget { executions: 10_000, length: 8 };
const BOUNDS: Bounds = Bounds { configurations: 1_000, messages: 4 };

/// Messages that cross (Figure 3.1a of the thesis).
const CROSSING: [&str; 2] = ["0 0!v 1, 1 1?w 2", "0 1!w 1, 1 0?v 2"];
/// A request and its answer.
const EXCHANGE: [&str; 2] = ["0 0!v 1, 1 1?w 0", "0 0?v 1, 1 1!w 0"];
/// Two messages that are never received cross.
const UNREAD: [&str; 2] = ["0 0!v 1, 1 1?x 2", "0 1!w 1, 1 0?x 2"];

/// The length of a shortest violation; `None` where all executions were tried in vain.
fn length(verdict: Verdict) -> Option<usize> {
    match verdict {
        Verdict::Violated { length, .. } => Some(length),
        Verdict::Holds => None,
        Verdict::HoldsUpTo { length } => panic!("nothing up to {length}"),
    }
}

/// The fewest sends; `None` where all configurations were explored in vain.
fn sends(answer: Answer) -> Option<usize> {
    match answer {
        Answer::Unreachable => None,
        _ => Some(answer.fewest().unwrap_or_else(|| panic!("{answer:?}"))),
    }
}

#[test]
fn two_channels_are_filled_in_a_full_duplex_system() {
    for (automata, expected) in [(CROSSING, Some(2)), (EXCHANGE, None), (UNREAD, Some(2))] {
        let system = system(&[FIFO; 2], &automata);
        assert_eq!(sends(fewest_sends(&system, Loss::OnTheWay, BOUNDS)), expected);
        assert_eq!(sends(fewest_sends_restricted(&system, BOUNDS)), expected);
        for answer in fewest_sends_natural(&system, &peer_to_peer(&system), BOUNDS) {
            assert_eq!(sends(answer), expected);
        }
    }
    // A message to one and one to another are natural, not restricted.
    let fork = system(&[FIFO; 2], &["0 0!a 1, 1 1!b 2", "0 0?a 1", "0 1?b 1"]);
    assert_eq!(fewest_sends_natural(&fork, &peer_to_peer(&fork), BOUNDS), [Answer::Unreachable]);
    assert_eq!(sends(fewest_sends_restricted(&fork, BOUNDS)), Some(2));
    // A stream is both, as far as was explored.
    let stream = system(&[FIFO], &["0 0!a 0", "0 0?a 0"]);
    let answer = fewest_sends_restricted(&stream, BOUNDS);
    assert_eq!(answer, Answer::NotWithinBounds { least: 5 });
}

#[test]
fn a_system_is_peer_to_peer_in_each_way_that_its_channels_can_lead() {
    let ways =
        |channels: &[Channel], automata: &[&str]| peer_to_peer(&system(channels, automata)).len();
    assert_eq!(ways(&[FIFO; 2], &CROSSING), 1);
    // Two messages that nobody receives, by the same participant, go to two others.
    assert_eq!(ways(&[FIFO; 2], &["0 0!a 1, 1 1!b 1", "", ""]), 2);
    assert_eq!(ways(&[FIFO; 2], &["0 0!a 1, 1 1!b 1", ""]), 0);
    assert_eq!(ways(&[FIFO], &["0 0!a 1, 1 0?a 1"]), 0);
    assert_eq!(ways(&[BAG], &["0 0!a 1", "0 0?a 1"]), 0);
    assert_eq!(ways(&[FIFO, BAG], &["0 0!a 1", "0 0?a 1"]), 1, "the bag is not used");
}

#[test]
fn whoever_sends_before_it_receives_is_not_half_duplex() {
    let shortest = |channels: &[Channel], automata: &[&str]| {
        length(shortest_full_duplex(&system(channels, automata), BUDGET))
    };
    assert_eq!(shortest(&[FIFO; 2], &CROSSING), Some(2));
    assert_eq!(shortest(&[FIFO; 2], &UNREAD), Some(2));
    assert_eq!(shortest(&[FIFO; 2], &["0 0!v 1, 1 1?w 2", "0 0?v 1, 1 1!w 2"]), None);
    // Example 5.1.1 of the thesis: `log` may be sent before the second `req`.
    let log = ["0 0!req 1, 1 1?res 2, 2 0!req 3", "0 0?req 1, 1 1!res 2, 2 2!log 3", "0 2?log 1"];
    assert_eq!(shortest(&[FIFO; 3], &log), None);
    // The same with mailboxes that are bags, and a chain that forces the order: half-duplex, and not RSC.
    let chain = ["0 0!a 1, 1 1!m 2", "0 1?m 1, 1 0!b 2", "0 0?b 1, 1 0?a 2"];
    assert_eq!(shortest(&[BAG; 2], &chain), None);
    // One's own message fills one's own channel.
    assert_eq!(shortest(&[FIFO], &["0 0!a 1, 1 0?a 2"]), None);
    assert_eq!(shortest(&[FIFO], &["0 0!a 1, 1 0!a 2, 2 0?a 3"]), Some(2));
    // Only channels that a participant receives from matter.
    assert_eq!(shortest(&[FIFO; 2], &["0 0!v 1", "0 1!w 1, 1 0?v 2"]), None);
}

/// What three ways say about a word: all equivalent executions, orders, the graph.
fn three_ways(system: &System, text: &str) -> [bool; 3] {
    let (execution, inputs) = (word(system, text), inputs(system));
    let rule = |held: &Held, action: Action| is_half_duplex(&inputs, held, action);
    [
        has_equivalent(system, &execution, &rule),
        has_order(system, &execution, &rule),
        is_half_duplex_by_graph(system, &execution),
    ]
}

#[test]
fn an_execution_is_half_duplex_if_some_equivalent_one_is() {
    let log = ["0 0!req 1, 1 1?res 2, 2 0!req 3", "0 0?req 1, 1 1!res 2, 2 2!log 3", "0 2?log 1"];
    let log = system(&[FIFO; 3], &log);
    let text = "p0:0!req p1:0?req p1:1!res p0:1?res p0:0!req p1:2!log";
    let execution = word(&log, text);
    assert_eq!(equivalents(&log, &execution).len(), 3);
    let inputs = inputs(&log);
    assert!(!keeps(&log, &execution, &|held, action| is_half_duplex(&inputs, held, action)));
    assert_eq!(three_ways(&log, text), [true; 3]);
    let crossing = system(&[FIFO; 2], &CROSSING);
    assert_eq!(three_ways(&crossing, "p0:0!v p1:1!w"), [false; 3]);
    assert_eq!(three_ways(&crossing, "p0:0!v"), [true; 3]);
}

#[test]
fn the_graph_needs_channels_with_one_receiver() {
    // `m` is an input of p1 that p2 receives before p1 sends.
    let shared = ["0 0!m 1, 1 1!k 2", "0 1?k 1, 1 2!n 2, 2 0?m 3", "0 0?m 1"];
    let shared = system(&[FIFO; 3], &shared);
    let text = "p0:0!m p0:1!k p1:1?k p2:0?m p1:2!n";
    assert_eq!(three_ways(&shared, text), [true, true, false]);
    assert_eq!(three_ways(&shared, "p0:0!m p0:1!k p1:1?k p1:2!n"), [false; 3]);
}

#[test]
fn bounds_are_those_of_all_configurations() {
    let twice = system(&[FIFO; 2], &["0 0!a 1, 1 0!a 2, 2 1!b 3", "0 0?a 1, 1 0?a 2"]);
    let found = most(&twice, BOUNDS).expect("there are few configurations");
    assert_eq!((found.in_channel.as_slice(), found.in_all), (&[2, 1][..], 3));
    assert_eq!(sends(fewest_sends_beyond(&twice, 1, 1_000)), Some(2));
    assert_eq!(sends(fewest_sends_beyond(&twice, 2, 1_000)), None);
    assert_eq!(length(shortest_beyond(&twice, 1, BUDGET)), Some(2));
    assert_eq!(length(shortest_beyond(&twice, 2, BUDGET)), None);
    let stream = system(&[FIFO], &["0 0!a 0", "0 0?a 0"]);
    assert_eq!(most(&stream, BOUNDS), None);
    assert_eq!(sends(fewest_sends_beyond(&stream, 3, 1_000)), Some(4));
    assert_eq!(length(shortest_beyond(&stream, 3, BUDGET)), Some(4));
}

#[test]
fn a_bag_may_give_any_copy() {
    let shortest = |channels: &[Channel], automata: &[&str]| {
        let system = system(channels, automata);
        length(fully_bag::decide(&system, Measure::Actions, BUDGET))
    };
    assert_eq!(shortest(&[FIFO; 2], &CROSSING), Some(4));
    assert_eq!(shortest(&[BAG; 2], &CROSSING), Some(4));
    assert_eq!(shortest(&[FIFO; 2], &["0 0!v 1, 1 1?w 2", "0 0?v 1, 1 1!w 2"]), None);
    // The second copy may be what is received, or the first.
    assert_eq!(shortest(&[BAG], &["0 0!v 1, 1 0!v 2, 2 0?v 3"]), Some(3));
    // Two copies of different senders: in what order they were sent does not matter here, and makes a cycle otherwise.
    let copies = system(&[BAG], &["0 0!v 1", "0 0!v 1, 1 0?v 2"]);
    assert_eq!(length(fully_bag::decide(&copies, Measure::Actions, BUDGET)), None);
    let first = decide(&copies, Among::AllExecutions, Measure::Actions, BUDGET);
    assert_eq!(length(first), Some(3));
    // Two copies between two participants: matched crosswise they make a cycle, and otherwise none.
    let crosswise = ["0 0!v 1, 1 0!v 2", "0 0?v 1, 1 0?v 2"];
    assert_eq!(shortest(&[BAG], &crosswise), Some(4));
    assert_eq!(shortest(&[FIFO], &crosswise), None);
    let crosswise = system(&[BAG], &crosswise);
    let first = decide(&crosswise, Among::AllExecutions, Measure::Actions, BUDGET);
    assert_eq!(length(first), None);
    // By communications, both are shortest.
    let either = ["0 0!v 1, 1 0!v 2", "0 0!v 1, 1 0!v 2, 2 0?v 3"];
    let either = system(&[BAG], &either);
    assert_eq!(length(fully_bag::decide(&either, Measure::Actions, BUDGET)), Some(3));
    assert_eq!(length(fully_bag::decide(&either, Measure::Communications, BUDGET)), Some(2));
    // In a FIFO channel, the first send of a message that is left does not let others pass.
    let behind = ["0 0!a 1, 1 0!b 2, 2 1!c 3", "0 1?c 1, 1 0?b 2"];
    assert_eq!(shortest(&[FIFO, FIFO], &behind), None);
    assert_eq!(shortest(&[BAG, FIFO], &behind), Some(5));
    // Sends of one message to a bag are in no order.
    let ordered = ["0 0!a 1, 1 1!x 2", "0 2!b 1, 1 0?a 2", "0 1!x 1, 1 2?b 2"];
    assert_eq!(shortest(&[FIFO, BAG, FIFO], &ordered), None);
}

#[test]
fn sends_are_compared_with_those_that_are_received_at_once() {
    let missing = |automata: &[&str]| {
        let system = system(&[FIFO; 2], automata);
        match first_missing(&system, 2, 6) {
            Sends::Missing(sends) => {
                let names = sends.iter().map(|one| system.messages()[one.message].name.clone());
                Some(Ok(names.collect::<Vec<_>>().concat()))
            }
            Sends::Same => None,
            Sends::SameWithin => Some(Err("within the bound")),
        }
    };
    assert_eq!(missing(&CROSSING), Some(Ok("v".to_owned())));
    assert_eq!(missing(&EXCHANGE), None);
    assert_eq!(missing(&["0 0!v 0", "0 0?v 0"]), Some(Err("within the bound")));
    assert_eq!(missing(&["0 0!v 1, 1 tau 2, 2 0?v 3"]), None);
    // Somebody else may receive instead; internal steps are not seen.
    assert_eq!(missing(&["0 tau 1, 1 0!v 2", "0 0?v 1, 1 1!w 2", "0 0?v 1, 0 1?w 2"]), None);
    // Both send `w` after `v`, and only that of p1 is received at once.
    let one = ["0 0!v 1, 1 1?w 1", "0 0?v 1, 1 1!w 2"];
    assert_eq!(missing(&one), None);
    let both = ["0 0!v 1, 1 1?w 1, 1 1!w 2", "0 0?v 1, 1 1!w 2"];
    assert_eq!(missing(&both), Some(Ok("vw".to_owned())));
    // `w` is sent before `v` is received.
    let late = ["0 0!v 1, 1 1!w 2", "0 1?w 1, 1 0?v 2, 0 0?v 3"];
    assert_eq!(missing(&late), Some(Ok("vw".to_owned())));
}

#[test]
fn an_eager_system_reaches_all_by_messages_that_are_received_at_once() {
    let fewest =
        |automata: &[&str]| sends(fewest_sends_not_eager(&system(&[FIFO; 2], automata), BOUNDS));
    assert_eq!(fewest(&CROSSING), Some(2));
    assert_eq!(fewest(&EXCHANGE), None);
    // Example 3.4.1 of the thesis, which is not RSC.
    let figure = ["0 0!v 1, 1 1?w 2, 0 1?w 3, 3 0!v 2", "0 1!w 1, 1 0?v 2"];
    assert_eq!(fewest(&figure), None);
}

#[test]
fn a_stable_system_shows_no_more_with_longer_channels() {
    let both = |automata: &[&str], bound| {
        let system = system(&[FIFO; 2], automata);
        [Sameness::Branching, Sameness::Strong].map(|one| is_stable(&system, bound, one, 100))
    };
    assert_eq!(both(&EXCHANGE, 1), [Some(true); 2]);
    // The second message is never sent with one place.
    assert_eq!(both(&["0 0!a 1, 1 0!a 2"], 1), [Some(false); 2]);
    assert_eq!(both(&["0 0!a 1, 1 0!a 2"], 2), [Some(true); 2]);
    // It is sent after the first one is received, or before.
    assert_eq!(both(&["0 0!a 0", "0 0?a 0"], 1), [Some(true), Some(false)]);
    // A step that is not seen may be a choice: `b` is lost only where the channel is full for a while.
    let choice = ["0 0!a 1, 1 0!b 2", "0 0?a 1, 1 0?b 2", "0 tau 1, 0 1!c 1"];
    assert_eq!(both(&choice, 1)[1], Some(false));
    assert_eq!(both(&["0 0!a 0", "0 0?a 0"], 200), [None; 2]);
}

#[test]
fn exhaustive_and_safe_are_two_things() {
    let both = |channels: &[Channel], automata: &[&str]| {
        let system = system(channels, automata);
        let bounded = Bounded::new(&system, 1, 1_000).expect("there are few configurations");
        (bounded.is_exhaustive(), bounded.is_safe())
    };
    assert_eq!(both(&[FIFO; 2], &EXCHANGE), (true, true));
    assert_eq!(both(&[FIFO], &["0 0!a 1", "0 0?b 0"]), (true, false));
    // After one `a` only p0 can make place for the other.
    let own = ["0 0!a 1, 1 0!a 2, 1 1!b 3", "0 1?b 1, 1 0?a 2"];
    assert_eq!(both(&[FIFO; 2], &own), (false, true));
    let late = ["0 0!a 1, 1 0!a 2, 2 1!b 3", "0 1?b 1, 1 0?a 2"];
    assert_eq!(both(&[FIFO; 2], &late), (false, false));
}
