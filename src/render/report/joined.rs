//! Results of one model that are unknown for the same reason, shown together.

use super::human::row_text;
use super::{Amount, Row};
use kernel::verdict::Verdict;

/// Results without a verdict that follow each other, and differ only in their properties.
#[derive(Debug)]
pub(super) struct Joined {
    /// The first result, without a name.
    row: Row,
    amount: Amount,
    /// What is shown of each, but for the name.
    text: String,
    /// The names of the properties.
    names: Vec<String>,
}

impl Joined {
    /// Returns the list of one result, if others may join it.
    pub(super) fn begin(row: &Row, amount: Amount) -> Option<Self> {
        let name =
            row.shown_title().filter(|_| matches!(row.answer.verdict, Verdict::Unknown(_)))?;
        let names = vec![name.to_owned()];
        let row = Row { title: Some(String::new()), ..row.clone() };
        Some(Self { text: row_text(&row, amount), row, amount, names })
    }

    /// Adds a result that is shown in the same words. Returns the other one if it is not.
    pub(super) fn add(&mut self, other: Self) -> Option<Self> {
        if (other.amount, &other.text) != (self.amount, &self.text) {
            return Some(other);
        }
        self.names.extend(other.names);
        None
    }

    /// Returns the results as text.
    pub(super) fn text(self) -> String {
        row_text(&Row { title: Some(self.names.join(", ")), ..self.row }, self.amount)
    }
}
