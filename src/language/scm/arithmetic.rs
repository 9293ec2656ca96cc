//! Exact arithmetic on whole numbers in conditions.

/// The relation of a comparison, `<` for instance.
pub(super) type Relation = fn(&i128, &i128) -> bool;

/// An operation on two values, `+` for instance; without a result if that depends on how quotients are rounded, or is
/// too large.
pub(super) type Operator = fn(i128, i128) -> Option<i128>;

/// Returns the quotient of two numbers if it is whole.
pub(super) fn quotient(left: i128, right: i128) -> Option<i128> {
    left.checked_div(right).filter(|_| left.checked_rem(right) == Some(0))
}

/// Returns the remainder of a division if it is the same however quotients are rounded.
pub(super) fn remainder(left: i128, right: i128) -> Option<i128> {
    left.checked_rem(right).filter(|_| left >= 0 && right > 0)
}
