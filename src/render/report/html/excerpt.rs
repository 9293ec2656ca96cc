//! The source, with the relevant lines visible and the others folded.

use super::Markup;

/// Number of lines that are shown before and after a marked one.
const CONTEXT: usize = 2;
/// Minimum number of lines that are folded.
const FOLDED: usize = 5;
/// Maximum number of lines of a fold; of a longer one only the number of lines is shown.
const LONGEST_FOLD: usize = 400;
/// Maximum number of characters of a line that are shown.
const LONGEST_LINE: usize = 300;

/// A marked line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marked {
    /// The number of the line, from 1.
    pub line: u32,
    /// The parts of the page that refer to the line, each with its name.
    pub links: Vec<(String, String)>,
}

/// Writes the source with the lines in `marked`, which are in order, and the lines around them; the
/// rest is folded. If line 7 is marked, it becomes the element `{id}-l7`.
///
/// # Complexity
/// Linear in the lines, times the number of those in `marked`.
pub fn excerpt(page: &mut Markup, id: &str, source: &[String], marked: &[Marked]) {
    page.open("div", &[("class", "source")]);
    let mut next = 0;
    while next < source.len() {
        let shown = marked.iter().map(|mark| mark.line as usize - 1);
        let ahead = shown.filter(|line| line + CONTEXT >= next).min();
        let start = ahead.map_or(source.len(), |line| line.saturating_sub(CONTEXT)).max(next);
        let start = start.min(source.len());
        let end = ahead.map_or(source.len(), |line| (line + CONTEXT + 1).min(source.len()));
        if start - next >= FOLDED {
            fold(page, id, source, next..start);
        } else {
            lines(page, id, source, next..start, marked);
        }
        lines(page, id, source, start..end, marked);
        next = end;
    }
    page.close();
}

fn fold(page: &mut Markup, id: &str, source: &[String], range: std::ops::Range<usize>) {
    let caption = format!("lines {} to {}", range.start + 1, range.end);
    if range.len() > LONGEST_FOLD {
        page.element("p", &[("class", "left-out")], &format!("{caption} are left out"));
        return;
    }
    page.open("details", &[]);
    page.element("summary", &[], &caption);
    lines(page, id, source, range, &[]);
    page.close();
}

fn lines(
    page: &mut Markup,
    id: &str,
    source: &[String],
    range: std::ops::Range<usize>,
    marked: &[Marked],
) {
    for (index, text) in source.iter().enumerate().take(range.end).skip(range.start) {
        let number = (index + 1).to_string();
        let mark = marked.iter().find(|mark| mark.line as usize == index + 1);
        let name = format!("{id}-l{number}");
        let attributes: &[(&str, &str)] = match mark {
            Some(_) => &[("class", "line used"), ("id", &name), ("tabindex", "-1")],
            None => &[("class", "line")],
        };
        page.open("div", attributes);
        page.element("span", &[("class", "number")], &number);
        page.element("code", &[], &cut(text));
        page.open("span", &[("class", "links")]);
        for (place, name) in mark.iter().flat_map(|mark| &mark.links) {
            page.element("a", &[("href", place)], name);
            page.text(" ");
        }
        page.close();
        page.close();
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}
