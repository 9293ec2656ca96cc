//! The words of an SCM text.

use super::{Outcome, reject};

/// A word of the text and the line that it stands on, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
}

/// A text taken apart: its words, and what its lines `//# bag_buffers = ..` say, from the equals sign on.
#[derive(Debug)]
pub(super) struct Words<'a> {
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) bags: Vec<Token<'a>>,
}

const PAIRS: [&str; 6] = ["==", "!=", "<=", ">=", "^*", "^+"];

/// Takes a text apart.
pub(super) fn words(bytes: &[u8]) -> Outcome<Words<'_>> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return reject("the model is not UTF-8");
    };
    let mut words = Words { tokens: Vec::new(), bags: Vec::new() };
    let (mut at, mut line) = (0, 1);
    while let Some(&byte) = bytes.get(at) {
        let rest = &text[at..];
        let length = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => 1,
            b'/' if rest.starts_with("//") => {
                let comment = rest.find(['\n', '\r']).map_or(rest, |end| &rest[..end]);
                if let Some(directive) = comment.strip_prefix("//#")
                    && let Some(list) = directive.trim().strip_prefix("bag_buffers")
                {
                    words.bags.push(Token { text: list, line });
                }
                comment.len()
            }
            b'/' if rest.starts_with("/*") => match block(rest.as_bytes()) {
                Some(length) => length,
                None => return reject(format!("line {line} of the model: the comment has no end")),
            },
            _ => {
                let length = word(rest.as_bytes());
                if length == 0 {
                    let found = rest.chars().next().unwrap_or(' ');
                    return reject(format!("line {line} of the model: unexpected {found:?}"));
                }
                words.tokens.push(Token { text: &rest[..length], line });
                length
            }
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    Ok(words)
}

/// Returns the length of the comment that `bytes` starts with, with the comments inside it.
fn block(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0);
    while at + 1 < bytes.len() {
        let step = match &bytes[at..at + 2] {
            b"/*" => 1,
            b"*/" => -1,
            _ => 0,
        };
        depth += step;
        at += if step == 0 { 1 } else { 2 };
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns the length of the word that `bytes` starts with, 0 if there is none.
fn word(bytes: &[u8]) -> usize {
    let run = |from: usize, of: fn(&u8) -> bool| {
        bytes[from.min(bytes.len())..].iter().take_while(|byte| of(byte)).count()
    };
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    if bytes[0].is_ascii_alphabetic() || bytes[0] == b'_' {
        return run(0, |byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    }
    let whole = run(0, u8::is_ascii_digit);
    if bytes.get(whole) == Some(&b'.') && digit(whole + 1) {
        let end = whole + 1 + run(whole + 1, u8::is_ascii_digit);
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = run(end + 1 + sign, u8::is_ascii_digit);
            return end + if exponent > 0 { 1 + sign + exponent } else { 0 };
        }
        return end;
    }
    if whole > 0 {
        return whole;
    }
    if PAIRS.iter().any(|pair| bytes.starts_with(pair.as_bytes())) {
        return 2;
    }
    usize::from(b":;,=<>!?()|.#*+-/%".contains(&bytes[0]))
}
