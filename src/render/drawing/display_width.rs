//! Widths of texts in columns of equal size, as in terminals.
//!
//! A letter takes one column, an ideogram or an emoji two, a combining mark none. All text that is laid out in
//! columns is measured here.

use unicode_width::UnicodeWidthStr as _;

/// Returns the number of columns of a text. Characters that terminals do not show count as one.
///
/// # Examples
/// ```
/// use render::drawing::display_width;
///
/// assert_eq!(["client", "客户端", "e\u{301}"].map(display_width), [6, 6, 1]);
/// ```
///
/// # Complexity
/// Linear in the text.
pub fn display_width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Returns the number of columns of a text with escapes for colours, which take no room.
///
/// # Complexity
/// Linear in the text.
pub fn coloured_width(text: &str) -> usize {
    let mut parts = text.split("\x1b[");
    let first = parts.next().map_or(0, display_width);
    let others = parts.map(|part| part.split_once('m').map_or(0, |(_, rest)| display_width(rest)));
    first + others.sum::<usize>()
}

/// Returns a text with blanks behind it up to a width.
pub fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(display_width(text));
    format!("{text}{}", " ".repeat(blanks))
}

/// Returns the longest beginning of a text with at most `max_width` columns.
pub fn beginning(text: &str, max_width: usize) -> &str {
    let mut room = max_width;
    let fits = |&(_, width): &(&str, usize)| {
        let left = room.checked_sub(width);
        room = left.unwrap_or(room);
        left.is_some()
    };
    let length = clusters(text).take_while(fits).map(|(cluster, _)| cluster.len()).sum();
    &text[..length]
}

/// Returns the longest end of a text with at most `max_width` columns.
pub fn ending(text: &str, max_width: usize) -> &str {
    let mut excess = display_width(text).saturating_sub(max_width);
    let goes = |&(_, width): &(&str, usize)| {
        let is_too_much = excess > 0;
        excess = excess.saturating_sub(width);
        is_too_much
    };
    let length = clusters(text).take_while(goes).map(|(cluster, _)| cluster.len()).sum();
    &text[length..]
}

/// Returns `text`, its beginning replaced by two dots if it takes more than `max_width` columns.
pub fn cut_beginning(text: &str, max_width: usize) -> String {
    if display_width(text) <= max_width {
        return text.to_owned();
    }
    format!("..{}", ending(text, max_width.saturating_sub(2)))
}

/// Returns a text in at most `max_width` columns: of a longer one the beginning and the ending, with `..` between them.
pub fn cut_middle(text: &str, max_width: usize) -> String {
    if display_width(text) <= max_width {
        return text.to_owned();
    }
    let room = max_width.saturating_sub(2);
    format!("{}..{}", beginning(text, room / 2), ending(text, room - room / 2))
}

/// Returns a text in lines of at most `max_width` columns, if its words are short enough; existing line breaks are kept.
pub fn wrapped_columns(text: &str, max_width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && display_width(&line) + 1 + display_width(word) > max_width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Returns a text in lines of at most `max_width` columns behind `first`, and further lines with `indent` blanks.
pub fn hanging_columns(first: &str, text: &str, indent: usize, max_width: usize) -> Vec<String> {
    let lines = wrapped_columns(text, max_width.saturating_sub(indent)).into_iter().enumerate();
    let blanks = " ".repeat(indent);
    lines
        .map(|(number, line)| (if number == 0 { first } else { &blanks }).to_owned() + &line)
        .collect()
}

/// Returns the parts of a text that occupy separate columns, each with its number of columns: a sign with its marks,
/// or joined signs. Marks at the beginning belong to the first part, which alone may have no column.
///
/// # Complexity
/// Linear in the text.
pub(super) fn clusters(text: &str) -> impl Iterator<Item = (&str, usize)> {
    /// Maximum number of bytes of joined signs that are measured together.
    const LONGEST: usize = 64;
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut signs = rest.char_indices().map(|(start, sign)| start..start + sign.len_utf8());
        let mut end = signs.next()?.end;
        let mut width = display_width(&rest[..end]);
        for sign in signs {
            let alone = display_width(&rest[sign.clone()]);
            if alone > 0 && width > 0 {
                let joined = display_width(&rest[..sign.end]);
                if end > LONGEST || joined == width + alone {
                    break;
                }
                width = joined;
            } else {
                // A mark, or a sign that only marks precede. A mark may make a sign wider.
                let is_short = sign.end <= LONGEST;
                width = if is_short { display_width(&rest[..sign.end]) } else { width + alone };
            }
            end = sign.end;
        }
        let (cluster, others) = rest.split_at(end);
        rest = others;
        Some((cluster, width))
    })
}
