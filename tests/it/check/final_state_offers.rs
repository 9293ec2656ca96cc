//! The final states that a violated property is offered.

use scm_check::internals::check::membership::{self, Engine};
use scm_check::internals::check::reachability::{Configurations, Outcome, Premise};
use scm_check::internals::check::{repair, safety};
use scm_check::internals::kernel::base::{Control, Id as _};
use scm_check::internals::model::cfsm::{LinearProperty, ParticipantId, SafetyProperty, System};

use crate::support::small_systems::{FIFO, system};

const PROGRESS: SafetyProperty = SafetyProperty::Linear(LinearProperty::Progress);

/// Returns the states that a property, which is violated, is offered, as pairs of numbers.
fn offered(system: &System, property: SafetyProperty) -> Vec<(usize, usize)> {
    let control = Control::unlimited();
    let premise = match membership::check(system, Engine::Plain, &control).outcome {
        membership::Outcome::Holds(proof) => Premise::Rsc(proof),
        _ => Premise::BugsOnly,
    };
    let all = Configurations::new(system);
    let answer = safety::check_in(&all, property, premise, &control);
    let Outcome::Violated(witness) = answer.outcome else { panic!("{:?}", answer.outcome) };
    let states = repair::final_states(&all, property, &witness, premise, &control);
    // What is offered gives the property.
    if !states.is_empty() {
        let declared = system.with_final(states.iter().copied());
        let answer = safety::check(&declared, property, Premise::BugsOnly, &control);
        assert!(matches!(answer.outcome, Outcome::Holds(_)), "{:?}", answer.outcome);
    }
    states.into_iter().map(|(one, state)| (one.index(), state.index())).collect()
}

fn stuck(participant: usize) -> SafetyProperty {
    SafetyProperty::Stuck(ParticipantId::from_index(participant))
}

#[test]
fn a_server_that_is_not_called_any_more_may_wait() {
    let system = system(&[FIFO, FIFO], &["0 0!a 1, 1 1?b 2", "0 0?a 1, 1 1!b 0"]);
    assert_eq!(offered(&system, PROGRESS), [(1, 0)]);
    assert_eq!(offered(&system, stuck(1)), [(1, 0)]);
}

#[test]
fn servers_in_different_initial_states_are_offered_one_after_the_other() {
    let automata = ["0 0!a 1", "initial 0 1: 0 0?a 0, 1 0?a 0", "0 1?b 0", "0 1!b 1"];
    let system = system(&[FIFO, FIFO], &automata);
    assert_eq!(offered(&system, PROGRESS), [(1, 0), (2, 0)]);
}

#[test]
fn two_that_wait_for_each_other_are_offered_nothing() {
    let both = system(&[FIFO, FIFO], &["0 0?a 1, 1 1!b 0", "0 1?b 1, 1 0!a 0"]);
    assert_eq!(offered(&both, PROGRESS), []);
    let reception = SafetyProperty::Linear(LinearProperty::ReceptionDeadlock);
    assert_eq!(offered(&both, reception), []);
    assert_eq!(offered(&both, stuck(0)), []);
}

#[test]
fn a_reception_deadlock_of_idle_servers_is_offered_their_states() {
    let both = system(&[FIFO, FIFO], &["0 0?a 1, 1 1!b 2, 2 0?a 2", "0 0!a 1, 1 1?b 2, 2 1?b 2"]);
    let reception = SafetyProperty::Linear(LinearProperty::ReceptionDeadlock);
    // They wait in states that are not the initial ones.
    assert_eq!(offered(&both, reception), []);
    let again = system(&[FIFO, FIFO, FIFO], &["0 0?a 0", "0 1?b 0", "0 0!a 1, 1 1!b 2, 2 2?c 2"]);
    assert_eq!(offered(&again, stuck(0)), [(0, 0)]);
    assert_eq!(offered(&again, reception), []);
}

#[test]
fn who_waits_in_the_middle_of_its_work_is_offered_nothing() {
    // The client gives up; the server waits for the end of the order.
    let gives_up = system(&[FIFO], &["0 0!put 1, 1 0!commit 0, 1 - 2", "0 0?put 1, 1 0?commit 0"]);
    assert_eq!(offered(&gives_up, PROGRESS), []);
    assert_eq!(offered(&gives_up, stuck(1)), []);
}

#[test]
fn a_fault_of_somebody_else_is_not_hidden() {
    // The client waits for an answer that nobody gives.
    let unanswered = system(&[FIFO, FIFO], &["0 0!a 1, 1 1?b 2", "0 0?a 0"]);
    assert_eq!(offered(&unanswered, PROGRESS), []);
    assert_eq!(offered(&unanswered, stuck(1)), [(1, 0)]);
    assert_eq!(offered(&unanswered, stuck(0)), []);
}

#[test]
fn a_message_that_would_be_lost_is_no_reason_to_rest() {
    // With the state declared final, `c` is an orphan message.
    let lost = system(&[FIFO, FIFO], &["0 0!a 1, 1 1!c 2", "0 0?a 0"]);
    assert_eq!(offered(&lost, PROGRESS), []);
    // The message before the server is none that it takes.
    let refused = system(&[FIFO], &["0 0!c 1, 1 0!a 2", "0 0?a 0"]);
    assert_eq!(offered(&refused, PROGRESS), []);
    // Nobody ever sends what it waits for.
    let forgotten = system(&[FIFO, FIFO], &["0 0!a 1", "0 0?a 1", "0 1?b 1"]);
    assert_eq!(offered(&forgotten, PROGRESS), []);
}
