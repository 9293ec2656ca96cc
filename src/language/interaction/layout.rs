//! Positions of tokens and comments in the standard layout.

use super::lexer::{Kind, Lexed, Token};
use crate::reading::Spacing;
use kernel::source::{Source, Span};

/// Maximum width of a line.
const WIDTH: usize = 100;

/// Minimum width of an operator in its line, at any depth.
const LEAST: usize = 40;

/// Maximum indentation of a line; deeper lines are not indented further.
const DEEPEST: usize = 40;

/// The effect of a piece on line breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// A piece that stays in its line.
    Plain,
    /// The opening of a list whose items may be on separate lines.
    Opener,
    /// A separator of such items.
    Separator,
    /// The closing of such a list.
    Closer,
    /// The end of a section and of its line.
    SectionEnd,
    /// A comment behind the text that it describes.
    Trailing,
    /// A comment on a separate line.
    Above,
}

/// A token or a comment.
#[derive(Clone, Copy, Debug)]
struct Lexeme {
    role: Role,
    /// The kind of the token; `None` for a comment.
    kind: Option<Kind>,
    span: Span,
    /// The number of columns up to its end if everything is in one line.
    reach: usize,
    /// The number of pieces up to this one that cannot share a line with others.
    hard: usize,
    /// For an opener, the piece that closes it.
    partner: usize,
    /// The number of line breaks before it in the source.
    lines: usize,
}

/// Returns a text in the standard layout: an operator with its operands is in one line if it fits into
/// 100 columns, and otherwise each operand is on separate lines. Comments keep their places, and at most one
/// empty line is kept between operands.
///
/// # Complexity
/// Linear in the output, which is longer than the input by at most 160 columns a line.
pub(super) fn layout(source: &Source, lexed: &Lexed) -> String {
    let pieces = pieces(source, lexed);
    let mut writer = Writer { text: String::new(), column: 0 };
    // For each open list, whether its items are on separate lines.
    let mut broken: Vec<bool> = Vec::new();
    let mut pending = Spacing::Nothing;
    for (index, piece) in pieces.iter().enumerate() {
        let is_flat = broken.last() == Some(&false);
        let ends = matches!(piece.role, Role::Closer | Role::SectionEnd) && !is_flat;
        let before = index.checked_sub(1).map(|before| &pieces[before]);
        let spacing = spacing(before, piece, pending, ends);
        writer.write(spacing, broken.len() - usize::from(ends), source.slice(piece.span));
        pending = match piece.role {
            Role::Opener => {
                let lines = !is_flat && !fits(&pieces, piece, writer.column);
                broken.push(lines);
                if lines { Spacing::Line } else { Spacing::Nothing }
            }
            Role::Separator if is_flat => Spacing::Nothing,
            Role::Separator => Spacing::Line,
            Role::Closer => {
                broken.pop();
                Spacing::Nothing
            }
            Role::SectionEnd => {
                broken.pop();
                // An empty line stands before the term.
                let next = pieces[index + 1..].iter().find_map(|piece| piece.kind);
                if next == Some(Kind::At) { Spacing::Line } else { Spacing::EmptyLine }
            }
            // A piece that would begin a line begins it behind this comment.
            Role::Trailing => pending,
            Role::Above | Role::Plain => Spacing::Nothing,
        };
    }
    if !writer.text.is_empty() {
        writer.text.push('\n');
    }
    writer.text
}

/// Returns the spacing between two pieces, of which the first, if there is one, asks for `pending`; `ends` is `true` if
/// the second closes a list whose items are on separate lines.
fn spacing(before: Option<&Lexeme>, piece: &Lexeme, pending: Spacing, ends: bool) -> Spacing {
    let Some(before) = before else { return Spacing::Nothing };
    if piece.role == Role::Trailing {
        return Spacing::Blank;
    }
    let starts = ends || piece.role == Role::Above || before.role == Role::Above;
    let least = if starts { pending.max(Spacing::Line) } else { pending };
    let may_be_empty = !ends && before.role != Role::Opener && piece.lines > 1;
    match least {
        Spacing::Line if may_be_empty => Spacing::EmptyLine,
        Spacing::Nothing if blank_between(before.kind, piece.kind) => Spacing::Blank,
        least => least,
    }
}

/// Returns `true` if the list that `opener` opens, which ends at `column`, fits into its line.
fn fits(pieces: &[Lexeme], opener: &Lexeme, column: usize) -> bool {
    let Some(close) = pieces.get(opener.partner) else { return false };
    let next = pieces.get(opener.partner + 1);
    let separator = next.is_some_and(|next| next.role == Role::Separator);
    let width = close.reach - opener.reach + usize::from(separator);
    close.hard == opener.hard && width <= WIDTH.saturating_sub(column).max(LEAST)
}

