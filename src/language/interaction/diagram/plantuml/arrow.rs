//! Arrows: `a -> b : m`.

use super::super::frames::{Arrow, Tip, Way};
use crate::reading::Piece;

/// The heads of an arrow at one of its ends.
#[derive(Clone, Copy, Default)]
struct Heads {
    points: bool,
    is_lost: bool,
}

/// An arrow, and what else its line says.
#[derive(Clone, Debug)]
pub(super) struct MarkedArrow<'a> {
    pub(super) arrow: Arrow<'a>,
    /// The receivers besides the target.
    pub(super) more: Vec<Piece<'a>>,
    /// Whether the marks activate the lifeline behind the arrow.
    pub(super) activates: bool,
    /// Whether the marks deactivate the lifeline before the arrow.
    pub(super) deactivates: bool,
    /// Whether the arrow is dashed.
    pub(super) is_dashed: bool,
    /// Whether the arrow is not drawn.
    pub(super) is_hidden: bool,
}

/// Reads a line as an arrow: `a -> b : m`, `b <-- a : m`, `[-> b : m` or `a ->] : m`, with one of the heads `>`, `>>`,
/// `\`, `/`, `x` and `o`; colours and slopes are ignored. An end that is left out is the edge of the diagram. Returns
/// `None` if the line is not an arrow, and the piece that is not supported as an error.
pub(super) fn arrow(line: Piece<'_>) -> Option<Result<MarkedArrow<'_>, Piece<'_>>> {
    let (left, rest) = match tip(line, ["[", "?"]) {
        Some(found) => found,
        None if line.text.starts_with(['-', '<']) => (Tip::Edge, line),
        None => return None,
    };
    let (shaft, back, forth, rest) = shaft(slope(rest))?;
    let rest = slope(rest);
    let (right, rest) = match tip(rest, ["]", "?"]) {
        Some(found) => found,
        None if rest.text.starts_with(':') => (Tip::Edge, rest),
        None => return Some(Err(line)),
    };
    let (more, rest) = others(rest);
    let Some((marks, message)) = message(rest) else { return Some(Err(line)) };
    let (from, to, way, is_lost) = match (back.points, forth.points) {
        _ if left == Tip::Edge && right == Tip::Edge => return Some(Err(line)),
        (false, true) => (left, right, Way::Forth, forth.is_lost),
        (true, false) => (right, left, Way::Forth, back.is_lost),
        (true, true) => (left, right, Way::Both, false),
        (false, false) => return Some(Err(shaft)),
    };
    Some(Ok(MarkedArrow {
        arrow: Arrow { from, to, way, is_lost, message },
        more,
        activates: marks.contains("++"),
        deactivates: marks.contains("--"),
        is_dashed: shaft.text.contains("--"),
        is_hidden: shaft.text.contains("[hidden"),
    }))
}

/// Reads an end of an arrow, a lifeline or one of the signs `edges` of the edge of the diagram, and returns it with the
/// rest of the piece.
fn tip<'a>(piece: Piece<'a>, edges: [&str; 2]) -> Option<(Tip<'a>, Piece<'a>)> {
    match edges.iter().find_map(|edge| piece.after(edge)) {
        // `a [#red]-> b` has a colour at this place, not an edge.
        Some(rest) if !rest.text.starts_with('#') => Some((Tip::Edge, rest)),
        _ => {
            let (found, rest) = name(piece)?;
            // `"a long name" as a` may stand for `a`.
            let alias = rest.after("as ").filter(|_| piece.text.starts_with('"')).and_then(name);
            let (found, rest) = alias.unwrap_or((found, rest));
            Some((Tip::Lifeline(found), rest))
        }
    }
}

/// Reads a name, which may be in quotation marks, and returns it with the rest of the piece.
pub(super) fn name(piece: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    if piece.text.starts_with('"') {
        return enclosed(piece, '"');
    }
    let known = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == '@';
    let end = piece.text.find(|c| !known(c)).unwrap_or(piece.text.len());
    (end > 0).then(|| (piece.part(0, end), after(piece, end)))
}

