//! Comments that speak to this program: `//# bag_buffers = 0, 1` and `//# expect: rsc = holds`.

use rustc_hash::FxHashMap;

use super::Expectation;
use super::ast::Number;
use super::codes;
use super::spelling::{nearest, shortened};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};
use kernel::verdict::Expected;

/// What all `//#` lines of a file say.
#[derive(Debug, Default)]
pub(super) struct Directives {
    /// The channels that are bags.
    pub(super) bags: Vec<Number>,
    /// The expected answers.
    pub(super) expectations: Vec<Expectation>,
    /// The words of their verdicts.
    pub(super) verdicts: Vec<Span>,
    /// The comments that state them.
    pub(super) expectation_lines: Vec<Span>,
}

/// Reads those of the comments that are `//#` lines.
///
/// A line that begins with no word of ours is an ordinary comment, unless it looks like a slip.
pub(super) fn read(source: &Source, comments: &[Span], sink: &mut Sink) -> Directives {
    let mut directives = Directives::default();
    let mut bags: Option<Span> = None;
    let mut expected: FxHashMap<(String, Vec<String>), Span> = FxHashMap::default();
    for &place in comments {
        if !source.slice(place).starts_with("//#") {
            if let Some(warning) = silent(source, place) {
                sink.push(warning);
            }
            continue;
        }
        let text = &source.slice(place)[3..];
        let body = Piece { text, start: place.start() + 3 }.trimmed();
        let length = body.text.bytes().take_while(|&b| is_name_byte(b)).count();
        let (word, rest) = body.split_at(length);
        match word.text {
            "bag_buffers" => {
                if let Some(first) = bags {
                    sink.push(
                        codes::REPEATED_DIRECTIVE
                            .at(word.span(), "`bag_buffers` stands twice")
                            .also(first, "first here")
                            .help("list all bags in one line"),
                    );
                    continue;
                }
                bags = Some(word.span());
                match numbers(rest) {
                    Ok(numbers) => directives.bags = numbers,
                    Err(piece) => sink.push(
                        malformed(piece, "expected `= NUMBER, NUMBER, ...` in `bag_buffers`")
                            .help("write `//# bag_buffers = 0, 1`"),
                    ),
                }
            }
            "expect" => match expectations(rest) {
                Ok(found) => {
                    directives.expectation_lines.push(place);
                    for Item { piece, verdict, expectation } in found {
                        let key = (expectation.property.clone(), expectation.variant.clone());
                        if let Some(&first) = expected.get(&key) {
                            sink.push(
                                codes::REPEATED_DIRECTIVE
                                    .at(piece.span(), "this answer is stated twice")
                                    .also(first, "first here"),
                            );
                        } else {
                            expected.insert(key, piece.span());
                            directives.expectations.push(expectation);
                            directives.verdicts.push(verdict.span());
                        }
                    }
                }
                Err((piece, message)) => sink.push(
                    malformed(piece, message)
                        .help("write `//# expect: rsc = violated, rsc[bag] = holds`"),
                ),
            },
            other => {
                // `bag-buffers`, `Bag_Buffers` and `bags` are slips as well.
                let name = body.text.bytes().take_while(|&b| is_name_byte(b) || b == b'-').count();
                let (name, _) = body.split_at(name);
                let lower = name.text.to_ascii_lowercase();
                let known = ["bag_buffers", "expect"].into_iter();
                let bags =
                    ["bag", "bags", "buffers"].contains(&other.to_ascii_lowercase().as_str());
                let meant = nearest(&lower, known).or(bags.then_some("bag_buffers"));
                if let Some(meant) = meant {
                    sink.push(
                        malformed(name, "unknown `//#` line")
                            .help(format!("did you mean `{meant}`?")),
                    );
                }
            }
        }
    }
    directives
}

