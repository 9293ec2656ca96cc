//! What every session does around the check of a question.

use super::{Answer, Host, Panic, Subject, isolated};
use kernel::base::Limit;

/// Answers a question by `find`, unless somebody stopped the run before. Where `find` panics, the answer says so.
pub fn ask<F>(host: &dyn Host, subject: Subject, find: impl FnOnce() -> Answer<F>) -> Answer<F> {
    guarded(host, subject, find).unwrap_or_else(|answer| *answer)
}

/// Returns what `find` returns, which may be more than one answer.
///
/// # Errors
/// The answer that says why there is nothing else: the run was stopped before, or `find` panicked.
pub fn guarded<T, F>(
    host: &dyn Host,
    subject: Subject,
    find: impl FnOnce() -> T,
) -> Result<T, Box<Answer<F>>> {
    if host.is_interrupted() {
        return Err(Box::new(Answer::not_started(subject, Limit::Interrupted)));
    }
    isolated(find).map_err(|Panic(message)| Box::new(Answer::crashed(subject, message)))
}
