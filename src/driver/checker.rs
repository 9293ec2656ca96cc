//! The independent checker, as sessions know it.

use super::Confirmation;
use kernel::base::Control;

/// What confirms evidence by code of its own.
pub trait Checker {
    /// Returns what the checker says of `evidence` about a model: the name of a file, whose ending says the language,
    /// and its text. The evidence may rest on the certificate that the system is RSC.
    fn confirm(
        &self,
        evidence: &[u8],
        model: (&str, &[u8]),
        membership: Option<&[u8]>,
        control: &Control,
    ) -> Confirmation;
}
