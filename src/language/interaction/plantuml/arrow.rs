//! Arrows: `a -> b : m`.

use crate::reading::Piece;

/// The origin or the target of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tip<'a> {
    Lifeline(Piece<'a>),
    /// The edge of the diagram.
    Edge,
}

/// An arrow from one to another, with its message, which may be empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow<'a> {
    pub(super) from: Tip<'a>,
    pub(super) to: Tip<'a>,
    pub(super) message: Piece<'a>,
}

/// Reads a line as an arrow: `a -> b : m`, `b <-- a : m`, `[-> b : m` or `a ->] : m`; marks of
/// activation and colours are ignored. Returns `None` if the line is not an arrow, and the piece that is not supported
/// as an error.
pub(super) fn arrow(line: Piece<'_>) -> Option<Result<Arrow<'_>, Piece<'_>>> {
    let (left, rest) = tip(line, "[")?;
    let (shaft, rest) = shaft(rest)?;
    let Some((right, rest)) = tip(rest, "]") else { return Some(Err(line)) };
    let Some(message) = message(rest) else { return Some(Err(line)) };
    let plain: String = shaft.text.chars().filter(|c| "<->".contains(*c)).collect();
    Some(match (plain.starts_with('<'), plain.ends_with('>')) {
        _ if left == Tip::Edge && right == Tip::Edge => Err(line),
        (false, true) => Ok(Arrow { from: left, to: right, message }),
        (true, false) => Ok(Arrow { from: right, to: left, message }),
        _ => Err(shaft),
    })
}

/// Reads an end of an arrow, a lifeline or the sign `edge` of the edge of the diagram, and returns it with the rest of
/// the piece.
fn tip<'a>(piece: Piece<'a>, edge: &str) -> Option<(Tip<'a>, Piece<'a>)> {
    match piece.after(edge) {
        Some(rest) => Some((Tip::Edge, rest)),
        None => name(piece).map(|(name, rest)| (Tip::Lifeline(name), rest)),
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

/// Reads `->`, `<<--`, `-[#red]>` and the like; the colour is ignored.
fn shaft(piece: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let text = piece.text;
    let mut end = text.len() - text.trim_start_matches('<').len();
    let dashes = |from: usize| text[from..].len() - text[from..].trim_start_matches('-').len();
    let first = dashes(end);
    if first == 0 || first > 2 || end > 2 {
        return None;
    }
    end += first;
    if text[end..].starts_with('[') {
        end += text[end..].find(']')? + 1;
        end += dashes(end);
    }
    end += text[end..].len() - text[end..].trim_start_matches('>').len();
    Some((piece.part(0, end), after(piece, end)))
}

/// Returns the message behind an arrow; `None` if there is other text before the colon.
fn message(piece: Piece<'_>) -> Option<Piece<'_>> {
    let end = piece.text.find(':').unwrap_or(piece.text.len());
    let marks = piece.text[..end].split_whitespace();
    let is_mark = |mark: &str| mark.starts_with('#') || mark.chars().all(|c| "+-*!".contains(c));
    if !marks.into_iter().all(is_mark) {
        return None;
    }
    Some(after(piece, (end + 1).min(piece.text.len())))
}

fn after(piece: Piece<'_>, start: usize) -> Piece<'_> {
    piece.part(start, piece.text.len())
}
