//! Text in XML.

/// Returns `text` as it stands in XML, between tags or in a quoted attribute.
///
/// Control characters that XML 1.0 forbids become U+FFFD.
///
/// # Complexity
/// Linear in the length of `text`.
pub fn xml_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push_str(&format!("&#{};", u32::from(symbol))),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
