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

/// Returns a name as a word of a command that can be copied into a shell.
pub fn shell_word(name: &str) -> String {
    let is_plain = |symbol: char| symbol.is_alphanumeric() || "_-./:+@,=".contains(symbol);
    if !name.is_empty() && name.chars().all(is_plain) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', r"'\''"))
    }
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
