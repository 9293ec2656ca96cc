//! Membership: packed states, certificates and limits.

use scm_check::check::membership::{Answer, Engine, Outcome, certify, check, check_packed};
use scm_check::kernel::base::{Control, Limit, Random};
use scm_check::model::cfsm::ChannelKind;
use scm_check::model::generate::{RandomParameters, looped_ring, random};

#[test]
fn the_width_of_packed_states_changes_nothing_but_their_bytes() {
    let control = Control::unlimited();
    let counts = |Answer { outcome, statistics, .. }: Answer| {
        (outcome, statistics.states, statistics.transitions, statistics.depth)
    };
    let (mut holds, mut violated) = (0, 0);
    for seed in 0..40 {
        let system = random(&RandomParameters::draw(&mut Random::new(seed)), seed);
        let boxed = counts(check_packed::<Box<[u64]>>(&system, &control));
        match boxed.0 {
            Outcome::Holds(_) => holds += 1,
            Outcome::Violated(_) => violated += 1,
            Outcome::Unknown(limit) => panic!("{limit:?} without limits"),
        }
        assert_eq!(counts(check_packed::<[u64; 4]>(&system, &control)), boxed);
        assert_eq!(counts(check_packed::<[u64; 8]>(&system, &control)), boxed);
    }
    assert!(holds > 5 && violated > 5, "{holds} hold, {violated} are violated");
}

#[test]
fn a_certificate_that_does_not_fit_into_memory_costs_no_answer() {
    let system = looped_ring(7, 1).unwrap();
    let (answer, certificate) = certify(&system, &Control::unlimited());
    assert!(matches!(answer.outcome, Outcome::Holds(_)));
    let states = certificate.expect("there is room").states.iter().count();
    assert_eq!(states as u64, answer.statistics.states);
    let enough = 2 * answer.statistics.bytes;
    let control = Control { max_bytes: Some(enough), ..Control::unlimited() };
    assert_eq!(certify(&system, &control), (answer, None));
}

#[test]
fn a_limit_is_an_unknown_with_counts() {
    let system = looped_ring(6, 1).unwrap();
    let control = Control { max_states: Some(1), ..Control::unlimited() };
    for engine in [Engine::Plain, Engine::Definition] {
        let answer = check(&system, engine, &control);
        assert_eq!(answer.outcome, Outcome::Unknown(Limit::States));
        assert!(answer.statistics.states > 1);
    }
}

#[test]
fn a_proof_is_about_its_system_and_no_other() {
    let control = Control::unlimited();
    let system = looped_ring(3, 1).unwrap();
    let Outcome::Holds(proof) = check(&system, Engine::Plain, &control).outcome else {
        panic!("it is RSC")
    };
    assert!(proof.is_about(&system) && proof.is_about(&system.clone()));
    let participant = system.automata().ids().next().unwrap();
    for other in [
        system.with_channels(ChannelKind::Bag),
        system.with_idle(|_| false),
        system.of_participant(participant),
        looped_ring(3, 1).unwrap(),
    ] {
        assert!(!proof.is_about(&other));
    }
    assert_eq!(system, looped_ring(3, 1).unwrap(), "what a system says is its automata");
}
