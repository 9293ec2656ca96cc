//! The seeded generator of numbers.

use scm_check::internals::kernel::base::Random;

#[test]
fn a_seed_determines_the_sequence() {
    // The first outputs that the authors' reference program gives for the seed 1234567.
    let mut random = Random::new(1_234_567);
    assert_eq!(random.bits(), 6_457_827_717_110_365_317);
    assert_eq!(random.bits(), 3_203_168_211_198_807_973);
}

#[test]
fn every_number_below_the_bound_is_drawn() {
    let mut random = Random::new(7);
    let mut drawn = [0_usize; 5];
    for _ in 0..1000 {
        drawn[random.below(5)] += 1;
    }
    assert!(drawn.iter().all(|&times| (150..250).contains(&times)), "{drawn:?}");
}
