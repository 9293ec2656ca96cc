//! The families by name, their sizes and their seeds.

use scm_check::internals::model::generate::{Family, Size, SizeError, generate};

#[test]
fn a_family_is_found_by_its_name() {
    for family in Family::ALL {
        assert_eq!(Family::with_word(family.word()), Some(family));
    }
    assert_eq!(Family::with_word("rings"), None);
}

#[test]
fn impossible_sizes_are_refused() {
    let of = |family, participants, messages| {
        generate(family, Size { participants, messages }, 1).map(|_| ())
    };
    assert_eq!(of(Family::Ring, 1, 1), Err(SizeError::TooFewParticipants(2)));
    assert_eq!(of(Family::LoopedRing, 2, 0), Err(SizeError::NoMessage));
    assert_eq!(of(Family::Ring, usize::MAX, 2), Err(SizeError::TooLarge));
    assert_eq!(of(Family::Random, 0, 1), Err(SizeError::TooFewParticipants(1)));
    assert_eq!(of(Family::Random, 1, 1), Ok(()));
    assert_eq!(of(Family::Pipeline, 1, 1), Err(SizeError::TooFewParticipants(2)));
    assert_eq!(of(Family::Star, 1, 1), Ok(()));
    assert_eq!(of(Family::Star, 0, 1), Err(SizeError::TooFewParticipants(1)));
    assert_eq!(of(Family::Star, 1, 2), Err(SizeError::FixedMessages));
    assert_eq!(of(Family::Philosophers, 1_000_000, 1), Err(SizeError::TooLarge));
}

#[test]
fn the_same_seed_gives_the_same_system() {
    let size = Size { participants: 3, messages: 2 };
    let first = generate(Family::Random, size, 42).unwrap();
    assert_eq!(first, generate(Family::Random, size, 42).unwrap());
    assert!((0..5).any(|seed| first != generate(Family::Random, size, seed).unwrap()));
}
