//! Spacing of texts in a standard layout.

/// The spacing between two pieces of a text, the narrowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Spacing {
    Nothing,
    Blank,
    Line,
    EmptyLine,
}

impl Spacing {
    /// Returns the characters that it consists of.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Blank => " ",
            Self::Line => "\n",
            Self::EmptyLine => "\n\n",
        }
    }
}
