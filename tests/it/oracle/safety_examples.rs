//! The oracle of the safety properties on systems whose answers are known.

use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Answer, Bounds, Loss, explore};
use oracle::safety::{Property, decide};
use scm_check::internals::model::cfsm::{Channel, ChannelKind, System};

const BOUNDS: Bounds = Bounds { configurations: 2_000, messages: 4 };

/// The names of the properties that are violated, each with the fewest sends.
fn violated(system: &System) -> Vec<(String, usize)> {
    let found = explore(system, Loss::OnTheWay, BOUNDS);
    assert!(found.is_complete(), "these systems are small");
    let all = Property::all(system).into_iter();
    all.filter_map(|property| match decide(system, &found, property) {
        Answer::Reachable { least, most, .. } if least == most => {
            Some((property.name(system), most))
        }
        Answer::Unreachable => None,
        other => panic!("{property:?}: {other:?}"),
    })
    .collect()
}

/// Asserts that exactly these properties are violated, with so many sends.
#[track_caller]
fn assert_violated(channels: &[Channel], automata: &[&str], expected: &[(&str, usize)]) {
    let system = system(channels, automata);
    let expected: Vec<_> = expected.iter().map(|&(name, n)| (name.to_owned(), n)).collect();
    assert_eq!(violated(&system), expected);
}

const UNSPECIFIED: &str = "unspecified-reception";
const PROGRESS: &str = "progress";
const ORPHAN: &str = "orphan-message";
const WAITING: &str = "reception-deadlock";
const DEADLOCK: &str = "deadlock";

#[test]
fn an_exchange_that_ends_violates_nothing() {
    assert_violated(&[FIFO, FIFO], &["0 0!a 1, 1 1?b 2", "0 0?a 1, 1 1!b 2"], &[]);
}

#[test]
fn an_exchange_without_end_violates_nothing() {
    assert_violated(&[FIFO, FIFO], &["0 0!a 1, 1 1?b 0", "0 0?a 1, 1 1!b 0"], &[]);
}

#[test]
fn who_finds_another_message_than_awaited_is_in_front_of_an_unspecified_reception() {
    // Figure 4.8a of the thesis, once.
    assert_violated(
        &[FIFO],
        &["0 0!b 1", "0 0?a 1"],
        &[(UNSPECIFIED, 1), (PROGRESS, 1), (DEADLOCK, 1), ("stuck(p1)", 0), ("unreceived(b)", 1)],
    );
}

#[test]
fn a_reception_that_is_never_reached_may_take_the_message_away() {
    // The third participant never starts; but as it is written, it receives b.
    assert_violated(
        &[FIFO, FIFO],
        &["0 0!b 1", "0 0?a 1", "0 1?c 1, 1 0?b 2"],
        &[(PROGRESS, 1), (DEADLOCK, 1), ("stuck(p1)", 0), ("stuck(p2)", 0), ("unreceived(b)", 1)],
    );
}

#[test]
fn a_reception_of_its_own_elsewhere_takes_nothing_away() {
    // The participant itself receives b, but only later: others would have to.
    assert_violated(
        &[FIFO],
        &["0 0!b 1", "0 0?a 1, 1 0?b 2"],
        &[(UNSPECIFIED, 1), (PROGRESS, 1), (DEADLOCK, 1), ("stuck(p1)", 0), ("unreceived(b)", 1)],
    );
}

#[test]
fn an_empty_channel_beside_it_may_still_get_a_message() {
    let automata = ["0 0!b 1, 1 1!a 2, 2 0!b 3", "0 0?a 1, 0 1?a 2, 2 0?b 3, 3 0?b 4"];
    assert_violated(&[FIFO, FIFO], &automata, &[]);
}

