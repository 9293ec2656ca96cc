//! Names without control characters, and the beginnings of long ones.

/// Returns a name in which characters that end a line or control a terminal are escaped.
pub fn printable(name: &str) -> String {
    if !name.contains(steers) {
        return name.to_owned();
    }
    let mut text = String::with_capacity(name.len() + 8);
    for character in name.chars() {
        if steers(character) {
            text.extend(character.escape_default());
        } else {
            text.push(character);
        }
    }
    text
}

/// Returns a text of at most `max` characters: its beginning, if it is longer.
pub fn shortened(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let start: String = text.chars().take(max - 3).collect();
    format!("{start}...")
}

/// Returns `true` if a character ends a line, controls a terminal or changes the direction of the text after it.
fn steers(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