/// Warns of a comment that would be a `//#` line, were it not for what stands before its `#`.
fn silent(source: &Source, place: Span) -> Option<Diagnostic> {
    let text = source.slice(place).strip_prefix("//")?;
    let directive = text.trim_start_matches([' ', '\t', '/']).strip_prefix('#')?.trim();
    let length = directive.bytes().take_while(|&b| is_name_byte(b)).count();
    let (word, rest) = directive.split_at(length);
    let sign = match word {
        "bag_buffers" => '=',
        "expect" => ':',
        _ => return None,
    };
    if !rest.trim_start().starts_with(sign) {
        return None;
    }
    let message = format!("this comment states nothing: `{word}` is read behind `//#` only");
    Some(
        codes::SILENT_DIRECTIVE
            .at(place, message)
            .label("an ordinary comment")
            .help(format!("write `//# {}`", shortened(directive))),
    )
}

fn malformed(piece: Piece<'_>, message: &str) -> Diagnostic {
    codes::MALFORMED_DIRECTIVE.at(piece.span(), message)
}

/// A part of a line that knows where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl Piece<'_> {
    pub(crate) fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    pub(crate) fn trimmed(self) -> Self {
        let text = self.text.trim_start_matches(is_blank);
        let start = self.start + self.text.len() - text.len();
        Self { text: text.trim_end_matches(is_blank), start }
    }

    fn split_at(self, at: usize) -> (Self, Self) {
        let (left, right) = self.text.split_at(at);
        let left = Self { text: left, start: self.start };
        let right = Self { text: right, start: self.start + at };
        (left.trimmed(), right.trimmed())
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

    pub(crate) fn part(self, start: usize, end: usize) -> Self {
        Self { text: &self.text[start..end], start: self.start + start }.trimmed()
    }

    fn after(self, sign: char) -> Option<Self> {
        self.text.strip_prefix(sign).map(|_| self.part(sign.len_utf8(), self.text.len()))
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

fn numbers(rest: Piece<'_>) -> Result<Vec<Number>, Piece<'_>> {
    rest.after('=')
        .ok_or(rest)?
        .items()
        .into_iter()
        .map(|item| {
            let digits = !item.text.is_empty() && item.text.bytes().all(|b| b.is_ascii_digit());
            let value = item.text.parse().ok().filter(|_| digits).ok_or(item)?;
            Ok(Number { value: Some(value), span: item.span() })
        })
        .collect()
}

/// An expected answer as it stands in a line.
#[derive(Debug)]
pub(crate) struct Item<'a> {
    pub(crate) piece: Piece<'a>,
    verdict: Piece<'a>,
    pub(crate) expectation: Expectation,
}

/// Reads what stands behind the word `expect`; of what is malformed, the place and what is wrong.
pub(crate) fn expectations(rest: Piece<'_>) -> Result<Vec<Item<'_>>, (Piece<'_>, &'static str)> {
    let list = rest.after(':').ok_or((rest, "expected `:` behind `expect`"))?;
    list.items()
        .into_iter()
        .map(|item| {
            let at = item.text.rfind('=').ok_or((item, "expected `property = verdict`"))?;
            let word = item.part(at + 1, item.text.len());
            let verdict = Expected::ALL
                .into_iter()
                .find(|known| known.word() == word.text)
                .ok_or((word, "expected `holds`, `violated` or `unknown`"))?;
            let (property, variant) = property(item.part(0, at))?;
            let expectation = Expectation { property, variant, verdict };
            Ok(Item { piece: item, verdict: word, expectation })
        })
        .collect()
}

fn property(piece: Piece<'_>) -> Result<(String, Vec<String>), (Piece<'_>, &'static str)> {
    let wrong = |piece| (piece, "expected a property, such as `rsc` or `rsc[bag]`");
    let (name, variant) = match piece.text.find('[') {
        None => (piece, Vec::new()),
        Some(at) => {
            if !piece.text.ends_with(']') {
                return Err((piece, "expected `]` behind the variant"));
            }
            let words = piece.part(at + 1, piece.text.len() - 1).items();
            if let Some(&bad) = words.iter().find(|word| !is_word(word.text)) {
                return Err((bad, "expected a word, such as `bag`"));
            }
            let words = words.iter().map(|word| word.text.to_owned()).collect();
            (piece.part(0, at), words)
        }
    };
    let known = |c: char| c.is_ascii_alphanumeric() || "_-/().".contains(c);
    let starts = name.text.starts_with(|c: char| c.is_ascii_alphabetic());
    if !starts || !name.text.chars().all(known) {
        return Err(wrong(name));
    }
    Ok((name.text.to_owned(), variant))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}
