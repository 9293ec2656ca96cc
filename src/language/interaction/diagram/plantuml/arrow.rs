//! Arrows: `a -> b : m`.

use super::super::frames::{Arrow, Tip, Way};
use crate::reading::Piece;

/// The heads of an arrow at one of its ends.
#[derive(Clone, Copy, Default)]
struct Heads {
    points: bool,
    is_lost: bool,
}

/// An arrow, and the effect of the marks behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkedArrow<'a> {
    pub(super) arrow: Arrow<'a>,
    /// Whether the marks activate the lifeline behind the arrow.
    pub(super) activates: bool,
    /// Whether the marks deactivate the lifeline before the arrow.
    pub(super) deactivates: bool,
    /// Whether the arrow is dashed.
    pub(super) is_dashed: bool,
}

/// Reads a line as an arrow: `a -> b : m`, `b <-- a : m`, `[-> b : m` or `a ->] : m`, with one of the heads `>`, `>>`,
/// `\`, `/`, `x` and `o`; colours and slopes are ignored. Returns `None` if the line is not an arrow, and the piece that
/// is not supported as an error.
pub(super) fn arrow(line: Piece<'_>) -> Option<Result<MarkedArrow<'_>, Piece<'_>>> {
    let (left, rest) = tip(line, ["[", "?"])?;
    let (shaft, back, forth, rest) = shaft(rest)?;
    let rest = slope(rest);
    let Some((right, rest)) = tip(rest, ["]", "?"]) else { return Some(Err(line)) };
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
        activates: marks.contains("++"),
        deactivates: marks.contains("--"),
        is_dashed: shaft.text.contains("--"),
    }))
}

/// Reads an end of an arrow, a lifeline or one of the signs `edges` of the edge of the diagram, and returns it with the
/// rest of the piece.
fn tip<'a>(piece: Piece<'a>, edges: [&str; 2]) -> Option<(Tip<'a>, Piece<'a>)> {
    match edges.iter().find_map(|edge| piece.after(edge)) {
        // `a [#red]-> b` has a colour at this place, not an edge.
        Some(rest) if !rest.text.starts_with('#') => Some((Tip::Edge, rest)),
        _ => name(piece).map(|(name, rest)| (Tip::Lifeline(name), rest)),
    }
}

/// Reads a name, which may be in quotation marks, and returns it with the rest of the piece.
pub(super) fn name(piece: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    if piece.text.starts_with('"') {
        let end = piece.text[1..].find('"')? + 1;
        let inside = piece.part(1, end);
        return (!inside.text.is_empty()).then(|| (inside, after(piece, end + 1)));
    }
    let known = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == '@';
    let end = piece.text.find(|c| !known(c)).unwrap_or(piece.text.len());
    (end > 0).then(|| (piece.part(0, end), after(piece, end)))
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
    let mut end = count(0, &['<', '\\', '/', 'x', 'o']);
    let back = Heads {
        points: text[..end].contains(['<', '\\', '/', 'x']),
        is_lost: text[..end].contains('x'),
    };
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
    // `x` and `o` are heads only where no name can begin with them.
    let letters = count(end, &['x', 'o']);
    let behind = text[end + letters..].chars().next();
    if behind.is_none_or(|next| next.is_whitespace() || "\"]?:(".contains(next)) {
        end += letters;
    }
    let heads = &text[begin..end];
    let forth = Heads { points: !heads.is_empty() && heads != "o", is_lost: heads.contains('x') };
    // The head `>>` may be written as the second of two: `->>o`.
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
    let end = piece.text.find(':').unwrap_or(piece.text.len());
    let marks = &piece.text[..end];
    let is_mark = |mark: &str| mark.starts_with('#') || mark.chars().all(|c| "+-*!".contains(c));
    if !marks.split_whitespace().all(is_mark) {
        return None;
    }
    Some((marks, after(piece, (end + 1).min(piece.text.len()))))
}

fn after(piece: Piece<'_>, start: usize) -> Piece<'_> {
    piece.part(start, piece.text.len())
}
