//! Lanes that are cleared without a search, against the searches.

use crate::support::cases::{are_many, seeds, system_of};
use crate::support::small_systems::{BAG, FIFO, describe, system};
use scm_check::internals::check::membership::{Answer, Engine, Outcome, check};
use scm_check::internals::check::reachability::{self, Premise};
use scm_check::internals::check::safety;
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::model::cfsm::{Channel, LinearProperty, SafetyProperty, System};

fn answer(system: &System, engine: Engine) -> Answer {
    check(system, engine, &Control::unlimited())
}

/// The number of communications of a violation; none if the system is RSC.
fn length(answer: &Answer) -> Option<usize> {
    match &answer.outcome {
        Outcome::Holds(_) => None,
        Outcome::Violated(witness) => Some(witness.communications()),
        Outcome::Unknown(limit) => panic!("{limit}"),
    }
}

/// Says in what cleared lanes contradict the search, and `automatic` answers it.
fn objection(system: &System) -> Option<&'static str> {
    let by_search = answer(system, Engine::Plain);
    let by_lanes = answer(system, Engine::Static);
    let both = answer(system, Engine::Auto);
    let lanes = by_lanes.lanes.expect("they were looked at");
    if let Outcome::Violated(witness) = &by_search.outcome {
        let last = *witness.replay().execution().actions().iter().last().expect("an action");
        if !lanes.live.contains(&(last.channel, last.message)) {
            return Some("the lane of a violation is cleared");
        }
    }
    if matches!(by_lanes.outcome, Outcome::Holds(_)) != lanes.live.is_empty() {
        return Some("the verdict is not that of the lanes");
    }
    if length(&both) != length(&by_search) {
        return Some("live lanes alone have other shortest violations");
    }
    (both.statistics.states > by_search.statistics.states).then_some("more states are explored")
}

#[test]
fn cleared_lanes_agree_with_the_search_on_random_systems() {
    let (mut cleared, mut rsc, mut partly) = (0_u64, 0, 0);
    for seed in seeds(40) {
        let system = system_of(seed);
        let objection = objection(&system);
        assert_eq!(objection, None, "seed {seed}\n{}", describe(&system));
        let both = answer(&system, Engine::Auto);
        let lanes = both.lanes.as_ref().expect("they were looked at");
        cleared += u64::from(both.engine == Engine::Static);
        rsc += u64::from(length(&both).is_none());
        partly += u64::from(!lanes.live.is_empty() && lanes.cleared() > 0);
    }
    println!("{cleared} of {rsc} RSC systems are cleared, {partly} others partly");
    if are_many() {
        assert!(cleared * 10 >= rsc * 9 && partly > 0, "{cleared} of {rsc}, {partly}");
    }
}

