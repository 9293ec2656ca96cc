//! Numbers as people read them.

use scm_check::internals::kernel::base::{grouped, milliseconds, scaled};

#[test]
fn digits_are_grouped_from_the_right() {
    assert_eq!(grouped(0), "0");
    assert_eq!(grouped(999), "999");
    assert_eq!(grouped(1_204_331), "1,204,331");
    assert_eq!(grouped(12_345), "12,345");
}

#[test]
fn scaled_numbers_keep_two_or_three_digits() {
    assert_eq!(scaled(999), "999");
    assert_eq!(scaled(1_249_000), "1.2 M");
    assert_eq!(scaled(88_400), "88 k");
    assert_eq!(scaled(171_999), "171 k");
    assert_eq!(scaled(7_000_000_000), "7.0 G");
}

#[test]
fn times_change_units() {
    assert_eq!(milliseconds(4), "4 ms");
    assert_eq!(milliseconds(10_040), "10.0 s");
    assert_eq!(milliseconds(125_000), "2 min 5 s");
}
