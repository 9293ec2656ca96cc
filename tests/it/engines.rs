//! The engines of the membership check answer alike.

use crate::notation::system;
use scm_check::check::membership::{Answer, Engine, Outcome, check};
use scm_check::kernel::base::{Control, Limit, Random};
use scm_check::model::cfsm::System;
use scm_check::model::generate::{RandomParameters, random};

/// Returns the number of communications of a violation, or nothing where the system is RSC.
fn communications(answer: &Answer) -> Result<Option<usize>, Limit> {
    match &answer.outcome {
        Outcome::Holds(_) => Ok(None),
        Outcome::Violated(witness) => Ok(Some(witness.communications())),
        Outcome::Unknown(limit) => Err(*limit),
    }
}

/// Returns the number of communications of the shortest borderline violation of `system`, on which
/// all engines agree, or nothing if it is RSC.
pub(crate) fn shortest(system: &System) -> Option<usize> {
    let answers = [Engine::Plain, Engine::Definition]
        .map(|engine| communications(&check(system, engine, &Control::unlimited())));
    assert_eq!(answers[0], answers[1], "the engines disagree on {system:?}");
    answers[0].unwrap()
}

#[test]
fn the_crossing_is_a_violation_of_two_communications_and_four_actions() {
    let crossing = system(&[], &[("p", "0: 0 0!v 1; 1 1?w 2"), ("q", "0: 0 1!w 1; 1 0?v 2")]);
    for engine in [Engine::Plain, Engine::Definition] {
        let answer = check(&crossing, engine, &Control::unlimited());
        let Outcome::Violated(witness) = answer.outcome else { panic!("{engine:?}") };
        assert_eq!((witness.communications(), witness.actions()), (2, 4), "{engine:?}");
        assert_eq!(answer.engine, engine);
    }
}

#[test]
fn the_engines_agree_on_random_systems() {
    let (mut holds, mut violated) = (0, 0);
    for seed in 0..400 {
        let mut numbers = Random::new(seed);
        let parameters = RandomParameters::draw(&mut numbers);
        let system = random(&parameters, numbers.bits());
        let control = Control { max_states: Some(50_000), ..Control::unlimited() };
        let answers = [Engine::Plain, Engine::Definition]
            .map(|engine| communications(&check(&system, engine, &control)));
        if let [Ok(plain), Ok(definition)] = answers {
            assert_eq!(plain, definition, "seed {seed}: {parameters:?}");
            *(if plain.is_some() { &mut violated } else { &mut holds }) += 1;
        }
    }
    assert!(holds > 50 && violated > 50, "{holds} hold, {violated} are violated");
}

#[test]
fn the_definition_engine_answers_alike_on_any_number_of_threads() {
    for seed in 0..40 {
        let mut numbers = Random::new(seed);
        let parameters = RandomParameters::draw(&mut numbers);
        let system = random(&parameters, numbers.bits());
        let answers = [1, 2].map(|threads| {
            let control = Control { max_states: Some(50_000), threads, ..Control::unlimited() };
            check(&system, Engine::Definition, &control)
        });
        assert_eq!(answers[0], answers[1], "seed {seed}: {parameters:?}");
    }
}

#[test]
fn a_stopped_definition_engine_says_which_limit_came_first() {
    let control = Control::unlimited();
    control.interrupt();
    let ring = system(&[], &[("p", "0: 0 0!v 0; 0 1?w 0"), ("q", "0: 0 1!w 0; 0 0?v 0")]);
    let answer = check(&ring, Engine::Definition, &control);
    assert_eq!(answer.outcome, Outcome::Unknown(Limit::Interrupted));
}
