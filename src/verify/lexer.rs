//! The words of an SCM text.

/// Returns a text without its comments and without a byte order mark; `None` if it has a slash elsewhere, which nothing here expects.
///
/// What comments `//# bag_buffers = ..` say stands behind all else, wherever they were, each behind a slash.
pub(super) fn code(text: &str) -> Option<String> {
    let mut text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut code, mut directives) = (String::new(), String::new());
    while let Some((before, comment)) = text.split_once('/') {
        code = code + before + " ";
        if let Some(rest) = comment.strip_prefix('/') {
            let (line, rest) = rest.split_at(rest.find(['\n', '\r']).unwrap_or(rest.len()));
            let directive = line.strip_prefix('#').unwrap_or_default().trim_start();
            if directive.starts_with("bag_buffers") {
                directives = directives + " / " + directive;
            }
            text = rest;
        } else {
            text = behind_block(comment.strip_prefix('*')?)?;
        }
    }
    Some(code + text + &directives)
}

/// Returns what stands behind the end of a block comment, with the comments inside it, in which the text begins.
fn behind_block(text: &str) -> Option<&str> {
    let (mut depth, mut at) = (1, 0);
    while depth > 0 {
        let pair = text.as_bytes().get(at..at + 2)?;
        let deeper = i32::from(pair == b"/*") - i32::from(pair == b"*/");
        (depth, at) = (depth + deeper, at + 1 + usize::from(deeper != 0));
    }
    Some(&text[at..])
}

/// Cuts a text into words: names, numbers, `^*` and `^+`, and other single characters.
pub(super) fn words(code: &str) -> Vec<&str> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let belong = |a: &u8, b: &u8| *a == b'^' || is_name(*a) && is_name(*b);
    let bytes = code.as_bytes().chunk_by(belong);
    let words = bytes.map(|word| std::str::from_utf8(word).unwrap_or("\u{fffd}"));
    words.filter(|word| !word.trim().is_empty()).collect()
}
