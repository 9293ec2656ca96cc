//! Texts in a standard layout, with the comments of their sources.

use super::Spacing;
use kernel::source::Span;

/// The gap that a piece wants before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    pub(crate) spacing: Spacing,
    /// The indent of the line if the piece begins one.
    pub(crate) indent: usize,
    /// The indent of comments above the piece: deeper if the piece ends what they belong to.
    pub(crate) comments: usize,
}

/// The layout of the comments between two pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comments {
    None,
    /// All of them are in a line that may continue.
    Inline,
    /// The last one ends its line.
    Trailing,
    /// One of them begins its line.
    Above,
}

/// A text under construction: pieces of a source one after the other.
#[derive(Default, Debug)]
pub(crate) struct LaidOut<'s> {
    pub(crate) source: &'s str,
    text: String,
    /// The place where the previous piece, a token or a comment, ended in the source.
    end: usize,
    /// The indent of the current line.
    pub(crate) line: usize,
}

impl<'s> LaidOut<'s> {
    /// Starts with an empty text.
    pub(crate) fn of(source: &'s str) -> Self {
        Self { source, ..Self::default() }
    }

    /// Writes comments behind all pieces, and returns the text.
    pub(crate) fn finish(mut self, comments: &[Span]) -> String {
        self.comments(comments, Spacing::Line, 0);
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }

    /// Writes a piece as `text`, behind the comments before it.
    pub(crate) fn piece(&mut self, span: Span, text: &str, gap: Gap, comments: &[Span]) {
        let Gap { spacing, indent, .. } = gap;
        let spacing = match self.comments(comments, spacing, gap.comments) {
            _ if self.text.is_empty() => Spacing::Nothing,
            Comments::None => spacing,
            Comments::Inline => spacing.max(Spacing::Blank),
            Comments::Trailing => spacing.max(Spacing::Line),
            Comments::Above if spacing >= Spacing::Line && gap.comments == indent => {
                self.kept(span.start())
            }
            Comments::Above => Spacing::Line,
        };
        self.write(spacing, indent, text);
        self.end = span.end();
    }

    /// Writes the comments before a piece that wants the given spacing before it.
    ///
    /// A comment that begins its line still does, and follows the empty line that the piece wants; any other comment
    /// stays behind the text before it.
    fn comments(&mut self, comments: &[Span], wanted: Spacing, indent: usize) -> Comments {
        let mut found = Comments::None;
        for &span in comments {
            let text = self.source[span.range()].replace("\r\n", "\n");
            let text = text.trim_end();
            let is_above = self.text.is_empty() || self.is_broken_before(span.start());
            let spacing = match (is_above, found) {
                _ if self.text.is_empty() => Spacing::Nothing,
                (true, Comments::Above) => self.kept(span.start()),
                (true, _) if wanted == Spacing::EmptyLine => Spacing::EmptyLine,
                (true, _) => self.kept(span.start()),
                (false, _) => Spacing::Blank,
            };
            self.write(spacing, indent, text);
            self.end = self.end.max(span.end());
            found = match text.starts_with("//") {
                _ if is_above || found == Comments::Above => Comments::Above,
                true => Comments::Trailing,
                false => Comments::Inline,
            };
        }
        found
    }

    /// Returns `true` if the source has a line break between the previous piece and a place.
    pub(crate) fn is_broken_before(&self, start: usize) -> bool {
        self.between(start).contains(['\n', '\r'])
    }

    /// Returns the spacing in the source before a place, a line at least and one empty line at most.
    pub(crate) fn kept(&self, start: usize) -> Spacing {
        let between = self.between(start).replace("\r\n", "\n");
        if between.matches(['\n', '\r']).count() > 1 { Spacing::EmptyLine } else { Spacing::Line }
    }

    /// Returns the source between the previous piece and a place; nothing for a comment inside that piece.
    fn between(&self, start: usize) -> &'s str {
        &self.source[self.end.min(start)..start]
    }

    fn write(&mut self, spacing: Spacing, indent: usize, text: &str) {
        self.text.push_str(spacing.text());
        if spacing >= Spacing::Line {
            self.text.extend(std::iter::repeat_n("  ", indent));
            self.line = indent;
        }
        self.text.push_str(text);
    }
}
