//! Rust texts, as far as the rules need them: tokens, imports, paths and attributes.
//!
//! The reader works on tokens and needs no grammar of expressions, so it also sees the paths in arguments of macros
//! and in grammars of parsers, which a parser of Rust would leave alone.

use std::collections::BTreeSet;

/// One token without comments: a word or number, `::`, a literal in quotes, or one other character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    /// The token as it is written.
    pub(super) text: &'a str,
    /// The line in which it begins.
    line: usize,
    /// Whether it belongs to an item under `#[cfg(test)]`.
    is_test: bool,
}

/// A name that a `use` declaration brings into a module.
#[derive(Clone, Debug)]
pub(super) struct Import {
    /// The path of the name, or the path of a module and `*`.
    pub(super) path: String,
    /// The name in this module.
    pub(super) name: String,
    /// Whether other modules see the name here.
    pub(super) is_public: bool,
    /// Whether the file itself uses the name.
    pub(super) is_used: bool,
    /// The inline modules around the declaration, from the outermost.
    pub(super) inside: Vec<String>,
    /// Whether it belongs to an item under `#[cfg(test)]`.
    pub(super) is_test: bool,
}

/// A path of at least two names outside `use` declarations.
#[derive(Clone, Debug)]
pub(super) struct UsedPath {
    /// The path as it is written, without generic arguments.
    pub(super) path: String,
    /// The inline modules around the path, from the outermost.
    pub(super) inside: Vec<String>,
    /// Whether it belongs to an item under `#[cfg(test)]`.
    pub(super) is_test: bool,
}

/// What one file says about modules and names.
#[derive(Clone, Default, Debug)]
pub(super) struct RustText {
    /// The names that `use` declarations bring in.
    pub(super) imports: Vec<Import>,
    /// The other paths.
    pub(super) paths: Vec<UsedPath>,
    /// The inline modules, each with those around it.
    pub(super) inline_modules: Vec<Vec<String>>,
    /// The children in files of their own that exist only for tests.
    pub(super) test_children: Vec<String>,
    /// The macros by example that are defined here.
    pub(super) macros: Vec<String>,
}

