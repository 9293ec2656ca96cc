//! Places of the parts of a JSON document.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::value::RawValue;

/// Returns the place of the value of `member` of the outermost object, or of its element `index`, in a text that has
/// been read as JSON; an empty place at the beginning if there is no such value.
///
/// # Complexity
/// `O(n log n)` for a text of `n` bytes.
pub(super) fn place(text: &str, member: &str, index: Option<usize>) -> Range<usize> {
    let value = value(text, member, index).unwrap_or(&text[..0]);
    let start = value.as_ptr() as usize - text.as_ptr() as usize;
    start..start + value.len()
}

fn value<'a>(text: &'a str, member: &str, index: Option<usize>) -> Option<&'a str> {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let whole = members.get(member)?.get();
    let Some(index) = index else { return Some(whole) };
    let elements: Vec<&RawValue> = serde_json::from_str(whole).ok()?;
    Some(elements.get(index)?.get())
}
