//! Exact fractions of limited size.

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rational {
    numerator: i128,
    denominator: i128,
}

impl Rational {
    pub(super) const ZERO: Self = Self::integer(0);

    pub(super) const fn integer(number: i128) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// Returns a fraction; `None` if the denominator is zero, or cannot be made positive.
    fn new(numerator: i128, denominator: i128) -> Option<Self> {
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()?.checked_mul(denominator.signum())?;
        Some(Self {
            numerator: numerator.checked_div(divisor)?,
            denominator: denominator.checked_div(divisor)?,
        })
    }

    pub(super) fn signum(self) -> i128 {
        self.numerator.signum()
    }

    pub(super) fn denominator(self) -> i128 {
        self.denominator
    }

    /// Returns the sum, or `None` if it is too large, as for all operations.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Self::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    pub(super) fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { numerator: other.numerator.checked_neg()?, ..other })
    }

    pub(super) fn times(self, other: Self) -> Option<Self> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        Self::new(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    /// Returns the quotient; `None` also if the divisor is zero.
    pub(super) fn over(self, other: Self) -> Option<Self> {
        let numerator = self.numerator.checked_mul(other.denominator)?;
        Self::new(numerator, self.denominator.checked_mul(other.numerator)?)
    }

    /// Returns the product with a multiple of the denominator.
    pub(super) fn scaled(self, multiple: i128) -> Option<i128> {
        (multiple / self.denominator).checked_mul(self.numerator)
    }
}

/// Returns the least common multiple of the denominators; `None` if it is too large.
pub(super) fn common_denominator(numbers: impl IntoIterator<Item = Rational>) -> Option<i128> {
    numbers.into_iter().try_fold(1_i128, |multiple, number| {
        let divisor = gcd(multiple.unsigned_abs(), number.denominator().unsigned_abs());
        multiple.checked_mul(number.denominator() / i128::try_from(divisor).ok()?)
    })
}

fn gcd(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { gcd(other, one % other) }
}
