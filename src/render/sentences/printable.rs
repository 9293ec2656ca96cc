//! Names that cannot steer a terminal.

/// Returns a name in which nothing can end a line or steer a terminal.
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

/// Returns `true` if a character ends a line, steers a terminal or turns the direction of what follows.
fn steers(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
