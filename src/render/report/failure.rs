//! Rows of inputs that could not be read, and of checks that did not end.

use super::Row;
use crate::sentences::{advice, not_started, reached};
use driver::{AnswerSubject, Limits, Loaded, Panic};
use kernel::base::Limit;
use kernel::verdict::{Reason, Verdict};

impl Row {
    /// Returns the row of an input without a model.
    pub fn without_model(loaded: &Loaded) -> Self {
        let message = format!("{}, nothing checked", loaded.failure());
        Self::unchecked(loaded.whole(), Verdict::Error, message)
    }

    /// Returns the row of a model about which no answer counts, for the reason `why`.
    pub fn unasked(loaded: &Loaded, why: &str) -> Self {
        let verdict = Verdict::Unknown(Reason::Unsupported);
        Self::unchecked(loaded.whole(), verdict, format!("no property applies: {why}"))
    }

    /// Returns the row of an input that was not read since a limit was reached before.
    pub fn not_read(name: String, limit: Limit, limits: &Limits) -> Self {
        let verdict = Verdict::Unknown(limit.into());
        let message = format!("not read: {}", reached(limit, limits));
        Self::unchecked(AnswerSubject::of_model(name), verdict, message)
    }

    /// Returns the row of a question that was not examined because of `limit`.
    pub fn not_started(subject: &AnswerSubject, limit: Limit, limits: &Limits) -> Self {
        let verdict = Verdict::Unknown(limit.into());
        Self::unchecked(subject.clone(), verdict, not_started(limit, limits))
    }

    /// Returns the row of an input at which the program panicked outside of a question.
    pub fn crashed(name: String, panic: &Panic) -> Self {
        let verdict = Verdict::Unknown(Reason::Crashed);
        let message = format!("internal error: {panic}");
        Self::unchecked(AnswerSubject::of_model(name), verdict, message)
    }

    /// Returns the row of a question, or of the reading of a model, that a limit ends from outside: the answer, if it is
    /// `known` and only its explanation was missing.
    pub fn cut(
        subject: &AnswerSubject,
        known: Option<&Self>,
        limit: Limit,
        limits: &Limits,
    ) -> Self {
        let why = reached(limit, limits);
        if let Some(known) = known {
            let mut row = known.clone();
            row.text.summary.push(format!("  not explained: {why}"));
            return row;
        }
        let mut row = Self::unchecked(subject.clone(), Verdict::Unknown(limit.into()), why);
        row.text.hint = advice(limit);
        row
    }
}
