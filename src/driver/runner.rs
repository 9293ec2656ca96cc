//! What every session does around the check of a question.

use super::{Answer, Host, Panic, Subject, isolated};
use kernel::base::Limit;

/// Answers a question by `find`, unless somebody stopped the run before. Where `find` panics, the answer says so.
pub fn ask<F>(host: &dyn Host, subject: Subject, find: impl FnOnce() -> Answer<F>) -> Answer<F> {
    if host.is_interrupted() {
        return Answer::not_started(subject, Limit::Interrupted);
    }
    isolated(find).unwrap_or_else(|Panic(message)| Answer::crashed(subject, message))
}