/// Returns `true` if a blank separates two tokens, or comments, in one line.
fn blank_between(left: Option<Kind>, right: Option<Kind>) -> bool {
    use Kind::{
        Arrow, At, Bang, Close, CloseBrace, Comma, Greater, Less, Open, OpenBrace, Query, Semicolon,
    };
    match (left, right) {
        (_, None) => true,
        (_, Some(Comma | Close | Semicolon | CloseBrace | Bang | Query | Greater))
        | (Some(Open | OpenBrace | Bang | Query | At | Less), _) => false,
        (left, Some(Open)) => matches!(left, None | Some(Arrow)),
        (left, Some(OpenBrace)) => left.is_none(),
        _ => true,
    }
}

/// Returns the tokens and the comments of a text, with their effects on line breaks.
fn pieces(source: &Source, lexed: &Lexed) -> Vec<Lexeme> {
    let mut pieces: Vec<Lexeme> = Vec::with_capacity(lexed.tokens.len() + lexed.comments.len());
    let mut comments = &*lexed.comments;
    // The open lists: the place of the opener, if it may break lines.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut previous: [Option<Token>; 2] = [None; 2];
    let mut is_boundary = true;
    for (index, &token) in lexed.tokens.iter().enumerate() {
        let next = lexed.tokens.get(index + 1).map(|token| token.kind);
        let is_dropped = token.kind == Kind::Semicolon && next == Some(Kind::CloseBrace);
        let role = role(source, token, previous, &open);
        let before = comments.partition_point(|comment| comment.start() < token.span.start());
        let ends = matches!(role, Role::Closer | Role::SectionEnd);
        let ends = ends || matches!(token.kind, Kind::End | Kind::At);
        for &span in &comments[..before] {
            let mut piece = piece(source, &pieces, None, span);
            let begins_line = piece.lines > 0 || pieces.is_empty();
            let is_above = begins_line && (is_boundary || ends);
            piece.role = if is_above { Role::Above } else { Role::Trailing };
            piece.hard += usize::from(is_above || source.slice(span).contains(['\n', '\r']));
            pieces.push(piece);
        }
        comments = &comments[before..];
        if is_dropped || token.kind == Kind::End {
            continue;
        }
        is_boundary = !matches!(role, Role::Plain | Role::Closer);
        let piece = Lexeme { role, ..piece(source, &pieces, Some(token.kind), token.span) };
        match token.kind {
            Kind::Open | Kind::OpenBrace => {
                open.push((role == Role::Opener).then_some(pieces.len()));
            }
            Kind::Close | Kind::CloseBrace => {
                if let Some(Some(opener)) = open.pop() {
                    pieces[opener].partner = pieces.len();
                }
            }
            _ => {}
        }
        pieces.push(piece);
        previous = [Some(token), previous[0]];
    }
    pieces
}

/// Returns a piece that follows the others.
fn piece(source: &Source, others: &[Lexeme], kind: Option<Kind>, span: Span) -> Lexeme {
    let last = others.last();
    let end = last.map_or(0, |last| last.span.end());
    let between = source.text()[end..span.start()].replace("\r\n", "\n");
    let blank = last.is_some_and(|last| blank_between(last.kind, kind));
    let width = source.slice(span).chars().count();
    Lexeme {
        role: Role::Plain,
        kind,
        span,
        reach: last.map_or(0, |last| last.reach) + usize::from(blank) + width,
        hard: last.map_or(0, |last| last.hard),
        partner: usize::MAX,
        lines: between.matches(['\n', '\r']).count(),
    }
}

/// Returns the effect of a token on line breaks; `previous` are the last token and the one before it.
fn role(
    source: &Source,
    token: Token,
    previous: [Option<Token>; 2],
    open: &[Option<usize>],
) -> Role {
    let breaks = matches!(open.last(), Some(Some(_)));
    let [last, earlier] = previous.map(|token| token.map(|token| token.kind));
    let word = previous[0].map_or("", |token| source.slice(token.span));
    match token.kind {
        Kind::Open => match last {
            Some(Kind::Word) if matches!(word, "coreg" | "sync") => Role::Plain,
            Some(Kind::Word | Kind::Close | Kind::CloseBrace) => Role::Opener,
            _ => Role::Plain,
        },
        Kind::OpenBrace if last == Some(Kind::Word) && earlier == Some(Kind::At) => Role::Opener,
        Kind::Comma | Kind::Semicolon if breaks => Role::Separator,
        Kind::Close if breaks => Role::Closer,
        Kind::CloseBrace if breaks => Role::SectionEnd,
        _ => Role::Plain,
    }
}

/// A text under construction.
struct Writer {
    text: String,
    /// The number of columns of the last line.
    column: usize,
}

impl Writer {
    fn write(&mut self, spacing: Spacing, depth: usize, text: &str) {
        self.put(spacing.text());
        if spacing >= Spacing::Line {
            let indent = 4 * depth.min(DEEPEST);
            self.text.extend(std::iter::repeat_n(' ', indent));
            self.column = indent;
        }
        self.put(&text.replace("\r\n", "\n"));
    }

    fn put(&mut self, text: &str) {
        self.text.push_str(text);
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += text.chars().count(),
        }
    }
}
