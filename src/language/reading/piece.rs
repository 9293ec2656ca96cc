//! Parts of lines that know where they stand.

use kernel::source::{Source, Span};

/// A part of a line that knows where it stands.
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

    /// Returns it without the blanks around it: spaces and tabs.
    pub(crate) fn without_blanks(self) -> Self {
        self.without(|character| matches!(character, ' ' | '\t'))
    }

    /// Returns it without the white space around it.
    pub(crate) fn trimmed(self) -> Self {
        self.without(char::is_whitespace)
    }

    fn without(self, is_space: fn(char) -> bool) -> Self {
        let text = self.text.trim_start_matches(is_space);
        let start = self.start + self.text.len() - text.len();
        Self { text: text.trim_end_matches(is_space), start }
    }

    /// Returns what stands between two places in it, without the blanks around that.
    pub(crate) fn part(self, start: usize, end: usize) -> Self {
        Self { text: &self.text[start..end], start: self.start + start }.without_blanks()
    }

    /// Returns what stands behind `opening`, without the blanks around that, if it begins so.
    pub(crate) fn after(self, opening: &str) -> Option<Self> {
        self.text.strip_prefix(opening).map(|_| self.part(opening.len(), self.text.len()))
    }

    /// Returns what stands before and behind a place in it, without blanks around either.
    pub(crate) fn split_at(self, at: usize) -> (Self, Self) {
        (self.part(0, at), self.part(at, self.text.len()))
    }

    /// Returns the parts between which white space stands.
    pub(crate) fn words(self) -> impl Iterator<Item = Self> {
        self.text.split_whitespace().map(move |word| {
            let at = word.as_ptr() as usize - self.text.as_ptr() as usize;
            Self { text: word, start: self.start + at }
        })
    }

    /// Returns the parts that commas separate, outside parentheses and brackets.
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

/// Returns the lines of a text, without the white space around them and without the mark that some editors begin a file
/// with.
pub(crate) fn lines(source: &Source) -> impl Iterator<Item = Piece<'_>> {
    let text = source.text().strip_prefix('\u{feff}').unwrap_or_else(|| source.text());
    let mut start = source.text().len() - text.len();
    text.split_inclusive(['\n', '\r']).map(move |line| {
        let piece = Piece { text: line, start };
        start += line.len();
        piece.trimmed()
    })
}
