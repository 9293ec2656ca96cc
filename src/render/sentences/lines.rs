//! Wrapping of texts, and excerpts of sources.

use std::borrow::Cow;

use crate::drawing::{beginning, coloured_width, display_width, hanging_columns, wrapped_columns};

/// Width of tables without a terminal.
pub const WIDTH: usize = 120;

/// Advice on how to see what is too wide for the terminal.
pub const IN_A_FILE: &str = "-o FILE writes it in full";

/// A space at which [`wrapped`] does not break lines.
pub const TIED_SPACE: char = '\u{e000}';

/// Returns a text in lines of at most `width` columns; existing line breaks are kept.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let lines = wrapped_columns(text, width).into_iter();
    lines.map(|line| line.replace(TIED_SPACE, " ")).collect()
}

/// Returns a text of at most `width` columns, if there is one: behind `first`, and further lines with `indent` blanks.
pub fn hanging(first: &str, text: &str, indent: usize, width: Option<usize>) -> Vec<String> {
    let Some(width) = width else { return vec![format!("{first}{text}")] };
    let lines = hanging_columns(first, text, indent, width.max(indent + 20)).into_iter();
    lines.map(|line| line.replace(TIED_SPACE, " ")).collect()
}

/// Returns a text whose sentences are wrapped to lines of at most `width` columns, if there is one, with an indent. Lines
/// of pictures and excerpts, which have vertical bars, stay as they are. Escapes for colours take no room.
pub fn fitted_text(text: &str, width: Option<usize>) -> Cow<'_, str> {
    let Some(width) = width else { return text.into() };
    let is_drawn = |line: &str| line.contains(['│', '├', '┤', '|']);
    let mut fitted = String::new();
    for line in text.split_inclusive('\n') {
        if coloured_width(line.trim_end()) <= width || is_drawn(line) {
            fitted += line;
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let blanks = " ".repeat((indent + 2).min(width / 2));
        let mut used = 0;
        let mut rest = line;
        while !rest.is_empty() {
            let gap = rest.len() - rest.trim_start_matches(' ').len();
            let end = rest[gap..].find(' ').map_or(rest.len(), |end| gap + end);
            let wide = coloured_width(rest[..end].trim_end_matches('\n'));
            if used + wide > width && used > blanks.len() {
                fitted.truncate(fitted.trim_end_matches(' ').len());
                fitted.push('\n');
                fitted += &blanks;
                used = blanks.len() + wide - gap;
                fitted += &rest[gap..end];
            } else {
                used += wide;
                fitted += &rest[..end];
            }
            rest = &rest[end..];
        }
    }
    fitted.into()
}

/// Returns the first line of a piece of source with its number, and `words` below it.
pub fn excerpt(line: usize, text: &str, words: &str, width: Option<usize>) -> Vec<String> {
    let first = text.lines().next().unwrap_or_default();
    let width = width.unwrap_or(WIDTH);
    let room = width.saturating_sub(8).max(20);
    let length = display_width(first);
    let (shown, more) = if length > room || text.lines().count() > 1 {
        (beginning(first, room.saturating_sub(3)), "...")
    } else {
        (first, "")
    };
    let carets = "^".repeat(display_width(shown));
    let mut lines = vec![format!("{line:>5} | {shown}{more}")];
    let below = format!("      | {carets} {words}");
    if display_width(&below) <= width {
        lines.push(below);
    } else {
        lines.extend([format!("      | {carets}"), format!("      = {words}")]);
    }
    lines
}
