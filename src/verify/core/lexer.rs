//! The words of an SCM text, and its line comments, some of which are directives.

/// The words of a text in order, and its line comments.
#[derive(Default)]
pub(crate) struct Text<'a> {
    /// Names, numbers, operators, and other single characters.
    pub(crate) words: Vec<&'a str>,
    /// The comments that end with their line, including the `//`.
    pub(crate) comments: Vec<&'a str>,
}

/// Splits a text into words, without a byte order mark; `None` if a block comment does not end.
pub(crate) fn read(text: &str) -> Option<Text<'_>> {
    let mut read = Text::default();
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix([' ', '\t', '\r', '\n']) {
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix("/*") {
            rest = behind_block(behind)?;
        } else if rest.starts_with("//") {
            let (comment, behind) = rest.split_at(rest.find(['\n', '\r']).unwrap_or(rest.len()));
            read.comments.push(comment);
            rest = behind;
        } else {
            let (word, behind) = rest.split_at(word_length(rest));
            read.words.push(word);
            rest = behind;
        }
    }
    Some(read)
}

/// Returns the text after the block comment in which `text` begins, nested comments included.
fn behind_block(text: &str) -> Option<&str> {
    let (mut depth, mut at) = (1, 0);
    while depth > 0 {
        match text.as_bytes().get(at..at + 2)? {
            b"/*" => (depth, at) = (depth + 1, at + 2),
            b"*/" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    Some(&text[at..])
}

/// Returns the length of the first word of a text: a number, a name, a pair of signs, or any other character.
fn word_length(text: &str) -> usize {
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let digits = leading(text, is_digit);
    if let Some(fraction) = text[digits..].strip_prefix('.')
        && leading(fraction, is_digit) > 0
    {
        let end = digits + 1 + leading(fraction, is_digit);
        let Some(signed) = text[end..].strip_prefix(['e', 'E']) else { return end };
        let exponent = signed.strip_prefix(['+', '-']).unwrap_or(signed);
        let length = leading(exponent, is_digit);
        return if length > 0 { text.len() - exponent.len() + length } else { end };
    }
    let pairs = ["^*", "^+", "==", "!=", "<=", ">="];
    match leading(text, is_name_byte) {
        _ if digits > 0 => digits,
        0 if pairs.iter().any(|pair| text.starts_with(pair)) => 2,
        0 => text.chars().next().map_or(0, char::len_utf8),
        name => name,
    }
}

/// Returns the number of bytes of a kind with which a text begins.
fn leading(text: &str, is: fn(u8) -> bool) -> usize {
    text.bytes().take_while(|byte| is(*byte)).count()
}

/// Returns `true` if a byte can stand in a name.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the text without the blanks around it.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}
