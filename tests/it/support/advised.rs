//! Diagnostics as a person sees them.

use scm_check::internals::kernel::diagnostics::{Colours, Diagnostic, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::render::sentences::advise_how;

/// Returns the first diagnostics as text, with what can be asked of the program.
pub(crate) fn advised(source: &Source, mut diagnostics: Vec<Diagnostic>, most: usize) -> String {
    diagnostics.iter_mut().for_each(advise_how);
    render_all(source, &diagnostics, most, Colours::Plain)
}
