//! Exact arithmetic on whole numbers in conditions.

use crate::scm::ast::{Operator, Relation};

/// An exact whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Constant(i128);

impl Constant {
    /// Returns the number that is written `text`; `None` if it has a fraction or an exponent, whose rounding is
    /// unspecified, or is too large.
    pub(super) fn read(text: &str) -> Option<Self> {
        text.parse::<u64>().ok().map(|number| Self(number.into()))
    }

    /// Returns the negated number.
    pub(super) fn negated(self) -> Option<Self> {
        self.0.checked_neg().map(Self)
    }

    /// Returns the result of an operation; `None` if it depends on how quotients are rounded, or is
    /// too large.
    pub(super) fn combined(self, operator: Operator, Self(right): Self) -> Option<Self> {
        let left = self.0;
        let combined = match operator {
            Operator::Plus => left.checked_add(right),
            Operator::Minus => left.checked_sub(right),
            Operator::Times => left.checked_mul(right),
            Operator::Divide => {
                left.checked_div(right).filter(|_| left.checked_rem(right) == Some(0))
            }
            Operator::Modulo => left.checked_rem(right).filter(|_| left >= 0 && right > 0),
        };
        combined.map(Self)
    }

    /// Returns `true` if a relation holds between two numbers.
    pub(super) fn is_related(self, relation: Relation, other: Self) -> bool {
        match relation {
            Relation::Equal => self.0 == other.0,
            Relation::Unequal => self.0 != other.0,
            Relation::Less => self.0 < other.0,
            Relation::Greater => self.0 > other.0,
            Relation::AtMost => self.0 <= other.0,
            Relation::AtLeast => self.0 >= other.0,
        }
    }
}
