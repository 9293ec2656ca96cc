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

    /// Returns `true` if the codes of a table are in order, each of them once: errors before warnings, and then by name.
    ///
    /// The table of a language can be tested when it is compiled.
    ///
    /// # Complexity
    /// Linear in the lengths of the names.
    ///
    /// # Examples
    /// ```
    /// use kernel::diagnostics::{Code, Severity};
    ///
    /// const fn error(name: &'static str) -> Code {
    ///     Code { name, severity: Severity::Error, title: "", explanation: "", example: "" }
    /// }
    /// const WARNING: Code = Code { severity: Severity::Warning, ..error("A0100") };
    /// const { assert!(Code::are_in_order(&[error("E0101"), error("E0102"), WARNING])) };
    /// const { assert!(!Code::are_in_order(&[error("E0102"), error("E0101")])) };
    /// const { assert!(!Code::are_in_order(&[error("E0101"), error("E0101")])) };
    /// const { assert!(!Code::are_in_order(&[WARNING, error("E0101")])) };
    /// ```
    pub const fn are_in_order(codes: &[Self]) -> bool {
        let mut next = 1;
        while next < codes.len() {
            if !codes[next - 1].is_before(&codes[next]) {
                return false;
            }
            next += 1;
        }
        true
    }

    const fn is_before(&self, other: &Self) -> bool {
        if self.severity as u8 != other.severity as u8 {
            return (self.severity as u8) < other.severity as u8;
        }
        let (one, other) = (self.name.as_bytes(), other.name.as_bytes());
        let mut at = 0;
        while at < one.len() && at < other.len() {
            if one[at] != other[at] {
                return one[at] < other[at];
            }
            at += 1;
        }
        one.len() < other.len()
    }
}
