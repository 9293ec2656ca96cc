//! Directives in comments: `//# expect: deadlock = holds`, `//# property p = G(w1.x < 3)`, `//# monitor m { ... }`.

use crate::reading::{self, Piece, StatedAnswers, nearest};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};

/// The words that `//#` lines begin with.
const WORDS: [&str; 3] = ["expect", "property", "monitor"];

/// The contents of all `//#` lines of a file.
#[derive(Debug, Default)]
pub(super) struct Directives<'a> {
    /// The expected answers.
    pub(super) answers: StatedAnswers,
    /// What stands behind `//#` in the lines of properties and monitors.
    pub(super) properties: Vec<Piece<'a>>,
}

/// Reads the comments that are `//#` lines.
///
/// A property goes on in the lines behind it until its parentheses and braces are closed. A line that begins with another word is an
/// ordinary comment, unless it looks like a slip.
pub(super) fn read<'a>(source: &'a Source, comments: &[Span], sink: &mut Sink) -> Directives<'a> {
    let mut directives = Directives::default();
    let mut open = Braces::default();
    for &place in comments {
        let Some(body) = Piece::new(source, place).after("//#") else { continue };
        if open.are_open {
            open.read(body.text, false);
            directives.properties.push(body);
            continue;
        }
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let length = body.text.bytes().take_while(|byte| is_word(byte)).count();
        let (word, rest) = body.split_at(length);
        match word.text {
            "expect" => {
                let help = "write `//# expect: deadlock = holds`";
                directives.answers.read(place, rest, help, sink);
            }
            "property" | "monitor" => {
                open = Braces::default();
                open.read(body.text, word.text == "monitor");
                directives.properties.push(body);
            }
            other => {
                if let Some(meant) = nearest(&other.to_ascii_lowercase(), WORDS.into_iter()) {
                    let unknown = reading::codes::MALFORMED_DIRECTIVE
                        .at(word.span(), format!("unknown `//#` line `{other}`"));
                    sink.push(unknown.did_you_mean(meant));
                }
            }
        }
    }
    directives
}

/// The parentheses and braces of a property.
#[derive(Default)]
struct Braces {
    /// Whether the property goes on in the next line.
    are_open: bool,
    depth: usize,
}

impl Braces {
    /// Reads a line. A monitor goes on until a brace is closed, though none is open yet.
    fn read(&mut self, line: &str, is_monitor: bool) {
        let mut has_closed = false;
        for byte in line.bytes() {
            match byte {
                b'{' | b'(' => self.depth += 1,
                b'}' | b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    has_closed = true;
                }
                _ => {}
            }
        }
        self.are_open = self.depth > 0 || is_monitor && !has_closed;
    }
}
