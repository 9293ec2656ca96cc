//! Parts of lines with their places.

use kernel::source::{Source, Span};

/// A part of a line with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl<'a> Piece<'a> {
    /// Returns the text of a place.
    pub(crate) fn new(source: &'a Source, place: Span) -> Self {
        Self { text: source.slice(place), start: place.start() }
    }

    pub(crate) fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// Returns the piece without the blanks around it: spaces and tabs.
    pub(crate) fn without_blanks(self) -> Self {
        self.without(|character| matches!(character, ' ' | '\t'))
    }

    /// Returns the piece without the white space around it.
    pub(crate) fn trimmed(self) -> Self {
        self.without(char::is_whitespace)
    }

    fn without(self, is_space: fn(char) -> bool) -> Self {
        self.within(self.text.trim_start_matches(is_space).trim_end_matches(is_space))
    }

    /// Returns a text that was sliced from the piece, with its place.
    pub(crate) fn within(self, text: &'a str) -> Self {
        let at = text.as_ptr() as usize - self.text.as_ptr() as usize;
        Self { text, start: self.start + at }
    }

    /// Returns the text between two places in the piece, without the blanks around it.
    pub(crate) fn part(self, start: usize, end: usize) -> Self {
        self.within(&self.text[start..end]).without_blanks()
    }

    /// Returns the text behind `opening`, without the blanks around it, if the piece begins with `opening`.
    pub(crate) fn after(self, opening: &str) -> Option<Self> {
        self.text.strip_prefix(opening).map(|rest| self.within(rest).without_blanks())
    }

    /// Returns the texts before and behind a place in the piece, without blanks around either.
    pub(crate) fn split_at(self, at: usize) -> (Self, Self) {
        (self.part(0, at), self.part(at, self.text.len()))
    }

    /// Returns the parts that are separated by white space.
    pub(crate) fn words(self) -> impl Iterator<Item = Self> {
        self.text.split_whitespace().map(move |word| self.within(word))
    }

    /// Returns the parts that are separated by commas outside parentheses and brackets.
    pub(crate) fn items(self) -> Vec<Self> {
        let mut items = Vec::new();
        let mut depth = 0_usize;
        let mut begin = 0;
        for (at, character) in self.text.char_indices() {
            match character {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    items.push(self.part(begin, at));
                    begin = at + 1;
                }
                _ => {}
            }
        }
        items.push(self.part(begin, self.text.len()));
        items
    }
}

/// Returns the lines of a text, without the white space around them and without a byte order
/// mark.
pub(crate) fn lines(source: &Source) -> impl Iterator<Item = Piece<'_>> {
    let text = source.text().strip_prefix('\u{feff}').unwrap_or_else(|| source.text());
    let mut start = source.text().len() - text.len();
    text.split_inclusive(['\n', '\r']).map(move |line| {
        let piece = Piece { text: line, start };
        start += line.len();
        piece.trimmed()
    })
}
