//! Limits that are reached before or during a computation end it after little work.

use crate::support::bad_specifications::bad;
use crate::support::small_systems::{BAG, FIFO, system};
use scm_check::internals::check::backward::{self, Target};
use scm_check::internals::check::configurations::growing_run;
use scm_check::internals::check::invariant::{BadSet, Invariants};
use scm_check::internals::kernel::base::{Control, Id as _, IndexVec, Limit};
use scm_check::internals::model::cfsm::{
    LinearProperty, ParticipantId, SafetyProperty, StateId, Step, TransitionId,
};
use scm_check::internals::model::evidence::{Rejected, Witness};

/// A control whose computation is to stop.
fn stopped() -> Control {
    let control = Control::unlimited();
    control.interrupt();
    control
}

#[test]
fn an_invariant_of_few_control_states_is_not_computed_to_its_end() {
    let system = system(&[FIFO; 2], &["0 0!a 0, 0 1?b 0", "0 0?a 0, 0 1!b 0"]);
    let set = BadSet::Violations(SafetyProperty::Linear(LinearProperty::OrphanMessage));
    let mut invariants = Invariants::new(&system);
    let heard = invariants.excluding(set, 0, &stopped());
    assert_eq!(heard.unwrap_err(), Limit::Interrupted);
    // Nor is it looked through, once it is computed.
    assert!(invariants.excluding(set, 0, &Control::unlimited()).expect("no limit").is_some());
    let heard = invariants.excluding(set, 0, &stopped());
    assert_eq!(heard.unwrap_err(), Limit::Interrupted);
}

#[test]
fn a_search_backwards_asks_at_each_step() {
    // Each of forty steps to the bad state adds an element.
    let ways: Vec<String> = (2..42).map(|from| format!("{from} 0!a{from} 1")).collect();
    let system = system(&[BAG], &[&ways.join(", ")]);
    let bad = bad(&system, "(automaton p0: in 1: true)").remove(0);
    let control = Control { max_states: Some(10), ..Control::unlimited() };
    let target = Target::Configurations(&bad);
    let heard = backward::search(&system, target, 1_000, &control);
    assert_eq!(heard.unwrap_err(), Limit::States);
    let whole = backward::search(&system, target, 1_000, &Control::unlimited());
    let Ok(backward::Outcome::Holds(set)) = whole else { panic!("nothing leads there") };
    assert!(set.least.len() > 20, "{}", set.least.len());
}

#[test]
fn a_run_is_not_looked_through_for_a_part_that_grows() {
    let system = system(&[FIFO], &["0 0!a 0"]);
    let step =
        Step { participant: ParticipantId::from_index(0), transition: TransitionId::from_index(0) };
    let initial: IndexVec<ParticipantId, StateId> = [StateId::from_index(0)].into_iter().collect();
    let grows =
        |control: &Control| growing_run(&system, initial.clone(), &[step; 20], control).is_some();
    assert!(grows(&Control::unlimited()));
    assert!(!grows(&stopped()));
}

#[test]
fn what_may_follow_a_violation_is_not_visited() {
    let system = system(&[FIFO], &["0 t 1, 1 t 2", "0 0?a 0"]);
    let stuck = SafetyProperty::Stuck(ParticipantId::from_index(1));
    let initial: IndexVec<ParticipantId, StateId> =
        [StateId::from_index(0); 2].into_iter().collect();
    let within = |control: &Control| {
        Witness::safety_within(&system, stuck, initial.clone(), [], (100, control)).map(drop)
    };
    assert_eq!(within(&Control::unlimited()), Ok(()));
    assert_eq!(within(&stopped()), Err(Rejected::ManyContinuations { max_configurations: 100 }));
}
