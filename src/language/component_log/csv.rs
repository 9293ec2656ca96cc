//! Events as rows of comma-separated values, by RFC 4180 without line breaks in fields.

use std::borrow::Cow;

use super::codes;
use super::event::EventError;
use super::json;

/// A row of a log.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) kind: Cow<'a, str>,
    pub(super) name: Cow<'a, str>,
    pub(super) place: Cow<'a, str>,
    pub(super) variables: Cow<'a, str>,
}

/// The names of the columns.
pub(super) const HEADER: &str = "kind,name,place,variables";

/// Returns `true` for the header; further columns are ignored.
fn is_header(text: &str) -> bool {
    text.strip_prefix(HEADER).is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
}

/// Splits a row; `None` for the header.
pub(super) fn row(line: &[u8]) -> Result<Option<Row<'_>>, EventError> {
    let wrong = |message: &str| EventError::new(codes::MALFORMED_EVENT, message.to_owned());
    let text = std::str::from_utf8(line).map_err(|_| wrong("the line is not UTF-8"))?;
    let text = text.trim_end_matches(['\r', '\n']);
    if is_header(text) {
        return Ok(None);
    }
    let fields = fields(text).ok_or_else(|| wrong("a quote does not end in its line"))?;
    // What follows the name may be left out.
    let mut fields = fields.into_iter().fuse();
    let mut next = || fields.next().unwrap_or_default();
    let row = Row { kind: next(), name: next(), place: next(), variables: next() };
    match &*row.kind {
        "interaction" | "component" => Ok(Some(row)),
        _ => {
            Err(wrong(&format!("expected `interaction` or `component`, or the header `{HEADER}`")))
        }
    }
}

/// Returns `true` if a row without line end is whole: it has all four fields, and an end its variables. What is less
/// may be the beginning of another row.
pub(super) fn is_whole(line: &[u8]) -> bool {
    let text = std::str::from_utf8(line).ok();
    let Some(fields) = text.and_then(fields) else { return false };
    match &*fields {
        [kind, _, _, variables, ..] if kind == "component" => json::is_whole(variables.as_bytes()),
        [kind, _, _, _, ..] if kind == "interaction" => true,
        _ => text.is_some_and(is_header),
    }
}

/// Splits a row into its fields; `None` if a quote does not end.
fn fields(text: &str) -> Option<Vec<Cow<'_, str>>> {
    let mut fields = Vec::with_capacity(4);
    let mut rest = Some(text);
    while let Some(text) = rest {
        let (field, behind) = field(text)?;
        fields.push(field);
        rest = behind;
    }
    Some(fields)
}

/// Splits the first field from a row: the field, and what follows its comma.
fn field(text: &str) -> Option<(Cow<'_, str>, Option<&str>)> {
    let Some(quoted) = text.strip_prefix('"') else {
        return Some(match text.split_once(',') {
            Some((field, rest)) => (Cow::Borrowed(field), Some(rest)),
            None => (Cow::Borrowed(text), None),
        });
    };
    let mut end = 0;
    loop {
        end += quoted[end..].find('"')?;
        if !quoted[end + 1..].starts_with('"') {
            break;
        }
        end += 2;
    }
    let field = quoted[..end].replace("\"\"", "\"");
    let rest = &quoted[end + 1..];
    Some((Cow::Owned(field), rest.strip_prefix(',')))
}
