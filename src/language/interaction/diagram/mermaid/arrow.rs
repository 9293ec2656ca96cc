//! Arrows: `a ->> b: m`.

use super::super::frames::{Arrow, Tip, Way};
use crate::reading::Piece;

/// The signs of arrows, longer ones before those that they begin or end with.
const SIGNS: [(&str, Way, bool); 12] = [
    ("<<-->>", Way::Both, false),
    ("<<->>", Way::Both, false),
    ("-->>", Way::Forth, false),
    ("->>", Way::Forth, false),
    ("-->", Way::Forth, false),
    ("--x", Way::Forth, true),
    ("--X", Way::Forth, true),
    ("-X", Way::Forth, true),
    ("--)", Way::Forth, false),
    ("->", Way::Forth, false),
    ("-x", Way::Forth, true),
    ("-)", Way::Forth, false),
];

/// Reads a line as an arrow between two lifelines, of which `is_known` tells those that were declared. Returns `None` if
/// it is none.
///
/// A name may have hyphens, so `a-x->>b` is an arrow of `a-x`; where `-x` may be either, declared names decide.
pub(super) fn arrow(line: Piece<'_>, is_known: impl Fn(&str) -> bool) -> Option<Arrow<'_>> {
    let colon = line.text.find(':').unwrap_or(line.text.len());
    let head = &line.text[..colon];
    let mut found = None;
    for (at, _) in head.match_indices(['-', '<']) {
        let rest = &head[at..];
        let Some(&(sign, way, is_lost)) = SIGNS.iter().find(|(sign, ..)| rest.starts_with(sign))
        else {
            continue;
        };
        let from = line.part(0, at);
        let to = line.part(at + sign.len(), colon);
        let to = to.within(to.text.trim_start_matches(['+', '-'])).without_blanks();
        // `()` marks the centre of a lifeline.
        let from = from.within(from.text.trim_end_matches("()")).without_blanks();
        let to = to.within(to.text.trim_start_matches("()")).without_blanks();
        if from.text.is_empty() || to.text.is_empty() || to.text.contains(['<', '>']) {
            continue;
        }
        let is_sure = is_known(from.text) && is_known(to.text);
        let message = line.part((colon + 1).min(line.text.len()), line.text.len());
        let ends = [Tip::Lifeline(from), Tip::Lifeline(to)];
        if found.is_none() || is_sure {
            found = Some(Arrow { from: ends[0], to: ends[1], way, is_lost, message });
        }
        if is_sure {
            break;
        }
    }
    found
}
