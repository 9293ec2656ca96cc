//! Texts in XML, which cannot hold every character.

/// Returns a text as a reader of XML gives it back, which has a sign for what XML cannot hold.
pub(crate) fn forbidden_replaced(text: &str) -> String {
    let is_forbidden = |c: char| c < ' ' && !"\t\n\r".contains(c) || "\u{fffe}\u{ffff}".contains(c);
    text.chars().map(|c| if is_forbidden(c) { '\u{fffd}' } else { c }).collect()
}
