//! A bug that one model uncovers must not cost the answers about the others.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A panic, by its message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Panic(pub String);

/// Runs `work`.
///
/// What `work` leaves half done must not be looked at again by the caller: it works on one model,
/// and the caller goes on with the next one.
///
/// # Errors
/// If it panics.
pub fn isolated<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Panic(message(&*payload)))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}
