//! Invariants over channel languages, by examples.

use crate::support::small_systems::{BAG, FIFO, system};
use scm_check::internals::check::invariant::{BadSet, Invariants, ROUNDS};
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::model::cfsm::{Channel, LinearProperty, SafetyProperty, System};

/// The first round whose invariant excludes a set, with the number of its control states.
fn excluding(system: &System, set: BadSet<'_>) -> Option<(usize, usize)> {
    let mut invariants = Invariants::new(system);
    (0..ROUNDS.len()).find_map(|round| {
        let found = invariants.excluding(set, round, &Control::unlimited()).expect("no limit");
        found.map(|found| (round, found.invariant.states.len()))
    })
}

/// The first round whose invariant excludes the violations of a property.
fn first_round(system: &System, property: LinearProperty) -> Option<usize> {
    let set = BadSet::Violations(SafetyProperty::Linear(property));
    excluding(system, set).map(|(round, _)| round)
}

#[test]
fn the_oldest_messages_of_several_channels_are_looked_at_together() {
    let unspecified = |sender: &str| {
        let system = system(&[FIFO; 2], &[sender, "0 0?a 1, 0 1?c 1"]);
        first_round(&system, LinearProperty::UnspecifiedReception)
    };
    // One of the two messages can be received, whichever the sender chooses.
    assert_eq!(unspecified("0 0!a 1, 1 1!d 2, 0 0!b 3, 3 1!c 2"), Some(0));
    assert_eq!(unspecified("0 0!b 1, 1 1!c 2, 0 0!a 3, 3 1!d 2"), Some(0));
    // Neither can, by one choice: whichever of the choices comes first.
    assert_eq!(unspecified("0 0!a 1, 1 1!c 2, 0 0!b 3, 3 1!d 2"), None);
    assert_eq!(unspecified("0 0!b 1, 1 1!d 2, 0 0!a 3, 3 1!c 2"), None);
}

#[test]
fn a_system_may_have_no_channel_and_a_bag_no_message() {
    for channels in [&[] as &[Channel], &[BAG], &[BAG, BAG]] {
        let system = system(channels, &["0 t 1, 1 t 0"]);
        for property in [
            LinearProperty::UnspecifiedReception,
            LinearProperty::Progress,
            LinearProperty::OrphanMessage,
            LinearProperty::ReceptionDeadlock,
        ] {
            assert_eq!(first_round(&system, property), Some(0), "{property:?}");
        }
    }
}

#[test]
fn what_changes_seldom_is_kept_as_it_is() {
    // What the channel holds changes more than twice before it has been there already.
    let rounds = [2, 3, 4, 8].map(|window: usize| {
        let send = |sent| format!("{sent} 0!a {0}, {0} 1?k {sent}", sent + 1);
        let sends: Vec<String> = (0..window).map(send).collect();
        let sender = format!("{}, 0 0!z {}", sends.join(", "), window + 1);
        let system = system(&[FIFO; 2], &[&sender, "0 0?a 1, 1 1!k 0, 0 0?z 2"]);
        first_round(&system, LinearProperty::OrphanMessage)
    });
    assert_eq!(rounds, [Some(0), Some(1), Some(2), None]);
}

#[test]
fn the_next_letters_tell_states_apart() {
    // The receiver expects a message b after so many a.
    let rounds = [1, 2, 3, 4, 5].map(|count: usize| {
        let both = ["!", "?"].map(|sign| {
            let many = (0..count).map(|at| format!("{at} 0{sign}a {}, ", at + 1));
            format!("{}{count} 0{sign}b 0", many.collect::<String>())
        });
        let system = system(&[FIFO], &both.each_ref().map(String::as_str));
        first_round(&system, LinearProperty::UnspecifiedReception)
    });
    assert_eq!(rounds, [Some(0), Some(1), Some(2), Some(3), None]);
}

#[test]
fn what_grows_is_widened_until_nothing_changes() {
    // Each of the two channels grows for ever, and the sender remembers nothing.
    let sender = "0 0!a 0, 0 1!b 0, 0 0!c 0";
    let system = system(&[FIFO; 2], &[sender, "0 0?a 0, 0 1?b 0, 0 0?c 0"]);
    let mut invariants = Invariants::new(&system);
    for round in 0..ROUNDS.len() {
        let found = invariants.invariant(round, &Control::unlimited()).expect("no limit");
        let invariant = found.expect("small");
        assert_eq!((invariant.states.len(), invariant.languages.len()), (1, 1), "{round}");
        // Any word of a and c, then any of b.
        assert_eq!(invariant.languages[0].accepting, [true, true], "{round}");
    }
}

#[test]
fn a_product_of_many_participants_is_given_up() {
    let system = system(&[FIFO; 40], &["0 0!a 1, 1 0!b 0, 2 0?a 2"; 40]);
    let mut invariants = Invariants::new(&system);
    for round in 0..ROUNDS.len() {
        let found = invariants.invariant(round, &Control::unlimited());
        assert_eq!(found, Ok(None), "{round}");
        assert_eq!(invariants.control_states(round), 0);
    }
}

#[test]
fn a_limit_ends_the_search() {
    let system = system(&[FIFO; 40], &["0 0!a 1, 1 0!b 0"; 40]);
    let control = Control { deadline: Some(std::time::Instant::now()), ..Control::unlimited() };
    assert_eq!(Invariants::new(&system).invariant(0, &control), Err(Limit::Timeout));
}
