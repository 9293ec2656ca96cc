//! Outcomes of checks.

use super::{Reason, Verdict};

/// The outcome of a check, with the evidence for each verdict.
///
/// Each check defines its own three types. An outcome becomes a [`Verdict`] when it is reported.
///
/// # Examples
///
/// ```
/// use kernel::base::Limit;
/// use kernel::verdict::Outcome;
///
/// /// Looks for a proper divisor of `number` among the first `granted` candidates.
/// fn prime(number: u32, granted: usize) -> Outcome<(), u32, Limit> {
///     let mut candidates = 2..number;
///     match candidates.by_ref().take(granted).find(|candidate| number % candidate == 0) {
///         Some(divisor) => Outcome::Violated(divisor),
///         None if candidates.is_empty() => Outcome::Holds(()),
///         None => Outcome::Unknown(Limit::States),
///     }
/// }
///
/// assert_eq!(prime(7, 10), Outcome::Holds(()));
/// assert_eq!(prime(91, 10), Outcome::Violated(7));
/// assert_eq!(prime(221, 10), Outcome::Unknown(Limit::States));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome<Proof, Counterexample, Unknown> {
    /// The property holds, with the proof.
    Holds(Proof),
    /// The property does not hold, with the counterexample.
    Violated(Counterexample),
    /// There is no verdict, for this reason.
    Unknown(Unknown),
}

impl<Proof, Counterexample, Unknown> Outcome<Proof, Counterexample, Unknown> {
    /// Returns the verdict; `reason` maps the content of an unknown outcome to the reason.
    pub fn verdict(&self, reason: impl FnOnce(&Unknown) -> Reason) -> Verdict {
        match self {
            Self::Holds(_) => Verdict::Holds,
            Self::Violated(_) => Verdict::Violated,
            Self::Unknown(unknown) => Verdict::Unknown(reason(unknown)),
        }
    }
}