/// Systems that are not RSC, each by one way in which the last receiver comes to depend on the chosen send: a filter that
/// misses it clears the lane.
const WAYS: &[(&str, &[Channel], &[&str])] = &[
    ("by a message", &[FIFO, FIFO], &["0 0!a 1, 1 1!b 2", "0 1?b 1, 1 0?a 2"]),
    ("by what the sender receives", &[FIFO, FIFO], &["0 0!a 1, 1 1?b 2", "0 1!b 1, 1 0?a 2"]),
    (
        "by a third participant that is sent something",
        &[FIFO, FIFO, FIFO],
        &["0 0!a 1, 1 1!b 2", "0 1?b 1, 1 2!c 2", "0 2?c 1, 1 0?a 2"],
    ),
    (
        "by a third participant that has sent something",
        &[FIFO, FIFO, FIFO],
        &["0 0!a 1, 1 1?b 2", "0 1!b 1, 1 2!c 2", "0 2?c 1, 1 0?a 2"],
    ),
    (
        "by sends to the channel of the chosen one",
        &[FIFO, FIFO],
        &["0 0!offer 1", "0 0!counter 1, 1 1!go 2", "0 1?go 1, 1 0?offer 2"],
    ),
    (
        "by sends of the receiver to the channel of the chosen one",
        &[FIFO],
        &["0 0!offer 1", "0 0!counter 1, 1 0?offer 2"],
    ),
    ("by sends to a channel", &[FIFO, FIFO], &["0 0!page 1, 1 1!log 2", "0 1!trace 1, 1 0?page 2"]),
    (
        "by sends of a third participant to a channel",
        &[FIFO, FIFO, FIFO],
        &["0 0!a 1, 1 1!log 2", "0 1!trace 1, 1 2!go 2", "0 2?go 1, 1 0?a 2"],
    ),
    (
        "by what the receiver receives from a channel",
        &[FIFO, FIFO],
        &["0 0!a 1, 1 1?x 2", "0 1!x 1", "0 1!y 1", "0 1?y 1, 1 0?a 2"],
    ),
    (
        "by what a third participant receives from a channel",
        &[FIFO, FIFO, FIFO],
        &["0 0!a 1, 1 1?x 2", "0 1!x 1", "0 1!y 1", "0 1?y 1, 1 2!go 2", "0 2?go 1, 1 0?a 2"],
    ),
    (
        "by what somebody sends to itself by a channel",
        &[FIFO, FIFO, FIFO],
        &["0 0!a 1, 1 1?x 2", "0 1!x 1", "0 1!y 1, 1 1?y 2, 2 2!go 3", "0 2?go 1, 1 0?a 2"],
    ),
    (
        "by what the receiver sends to itself by a channel",
        &[FIFO, FIFO],
        &["0 0!a 1, 1 1?x 2", "0 1!x 1", "0 1!y 1, 1 1?y 2, 2 0?a 3"],
    ),
    (
        "by another message of the bag",
        &[BAG, FIFO],
        &["0 0!v 1, 1 0?w 2", "0 0!w 1, 1 1!x 2", "0 1?x 1, 1 0?v 2"],
    ),
    ("by the same message of the bag", &[FIFO, BAG], &["0 0!a 1, 1 1!log 2", "0 1!log 1, 1 0?a 2"]),
    (
        "by what the sender sends next, if it is the receiver",
        &[FIFO, FIFO],
        &["0 0!alarm 1, 1 1!armed 2, 2 0?alarm 3", "0 1?armed 1"],
    ),
    (
        "by what the sender receives next, if it is the receiver",
        &[FIFO, FIFO],
        &["0 0!alarm 1, 1 1?go 2, 2 0?alarm 3", "0 1!go 1"],
    ),
    (
        "after the sender was let go by a third participant",
        &[FIFO, FIFO, FIFO],
        &["0 2?go 1, 1 0!a 2, 2 1?b 3", "0 1!b 1, 1 0?a 2", "0 2!go 1"],
    ),
    (
        "after the receiver was let go by a third participant",
        &[FIFO, FIFO, FIFO],
        &["0 0!a 1, 1 1?b 2", "0 2?go 1, 1 1!b 2, 2 0?a 3", "0 2!go 1"],
    ),
    (
        "after the sender has sent something to itself",
        &[FIFO, FIFO, FIFO],
        &["0 2!note 1, 1 tau 2, 2 2?note 3, 3 0!a 4, 4 1?b 5", "0 1!b 1, 1 0?a 2"],
    ),
    (
        "after the sender has sent something to the receiver",
        &[FIFO, FIFO, FIFO],
        &["0 2!go 1, 1 0!a 2, 2 1?b 3", "0 2?go 1, 1 1!b 2, 2 0?a 3"],
    ),
    (
        "after the sender has sent something that nobody receives",
        &[FIFO, FIFO, FIFO],
        &["0 2!note 1, 1 0!a 2, 2 1?b 3", "0 1!b 1, 1 0?a 2"],
    ),
    (
        "by what the sender sends to itself",
        &[FIFO, FIFO, FIFO],
        &["0 0!a 1, 1 2!note 2, 2 2?note 3, 3 1?b 4", "0 1!b 1, 1 0?a 2"],
    ),
    (
        "where the receiver does more before it receives",
        &[FIFO, FIFO, FIFO],
        &["0 0!a 1, 1 1!b 2", "0 1?b 1, 1 2!c 2, 2 tau 3, 3 0?a 4"],
    ),
    (
        "from another initial state",
        &[FIFO, FIFO],
        &["0 0!a 1, 1 1?b 2", "initial 0 1: 1 1!b 2, 2 0?a 3"],
    ),
    (
        "by one of two receivers",
        &[FIFO, FIFO],
        &["0 0!a 1, 1 1!b 2", "0 0?a 1", "0 1?b 1, 1 0?a 2"],
    ),
    ("by one of two senders", &[FIFO, FIFO], &["0 0!a 1", "0 0!a 1, 1 1!b 2", "0 1?b 1, 1 0?a 2"]),
];

#[test]
fn no_way_to_the_receiver_is_missed() {
    for (way, channels, automata) in WAYS {
        let system = system(channels, automata);
        assert!(length(&answer(&system, Engine::Plain)).is_some(), "{way}: not RSC");
        assert_eq!(objection(&system), None, "{way}");
    }
}

/// RSC systems all of whose lanes are cleared.
const CLEARED: &[(&str, &[Channel], &[&str])] = &[
    ("a note to itself, again and again", &[FIFO], &["0 0!tick 1, 1 0?tick 0"]),
    (
        "the receiver sends to the channel before it depends on the chosen send",
        &[FIFO],
        &["0 0!alarm 1, 1 0?alarm 2", "0 0!stop 1, 1 0!stop 2"],
    ),
    (
        "sends to a channel that do not come back",
        &[FIFO, FIFO],
        &["0 0!page 1", "0 1!log 1, 1 0?page 2"],
    ),
    (
        "a star, for ever",
        &[FIFO; 4],
        &["0 0!m 1, 1 1!m 2, 2 2?m 3, 3 3?m 0", "0 0?m 1, 1 2!m 0", "0 1?m 1, 1 3!m 0"],
    ),
    (
        "a pipeline, for ever",
        &[FIFO; 3],
        &["0 0!m 0", "0 0?m 1, 1 1!m 0", "0 1?m 1, 1 2!m 0", "0 2?m 0"],
    ),
    (
        "receptions that nobody sends for are no way",
        &[FIFO, FIFO, FIFO],
        &["0 0!a 1, 1 1?b 2", "0 2?never 1, 1 1!b 2", "0 0?a 1, 1 2!late 2"],
    ),
];

