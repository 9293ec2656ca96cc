//! Numbers in conditions, and what arithmetic makes of them, exactly.

use std::cmp::Ordering;

use crate::scm::ast::{Operator, Relation};

/// An exact number: a fraction in its lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Constant {
    numerator: i128,
    /// Positive.
    denominator: i128,
    /// Whether it was written as a whole number, or made of such: then division is that of whole numbers.
    is_whole: bool,
}

impl Constant {
    /// Returns the number that is written `text`; `None` if it is too large or too fine.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (digits, exponent) = match text.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let numerator = format!("{whole}{fraction}").parse().ok()?;
        let exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        let power = 10_i128.checked_pow(exponent.unsigned_abs())?;
        let is_whole = digits == text && !digits.contains('.');
        if exponent < 0 {
            Self::new(numerator, power, is_whole)
        } else {
            Self::new(numerator.checked_mul(power)?, 1, is_whole)
        }
    }

    /// Returns a fraction in its lowest terms.
    fn new(numerator: i128, denominator: i128, is_whole: bool) -> Option<Self> {
        let (mut left, mut right) = (numerator.checked_abs()?, denominator.checked_abs()?);
        while right != 0 {
            (left, right) = (right, left % right);
        }
        let divisor = left.checked_mul(denominator.signum())?;
        let [numerator, denominator] =
            [numerator, denominator].map(|part| part.checked_div(divisor));
        Some(Self { numerator: numerator?, denominator: denominator?, is_whole })
    }

    pub(super) fn negated(self) -> Option<Self> {
        Some(Self { numerator: self.numerator.checked_neg()?, ..self })
    }

    /// Returns the result of an operation; `None` where it has none, is too large, or depends on how whole numbers
    /// are divided that are no multiples of each other.
    pub(super) fn combined(self, operator: Operator, other: Self) -> Option<Self> {
        let is_whole = self.is_whole && other.is_whole;
        let [left, right] = self.over_one_denominator(other)?;
        let product = self.denominator.checked_mul(other.denominator)?;
        match operator {
            Operator::Plus => Self::new(left.checked_add(right)?, product, is_whole),
            Operator::Minus => Self::new(left.checked_sub(right)?, product, is_whole),
            Operator::Times => {
                Self::new(self.numerator.checked_mul(other.numerator)?, product, is_whole)
            }
            Operator::Over if right == 0 => None,
            Operator::Over => Self::new(left, right, is_whole)
                .filter(|quotient| !is_whole || quotient.denominator == 1),
            Operator::Modulo if !is_whole || left < 0 || right <= 0 => None,
            Operator::Modulo => Self::new(left % right, 1, is_whole),
        }
    }

    /// Returns whether a relation holds between two numbers.
    pub(super) fn is_related(self, relation: Relation, other: Self) -> Option<bool> {
        let [left, right] = self.over_one_denominator(other)?;
        let order = left.cmp(&right);
        Some(match relation {
            Relation::Equal => order == Ordering::Equal,
            Relation::Unequal => order != Ordering::Equal,
            Relation::Less => order == Ordering::Less,
            Relation::Greater => order == Ordering::Greater,
            Relation::AtMost => order != Ordering::Greater,
            Relation::AtLeast => order != Ordering::Less,
        })
    }

    /// Returns the numerators of both numbers over the product of their denominators.
    fn over_one_denominator(self, other: Self) -> Option<[i128; 2]> {
        let left = self.numerator.checked_mul(other.denominator)?;
        Some([left, other.numerator.checked_mul(self.denominator)?])
    }
}
