//! Warnings about likely mistakes, for tests of models that leave out what these are about.

use scm_check::internals::kernel::diagnostics::Diagnostic;

/// Whether a diagnostic is about a likely mistake: a message with one end, a participant that takes part in
/// nothing, and the like. These have tests of their own.
pub(crate) fn is_likely_mistake(diagnostic: &Diagnostic) -> bool {
    let name = diagnostic.code.name;
    ("W0311"..="W0317").contains(&name) || ["W0508", "W0509"].contains(&name)
}
