//! Events as lines of JSON.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use model::component::{ComponentId, Composite, Type, Value, Values};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::codes;
use super::event::EventError;
use crate::reading::json_complaint;

/// A text of JSON, borrowed where it has no escapes.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// The fields of a line that matter; others are ignored.
#[derive(Deserialize)]
pub(super) struct Line<'a> {
    #[serde(borrow)]
    pub(super) interaction: Option<Text<'a>>,
    #[serde(borrow)]
    pub(super) component: Option<Text<'a>>,
    #[serde(borrow)]
    pub(super) place: Option<Text<'a>>,
    #[serde(borrow)]
    pub(super) variables: Option<&'a RawValue>,
}

/// Splits a line into its fields.
pub(super) fn line(text: &[u8]) -> Result<Line<'_>, EventError> {
    if !text.trim_ascii_start().starts_with(b"{") && is_whole(text) {
        let message = "the line is no event: expected an object in braces";
        return Err(EventError::new(codes::MALFORMED_EVENT, message));
    }
    serde_json::from_slice(text).map_err(|error| malformed(&error))
}

/// Returns `true` if a text is a value of JSON.
pub(super) fn is_whole(text: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok()
}

fn malformed(error: &serde_json::Error) -> EventError {
    let message = format!("the line is no event: {}", json_complaint(error));
    EventError::new(codes::MALFORMED_EVENT, message)
}

/// Sets the values of the variables of a component to those of a JSON object.
pub(super) fn set_variables(
    composite: &Composite,
    component: ComponentId,
    text: &str,
    values: &mut Values,
) -> Result<(), EventError> {
    let mut error = None;
    let seed = Variables { composite, component, values, error: &mut error };
    let read = seed.deserialize(&mut serde_json::Deserializer::from_str(text));
    match (error, read) {
        (Some(error), _) => Err(error),
        (None, Err(why)) => Err(malformed(&why)),
        (None, Ok(())) => Ok(()),
    }
}

struct Variables<'a> {
    composite: &'a Composite,
    component: ComponentId,
    values: &'a mut Values,
    error: &'a mut Option<EventError>,
}

impl<'de> DeserializeSeed<'de> for Variables<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Variables<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the values of variables in braces")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let variables = &self.composite.atom(self.component).variables;
        let mut seen = FxHashSet::default();
        while let Some(Text(name)) = map.next_key::<Text<'de>>()? {
            let Some((id, variable)) = variables.enumerate().find(|(_, one)| *one.name == *name)
            else {
                map.next_value::<serde::de::IgnoredAny>()?;
                let unknown = EventError::unknown_variable(self.composite, self.component, &name);
                self.error.get_or_insert(unknown);
                continue;
            };
            if !seen.insert(id) {
                let message = format!("the variable `{name}` stands twice");
                self.error.get_or_insert(EventError::new(codes::MALFORMED_EVENT, message));
            }
            let text = map.next_value::<&'de RawValue>()?.get();
            match value(variable.kind(), text) {
                Some(value) => self.values[id] = value,
                None => {
                    let wrong = EventError::wrong_type(&name, variable.kind(), text);
                    self.error.get_or_insert(wrong);
                }
            }
        }
        Ok(())
    }
}

/// Returns the value that a text of JSON stands for; `None` if it has another type.
fn value(kind: Type, text: &str) -> Option<Value> {
    match kind {
        Type::Int => text.parse().ok().map(Value::Int),
        Type::Bool => text.parse().ok().map(Value::Bool),
        Type::Float if text == "null" => Some(Value::Float(f64::NAN)),
        Type::Float if text.starts_with(['"', '{', '[', 't', 'f']) => None,
        Type::Float => text.parse().ok().map(Value::Float),
        Type::String => serde_json::from_str::<Cow<'_, str>>(text)
            .ok()
            .filter(|_| text.starts_with('"'))
            .map(|text| Value::String(text.as_ref().into())),
    }
}
