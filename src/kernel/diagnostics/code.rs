//! Kinds of diagnostics.

/// How bad a diagnostic is, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Nothing is checked.
    Error,
    /// Worth a look; the input is read all the same.
    Warning,
}

impl Severity {
    /// Returns the word that stands for this severity in diagnostics and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
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

impl Code {
    /// Returns the code of a table that is called `name`, in letters of either case.
    pub fn named(codes: &'static [Self], name: &str) -> Option<&'static Self> {
        codes.iter().find(|code| code.name.eq_ignore_ascii_case(name))
    }
}
