//! Paths as references by RFC 3986.

use std::path::{MAIN_SEPARATOR, Path};

/// Returns the reference to a file: relative if its path is.
pub(super) fn uri(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    if Path::new(path).is_absolute() {
        text.push_str(if path.starts_with(MAIN_SEPARATOR) { "file://" } else { "file:///" });
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                text.push(byte.into());
            }
            byte if char::from(byte) == MAIN_SEPARATOR => text.push('/'),
            byte => {
                text.push('%');
                for digit in [byte >> 4, byte & 15] {
                    let digit = char::from_digit(digit.into(), 16);
                    text.extend(digit.map(|digit| digit.to_ascii_uppercase()));
                }
            }
        }
    }
    text
}
