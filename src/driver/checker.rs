//! The interface of sessions to the independent checker.

use std::fmt::Debug;

use super::Confirmation;
use kernel::base::Control;

/// A checker that confirms evidence with code of its own.
pub trait Checker: Debug {
    /// Returns the result of checking `evidence` about a model, given by a file name, whose extension determines the
    /// language, and its text. The evidence may rest on a certificate that the system is RSC.
    fn confirm(
        &self,
        evidence: &[u8],
        model: (&str, &[u8]),
        membership: Option<&[u8]>,
        control: &Control,
    ) -> Confirmation;
}
