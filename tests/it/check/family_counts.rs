//! The sizes of the generated families, which are the same on every machine.

use scm_check::internals::check::configurations::ConfigurationSpace;
use scm_check::internals::check::membership::{self, Engine, Outcome};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::search::explore;
use scm_check::internals::model::generate::{Family, Size, generate};

#[test]
fn families_have_the_sizes_of_their_table() {
    // Family, participants, configurations, states of the plain search for a borderline violation.
    let table = [
        (Family::Ring, 6, 13, 19),
        (Family::LoopedRing, 5, 450, 1_170),
        (Family::Star, 7, 4_373, 22_599),
        (Family::LoopedStar, 7, 4_372, 22_598),
        (Family::Pipeline, 8, 15, 22),
        (Family::LoopedPipeline, 7, 5_168, 19_552),
        (Family::Philosophers, 3, 1_268, 4_254),
        (Family::HungryPhilosophers, 3, 1_362, 4_575),
        // The search moves one pair at a time.
        (Family::Pairs, 6, 4_096, 31),
    ];
    let control = Control::unlimited();
    let counted = table.map(|(family, participants, ..)| {
        let size = Size { participants, messages: 1 };
        let (system, _) = generate(family, size, 0).expect("the family has a member of this size");
        let configurations = explore(ConfigurationSpace::new(&system), u64::MAX, &control);
        let answer = membership::check(&system, Engine::Plain, &control);
        assert!(matches!(answer.outcome, Outcome::Holds(_)), "{family} is RSC");
        (family, participants, configurations.statistics().states, answer.statistics.states)
    });
    assert_eq!(counted, table);
}

#[test]
fn philosophers_wait_for_ever_only_if_they_are_hungry() {
    for (family, waits) in [(Family::Philosophers, false), (Family::HungryPhilosophers, true)] {
        let (system, _) = generate(family, Size { participants: 3, messages: 1 }, 0).unwrap();
        let graph = explore(ConfigurationSpace::new(&system), u64::MAX, &Control::unlimited());
        let edges = graph.edges(&Control::unlimited()).unwrap();
        let stuck = graph.nodes().any(|node| edges.leaving(node).len() == 0);
        assert_eq!(stuck, waits, "{family}");
    }
}
