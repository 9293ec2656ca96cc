//! Persistent sets of one participant: their conditions one by one, and the answers against the oracle on random systems.
//!
//! The settings are those of `cases.rs`.

use crate::support::bad_specifications::file;
use crate::support::cases::{BOUNDS, are_many, seeds, system_of};
use crate::support::effort::required;
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Answer, Loss, explore};
use oracle::safety::{Property, decide};
use scm_check::internals::check::persistent::{Outcome, search};
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::model::cfsm::{Channel, LinearProperty, SafetyProperty, System};
use scm_check::internals::model::evidence::{Certificate, Witness};

/// The maximum number of configurations of a search.
const MOST: u64 = 1_000;

/// Returns the number of configurations and how many of them were expanded by one participant if the property holds, and
/// else the number of steps of the violation, which is replayed.
fn answer(system: &System, property: LinearProperty) -> Result<(usize, usize), usize> {
    match search(system, property, MOST, &Control::unlimited()) {
        Outcome::Holds(space) => Ok((space.configurations(), space.reduced())),
        Outcome::Violated { initial, steps } => {
            let length = steps.len();
            let property = SafetyProperty::Linear(property);
            Witness::safety(system, property, initial, steps, 0).expect("it is a violation");
            Err(length)
        }
        Outcome::Open(limit) => panic!("{limit}"),
    }
}

#[test]
fn a_receiver_is_expanded_alone_where_its_messages_are_there_and_only_its_own() {
    let progress = |channels: &[_], automata: &[&str]| {
        answer(&system(channels, automata), LinearProperty::Progress)
    };
    // If p2 receives the first message, p1 receives the second one and waits for ever.
    let shared = ["0 0!a 1, 1 0!b 2", "0 0?a 1, 0 0?b 2, 2 1?c 3", "0 0?a 1, 0 0?b 1"];
    assert_eq!(progress(&[FIFO; 2], &shared), Err(4));
    // The message of p2 may be received first, although that of p0 may be there before.
    let later = ["0 0!a 1", "0 0?a 1, 0 1?b 2, 2 2?c 3", "0 1!b 1"];
    assert_eq!(progress(&[FIFO; 3], &later), Err(3));
    // The message that is sent second may be received first from a bag.
    let bag = ["0 0!a 1, 1 0!b 2", "0 0?a 1, 0 0?b 2, 1 0?b 3, 2 1?c 4"];
    assert_eq!(progress(&[BAG, FIFO], &bag), Err(3));
    // If p2 takes the message from the bag, p1 waits for ever.
    let taken = ["0 0!a 1", "0 0?a 1, 1 1!d 2", "0 0?a 1, 0 1?d 2"];
    assert_eq!(progress(&[BAG, FIFO], &taken), Err(2));
    // A receiver that waits in vain does not keep the others from going on to a deadlock.
    let vain = ["0 0!a 1, 1 1!a 2", "0 0?b 1", "0 1?a 1, 1 2?c 2"];
    assert_eq!(progress(&[FIFO; 3], &vain), Err(3));
    // Two senders with their receivers: one after the other, 5 of the 9 configurations.
    let pairs = ["0 0!a 1", "0 0?a 1", "0 1!a 1", "0 1?a 1"];
    assert_eq!(progress(&[FIFO; 2], &pairs), Ok((5, 4)));
}

#[test]
fn a_sender_is_expanded_alone_where_the_order_of_messages_is_its_own() {
    let progress = |channels: &[_], automata: &[&str]| {
        answer(&system(channels, automata), LinearProperty::Progress)
    };
    // The message of p1 may come before that of p0.
    let shared = ["0 0!a 1", "0 0!b 1", "0 0?a 1, 1 0?b 2, 0 0?b 3, 3 0?a 4, 4 1?c 5"];
    assert_eq!(progress(&[FIFO; 2], &shared), Err(4));
    // In a bag there is no before.
    let bag = ["0 0!a 1", "0 0!b 1", "0 0?a 1, 1 0?b 2"];
    assert_eq!(progress(&[BAG], &bag), Ok((5, 4)));
    // Where p0 may also receive, it must be given time to.
    let mixed = ["0 0!a 1, 0 1?b 2, 2 2?c 3", "0 1!b 1"];
    assert_eq!(progress(&[FIFO; 3], &mixed), Err(2));
    assert_eq!(progress(&[FIFO, BAG, FIFO], &mixed), Err(2));
    // A choice between internal steps and sends is followed whole, and so is the loss of a message.
    let choice = ["0 0!a 1, 0 tau 2, 2 1?c 3", "0 2!d 1"];
    assert_eq!(progress(&[FIFO; 3], &choice), Err(2));
    let lossy = Channel { lossy: true, ..FIFO };
    let answered = ["0 0!a 1, 1 1?b 2", "0 0?a 1, 1 1!b 2"];
    assert_eq!(progress(&[lossy, FIFO], &answered), Err(1));
    assert_eq!(progress(&[FIFO; 2], &answered), Ok((5, 4)));
    // The senders never run ahead: their channels hold at most one message.
    let endless = ["0 0!a 0", "0 0?a 0", "0 1!a 0", "0 1?a 0"];
    assert_eq!(progress(&[FIFO; 2], &endless), Ok((2, 2)));
}

