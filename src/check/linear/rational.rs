//! Exact fractions of limited size.

use std::cmp::Ordering;

/// A fraction in lowest terms with a positive denominator; both numbers are [`LARGEST`] at most, but for the sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rational {
    numerator: i128,
    denominator: i128,
}

/// So small that sums of two products fit into an `i128`.
const LARGEST: i128 = 1 << 62;

impl Rational {
    pub(super) const ZERO: Self = Self { numerator: 0, denominator: 1 };
    pub(super) const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// Returns a fraction; `None` if a number is too large, or the denominator zero. So do all operations.
    fn new(numerator: i128, denominator: i128) -> Option<Self> {
        let divisor = gcd(numerator.abs(), denominator.abs()) * denominator.signum();
        let (numerator, denominator) =
            (numerator.checked_div(divisor)?, denominator.checked_div(divisor)?);
        let is_small = numerator.abs() <= LARGEST && denominator <= LARGEST;
        is_small.then_some(Self { numerator, denominator })
    }

    pub(super) fn integer(number: i128) -> Option<Self> {
        (number.checked_abs()? <= LARGEST).then_some(Self { numerator: number, denominator: 1 })
    }

    pub(super) fn signum(self) -> i128 {
        self.numerator.signum()
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        Self::new(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )
    }

    pub(super) fn negative(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }

    pub(super) fn times(self, other: Self) -> Option<Self> {
        Self::new(self.numerator * other.numerator, self.denominator * other.denominator)
    }

    pub(super) fn over(self, other: Self) -> Option<Self> {
        Self::new(self.numerator * other.denominator, self.denominator * other.numerator)
    }

    /// Returns the product with a multiple of the denominator.
    pub(super) fn scaled(self, multiple: i128) -> Option<i128> {
        (multiple / self.denominator).checked_mul(self.numerator)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the least common multiple of the denominators; `None` if it is too large.
pub(super) fn common_denominator(numbers: impl IntoIterator<Item = Rational>) -> Option<i128> {
    numbers.into_iter().try_fold(1_i128, |multiple, number| {
        multiple.checked_mul(number.denominator / gcd(multiple, number.denominator))
    })
}

fn gcd(one: i128, other: i128) -> i128 {
    if other == 0 { one } else { gcd(other, one % other) }
}
