//! Kinds of diagnostics.

crate::words! {
    /// Severity of a diagnostic, the worst first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Severity {
        /// The input is rejected, and no check runs.
        Error = "error",
        /// The input is accepted, but should be reviewed.
        Warning = "warning",
        /// How something ordinary is read: people are told only if they ask for more.
        Note = "note",
    }
}

/// A kind of diagnostic, by its stable name. In order, errors come before warnings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code {
    /// The name, `E` for an error or `W` for a warning or a note, and four digits: `E0102`.
    pub name: &'static str,
    severity: Severity,
}

impl Code {
    /// Returns the code of an error or a warning with this name, whose first letter says which of both.
    pub const fn new(name: &'static str) -> Self {
        let is_warning = matches!(name.as_bytes(), [b'W', ..]);
        Self { name, severity: if is_warning { Severity::Warning } else { Severity::Error } }
    }

    /// Returns the code of a note with this name.
    pub const fn note(name: &'static str) -> Self {
        Self { name, severity: Severity::Note }
    }

    /// Returns the severity of diagnostics of this kind.
    pub fn severity(self) -> Severity {
        self.severity
    }
}

/// The documentation of a code for users.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodePage {
    /// The code.
    pub code: Code,
    /// A short description of the error.
    pub title: &'static str,
    /// The page: a line such as `error[E0102]: no such channel`, why it is refused or worth a warning and what to do,
    /// and a small input that shows it, indented.
    pub text: &'static str,
}

impl CodePage {
    /// Returns the pages of a text, with two blank lines between.
    ///
    /// # Panics
    /// If a page does not begin with the name of a code and its title.
    ///
    /// # Examples
    /// ```
    /// use kernel::diagnostics::CodePage;
    ///
    /// let text = "error[E0102]: no such channel\n\nCount from 0.\n\n\nwarning[W0301]: unused channel\n";
    /// let pages: Vec<CodePage> = CodePage::all(text).collect();
    /// assert_eq!((pages[0].code.name, pages[0].title), ("E0102", "no such channel"));
    /// assert_eq!(pages[1].text, "warning[W0301]: unused channel");
    /// ```
    pub fn all(text: &'static str) -> impl Iterator<Item = Self> {
        text.trim_end().split("\n\n\n").map(|text| {
            let head = text.lines().next().and_then(|line| {
                let (word, rest) = line.split_once('[')?;
                Some((word, rest.split_once("]: ")?))
            });
            let (word, (name, title)) = head.expect("a page begins with a code and its title");
            let is_note = word == Severity::Note.word();
            let code = if is_note { Code::note(name) } else { Code::new(name) };
            Self { code, title, text }
        })
    }
}
