//! Places of the parts of a JSON document.

use kernel::source::Span;

/// Returns the place of the value of `member` of the outermost object, or of its element `index`, in a text that has
/// been read as JSON.
///
/// # Complexity
/// Linear in the text.
pub(super) fn place(text: &str, member: &str, index: Option<usize>) -> Span {
    let mut depth = 0_usize;
    let mut element = 0;
    let mut is_inside = false;
    let mut last_text = "";
    let mut start: Option<usize> = None;
    let mut end = 0;
    for (at, token) in tokens(text) {
        // The value begins with the token behind the colon, or with the first token of the element.
        let is_here = is_inside && index.is_none_or(|index| depth >= 2 && element == index);
        match token {
            "{" | "[" => {
                if is_here && start.is_none() {
                    start = Some(at);
                }
                depth += 1;
            }
            "}" | "]" => depth = depth.saturating_sub(1),
            ":" if depth == 1 => {
                is_inside = serde_json::from_str::<String>(last_text).is_ok_and(|it| it == member);
            }
            "," if depth == 1 => is_inside = false,
            "," if depth == 2 && is_inside => element += 1,
            _ if is_here && start.is_none() => start = Some(at),
            _ => {}
        }
        if let Some(start) = start {
            let outer = if index.is_some() { 2 } else { 1 };
            end = end.max(at + token.len());
            if depth <= outer {
                return Span::new(start, end);
            }
        }
        last_text = token;
    }
    Span::new(0, 0)
}

/// Returns the tokens of a JSON text with their places.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let start = at;
        match *bytes.get(at)? {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + 1).min(bytes.len());
            }
            b'{' | b'}' | b'[' | b']' | b':' | b',' => at += 1,
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}[]:,\"".contains(byte);
                let length = bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at);
                at += length;
            }
        }
        Some((start, &text[start..at]))
    })
}
