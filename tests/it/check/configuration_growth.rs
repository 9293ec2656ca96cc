//! Runs that can go on for ever and leave more and more messages.

use crate::support::cases::seeds;
use crate::support::reachability_engines::beyond_rsc;
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Bounds, Loss, explore};
use scm_check::internals::check::configurations::growing_run;
use scm_check::internals::check::reachability::Configurations;
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::model::cfsm::{Channel, Configuration, Step, System};

/// Returns a run of at most so many steps, chosen by chance.
fn walk(system: &System, length: usize, numbers: &mut Random) -> Vec<Step> {
    let initial = system.automata().iter().map(|automaton| automaton.initial()[0]).collect();
    let mut here = Configuration::empty(system, initial);
    let mut steps = Vec::new();
    for _ in 0..length {
        let enabled: Vec<Step> = system
            .automata()
            .enumerate()
            .flat_map(|(participant, automaton)| {
                let transitions = automaton.transitions().ids();
                transitions.map(move |transition| Step { participant, transition })
            })
            .filter(|&step| here.after(system, step).is_some())
            .collect();
        if enabled.is_empty() {
            break;
        }
        let step = enabled[numbers.below(enabled.len())];
        assert!(here.take(system, step));
        steps.push(step);
    }
    steps
}

fn grows(system: &System, steps: &[Step]) -> bool {
    let initial = system.automata().iter().map(|automaton| automaton.initial()[0]).collect();
    growing_run(system, initial, steps, &Control::unlimited()).is_some()
}

#[test]
fn what_is_received_must_be_there_each_time() {
    let alone = |channel: Channel, automaton: &str| {
        let system = system(&[channel], &[automaton]);
        grows(&system, &walk(&system, 30, &mut Random::new(1)))
    };
    let both = |automaton| [alone(FIFO, automaton), alone(BAG, automaton)];
    assert_eq!(both("0 0!a 0"), [true, true]);
    assert_eq!(both("0 0!a 1, 1 0?a 0"), [false, false]);
    assert_eq!(both("0 0!a 1, 1 0!a 2, 2 0?a 0"), [true, true]);
    // After the first round b is the oldest message.
    assert_eq!(both("0 0!a 1, 1 0!b 2, 2 0?a 0"), [false, true]);
    assert_eq!(both("0 0!a 1, 1 0!a 2, 2 0!b 3, 3 0?a 0"), [false, true]);
    // What is received was sent in another round.
    assert_eq!(both("0 0!a 1, 1 0!b 2, 2 0!a 3, 3 0!b 4, 4 0?a 5, 5 0?b 0"), [true, true]);
    // Each second message is another one.
    assert_eq!(
        both("0 0!a 1, 1 0!b 2, 2 0!a 3, 3 0?a 4, 4 0?b 5, 5 0?a 6, 6 0!b 0"),
        [false, true]
    );
}

#[test]
fn systems_with_runs_that_grow_have_no_end_of_configurations() {
    let bounds = Bounds { configurations: 3_000, messages: 40 };
    let (mut finite, mut growing, mut others) = (0, 0, 0);
    for seed in seeds(10) {
        let (system, _) = beyond_rsc(seed);
        let mut numbers = Random::new(seed);
        let is_growing = (0..10).any(|_| grows(&system, &walk(&system, 40, &mut numbers)));
        let is_finite = explore(&system, Loss::OnTheWay, bounds).is_complete();
        assert!(!is_finite || !is_growing, "seed {seed}");
        // The same is seen by the exploration, if it ends early.
        let few = Control { max_states: Some(300), ..Control::unlimited() };
        let configurations = Configurations::new(&system);
        let _ = configurations.explored(&few);
        assert!(!is_finite || !configurations.are_infinite(&few), "seed {seed}");
        match (is_finite, is_growing) {
            (true, _) => finite += 1,
            (false, true) => growing += 1,
            (false, false) => others += 1,
        }
    }
    println!("{finite} finite systems, {growing} with runs that grow, {others} others");
    assert!(finite > 0 && growing > others);
}
