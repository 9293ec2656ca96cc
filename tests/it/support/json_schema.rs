//! The schemas that the program prints, and whether JSON is valid by them.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::program::Directory;

/// A schema of the kind that the program prints.
pub(crate) struct Schema(Value);

impl Schema {
    pub(crate) fn named(here: &Directory, name: &str) -> Self {
        let run = here.run(&format!("schema {name}"));
        assert_eq!((run.code, run.errors.as_str()), (0, ""), "{name}");
        Self(serde_json::from_str(&run.output).unwrap())
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
                "$schema" | "title" | "description" | "$defs" => {}
                "const" => wrong(value != says, "not"),
                "enum" => wrong(!says.as_array().unwrap().contains(value), "none of"),
                "type" => wrong(!types(says).contains(&name_of_type(value)), "no"),
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
                    let name = says.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                    self.test(&self.0["$defs"][name], value, place, found);
                }
                "anyOf" => {
                    let fits = |schema: &Value| {
                        let mut found = Vec::new();
                        self.test(schema, value, place, &mut found);
                        found.is_empty()
                    };
                    let fits = says.as_array().unwrap().iter().any(fits);
                    wrong(!fits, "nothing of");
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
                    for (name, field) in value.as_object().into_iter().flatten() {
                        self.test(says, field, &format!("{place}/{name}"), found);
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
