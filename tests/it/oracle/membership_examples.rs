//! The oracle on systems whose answers are known.

use crate::support::small_systems::{BAG, FIFO, system};
use oracle::membership::{Among, Budget, Measure, Verdict, decide};
use scm_check::internals::model::cfsm::{Channel, ChannelKind, System};
use scm_check::internals::model::generate::{looped_ring, ring};

/// Enough to try everything, or the violations that are known.
const BUDGET: Budget = Budget { executions: 20_000, length: 12 };

/// The least number of communications and of actions of a violation, by both ways of looking for
/// one; `None` where all executions were tried in vain.
fn shortest(system: &System) -> Option<(usize, usize)> {
    let length = |among, measure| match decide(system, among, measure, BUDGET) {
        Verdict::Violated { length, .. } => Some(length),
        Verdict::Holds => None,
        Verdict::HoldsUpTo { length } => panic!("nothing up to {length}, then the budget is spent"),
    };
    let of = |measure| {
        let all = length(Among::AllExecutions, measure);
        assert_eq!(all, length(Among::BorderlineViolations, measure));
        all
    };
    of(Measure::Communications).zip(of(Measure::Actions))
}

#[test]
fn messages_that_cross_are_a_violation() {
    // Figure 3.1a of the thesis.
    let crossing = ["0 0!v 1, 1 1?w 2", "0 1!w 1, 1 0?v 2"];
    assert_eq!(shortest(&system(&[FIFO, FIFO], &crossing)), Some((2, 4)));
    assert_eq!(shortest(&system(&[BAG, BAG], &crossing)), Some((2, 4)));
}

#[test]
fn an_exchange_of_request_and_answer_is_none() {
    let exchange = ["0 0!v 1, 1 1?w 2", "0 0?v 1, 1 1!w 2"];
    assert_eq!(shortest(&system(&[FIFO, FIFO], &exchange)), None);
}

#[test]
fn mailboxes_may_be_bags_but_not_fifo_without_crossing() {
    // Figure 3.7 of the thesis.
    let automata = ["0 0!v1 1, 1 1?v2 2", "0 1!v2 1, 1 0!v3 2", "0 0?v3 1"];
    assert_eq!(shortest(&system(&[BAG, BAG], &automata)), None);
    // In a FIFO mailbox v3 comes before v1 if it is sent first; v1 was sent before the reception of
    // v2, and v2 before v3.
    assert_eq!(shortest(&system(&[FIFO, FIFO], &automata)), Some((3, 4)));
}

#[test]
fn the_first_of_equal_messages_is_the_one_received() {
    // Section 3.4 of the thesis, last paragraph.
    assert_eq!(shortest(&system(&[BAG], &["0 0!v 1, 1 0!v 2, 2 0?v 3"])), Some((2, 3)));
}

#[test]
fn a_message_to_oneself_must_be_received_before_the_next_action() {
    assert_eq!(shortest(&system(&[FIFO], &["0 0!a 1, 1 0?a 2"])), None);
    assert_eq!(shortest(&system(&[FIFO, FIFO], &["0 0!a 1, 1 1!b 2, 2 0?a 3"])), Some((2, 3)));
}

#[test]
fn an_internal_step_is_no_action() {
    assert_eq!(shortest(&system(&[FIFO], &["0 0!a 1, 1 tau 2, 2 0?a 3"])), None);
    let automata = ["0 0!v 1, 1 tau 2, 2 1?w 3", "0 tau 1, 1 1!w 2, 2 0?v 3"];
    assert_eq!(shortest(&system(&[FIFO, FIFO], &automata)), Some((2, 4)));
}

#[test]
fn a_message_behind_another_is_not_received() {
    let automata = ["0 0!a 1, 1 0!b 2, 2 1!c 3", "0 1?c 1, 1 0?b 2"];
    assert_eq!(shortest(&system(&[FIFO, FIFO], &automata)), None);
    // In a bag it is; and as c was sent after b, b comes too late.
    assert_eq!(shortest(&system(&[BAG, FIFO], &automata)), Some((3, 5)));
}

#[test]
fn a_lost_message_is_never_received() {
    let lossy = Channel { kind: ChannelKind::Fifo, lossy: true };
    let automata = ["0 0!a 1, 1 0!b 2, 2 1!c 3", "0 1?c 1, 1 0?b 2"];
    assert_eq!(shortest(&system(&[lossy, FIFO], &automata)), Some((2, 4)));
}

#[test]
fn a_ring_is_rsc_unless_all_send_first() {
    assert_eq!(shortest(&ring(2, 2).unwrap().0), None);
    assert_eq!(shortest(&ring(3, 2).unwrap().0), None);
    let all_send_first = ["0 1!m 1, 1 0?m 2", "0 2!m 1, 1 1?m 2", "0 0!m 1, 1 2?m 2"];
    assert_eq!(shortest(&system(&[FIFO, FIFO, FIFO], &all_send_first)), Some((3, 6)));
}

#[test]
fn a_looped_ring_has_no_short_violation() {
    for (participants, messages) in [(2, 1), (2, 3), (3, 1), (3, 2)] {
        let system = looped_ring(participants, messages).unwrap();
        let verdict = decide(&system, Among::BorderlineViolations, Measure::Communications, BUDGET);
        let Verdict::HoldsUpTo { length } = verdict else { panic!("{verdict:?}") };
        assert!(length >= participants * messages, "one round, at least: {length}");
    }
}
