//! The part of YAML that workflows and pipelines here are written in.

use serde_json::{Map, Value};

/// A text, of which the lines before `next` are read.
struct Reader<'t> {
    text: &'t str,
    lines: Vec<String>,
    next: usize,
}

/// Reads block mappings, block sequences, literal texts (`|`), lists on a line, and scalars, all of which are texts.
///
/// # Panics
/// If there is anything else, or if something is wrong.
pub(crate) fn read_yaml(text: &str) -> Value {
    let mut reader = Reader { text, lines: text.lines().map(str::to_owned).collect(), next: 0 };
    let value = reader.block(0);
    assert!(reader.peek().is_none(), "{}", reader.wrong("is not indented as the lines before"));
    value
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

impl Reader<'_> {
    /// Returns the next line that is not empty and no comment.
    fn peek(&mut self) -> Option<&str> {
        let is_content =
            |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        while self.next < self.lines.len() && !is_content(&self.lines[self.next]) {
            self.next += 1;
        }
        self.lines.get(self.next).map(String::as_str)
    }

    fn wrong(&self, what: &str) -> String {
        let at = self.next.min(self.lines.len() - 1);
        format!("line {}, `{}`, {what}, in:\n{}", at + 1, self.lines[at], self.text)
    }

    /// Reads what stands at an indentation.
    fn block(&mut self, at: usize) -> Value {
        let mut items = Vec::new();
        let mut fields = Map::new();
        while let Some(line) = self.peek().filter(|line| indent(line) == at) {
            let content = &line[at..].trim_end().to_owned();
            if let Some(item) = content.strip_prefix("- ") {
                assert!(fields.is_empty(), "{}", self.wrong("is an item among fields"));
                items.push(if field(item).is_some() {
                    // The rest of the line is a field of a mapping that goes on below.
                    self.lines[self.next].replace_range(at..=at, " ");
                    self.block(at + 2)
                } else {
                    self.next += 1;
                    scalar(item)
                });
            } else {
                assert!(items.is_empty(), "{}", self.wrong("is a field among items"));
                let (name, rest) =
                    field(content).unwrap_or_else(|| panic!("{}", self.wrong("is no field")));
                self.next += 1;
                let value = match rest {
                    "" => {
                        let inner = self.peek().map_or(0, indent);
                        assert!(inner > at, "{}", self.wrong("follows a field without a value"));
                        self.block(inner)
                    }
                    "|" => self.literal(at),
                    rest => scalar(rest),
                };
                let before = fields.insert(name.to_owned(), value);
                assert!(before.is_none(), "{}", self.wrong("follows a second field of its name"));
            }
        }
        if items.is_empty() { Value::Object(fields) } else { Value::Array(items) }
    }

    /// Reads the lines of a literal text, which are indented more than its field.
    fn literal(&mut self, at: usize) -> Value {
        let inner = self.lines.get(self.next).map_or(0, |line| indent(line));
        assert!(inner > at, "{}", self.wrong("follows a text without lines"));
        let mut text = String::new();
        while let Some(line) = self.lines.get(self.next) {
            if !line.is_empty() && indent(line) < inner {
                break;
            }
            text.push_str(line.get(inner..).unwrap_or_default());
            text.push('\n');
            self.next += 1;
        }
        Value::String(text.trim_end().to_owned() + "\n")
    }
}

/// Reads a scalar, or a list of some on a line.
fn scalar(text: &str) -> Value {
    if let Some(list) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return list.split(',').map(|item| scalar(item.trim())).collect();
    }
    for quote in ['"', '\''] {
        let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            assert!(!inner.contains([quote, '\\']), "{text} has an escape");
            return inner.into();
        }
    }
    let is_plain = !text.starts_with(['[', ']', '{', '}', '&', '*', '!', '|', '>', '%', '@'])
        && !text.starts_with(['`', '"', '\'', '#', '?', ','])
        && !text.contains(" #")
        && !text.contains(": ")
        && !text.ends_with(':');
    assert!(is_plain, "{text} is no plain scalar");
    text.into()
}

/// Returns the name and the value of a field.
fn field(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = match text.split_once(": ") {
        Some((name, rest)) => (name, rest.trim()),
        None => (text.strip_suffix(':')?, ""),
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (!name.is_empty() && name.bytes().all(is_name)).then_some((name, rest))
}
