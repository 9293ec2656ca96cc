//! Results of one model that are unknown for the same reason, shown together.

use super::human::row_text;
use super::{Amount, Row};
use kernel::verdict::Verdict;

/// Results without a verdict that follow each other, and differ only in their properties.
#[derive(Debug)]
pub(super) struct Joined {
    row: Row,
    amount: Amount,
    /// The names of the properties.
    names: Vec<String>,
}

impl Joined {
    /// Returns the list of one result, if others may join it.
    pub(super) fn begin(row: &Row, amount: Amount) -> Option<Self> {
        let name = row.shown_title().filter(|_| matches!(row.verdict, Verdict::Unknown(_)))?;
        Some(Self { names: vec![name.to_owned()], row: row.clone(), amount })
    }

    /// Adds a result that is shown in the same words. Returns `true` if it is one.
    pub(super) fn add(&mut self, row: &Row, amount: Amount) -> bool {
        let Some(other) = Self::begin(row, amount) else { return false };
        let is_same = amount == self.amount && other.named("") == self.named("");
        if is_same {
            self.names.extend(other.names);
        }
        is_same
    }

    /// Returns the results as text.
    pub(super) fn text(&self) -> String {
        self.named(&self.names.join(", "))
    }

    fn named(&self, names: &str) -> String {
        row_text(&Row { title: Some(names.to_owned()), ..self.row.clone() }, self.amount)
    }
}
