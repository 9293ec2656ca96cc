//! Parts of a page that can be folded.

use super::Markup;

/// Whether a part that can be folded is open at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fold {
    /// It is open.
    Open,
    /// Only its summary is shown.
    Closed,
}

impl Fold {
    /// Opens an element of the class `class` that can be folded; its summary follows.
    pub(super) fn open(self, markup: &mut Markup, class: &str) {
        match self {
            Self::Open => markup.open("details", &[("class", class), ("open", "open")]),
            Self::Closed => markup.open("details", &[("class", class)]),
        }
    }
}
