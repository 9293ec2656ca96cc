//! Members of the generated families, and what a run of a question about one costs.

#![allow(dead_code, reason = "each bench uses a part")]

use std::env;
use std::hint::black_box;
use std::time::Instant;

use scm_check::internals::check::membership::{self, Engine, Outcome};
use scm_check::internals::check::reachability::Premise;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::cfsm::System;
use scm_check::internals::model::generate::{Family, Size, generate};

/// The families that grow in their participants, each with a size of some ten thousand states and a small one.
const SIZES: [(Family, usize, usize); 8] = [
    (Family::LoopedRing, 7, 3),
    (Family::Star, 8, 3),
    (Family::LoopedStar, 8, 3),
    (Family::Pipeline, 64, 4),
    (Family::LoopedPipeline, 8, 4),
    (Family::Philosophers, 4, 2),
    (Family::HungryPhilosophers, 4, 2),
    (Family::Pairs, 8, 3),
];

/// Returns `true` if times are wanted, and `false` in a smoke run.
pub(crate) fn is_timed() -> bool {
    env::args().any(|argument| argument == "--bench")
}

/// Returns the families.
pub(crate) fn all() -> impl Iterator<Item = Family> {
    SIZES.into_iter().map(|(family, ..)| family)
}

/// Returns the member of a family, with its name.
pub(crate) fn member(family: Family, participants: usize) -> (String, System) {
    let size = Size { participants, messages: 1 };
    let (system, _) = generate(family, size, 0).expect("the family has a member of this size");
    (format!("{family}_{participants}"), system)
}

/// Returns a member of each family, small ones in a smoke run.
pub(crate) fn members() -> impl Iterator<Item = (String, System)> {
    let timed = is_timed();
    SIZES
        .into_iter()
        .map(move |(family, large, small)| member(family, if timed { large } else { small }))
}

/// Returns the proof that a system is RSC, as far as there is one.
pub(crate) fn premise(system: &System, control: &Control) -> Premise {
    match membership::check(system, Engine::Auto, control).outcome {
        Outcome::Holds(proof) => Premise::Rsc(proof),
        _ => Premise::BugsOnly,
    }
}

/// Returns what `question` answers, and its seconds.
pub(crate) fn seconds<A>(question: impl FnOnce() -> A) -> (A, f64) {
    let start = Instant::now();
    let answer = black_box(question());
    (answer, start.elapsed().as_secs_f64())
}
