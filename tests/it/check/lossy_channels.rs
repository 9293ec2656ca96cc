//! Lossy channels: whether a message is lost when it is sent or some time later.

use crate::support::bad_specifications::file;
use crate::support::cases::{case_count, seeds};
use crate::support::small_systems::{BAG, FIFO, system};
use oracle::configurations::{Bounds, Configuration, Exploration, Loss, explore};
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::{Channel, ChannelKind, System};
use scm_check::internals::model::generate::{RandomParameters, random};

const BOUNDS: Bounds = Bounds { configurations: 1_000, messages: 5 };

/// A random system many of whose channels are lossy.
fn lossy_system_of(seed: u64) -> System {
    let mut numbers = Random::new(seed);
    let mut parameters = RandomParameters::draw(&mut numbers);
    parameters.lossy_percent = 60;
    random(&parameters, numbers.bits())
}

/// The configurations that were reached, in an order of their own.
fn configurations(exploration: &Exploration) -> Vec<&Configuration> {
    let mut all: Vec<_> = exploration.reached.iter().map(|r| &r.configuration).collect();
    all.sort_unstable();
    all
}

#[test]
fn messages_lost_on_the_way_leave_the_configurations_of_loss_at_any_time() {
    let (mut fifo, mut bags, mut lost) = (0, 0, 0);
    let mut cases = 0;
    for seed in seeds(30) {
        let system = lossy_system_of(seed);
        let is_lossy = |kind| system.channels().iter().any(|c| c.lossy && c.kind == kind);
        let (with_fifo, with_bags) = (is_lossy(ChannelKind::Fifo), is_lossy(ChannelKind::Bag));
        if !with_fifo && !with_bags {
            continue;
        }
        cases += 1;
        let [twins, drops] =
            [Loss::OnTheWay, Loss::AtAnyTime].map(|loss| explore(&system, loss, BOUNDS));
        if !twins.is_complete() || !drops.is_complete() {
            // Whatever is known of both is the same.
            for (one, other) in [(&twins, &drops), (&drops, &twins)] {
                for reached in one.reached.iter().filter(|_| other.is_complete()) {
                    assert!(other.place(&reached.configuration).is_some(), "seed {seed}");
                }
            }
            continue;
        }
        assert_eq!(
            configurations(&twins),
            configurations(&drops),
            "seed {seed}\n{}",
            file(&system, &[])
        );
        fifo += usize::from(with_fifo);
        bags += usize::from(with_bags);
        let reliable =
            system.automata().iter().all(|a| a.transitions().iter().all(|t| t.loss_of.is_none()));
        lost += usize::from(!reliable);
    }
    println!(
        "{cases} cases: {fifo} with FIFO channels, {bags} with bags, {lost} where something is lost"
    );
    assert!(fifo > 0 && bags > 0 && lost > 0 || case_count(2_000) < 200);
}

#[test]
fn a_lossy_channel_can_lose_any_of_its_messages() {
    for kind in [ChannelKind::Fifo, ChannelKind::Bag] {
        let lossy = Channel { kind, lossy: true };
        let system = system(&[lossy], &["0 0!a 1, 1 0!b 2"]);
        for loss in [Loss::OnTheWay, Loss::AtAnyTime] {
            let found = explore(&system, loss, BOUNDS);
            assert!(found.is_complete());
            // Nothing yet; a or nothing; a and b, a, b, or nothing.
            assert_eq!(found.reached.len(), 1 + 2 + 4, "{kind:?}, {loss:?}");
        }
    }
}

#[test]
fn other_channels_lose_nothing() {
    let system = system(&[FIFO, BAG], &["0 0!a 1, 1 1!b 2"]);
    for loss in [Loss::OnTheWay, Loss::AtAnyTime] {
        assert_eq!(explore(&system, loss, BOUNDS).reached.len(), 3, "{loss:?}");
    }
}