/// Returns the tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let (length, is_token) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if rest.starts_with("/*") {
            (block_comment(rest), false)
        } else if first.is_whitespace() {
            (first.len_utf8(), false)
        } else if let Some(length) = string(rest).or_else(|| character(rest)) {
            (length, true)
        } else if is_word(first) {
            (rest.find(|c| !is_word(c)).unwrap_or(rest.len()), true)
        } else {
            (if rest.starts_with("::") { 2 } else { first.len_utf8() }, true)
        };
        let (text, after) = rest.split_at(length);
        if is_token {
            tokens.push(Token { text, line, is_test: false });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    mark_tests(&mut tokens);
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match text.as_bytes().get(at..at + 2) {
            Some(b"/*") => (depth, at) = (depth + 1, at + 2),
            Some(b"*/") => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// Returns the length of the string literal at the beginning of the text: raw, of bytes, or plain.
fn string(text: &str) -> Option<usize> {
    let length = text.bytes().take(2).take_while(|byte| b"bcr".contains(byte)).count();
    let (prefix, quoted) = text.split_at(length);
    let hashes = quoted.bytes().take_while(|byte| *byte == b'#').count();
    let start = length + hashes;
    let inner = text[start..].strip_prefix('"')?;
    if prefix.contains('r') {
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(inner.find(&end).map_or(text.len(), |at| start + 1 + at + end.len()));
    }
    let mut is_escaped = false;
    let end = inner.find(|c| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    (hashes == 0).then(|| end.map_or(text.len(), |at| start + at + 2))
}

/// Returns the length of the character literal at the beginning of the text.
fn character(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    if let Some(escaped) = inner.strip_prefix('\\') {
        return escaped.get(1..)?.find('\'').map(|end| end + 4);
    }
    let first = inner.chars().next()?;
    inner[first.len_utf8()..].starts_with('\'').then(|| first.len_utf8() + 2)
}

/// Marks the items under `#[cfg(test)]`.
fn mark_tests(tokens: &mut [Token<'_>]) {
    for (start, end) in attributes(tokens) {
        let words: Vec<_> = tokens[start + 2..end].iter().map(|token| token.text).collect();
        if words.first() == Some(&"cfg") && words.contains(&"test") && !words.contains(&"not") {
            let end = item_end(tokens, end + 1);
            for token in &mut tokens[start..end] {
                token.is_test = true;
            }
        }
    }
}

/// Returns the attributes, each as the places of its `#` and of its last `]`.
fn attributes(tokens: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for start in 0..tokens.len().saturating_sub(2) {
        if tokens[start].text == "#" && tokens[start + 1].text == "[" {
            let mut depth = 0;
            let end = tokens[start..].iter().position(|token| {
                depth += i32::from(token.text == "[") - i32::from(token.text == "]");
                depth == 0 && token.text == "]"
            });
            found.extend(end.map(|length| (start, start + length)));
        }
    }
    found
}

/// Returns the place behind the item that begins at `start`: behind its `;` or its block.
fn item_end(tokens: &[Token<'_>], start: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 && [";", "}"].contains(&token.text) {
            return at + 1;
        }
    }
    tokens.len()
}

/// Returns what a text says about modules and names.
pub(super) fn read(text: &str) -> RustText {
    let tokens = tokens(text);
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let mut read = RustText::default();
    let mut words = BTreeSet::new();
    let mut open: Vec<(usize, &str)> = Vec::new();
    let (mut depth, mut at) = (0, 0);
    while at < tokens.len() {
        let is_test = tokens[at].is_test;
        let inside = || open.iter().map(|(_, name)| (*name).to_owned()).collect::<Vec<_>>();
        let before = if at == 0 { "" } else { word(at - 1) };
        match word(at) {
            "{" => depth += 1,
            "}" => {
                depth = usize::saturating_sub(depth, 1);
                open.retain(|(around, _)| *around < depth);
            }
            "mod" if word(at + 2) == "{" => {
                open.push((depth, word(at + 1)));
                let inside = open.iter().map(|(_, name)| (*name).to_owned()).collect();
                read.inline_modules.push(inside);
                at += 1;
            }
            "mod" if word(at + 2) == ";" => {
                read.test_children.extend(is_test.then(|| word(at + 1).to_owned()));
                at += 1;
            }
            "macro_rules" => read.macros.push(word(at + 2).to_owned()),
            "use" if word(at + 1) != "<" => {
                let mut names = Vec::new();
                at = use_tree(&tokens, at + 1, "", &mut names);
                let is_public = before == "pub" || before == ")";
                read.imports.extend(names.into_iter().map(|(path, name)| Import {
                    path,
                    name,
                    is_public,
                    is_used: true,
                    inside: inside(),
                    is_test,
                }));
            }
            first if first.starts_with(is_word) => {
                if before != "." && before != "fn" && before != "::" {
                    words.insert(first);
                }
                let continues = before == "::" && at > 1 && word(at - 2).starts_with(is_word);
                let mut path = first.to_owned();
                while !continues && word(at + 1) == "::" && word(at + 2).starts_with(is_word) {
                    path = format!("{path}::{}", word(at + 2));
                    at += 2;
                }
                if path != first {
                    read.paths.push(UsedPath { path, inside: inside(), is_test });
                }
            }
            _ => {}
        }
        at += 1;
    }
    for import in &mut read.imports {
        import.is_used = words.contains(import.name.as_str());
    }
    read
}

/// Appends the paths and names of the use tree at `at` below `prefix`; returns the place behind the tree.
fn use_tree(
    tokens: &[Token<'_>],
    mut at: usize,
    prefix: &str,
    names: &mut Vec<(String, String)>,
) -> usize {
    let word = |at: usize| tokens.get(at).map_or(";", |token| token.text);
    if word(at) == "::" {
        at += 1;
    }
    if word(at) == "{" {
        at += 1;
        while word(at) != "}" && word(at) != ";" {
            at = use_tree(tokens, at, prefix, names);
            at += usize::from(word(at) == ",");
        }
        return at + 1;
    }
    let path = match (prefix, word(at)) {
        ("", first) => first.to_owned(),
        (prefix, "self") => prefix.to_owned(),
        (prefix, name) => format!("{prefix}::{name}"),
    };
    if word(at + 1) == "::" {
        return use_tree(tokens, at + 2, &path, names);
    }
    let (name, end) = match word(at + 1) {
        "as" => (word(at + 2), at + 3),
        _ => (path.rsplit("::").next().unwrap_or(&path), at + 1),
    };
    names.push((path.clone(), name.to_owned()));
    end
}

/// Returns the number of lines with code outside tests: without docs, comments and blank lines.
pub(super) fn code_lines(text: &str) -> usize {
    let mut lines = BTreeSet::new();
    for token in tokens(text).iter().filter(|token| !token.is_test) {
        let written = token.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.extend(written.map(|(further, _)| token.line + further));
    }
    lines.len()
}

/// Returns the attributes that leave out a test, as they are written, without spaces.
pub(super) fn ignores(text: &str) -> Vec<String> {
    attributes_with(&tokens(text), "ignore")
}

/// Returns what includes the code of another file here: `#[path]` and `include!`.
pub(super) fn inclusions(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut found = attributes_with(&tokens, "path");
    let is_macro = |two: &&[Token<'_>]| two[0].text == "include" && two[1].text == "!";
    found.extend(tokens.windows(2).filter(is_macro).map(|_| "include!".to_owned()));
    found
}

/// Returns the attributes in which a word stands.
fn attributes_with(tokens: &[Token<'_>], word: &str) -> Vec<String> {
    let written = |(start, end): (usize, usize)| {
        let words = tokens[start + 2..end].iter().map(|token| token.text);
        words.clone().any(|found| found == word).then(|| words.collect::<String>())
    };
    attributes(tokens).into_iter().filter_map(written).collect()
}
