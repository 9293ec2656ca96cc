//! Attributes of spans and logs.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize, Debug)]
pub(super) struct Attribute<'a> {
    #[serde(borrow)]
    pub(super) key: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) value: Option<AnyValue<'a>>,
}

/// A value; lists, maps and bytes are not distinguished.
#[derive(Deserialize, Debug, Default)]
pub(super) struct AnyValue<'a> {
    #[serde(borrow, rename = "stringValue")]
    string: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "intValue")]
    integer: Option<&'a RawValue>,
    #[serde(borrow, rename = "doubleValue")]
    double: Option<&'a RawValue>,
    #[serde(rename = "boolValue")]
    truth: Option<bool>,
}

impl<'a> Attribute<'a> {
    /// Returns an attribute that is a text.
    pub(super) fn of_text(key: impl Into<Cow<'a, str>>, text: impl Into<Cow<'a, str>>) -> Self {
        let value = AnyValue { string: Some(text.into()), ..AnyValue::default() };
        Self { key: key.into(), value: Some(value) }
    }

    /// Returns an attribute with a value of JSON; texts, numbers and truth values have a text.
    pub(super) fn of_json(key: impl Into<Cow<'a, str>>, value: &'a RawValue) -> Self {
        let key = key.into();
        let any = AnyValue::default();
        let value = match value.get().as_bytes()[0] {
            b'"' => AnyValue { string: serde_json::from_str(value.get()).ok(), ..any },
            b'-' | b'0'..=b'9' => AnyValue { integer: Some(value), ..any },
            _ => AnyValue { truth: serde_json::from_str(value.get()).ok(), ..any },
        };
        Self { key, value: Some(value) }
    }
}

impl AnyValue<'_> {
    /// Returns the value as text; `None` for lists, maps and bytes.
    pub(super) fn text(&self) -> Option<Cow<'_, str>> {
        if let Some(text) = &self.string {
            return Some(Cow::Borrowed(text));
        }
        if let Some(number) = self.integer.or(self.double) {
            return Some(Cow::Borrowed(unquoted(number)));
        }
        self.truth.map(|value| Cow::Borrowed(if value { "true" } else { "false" }))
    }
}

/// Returns the text of a number that may be in quotes.
pub(super) fn unquoted(raw: &RawValue) -> &str {
    let text = raw.get();
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

/// Returns the text of an attribute.
pub(super) fn attribute<'a>(
    attributes: Option<&'a Vec<Attribute<'_>>>,
    key: &str,
) -> Option<Cow<'a, str>> {
    let found = attributes?.iter().find(|attribute| attribute.key == key)?;
    found.value.as_ref()?.text()
}