#[test]
fn all_channels_that_are_read_must_be_in_the_way() {
    let automata = ["0 0!b 1, 1 1!b 2", "0 0?a 1, 0 1?a 2"];
    assert_violated(
        &[FIFO, FIFO],
        &automata,
        &[(UNSPECIFIED, 2), (PROGRESS, 2), (DEADLOCK, 1), ("stuck(p1)", 0), ("unreceived(b)", 1)],
    );
}

#[test]
fn in_front_of_a_bag_no_reception_is_unspecified() {
    assert_violated(
        &[BAG],
        &["0 0!b 1", "0 0?a 1"],
        &[(PROGRESS, 1), (DEADLOCK, 1), ("stuck(p1)", 0), ("unreceived(b)", 1)],
    );
}

#[test]
fn who_can_also_send_is_in_no_receiving_state() {
    // Whoever may send c does not wait in front of b; but b stays.
    assert_violated(
        &[FIFO, FIFO],
        &["0 0!b 1", "0 0?a 1, 0 1!c 2"],
        &[(ORPHAN, 2), (DEADLOCK, 1), ("unreceived(b)", 1), ("unreceived(c)", 1)],
    );
}

#[test]
fn an_internal_step_makes_a_state_neither_receiving_nor_final() {
    // Figure 4.8a again; but now the receiver can go on for ever.
    assert_violated(
        &[FIFO],
        &["0 0!b 1", "0 0?a 1, 0 tau 0"],
        &[(DEADLOCK, 1), ("stuck(p1)", 0), ("unreceived(b)", 1)],
    );
    // No final control state, although nobody ever acts again.
    assert_violated(&[FIFO], &["0 0!b 1, 1 tau 1"], &[(DEADLOCK, 1), ("unreceived(b)", 1)]);
}

#[test]
fn an_internal_step_may_lead_to_a_violation() {
    assert_violated(
        &[FIFO],
        &["0 tau 1, 1 0?a 2", "0 0!a 1, 0 tau 1"],
        &[(PROGRESS, 0), ("stuck(p0)", 0)],
    );
    assert_violated(
        &[FIFO],
        &["0 0!b 1, 1 tau 2", "0 tau 1"],
        &[(ORPHAN, 1), (DEADLOCK, 1), ("unreceived(b)", 1)],
    );
}

#[test]
fn who_waits_while_the_others_have_ended_breaks_progress() {
    // Figure 4.8b of the thesis; no reception-deadlock, as the others are in final states.
    assert_violated(
        &[FIFO, FIFO],
        &["0 0?a 1", "0 1!b 1", "0 1?b 1"],
        &[(PROGRESS, 1), ("stuck(p0)", 0)],
    );
}

#[test]
fn a_message_that_is_left_when_all_have_ended_is_an_orphan() {
    // Figure 4.8c of the thesis.
    for kind in [FIFO, BAG] {
        assert_violated(
            &[kind],
            &["0 0!a 1", "0 tau 1"],
            &[(ORPHAN, 1), (DEADLOCK, 1), ("unreceived(a)", 1)],
        );
    }
}

#[test]
fn a_message_that_is_left_while_one_goes_on_is_no_orphan() {
    assert_violated(
        &[FIFO, FIFO],
        &["0 0!a 1", "0 1!b 1, 1 1?b 0"],
        &[(DEADLOCK, 1), ("unreceived(a)", 1)],
    );
}

#[test]
fn nothing_at_all_is_final_and_clean() {
    assert_violated(&[FIFO], &["", ""], &[]);
}

#[test]
fn all_waiting_is_a_reception_deadlock() {
    assert_violated(
        &[FIFO, FIFO],
        &["0 0?a 1, 1 1!b 2", "0 1?b 1, 1 0!a 2"],
        &[(PROGRESS, 0), (WAITING, 0), ("stuck(p0)", 0), ("stuck(p1)", 0)],
    );
}

#[test]
fn one_who_has_ended_excludes_a_reception_deadlock() {
    assert_violated(&[FIFO], &["0 0?a 1", ""], &[(PROGRESS, 0), ("stuck(p0)", 0)]);
}

