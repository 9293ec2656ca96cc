//! The parts of rows that all answers share.

use super::{Row, RowStyle};
use crate::sentences::{advice, limit, not_started, reached, work};
use driver::{Confirmation, Finding};
use kernel::base::Limit;
use kernel::verdict::Verdict;

impl Row {
    /// Returns the row with the message for a check without a finding, since it did not run or did not
    /// end. `shown_by` is the message that shows a bug.
    #[must_use]
    pub fn without_finding<F>(
        mut self,
        finding: &Finding<F>,
        shown_by: &str,
        style: &RowStyle,
    ) -> Self {
        self.message = match finding {
            Finding::Found(_) => return self,
            Finding::Mistaken(why) => why.clone(),
            Finding::Unsupported => "this version does not check it".to_owned(),
            Finding::NotStarted(limit) => not_started(*limit, &style.limits),
            Finding::Crashed(message) => {
                self.text.hint = Some(format!("please report it, with {shown_by}"));
                format!("internal error: {message}")
            }
        };
        self
    }

    /// Returns the row with the result of the independent checker.
    #[must_use]
    pub fn confirmed(mut self, style: &RowStyle) -> Self {
        let words = match &self.answer.confirmation {
            None => return self,
            Some(Confirmation::Rejected(why)) => {
                let verdict = self.answer.rejected.map_or("", Verdict::word);
                self.message = format!("the evidence for `{verdict}` was rejected: {why}");
                self.text.hint = Some("please report it, with the model".to_owned());
                self.qualifier.clear();
                return self;
            }
            Some(Confirmation::Confirmed) => "confirmed".to_owned(),
            Some(Confirmation::Unsupported(why)) => format!("not confirmed: {why}"),
            Some(Confirmation::None(why)) => (*why).to_owned(),
            Some(Confirmation::Cut(limit)) => {
                format!("not confirmed: {}", reached(*limit, &style.limits))
            }
            Some(Confirmation::Failed) => "not confirmed".to_owned(),
        };
        if !self.message.is_empty() {
            self.message.push_str("; ");
        }
        self.message.push_str(&words);
        self
    }

    /// Sets the message that a limit was reached, and the advice about it.
    pub(crate) fn limited(&mut self, reached: Limit, style: &RowStyle) {
        self.message = limit(reached, style.max_states, &style.limits);
        self.text.hint = advice(reached);
    }

    /// Returns the line that names the engine and its work, if `style` asks for it.
    pub(crate) fn work(&self, style: &RowStyle) -> Option<String> {
        let detail = style.work?;
        Some(work(self.answer.engine?, self.answer.statistics?, detail))
    }
}
