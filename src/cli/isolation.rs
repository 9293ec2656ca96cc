//! A bug that one model uncovers must not cost the answers on the others.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use scm_check::kernel::verdict::{Reason, Verdict};
use scm_check::render::report::Row;

/// Runs `work`, and returns the message of its panic if it panics.
///
/// What `work` leaves half done must not be looked at again by the caller: it works on one model,
/// and the caller goes on with the next one.
pub(crate) fn isolated<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| message(&*payload))
}

/// Turns a row into that of a bug, which is reported with what shows it.
pub(crate) fn crashed(row: Row, message: &str, shown_by: &str) -> Row {
    Row {
        verdict: Verdict::Unknown(Reason::Crashed),
        message: format!("internal error: {message}"),
        hint: Some(format!("please report it, with {shown_by}")),
        ..row
    }
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        let broken: Result<(), String> = isolated(|| panic!("state {} is lost", 7));
        assert_eq!(broken, Err("state 7 is lost".to_owned()));
        assert_eq!(isolated(|| 3), Ok(3));
    }
}