#[test]
fn what_is_known_to_be_cleared_is_cleared_without_states() {
    for (what, channels, automata) in CLEARED {
        let system = system(channels, automata);
        assert_eq!(objection(&system), None, "{what}");
        let both = answer(&system, Engine::Auto);
        assert_eq!((length(&both), both.engine), (None, Engine::Static), "{what}: {both:?}");
        assert_eq!(both.statistics.states, 0, "{what}");
    }
}

#[test]
fn lanes_that_stay_live_decide_nothing_alone() {
    let crossing = system(&[FIFO, FIFO], &["0 0!a 1, 1 1?b 2", "0 1!b 1, 1 0?a 2"]);
    let by_lanes = answer(&crossing, Engine::Static);
    assert_eq!(by_lanes.outcome, Outcome::Unknown(Limit::States));
    assert_eq!(by_lanes.lanes.expect("they were looked at").live.len(), 2);
}

#[test]
fn only_components_with_live_lanes_are_explored_and_runs_are_those_of_the_whole_system() {
    // Two participants that cross, between others that do not, with states that behave alike.
    let crossing = ["0 2!a 1, 0 2!a 2, 1 3?b 3, 2 3?b 4", "0 4?never 5, 0 3!b 1, 1 2?a 2"];
    let calm = ["0 0!m 1, 1 1?n 0", "0 0?m 1, 1 1!n 0"];
    let whole = system(&[FIFO; 6], &[calm[0], crossing[0], calm[1], crossing[1], "0 5!x 1"]);
    let alone = system(&[FIFO; 6], &["", crossing[0], "", crossing[1], ""]);
    assert_eq!(objection(&whole), None);
    let (both, expected) = (answer(&whole, Engine::Auto), answer(&alone, Engine::Auto));
    assert_eq!(length(&both), Some(2));
    assert_eq!(both.statistics.states, expected.statistics.states);
}

/// Whether a system has `property` by an answer that rests on the proof that it is RSC.
fn has(system: &System, property: LinearProperty) -> bool {
    let Outcome::Holds(proof) = answer(system, Engine::Auto).outcome else { panic!("it is RSC") };
    let property = SafetyProperty::Linear(property);
    let answer = safety::check(system, property, Premise::Rsc(proof), &Control::unlimited());
    matches!(answer.outcome, reachability::Outcome::Holds(_))
}

#[test]
fn properties_are_those_of_the_system_as_it_was_written() {
    // Without the reception that nobody sends for, the first participant would have ended.
    let waiting = system(&[FIFO], &["0 0?never 1", "0 0!m 1"]);
    assert!(!has(&waiting, LinearProperty::Progress));
    assert!(has(&waiting, LinearProperty::OrphanMessage));
    // A component that has ended does not progress, and the other one waits for ever.
    let apart = system(&[FIFO, FIFO], &["0 0!m 1", "0 0?m 1", "0 1?n 1", "0 1!n 1, 0 tau 2"]);
    assert!(!has(&apart, LinearProperty::Progress));
    // The states behave alike, and only one of them is final.
    let stop = "0 0!stop 1, 0 0!wait 2, 1 1?on 1, 2 1?on 2";
    let alike = system(&[FIFO, FIFO], &[stop, "0 0?stop 1, 0 0?wait 2"]);
    let (sender, states) = alike.automata().enumerate().next().expect("there are two");
    let stopped = states.states().ids().nth(1).expect("there are three");
    assert!(!has(&alike.with_final([(sender, stopped)]), LinearProperty::Progress));
}

#[test]
fn a_long_system_with_few_states_is_explored_at_once_and_one_with_more_states_is_not() {
    // Each exchange is over before the next one begins.
    let steps = |signs: [char; 2]| -> String {
        let step = |at: usize| format!("{at} {}{}m {}", at % 2, signs[at % 2], at + 1);
        (0..1_000).map(step).collect::<Vec<_>>().join(", ")
    };
    let chain = system(&[FIFO; 2], &[&steps(['!', '?']), &steps(['?', '!'])]);
    let (both, by_search) = (answer(&chain, Engine::Auto), answer(&chain, Engine::Plain));
    assert_eq!((both.lanes.as_ref(), both.statistics), (None, by_search.statistics));
    assert_eq!(length(&both), None);
    // Both send for long on their own: there are as many states as pairs of local states.
    let apart = |channel, last: &str| -> String {
        let step = |at: usize| format!("{at} {channel}!m {}, ", at + 1);
        (0..1_000).map(step).chain([format!("1000 2{last} 1001")]).collect()
    };
    let sends = system(&[FIFO; 3], &[&apart(0, "!go"), &apart(1, "?go")]);
    let both = answer(&sends, Engine::Auto);
    assert_eq!((both.engine, both.statistics.states, length(&both)), (Engine::Static, 0, None));
}
