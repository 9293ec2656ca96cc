//! The words of an SCM text.

/// The words of a text in order, and its line comments.
#[derive(Debug, Default)]
pub(super) struct Text<'a> {
    /// Names, numbers, operators, and other single characters.
    pub(super) words: Vec<&'a str>,
    /// The comments that end with their line, including the `//`.
    pub(super) comments: Vec<&'a str>,
}

/// Splits a text into words, without a byte order mark; `None` if a block comment does not end.
pub(super) fn read(text: &str) -> Option<Text<'_>> {
    let mut read = Text::default();
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while let Some(first) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix("/*") {
            rest = behind_block(behind)?;
            continue;
        }
        let length = match first {
            ' ' | '\t' | '\r' | '\n' => 1,
            _ if rest.starts_with("//") => rest.find(['\n', '\r']).unwrap_or(rest.len()),
            _ => word(rest),
        };
        let (piece, behind) = rest.split_at(length);
        match first {
            ' ' | '\t' | '\r' | '\n' => {}
            _ if piece.starts_with("//") => read.comments.push(piece),
            _ => read.words.push(piece),
        }
        rest = behind;
    }
    Some(read)
}

/// Returns the length of the first word of a text.
fn word(text: &str) -> usize {
    let bytes = text.as_bytes();
    let run =
        |from: usize, is: fn(u8) -> bool| bytes[from..].iter().take_while(|b| is(**b)).count();
    if !bytes[0].is_ascii_digit() && is_name_byte(bytes[0]) {
        return run(0, is_name_byte);
    }
    let digits = run(0, |b| b.is_ascii_digit());
    if bytes.get(digits) == Some(&b'.') && bytes.get(digits + 1).is_some_and(u8::is_ascii_digit) {
        let end = digits + 1 + run(digits + 1, |b| b.is_ascii_digit());
        let signed = match bytes[end..] {
            [b'e' | b'E', b'+' | b'-', ..] => end + 2,
            [b'e' | b'E', ..] => end + 1,
            _ => return end,
        };
        let exponent = run(signed, |b| b.is_ascii_digit());
        return if exponent > 0 { signed + exponent } else { end };
    }
    let pairs = ["^*", "^+", "==", "!=", "<=", ">="];
    match digits {
        0 if pairs.iter().any(|pair| text.starts_with(pair)) => 2,
        0 => text.chars().next().map_or(1, char::len_utf8),
        _ => digits,
    }
}

/// Returns `true` if a byte can stand in a name.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the text after the block comment in which `text` begins, nested comments included.
fn behind_block(text: &str) -> Option<&str> {
    let (mut depth, mut at) = (1, 0);
    while depth > 0 {
        let pair = text.as_bytes().get(at..at + 2)?;
        let deeper = i32::from(pair == b"/*") - i32::from(pair == b"*/");
        (depth, at) = (depth + deeper, at + 1 + usize::from(deeper != 0));
    }
    Some(&text[at..])
}
