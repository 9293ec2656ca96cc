//! Warnings about likely mistakes, for tests of models that leave out what these are about.

use scm_check::kernel::diagnostics::Diagnostic;

/// Whether a diagnostic is about a likely mistake: a message with one end, a participant that cannot move, and the
/// like. These have tests of their own.
pub(crate) fn is_likely_mistake(diagnostic: &Diagnostic) -> bool {
    ("W0311"..="W0317").contains(&diagnostic.code.name)
}
