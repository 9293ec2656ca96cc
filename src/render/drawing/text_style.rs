//! The look of drawings in text: their signs and colours, and the width that they may take.

/// The set of characters that lines and signs are drawn with. Names and labels stay as they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Signs {
    /// Box-drawing characters, arrows and geometric shapes of width 1.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

/// The look of a drawing in text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TextStyle {
    /// The characters of lines and signs.
    pub signs: Signs,
    /// Whether ANSI sequences emphasise parts. They carry no information beyond the characters.
    pub is_coloured: bool,
    /// Maximum number of columns, if there is one.
    pub width: Option<usize>,
}

impl TextStyle {
    /// ASCII, without colours and of any width.
    pub const ASCII: Self = Self { signs: Signs::Ascii, is_coloured: false, width: None };

    /// Returns the style of a drawing that is indented by this number of columns.
    #[must_use]
    pub fn indented(self, columns: usize) -> Self {
        Self { width: self.width.map(|width| width.saturating_sub(columns)), ..self }
    }
}

/// A sign of a drawing, in ASCII and in Unicode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sign(pub(super) char, pub(super) char);

impl Sign {
    /// Returns the character of a set.
    pub(super) fn symbol(self, signs: Signs) -> char {
        match signs {
            Signs::Ascii => self.0,
            Signs::Unicode => self.1,
        }
    }
}

/// The lifeline of a participant.
pub(super) const LIFELINE: Sign = Sign('|', '│');
/// The head of an arrow to the left and of one to the right.
pub(super) const HEADS: [Sign; 2] = [Sign('<', '◄'), Sign('>', '►')];