#[test]
fn in_a_reception_deadlock_only_what_is_read_is_empty() {
    // The message in channel 2 is in nobody's way.
    assert_violated(
        &[FIFO, FIFO, FIFO],
        &["0 2!c 1, 1 0?a 2", "0 1?b 1"],
        &[
            (PROGRESS, 1),
            (WAITING, 1),
            (DEADLOCK, 1),
            ("stuck(p0)", 1),
            ("stuck(p1)", 0),
            ("unreceived(c)", 1),
        ],
    );
}

#[test]
fn in_a_reception_deadlock_all_that_is_read_is_empty() {
    assert_violated(
        &[FIFO, FIFO],
        &["0 0!b 1, 1 0?a 2, 1 1?a 3"],
        &[(PROGRESS, 1), (DEADLOCK, 1), ("stuck(p0)", 1), ("unreceived(b)", 1)],
    );
}

#[test]
fn a_bag_with_another_message_is_not_empty() {
    // Nobody can do anything, but the bag that is read holds something.
    assert_violated(
        &[BAG],
        &["0 0!b 1, 1 0?a 2"],
        &[(PROGRESS, 1), (DEADLOCK, 1), ("stuck(p0)", 1), ("unreceived(b)", 1)],
    );
}

#[test]
fn a_message_to_oneself_is_received_or_not() {
    assert_violated(&[FIFO], &["0 0!a 1, 1 0?a 0"], &[]);
    // The first is in front of the second, which alone is awaited.
    let automata = ["0 0!a 1, 1 0!b 2, 2 0?b 3, 3 0?a 4"];
    assert_violated(
        &[FIFO],
        &automata,
        &[(UNSPECIFIED, 2), (PROGRESS, 2), (DEADLOCK, 1), ("stuck(p0)", 2), ("unreceived(a)", 1)],
    );
    assert_violated(&[BAG], &automata, &[]);
}

#[test]
fn a_deadlock_is_seen_before_everything_stops() {
    // Once p0 chose b, nobody ever takes it; but p1 goes on for ever, and did not lose anything.
    assert_violated(
        &[FIFO, FIFO],
        &["0 0!a 1, 0 0!b 1", "0 0?a 0, 0 1!c 1, 1 1?c 0"],
        &[(DEADLOCK, 1), ("unreceived(b)", 1)],
    );
}

#[test]
fn a_shared_channel_is_emptied_by_anybody() {
    // p2 takes away what p1 does not await.
    assert_violated(&[FIFO], &["0 0!b 1, 1 0!a 2", "0 0?a 1", "0 0?b 1"], &[]);
    // Either may take it, and then the other one waits.
    assert_violated(
        &[FIFO],
        &["0 0!a 1", "0 0?a 1", "0 0?a 1"],
        &[(PROGRESS, 1), ("stuck(p1)", 1), ("stuck(p2)", 1)],
    );
}

#[test]
fn stuck_is_who_never_receives_again_unless_it_can_leave_to_a_final_state() {
    // From state 0 one may leave without ever receiving; there one has a reception, and a
    // continuation in which it is done as long as a is on its way.
    let sender = "0 0!a 1, 0 tau 1";
    let left = [(ORPHAN, 1), (DEADLOCK, 1), ("unreceived(a)", 1)];
    assert_violated(&[FIFO], &[sender, "0 0?a 1, 0 tau 1"], &left);
    // Where it gets to by the internal step it may always go on, but never receives.
    let stuck = [(DEADLOCK, 1), ("stuck(p1)", 0), ("unreceived(a)", 1)];
    assert_violated(&[FIFO], &[sender, "0 0?a 1, 0 tau 2, 2 tau 2"], &stuck);
}

#[test]
fn a_second_copy_in_a_bag_counts_as_received_with_the_first() {
    // One reception for two copies: it takes the first one; then no continuation takes the other.
    assert_violated(
        &[BAG],
        &["0 0!a 1, 1 0!a 2", "0 0?a 1"],
        &[(ORPHAN, 2), (DEADLOCK, 2), ("unreceived(a)", 2)],
    );
}

