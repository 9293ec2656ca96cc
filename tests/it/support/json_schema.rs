//! Schemas of JSON, those that the program prints and those of others, and whether JSON is valid by them.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::program::Directory;

/// A schema, of which the test knows the keywords.
pub(crate) struct Schema(Value);

impl Schema {
    pub(crate) fn named(here: &Directory, name: &str) -> Self {
        let run = here.run(&format!("schema {name}"));
        assert_eq!((run.code, run.errors.as_str()), (0, ""), "{name}");
        Self(serde_json::from_str(&run.output).unwrap())
    }

    pub(crate) fn read(text: &str) -> Self {
        Self(serde_json::from_str(text).unwrap())
    }

    /// Returns what is wrong with `value`, and where.
    pub(crate) fn objections(&self, value: &Value) -> Vec<String> {
        let mut found = Vec::new();
        self.test(&self.0, value, "", &mut found);
        found
    }

    fn test(&self, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
        for (keyword, says) in schema.as_object().unwrap() {
            let mut wrong = |is_wrong: bool, what: &str| {
                if is_wrong {
                    found.push(format!("{place}: {what} {says}: {value}"));
                }
            };
            let length = value.as_array().map(|items| items.len() as u64);
            match keyword.as_str() {
                "$schema" | "id" | "title" | "description" | "default" | "$defs"
                | "definitions" => {}
                "const" => wrong(value != says, "not"),
                "enum" => wrong(!says.as_array().unwrap().contains(value), "none of"),
                "type" => wrong(!types(says).iter().any(|name| is_of_type(value, name)), "no"),
                "minimum" => {
                    wrong(value.as_f64() < says.as_f64() && value.is_number(), "less than");
                }
                "maximum" => wrong(value.as_f64() > says.as_f64(), "more than"),
                "uniqueItems" => {
                    let items = value.as_array().map_or(&[][..], Vec::as_slice);
                    let is_twice = |(place, item): (usize, &Value)| items[..place].contains(item);
                    let has_twice = items.iter().enumerate().any(is_twice);
                    wrong(says == true && has_twice, "something twice, not");
                }
                "format" => {
                    let text = value.as_str().unwrap_or_default();
                    wrong(!has_format(text, says.as_str().unwrap()), "no");
                }
                "minItems" => wrong(length < says.as_u64(), "fewer items than"),
                "maxItems" => wrong(length > says.as_u64(), "more items than"),
                "required" => {
                    for name in says.as_array().unwrap() {
                        let object = value.as_object();
                        let there = object.is_none_or(|o| o.contains_key(name.as_str().unwrap()));
                        wrong(!there, "lacks some of");
                    }
                }
                "$ref" => {
                    let pointer = says.as_str().unwrap().strip_prefix('#').unwrap();
                    self.test(self.0.pointer(pointer).unwrap(), value, place, found);
                }
                "anyOf" | "oneOf" => {
                    let fits = |schema: &&Value| {
                        let mut found = Vec::new();
                        self.test(schema, value, place, &mut found);
                        found.is_empty()
                    };
                    let fitting = says.as_array().unwrap().iter().filter(fits).count();
                    wrong(fitting == 0, "nothing of");
                    wrong(fitting > 1 && keyword == "oneOf", "several of");
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.test(says, item, &format!("{place}/{index}"), found);
                    }
                }
                "properties" => {
                    for (name, field) in value.as_object().into_iter().flatten() {
                        if let Some(schema) = says.get(name) {
                            self.test(schema, field, &format!("{place}/{name}"), found);
                        }
                    }
                }
                "additionalProperties" => {
                    let is_other = |name: &String| schema["properties"].get(name).is_none();
                    for (name, field) in value.as_object().into_iter().flatten() {
                        match says {
                            Value::Bool(true) => {}
                            _ if !is_other(name) => {}
                            Value::Bool(false) => {
                                found.push(format!("{place}: there is no field {name}"));
                            }
                            says => self.test(says, field, &format!("{place}/{name}"), found),
                        }
                    }
                }
                other => panic!("the test does not know `{other}`"),
            }
        }
    }

    /// The names of the fields that the schema knows of the object at the top, or of a definition.
    pub(crate) fn fields(&self, definition: Option<&str>) -> BTreeSet<String> {
        let schema = definition.map_or(&self.0, |name| &self.0["$defs"][name]);
        schema["properties"].as_object().unwrap().keys().cloned().collect()
    }
}

fn types(says: &Value) -> Vec<&str> {
    match says {
        Value::Array(names) => names.iter().map(|name| name.as_str().unwrap()).collect(),
        name => vec![name.as_str().unwrap()],
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    name_of_type(value) == name || name == "number" && value.is_number()
}

/// Returns `true` if a text is of the format with a name, as far as it is easily told.
fn has_format(text: &str, name: &str) -> bool {
    let is_reference = text.bytes().enumerate().all(|(place, byte)| {
        let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_hexdigit);
        let is_escape = byte != b'%' || is_digit(place + 1) && is_digit(place + 2);
        byte.is_ascii_graphic() && !b"<>\"{}|\\^`".contains(&byte) && is_escape
    });
    // A colon ends a scheme, so that no segment of a path may begin with a name and a colon.
    let scheme = text.split(['/', '?', '#']).next().unwrap_or_default().split_once(':');
    match name {
        "uri-reference" => is_reference && scheme.is_none_or(|(scheme, _)| !scheme.is_empty()),
        "uri" => is_reference && scheme.is_some(),
        other => panic!("the test does not know the format {other}"),
    }
}

fn name_of_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_u64() || number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
