//! Verdicts of the checker, and how a check ends early.

/// Verdict of the checker on evidence.
///
/// # Examples
///
/// ```
/// let verdict = verify::verify(b"{}", b"scm nothing :", None);
/// assert!(matches!(verdict, verify::Verdict::Unsupported(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The evidence proves its claim.
    Confirmed,
    /// The report has no error, but a part of it is not confirmed, as the text explains.
    Partial(String),
    /// The evidence does not prove its claim, for this reason.
    Rejected(String),
    /// The evidence or the model has an unsupported form, for this reason.
    Unsupported(String),
}

/// Result of a check, or the verdict with which it ends early, which is never [`Verdict::Confirmed`].
pub type Outcome<T = ()> = Result<T, Verdict>;

/// Ends a check of evidence that does not prove its claim.
pub(crate) fn reject<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Verdict::Rejected(why.into()))
}

/// Ends a check of evidence of an unsupported form.
pub(crate) fn unsupported<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Verdict::Unsupported(why.into()))
}

/// Rejects the evidence for the reason `why`, unless `holds`.
pub(crate) fn ensure<T: Into<String>>(holds: bool, why: impl FnOnce() -> T) -> Outcome {
    if holds { Ok(()) } else { reject(why()) }
}

/// Returns the value, or rejects the evidence for the reason `why` if there is none.
pub(crate) fn found<T, W: Into<String>>(value: Option<T>, why: impl FnOnce() -> W) -> Outcome<T> {
    value.map_or_else(|| reject(why()), Ok)
}

/// Ends a check of evidence of the unsupported form `what`, unless `is_so`.
pub(crate) fn supported(is_so: bool, what: &str) -> Outcome {
    if is_so { Ok(()) } else { unsupported(what) }
}

/// Ends the reading of a text with `None`, unless `holds`.
pub(crate) fn require(holds: bool) -> Option<()> {
    if holds { Some(()) } else { None }
}
