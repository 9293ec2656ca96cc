//! The source, with the lines that matter in sight.

use super::Markup;

/// So many lines before and after one that matters are shown.
const CONTEXT: usize = 2;
/// Fewer lines than that are not worth folding.
const FOLDED: usize = 5;
/// Of a longer fold only the number of lines is told.
const LONGEST_FOLD: usize = 400;
/// So many characters of a line are shown.
const LONGEST_LINE: usize = 300;

/// A line that matters.
pub(super) struct Marked {
    /// Its number, from 1.
    pub(super) line: u32,
    /// What leads to it: the places in the page, each with its name.
    pub(super) links: Vec<(String, String)>,
}

/// Writes the source with the lines in `marked`, which are in order, and what stands around them; the
/// rest is folded. Line 7 becomes the element `{id}-l7`.
pub(super) fn excerpt(page: &mut Markup, id: &str, source: &[String], marked: &[Marked]) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(length: usize, marked: &[u32]) -> String {
        let source: Vec<String> = (1..=length).map(|line| format!("<{line}>")).collect();
        let mut page = Markup::default();
        let marked: Vec<Marked> =
            marked.iter().map(|&line| Marked { line, links: Vec::new() }).collect();
        excerpt(&mut page, "m", &source, &marked);
        page.finish()
    }

    #[test]
    fn every_line_is_there_once_and_far_ones_are_folded() {
        for marked in [&[][..], &[1], &[20], &[3, 4, 18], &[5, 11]] {
            let text = shown(20, marked);
            for line in 1..=20 {
                let count = text.matches(&format!("&lt;{line}&gt;")).count();
                assert_eq!(count, 1, "line {line} of {marked:?}");
            }
            assert_eq!(text.matches("line used").count(), marked.len());
        }
        assert_eq!(shown(20, &[3, 4, 18]).matches("<details>").count(), 1);
        assert!(shown(2000, &[3]).contains("lines 6 to 2000 are left out"));
    }
}
