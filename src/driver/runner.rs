//! Handling of limits and panics around the check of a question.

use super::{Answer, AnswerSubject, Host, Panic, isolated};
use kernel::base::Limit;

/// Answers a question with `find`, unless the run was stopped before. If `find` panics, the answer states that.
pub fn ask<F>(
    host: &dyn Host,
    subject: AnswerSubject,
    find: impl FnOnce() -> Answer<F>,
) -> Answer<F> {
    guarded(host, subject, find).unwrap_or_else(|answer| *answer)
}

/// Returns the result of `find`, which may be more than one answer.
///
/// # Errors
/// The answer that states the reason for which there is no result: the run was stopped before, or `find` panicked.
pub fn guarded<T, F>(
    host: &dyn Host,
    subject: AnswerSubject,
    find: impl FnOnce() -> T,
) -> Result<T, Box<Answer<F>>> {
    if host.is_interrupted() {
        return Err(Box::new(Answer::not_started(subject, Limit::Interrupted)));
    }
    isolated(find).map_err(|Panic(message)| Box::new(Answer::crashed(subject, message)))
}
