//! Isolation of panics: a bug that one model uncovers does not affect the answers about other models.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A panic with its message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Panic(pub String);

/// Runs `work` and catches its panics.
///
/// The caller must not use data that `work` may have left in an inconsistent state: `work` handles one model, and the
/// caller continues with the next.
///
/// # Errors
/// If `work` panics.
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
