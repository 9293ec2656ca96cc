//! Text inside XML.

/// Returns the text in a form that is valid in the content of an element of XML 1.0, or in an attribute within
/// quotes of either kind.
///
/// Reading it back gives the same text, but for the characters that XML forbids, which become U+FFFD.
///
/// ```
/// use render::drawing::xml_escaped;
///
/// assert_eq!(xml_escaped("a<b & \"c\"\u{1}"), "a&lt;b &amp; &quot;c&quot;\u{fffd}");
/// ```
///
/// # Complexity
/// Linear in the number of characters.
pub fn xml_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Unescaped, these characters would be normalised to blanks or to another end of line.
            '\t' => escaped.push_str("&#9;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            symbol if is_forbidden(symbol) => escaped.push(char::REPLACEMENT_CHARACTER),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Returns a text in which the characters that XML 1.0 forbids are replaced by U+FFFD, for writers that escape the others.
pub fn xml_text(text: &str) -> String {
    text.replace(is_forbidden, "\u{fffd}")
}

/// Returns `true` if a document of XML 1.0 cannot contain a character.
pub(super) fn is_forbidden(symbol: char) -> bool {
    matches!(symbol, '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}') && !"\t\n\r".contains(symbol)
}
