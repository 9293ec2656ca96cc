//! Rows about classes of systems.

use super::row::RowWriter;
use crate::report::{Details, Row};
use crate::sentences::number_of;
use crate::witness::class_words;
use check::classes::{ClassOutcome, ClassScope, InClass};
use kernel::base::grouped;
use model::evidence::Class;
use serde_json::json;

impl RowWriter<'_> {
    /// Fills the row of the answer whether a system is in a class.
    pub(super) fn class(&self, mut row: Row, class: Class, found: &ClassOutcome) -> Row {
        let (words, bound) = (class_words(class), class.bound());
        let mut details = json!({});
        if class.definition().has_bound {
            details["k"] = json!(bound);
        }
        match found {
            ClassOutcome::Holds(InClass { configurations, scope }) => {
                let explored = grouped(*configurations);
                row.qualifier = match bound {
                    0 => format!("{explored} states"),
                    bound => format!("k = {bound}: {explored} configurations"),
                };
                row.message = (words.holds)(bound);
                details["scope"] = json!(scope.word());
                details["configurations"] = json!(configurations);
                let scope = match scope {
                    ClassScope::Decided => words.decided,
                    ClassScope::UpToBound => words.up_to_bound,
                };
                row.text.summary.push(format!("  {scope}; see: scm-check explain classes"));
            }
            ClassOutcome::Violated(witness) => {
                row.message = self.cause(witness);
                row.text.summary.push(format!(
                    "  {}, {}; see: scm-check explain classes",
                    number_of(witness.communications(), "communication"),
                    words.least,
                ));
                self.show(&mut row, witness);
            }
            ClassOutcome::Unknown(reached) => row.limited(*reached, self.style),
        }
        row.details = Details::Fields(details);
        row.text.summary.extend(row.work(self.style));
        row
    }
}
