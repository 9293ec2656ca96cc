//! A bug that one model uncovers must not cost the answers on the others.

use scm_check::kernel::verdict::{Reason, Verdict};
use scm_check::render::report::Row;

/// Turns a row into that of a bug, which is reported with what shows it.
pub(crate) fn crashed(row: Row, message: &str, shown_by: &str) -> Row {
    Row {
        verdict: Verdict::Unknown(Reason::Crashed),
        message: format!("internal error: {message}"),
        hint: Some(format!("please report it, with {shown_by}")),
        ..row
    }
}
