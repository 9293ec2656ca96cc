//! Kinds of diagnostics.

/// How bad a diagnostic is, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth a look; the input is read all the same.
    Warning,
    /// Nothing is checked.
    Error,
}

impl Severity {
    /// Returns the word that stands for this severity in diagnostics and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A kind of diagnostic: a stable name, and what a person should know about it.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Code {
    /// The name, a letter for the severity and four digits: `E0102`.
    pub name: &'static str,
    /// How bad diagnostics of this kind are.
    pub severity: Severity,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// Why it is refused or worth a warning, and what to do.
    pub explanation: &'static str,
    /// A small input that shows it.
    pub example: &'static str,
}
