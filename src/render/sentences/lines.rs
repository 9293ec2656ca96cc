//! Wrapping of texts, and excerpts of sources.

use crate::drawing::{beginning, display_width, wrapped_columns};

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
    let lines = wrapped(text, width.saturating_sub(indent).max(20)).into_iter().enumerate();
    let blanks = " ".repeat(indent);
    lines
        .map(|(number, line)| (if number == 0 { first } else { &blanks }).to_owned() + &line)
        .collect()
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
