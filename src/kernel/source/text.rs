//! Source texts.

use std::sync::OnceLock;

use super::Span;

/// A place for display: line and column from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A named text, with a table of its lines that is computed on the first request.
///
/// A line ends with a line feed, a carriage return, or both.
///
/// ```
/// use kernel::source::Source;
///
/// let source = Source::new("two.scm", "a\nbc");
/// let position = source.line_column(3);
/// assert_eq!((position.line, position.column), (2, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    invalid: Option<Span>,
    /// Position of the text in the longer text that it is a part of.
    first: Position,
    /// The first byte of each line.
    lines: OnceLock<Vec<u32>>,
    /// Number of characters that begin before each block of the text.
    characters: OnceLock<Vec<usize>>,
}

/// Number of bytes of a block of the text whose characters are counted once.
const BLOCK: usize = 4096;

impl Source {
    /// Returns the source called `name` with the given text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::excerpt(name, text, Position { line: 1, column: 1 })
    }

    /// Returns a part of a longer text called `name`, which begins there at `first`: lines and columns are
    /// those of the longer text, spans those of the part.
    pub fn excerpt(name: impl Into<String>, text: impl Into<String>, first: Position) -> Self {
        let (name, text) = (name.into(), text.into());
        Self {
            name,
            text,
            invalid: None,
            first,
            lines: OnceLock::new(),
            characters: OnceLock::new(),
        }
    }

    /// Returns the source called `name` with the text that `bytes` encode in UTF-8.
    ///
    /// Invalid bytes become replacement characters, and the place of the first is stored as
    /// [`invalid`](Self::invalid): readers reject such a text, and can still show the place.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::new(name, text),
            Err(error) => {
                let start = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let invalid = Span::new(start, start + char::REPLACEMENT_CHARACTER.len_utf8());
                Self { invalid: Some(invalid), ..Self::new(name, text) }
            }
        }
    }

    /// Returns the name for display.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the place of the first bytes that were not UTF-8, if there were any.
    pub fn invalid(&self) -> Option<Span> {
        self.invalid
    }

    /// Returns the text of `span`, empty if the span does not fit the text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns the line and column of the byte at `offset`; beyond the end, those of the end.
    ///
    /// # Complexity
    /// Linear in the text at the first call; later logarithmic in the number of lines.
    pub fn line_column(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.line_of(offset);
        let start = self.line_start(line);
        let before = if line == self.first.line { self.first.column } else { 1 };
        // Only long lines are worth the table of blocks.
        let column = if offset - start < BLOCK {
            characters(&self.text.as_bytes()[start..offset])
        } else {
            self.characters_before(offset) - self.characters_before(start)
        };
        Position { line, column: column + before }
    }

    /// Returns the number of characters that begin before the byte at `offset`.
    fn characters_before(&self, offset: usize) -> usize {
        let bytes = self.text.as_bytes();
        let blocks = self.characters.get_or_init(|| {
            let mut before = 0;
            let counts = bytes.chunks(BLOCK).map(|block| {
                before += characters(block);
                before
            });
            std::iter::once(0).chain(counts).collect()
        });
        let block = offset / BLOCK;
        blocks[block] + characters(&bytes[block * BLOCK..offset])
    }

    /// Returns the number, from 1, of the line that holds the byte at `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        let begun = self.lines().partition_point(|&start| start as usize <= offset);
        begun + self.first.line - 1
    }

    /// Returns the bytes of the given line, its end not included.
    pub fn line_span(&self, line: usize) -> Span {
        let start = self.line_start(line);
        let next = (line + 1).saturating_sub(self.first.line);
        let end = self.lines().get(next).map_or(self.text.len(), |&next| next as usize);
        let text = &self.text[start..end];
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        Span::new(start, start + text.len())
    }

    fn line_start(&self, line: usize) -> usize {
        let lines = self.lines();
        lines[line.saturating_sub(self.first.line).min(lines.len() - 1)] as usize
    }

    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let ends = bytes.iter().enumerate().filter(|&(at, &byte)| {
                byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
            });
            let starts = ends.map_while(|(end, _)| u32::try_from(end + 1).ok());
            std::iter::once(0).chain(starts).collect()
        })
    }
}

/// Returns the number of characters that begin in a part of a text.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| !is_continuation(byte)).count()
}

/// Returns `true` if a byte of UTF-8 is not the first of its character.
fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}