#[test]
fn another_message_that_leaves_a_bag_does_not_count() {
    assert_violated(
        &[BAG],
        &["0 0!b 1, 1 0!a 2", "0 0?a 1"],
        &[(ORPHAN, 2), (DEADLOCK, 1), ("unreceived(b)", 1)],
    );
}

#[test]
fn a_head_that_is_received_by_nobody_keeps_the_others_back() {
    // b is never at the head, so only a is unreceived.
    assert_violated(
        &[FIFO],
        &["0 0!a 1, 1 0!b 2", "0 tau 1, 1 0?b 2, 0 0?b 2"],
        &[(UNSPECIFIED, 1), (PROGRESS, 2), (DEADLOCK, 1), ("stuck(p1)", 0), ("unreceived(a)", 1)],
    );
}

#[test]
fn a_lossy_channel_leaves_the_receiver_alone() {
    let lossy = Channel { kind: ChannelKind::Fifo, lossy: true };
    assert_violated(&[FIFO], &["0 0!a 1", "0 0?a 1"], &[]);
    assert_violated(&[lossy], &["0 0!a 1", "0 0?a 1"], &[(PROGRESS, 0), ("stuck(p1)", 0)]);
    // Loss takes place when a message is sent, so one that has arrived stays.
    assert_violated(&[lossy], &["0 0!a 1"], &[(ORPHAN, 1), (DEADLOCK, 1), ("unreceived(a)", 1)]);
}

#[test]
fn all_initial_states_are_tried() {
    assert_violated(
        &[FIFO],
        &["initial 0 1: 0 0!a 1", "0 0?a 1"],
        &[(PROGRESS, 0), ("stuck(p1)", 0)],
    );
}

#[test]
fn that_nothing_follows_is_seen_where_all_that_follows_was_explored() {
    let bounds = |answer: Answer| match answer {
        Answer::Reachable { least, most, .. } => (least, most),
        Answer::NotWithinBounds { least } => (least, usize::MAX),
        Answer::Unreachable => panic!("there are infinitely many"),
    };
    let answers = |automata: &[&str]| {
        let pump = system(&[FIFO], automata);
        let found = explore(&pump, Loss::OnTheWay, BOUNDS);
        assert!(!found.is_complete());
        let of =
            |property: Property| (property.name(&pump), bounds(decide(&pump, &found, property)));
        Property::all(&pump).into_iter().map(of).collect::<Vec<_>>()
    };
    let open = |least| (least, usize::MAX);
    let named = |all: &[(&str, (usize, usize))]| -> Vec<_> {
        all.iter().map(|&(name, bounds)| (name.to_owned(), bounds)).collect()
    };
    // Nobody ever receives a, and there is always another one.
    let expected = [
        (UNSPECIFIED, (1, 1)),
        (PROGRESS, open(5)),
        (ORPHAN, open(5)),
        (WAITING, open(5)),
        (DEADLOCK, open(0)),
        ("stuck(p0)", open(0)),
        ("stuck(p1)", open(0)),
        ("unreceived(a)", open(0)),
        ("unreceived(b)", open(0)),
    ];
    assert_eq!(answers(&["0 0!a 0", "0 0?b 0"]), named(&expected));
    // The last message is never received.
    let expected = [
        (UNSPECIFIED, (1, 1)),
        (PROGRESS, (1, 1)),
        (ORPHAN, open(5)),
        (WAITING, open(5)),
        (DEADLOCK, (0, 1)),
        ("stuck(p0)", open(0)),
        ("stuck(p1)", (0, 1)),
        ("unreceived(a)", open(0)),
        ("unreceived(b)", (0, 1)),
    ];
    assert_eq!(answers(&["0 0!a 0, 0 0!b 1", "0 0?a 0"]), named(&expected));
}