/// Reads a text between two signs, which is not empty, and returns it with the rest of the piece.
pub(super) fn enclosed(piece: Piece<'_>, sign: char) -> Option<(Piece<'_>, Piece<'_>)> {
    let (inside, rest) = piece.text.strip_prefix(sign)?.split_once(sign)?;
    let inside = piece.within(inside).without_blanks();
    (!inside.text.is_empty()).then(|| (inside, piece.within(rest).without_blanks()))
}

/// Reads the receivers behind the first one: `& b & c`.
fn others(mut piece: Piece<'_>) -> (Vec<Piece<'_>>, Piece<'_>) {
    let mut others = Vec::new();
    while let Some((other, rest)) = piece.after("&").and_then(name) {
        others.push(other);
        piece = rest;
    }
    (others, piece)
}

/// Reads `->`, `<<--`, `-[#red]>`, `->x` and the like, and returns the heads on both sides and the rest.
fn shaft(piece: Piece<'_>) -> Option<(Piece<'_>, Heads, Heads, Piece<'_>)> {
    let text = piece.text;
    let count = |from: usize, signs: &[char]| {
        text[from..].len() - text[from..].trim_start_matches(signs).len()
    };
    let style = |at: usize| match text[at..].strip_prefix('[') {
        Some(rest) => rest.find(']').map(|end| end + 2),
        None => Some(0),
    };
    let heads = |signs: &str| Heads {
        points: signs.contains(['<', '>', '\\', '/']),
        is_lost: signs.contains('x'),
    };
    let mut end = count(0, &['<', '\\', '/', 'x', 'o']);
    let mut back = heads(&text[..end]);
    end += style(end)?;
    let first = count(end, &['-']);
    if first == 0 {
        return None;
    }
    end += first;
    end += style(end)?;
    end += count(end, &['-']);
    let begin = end;
    end += count(end, &['>', '\\', '/']);
    // `x` and `o` are heads only where no name begins with them or consists of them.
    let letters = count(end, &['x', 'o']);
    let behind = &text[end + letters..];
    let is_free = behind.starts_with(|next: char| next.is_whitespace() || "\"]?(".contains(next));
    if is_free && !behind.trim_start().is_empty() && !behind.trim_start().starts_with(':') {
        end += letters;
    }
    let mut forth = heads(&text[begin..end]);
    if !back.points && !forth.points {
        // The cross points where nothing else does.
        back.points = back.is_lost;
        forth.points = forth.is_lost;
    }
    Some((piece.part(0, end), back, forth, after(piece, end)))
}

/// Returns the piece behind the slope of an arrow, such as `(10)`.
fn slope(piece: Piece<'_>) -> Piece<'_> {
    let inside = piece.text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    match inside {
        Some((number, rest)) if number.chars().all(|c| c.is_ascii_digit()) => {
            piece.within(rest).without_blanks()
        }
        _ => piece,
    }
}

/// Returns the marks of activation and the message behind an arrow; `None` if there is other text before the colon.
fn message(piece: Piece<'_>) -> Option<(&str, Piece<'_>)> {
    let mut rest = piece;
    let mut marks = &piece.text[..0];
    while !rest.text.is_empty() && !rest.text.starts_with(':') {
        // A link or a stereotype may have colons.
        let bracket = [("[[", "]]"), ("<<", ">>")].iter().find_map(|(open, close)| {
            let inside = rest.text.strip_prefix(open)?;
            inside.find(close).map(|end| end + 4)
        });
        let end = match bracket {
            Some(end) => end,
            None => {
                let end = rest.text.find(|c: char| c.is_whitespace() || c == ':');
                let end = end.unwrap_or(rest.text.len());
                let mark = &rest.text[..end];
                if !mark.starts_with('#') && !mark.chars().all(|c| "+-*!".contains(c)) {
                    return None;
                }
                if marks.is_empty() && !mark.starts_with('#') {
                    marks = mark;
                }
                end
            }
        };
        rest = after(rest, end);
    }
    Some((marks, rest.after(":").unwrap_or(rest)))
}

fn after(piece: Piece<'_>, start: usize) -> Piece<'_> {
    piece.part(start, piece.text.len())
}
