//! Evidence about a model whose names the checker's languages cannot write: the same with other names.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::{Checker, Confirmation, sha256};
use kernel::base::Control;

/// The new names of participants, messages and channels, and the new digest of the model, by the old ones. Channels that
/// have no names have numbers.
pub(crate) type NewNames = BTreeMap<String, Value>;

/// Returns evidence with new names; `None` if it is no JSON, or has an old name in another text.
///
/// # Complexity
/// Linear in the evidence, times the names.
pub(crate) fn restated(evidence: &[u8], names: &NewNames) -> Option<Vec<u8>> {
    let value: Value = serde_json::from_slice(evidence).ok()?;
    let text = serde_json::to_string(&renamed(value, names)).ok()?;
    let is_left = |name: &String| {
        let quoted = serde_json::to_string(name).unwrap_or_default();
        // Words may be parts of others.
        let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        !is_word && text.contains(quoted.trim_matches('"'))
    };
    (!names.keys().any(is_left)).then(|| text.into_bytes())
}

fn renamed(value: Value, names: &NewNames) -> Value {
    match value {
        Value::String(text) => new_text(&text, names).unwrap_or(Value::String(text)),
        Value::Array(items) => items.into_iter().map(|item| renamed(item, names)).collect(),
        Value::Object(fields) => {
            let new = |key: String| match names.get(&key) {
                Some(Value::String(new)) => new.clone(),
                Some(number) => number.to_string(),
                None => key,
            };
            let fields = fields.into_iter();
            let fields: Map<String, Value> =
                fields.map(|(key, item)| (new(key), renamed(item, names))).collect();
            Value::Object(fields)
        }
        other => other,
    }
}

/// Returns the new text for a name, or for a message with its channel and its sender, `0:m` or `1!0:m`.
fn new_text(text: &str, names: &NewNames) -> Option<Value> {
    if let Some(new) = names.get(text) {
        return Some(new.clone());
    }
    let (channel, message) = text.split_once(':')?;
    let is_place =
        !channel.is_empty() && channel.bytes().all(|byte| byte.is_ascii_digit() || byte == b'!');
    let new = names.get(message).filter(|_| is_place)?.as_str()?;
    Some(format!("{channel}:{new}").into())
}

/// A checker that is given another text of the model, with the evidence restated for it.
#[derive(Debug)]
pub struct RestatingChecker<'a> {
    inner: &'a dyn Checker,
    text: String,
    names: NewNames,
}

impl<'a> RestatingChecker<'a> {
    /// Returns the checker that is given `text` in SCM instead of a text with the digest `digest`, with the names that
    /// have others in it.
    pub(crate) fn new(
        inner: &'a dyn Checker,
        text: String,
        mut names: NewNames,
        digest: Option<&String>,
    ) -> Self {
        names.extend(digest.map(|digest| (digest.clone(), sha256(&text).into())));
        Self { inner, text, names }
    }
}

impl Checker for RestatingChecker<'_> {
    fn confirm(
        &self,
        evidence: &[u8],
        _model: (&str, &[u8]),
        membership: Option<&[u8]>,
        control: &Control,
    ) -> Confirmation {
        let unreadable = || Confirmation::Unsupported("the evidence cannot be restated".to_owned());
        let Some(evidence) = restated(evidence, &self.names) else { return unreadable() };
        let membership = match membership.map(|file| restated(file, &self.names)) {
            Some(None) => return unreadable(),
            other => other.flatten(),
        };
        let model = ("model.scm", self.text.as_bytes());
        self.inner.confirm(&evidence, model, membership.as_deref(), control)
    }
}
