//! What an answer is called on the page.

use crate::report::Row;

/// Returns what the property of a row is called.
pub(super) fn title(row: &Row) -> &str {
    row.title.as_deref().or(row.property.as_deref()).unwrap_or("not read")
}
