//! Membership: packed states, certificates and limits.

use scm_check::internals::check::membership::{Engine, Outcome, certify, check};
use scm_check::internals::check::rsc::RscAutomaton;
use scm_check::internals::kernel::base::{Control, Limit, Random, Words};
use scm_check::internals::kernel::search::{Statistics, explore};
use scm_check::internals::model::cfsm::{ChannelKind, System};
use scm_check::internals::model::evidence::Certificate;
use scm_check::internals::model::generate::{RandomParameters, looped_ring, random};

#[test]
fn the_width_of_packed_states_changes_nothing_but_their_bytes() {
    fn counts<W: Words>(system: &System) -> (u64, u64, u64) {
        let automaton = RscAutomaton::<Box<[u64]>>::new(system).packed::<W>();
        let Statistics { states, transitions, depth, .. } =
            explore(automaton, u64::MAX, &Control::unlimited()).statistics();
        (states, transitions, depth)
    }
    let mut max_states = 0;
    for seed in 0..40 {
        let system = random(&RandomParameters::draw(&mut Random::new(seed)), seed);
        let boxed = counts::<Box<[u64]>>(&system);
        assert_eq!(counts::<[u64; 4]>(&system), boxed);
        assert_eq!(counts::<[u64; 8]>(&system), boxed);
        max_states = max_states.max(boxed.0);
    }
    assert!(max_states > 100, "{max_states} states");
}

#[test]
fn a_certificate_that_does_not_fit_into_memory_costs_no_answer() {
    let system = looped_ring(7, 1).unwrap();
    let (answer, certificate) = certify(&system, &Control::unlimited());
    assert!(matches!(answer.outcome, Outcome::Holds(_)));
    let Some(Certificate::Explicit(certificate)) = certificate else { panic!("there is room") };
    let states = certificate.states.states(&system).count();
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
        system.of_participants(&[participant]),
        looped_ring(3, 1).unwrap(),
    ] {
        assert!(!proof.is_about(&other));
    }
    assert_eq!(system, looped_ring(3, 1).unwrap(), "what a system says is its automata");
}
