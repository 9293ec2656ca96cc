//! Upper bounds on the widths of texts, and shortening of texts.
//!
//! The font that shows a picture is not known when it is drawn. The widths are those of `DejaVu Sans
//! Bold`, one of the widest fonts that are used for `sans-serif`, so that text never takes more room than
//! is reserved for it.

/// The widths of the characters from the blank to the tilde, in thousandths of the font size.
const WIDTHS: [u16; 95] = [
    349, 457, 521, 838, 696, 1002, 873, 307, 458, 458, 523, 838, 380, 416, 380, 366, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 581, 1000, 774, 763, 734, 831, 684,
    684, 821, 837, 373, 373, 775, 638, 996, 837, 851, 733, 851, 771, 721, 683, 813, 774, 1104, 771,
    725, 726, 458, 366, 458, 838, 500, 500, 675, 716, 593, 716, 679, 436, 716, 712, 343, 343, 666,
    343, 1042, 712, 688, 716, 716, 494, 596, 479, 712, 652, 924, 646, 652, 583, 712, 366, 712, 838,
];

/// The width of every other character: no letter of an alphabet is wider.
const WIDE: u16 = 1600;

/// The sign that replaces an omitted part of a text.
pub const ELLIPSIS: char = '\u{2026}';

/// Returns the width of a character in a font of this size.
fn symbol_width(symbol: char, size: f64) -> f64 {
    let width = match symbol {
        ' '..='~' => WIDTHS[symbol as usize - ' ' as usize],
        // The arrow and the ellipsis that pictures contain.
        '\u{2192}' | ELLIPSIS => 1000,
        _ => WIDE,
    };
    f64::from(width) * size / 1000.0
}

/// Returns an upper bound on the width of a text in a font of this size.
///
/// # Complexity
/// Linear in the text.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(|symbol| symbol_width(symbol, size)).sum()
}

/// Returns a text that is at most `room` wide in a font of this size: the text itself, or its beginning and its
/// end, since numbered names differ there, with an [`ELLIPSIS`] between them. If not even
/// the ellipsis fits, the result is the ellipsis alone.
///
/// # Complexity
/// Linear in the text.
pub fn shortened(text: &str, size: f64, room: f64) -> String {
    if text_width(text, size) <= room {
        return text.to_owned();
    }
    let room = room - symbol_width(ELLIPSIS, size);
    let start: String = fitting(text.chars(), size, room * 0.65).collect();
    let rest = room - text_width(&start, size);
    let end: Vec<char> = fitting(text.chars().rev(), size, rest).collect();
    start.chars().chain([ELLIPSIS]).chain(end.into_iter().rev()).collect()
}

/// Returns a text that is at most `room` wide in a font of this size: the text itself, or its beginning with an
/// [`ELLIPSIS`] behind it. If not even the ellipsis fits, the result is the ellipsis alone.
///
/// # Complexity
/// Linear in the text.
pub fn begun(text: &str, size: f64, room: f64) -> String {
    if text_width(text, size) <= room {
        return text.to_owned();
    }
    let room = room - symbol_width(ELLIPSIS, size);
    fitting(text.chars(), size, room).chain([ELLIPSIS]).collect()
}

/// Returns the first characters that fit into `room`.
fn fitting(
    symbols: impl Iterator<Item = char>,
    size: f64,
    room: f64,
) -> impl Iterator<Item = char> {
    symbols.scan(0.0, move |used, symbol| {
        *used += symbol_width(symbol, size);
        (*used <= room).then_some(symbol)
    })
}

/// Returns the text in at most `lines` lines that are at most `room` wide in a font of this size, broken behind a
/// blank, an underscore or a hyphen if one is near; the rest is left out of the last line, as in
/// [`shortened`]. There is at least one line, with at least one character if the text has one.
///
/// # Complexity
/// Linear in the text, times the number of lines.
pub fn wrapped(text: &str, size: f64, room: f64, lines: usize) -> Vec<String> {
    let mut wrapped = Vec::new();
    let mut rest = text;
    while wrapped.len() + 1 < lines && text_width(rest, size) > room {
        let fits = fitting(rest.chars(), size, room).map(char::len_utf8).sum::<usize>();
        let fits = fits.max(rest.chars().next().map_or(0, char::len_utf8));
        let found = rest[..fits].rfind([' ', '_', '-']).map(|place| place + 1);
        let cut = found.filter(|place| 3 * place >= fits).unwrap_or(fits);
        wrapped.push(rest[..cut].trim_end_matches(' ').to_owned());
        rest = &rest[cut..];
    }
    wrapped.push(shortened(rest, size, room));
    wrapped
}