#[test]
fn all_initial_states_count_and_endless_searches_end() {
    let starts = system(&[FIFO], &["0 0!a 1", "initial 0 1: 0 0?a 1"]);
    assert_eq!(answer(&starts, LinearProperty::OrphanMessage), Err(1));
    assert_eq!(answer(&starts, LinearProperty::Progress), Ok((5, 3)));
    // Nobody receives the messages of p0, which fill up their channel.
    let unread = system(&[FIFO], &["0 0!a 0"]);
    let found = search(&unread, LinearProperty::Progress, MOST, &Control::unlimited());
    assert!(matches!(found, Outcome::Open(Limit::States)));
}

#[test]
fn no_participant_is_put_off_for_ever_by_the_cycle_of_another() {
    let unspecified = |channels: &[_], automata: &[&str]| {
        answer(&system(channels, automata), LinearProperty::UnspecifiedReception)
    };
    // p0 alone goes round. Yet p1 sends what p2 does not receive.
    assert_eq!(unspecified(&[FIFO], &["0 tau 0", "0 0!x 1", "0 0?y 1"]), Err(1));
    // The cycle is longer, and so is the way to the violation.
    let cycle = ["0 0!a 1, 1 1?b 0", "0 0?a 1, 1 1!b 0"];
    let late = ["0 2!x 1, 1 2!x 2", "0 2?x 1, 1 2?y 2"];
    assert!(unspecified(&[FIFO; 3], &[cycle, late].concat()).is_err());
    // Where all take part in the cycle nothing else is needed.
    assert_eq!(unspecified(&[FIFO; 2], &cycle), Ok((4, 4)));
    // Two cycles that have nothing to do with each other: 12 of 16 configurations.
    let other = ["0 2!a 1, 1 3?b 0", "0 2?a 1, 1 3!b 0"];
    assert_eq!(unspecified(&[FIFO; 4], &[cycle, other].concat()), Ok((12, 10)));
}

#[test]
fn certificates_say_who_is_expanded_alone() {
    let system = system(&[FIFO], &["0 0!a 0", "0 0?a 0"]);
    let control = Control::unlimited();
    let Outcome::Holds(space) = search(&system, LinearProperty::Progress, MOST, &control) else {
        panic!("it goes on for ever")
    };
    let Some(Certificate::Persistent(states)) = space.certificate(&control) else {
        panic!("there is room for it")
    };
    assert_eq!(states.items(&system), ["@0", "0:a", "@1"]);
    assert_eq!(states.states(&system).collect::<Vec<_>>(), ["0 0 0", "0 0 1 2"]);
}

#[test]
fn the_answers_agree_with_the_oracle_on_random_systems() {
    let control = Control::unlimited();
    let (mut holds, mut violated, mut open, mut beyond, mut reduced) = (0, 0, 0, 0, 0);
    for seed in seeds(100) {
        let system = system_of(seed);
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        for property in Property::LINEAR {
            let name = property.name(&system);
            let known = decide(&system, &exploration, property);
            let Ok(SafetyProperty::Linear(property)) = SafetyProperty::named(&system, &name) else {
                panic!("the library knows {name}")
            };
            let case = || format!("seed {seed}, {name}, {known:?}\n{}", file(&system, &[]));
            match search(&system, property, MOST, &control) {
                Outcome::Holds(space) => {
                    holds += 1;
                    beyond += usize::from(!exploration.is_complete());
                    reduced += usize::from(space.reduced() > 0);
                    assert!(!matches!(known, Answer::Reachable { .. }), "{}", case());
                }
                Outcome::Violated { initial, steps } => {
                    violated += 1;
                    assert!(!matches!(known, Answer::Unreachable), "{}", case());
                    let property = SafetyProperty::Linear(property);
                    let witness = Witness::safety(&system, property, initial, steps, 0);
                    assert!(witness.is_ok(), "{witness:?}: {}", case());
                }
                Outcome::Open(limit) => {
                    open += 1;
                    assert_eq!(limit, Limit::States, "{}", case());
                    assert!(!exploration.is_complete(), "it is finite: {}", case());
                }
            }
        }
    }
    println!(
        "{holds} hold, {beyond} of them with more configurations than the oracle visits, {reduced} with \
         reduced ones; {violated} violated; {open} open"
    );
    if are_many() {
        assert!(
            holds.min(violated).min(open).min(reduced) > required(100) && beyond > 0,
            "{holds} {beyond}"
        );
    }
}
