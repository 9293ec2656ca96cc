//! What the program writes is valid by the schemas that it prints.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::corpora::scm_files;
use crate::program::{CROSSING, Directory, MALFORMED, STREAM};

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
    fn fields(&self, definition: Option<&str>) -> BTreeSet<String> {
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
        Value::Number(number) if number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn all_that_is_written_about_the_models_is_valid() {
    let here = Directory::new("schema_models").with("malformed.scm", MALFORMED);
    let [report, witness, certificate] =
        ["report", "witness", "certificate"].map(|name| Schema::named(&here, name));
    let (mut witnesses, mut certificates) = (0, 0);
    let models = scm_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("models"));
    for model in models.into_iter().chain([here.path("malformed.scm")]) {
        let model = model.display();
        let line = format!("check {model} --format json --max-states 2000 --certificate c.json");
        let written: Value = serde_json::from_str(&here.run(&line).output).unwrap();
        assert_eq!(report.objections(&written), [""; 0], "{model}");
        assert!(keys(&written).is_subset(&report.fields(None)), "{model}");
        for result in written["results"].as_array().unwrap() {
            assert!(keys(result).is_subset(&report.fields(Some("result"))), "{model}");
            if !result["witness"].is_null() {
                assert_eq!(witness.objections(&result["witness"]), [""; 0], "{model}");
                assert!(keys(&result["witness"]).is_subset(&witness.fields(None)), "{model}");
                witnesses += 1;
            }
        }
        let Ok(text) = fs::read_to_string(here.path("c.json")) else { continue };
        let all: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(certificate.objections(&all), [""; 0], "{model}");
        for one in all.as_array().into_iter().flatten() {
            assert!(keys(one).is_subset(&certificate.fields(Some("certificate"))), "{model}");
            certificates += 1;
        }
        fs::remove_file(here.path("c.json")).unwrap();
    }
    assert!(witnesses > 50 && certificates > 100, "{witnesses} and {certificates}");
}

#[test]
fn a_schema_objects_to_what_is_wrong() {
    let here = Directory::new("schema_wrong").with("c.scm", CROSSING).with("s.scm", STREAM);
    let schema = Schema::named(&here, "witness");
    let report: Value = serde_json::from_str(&here.run("rsc c.scm --format json").output).unwrap();
    let witness = &report["results"][0]["witness"];
    assert_eq!(schema.objections(witness), [""; 0]);
    for (pointer, wrong) in [
        ("/schema", Value::from("other")),
        ("/steps", Value::from(3)),
        ("/steps/0/action", Value::from("sends")),
        ("/steps/0/channel", Value::from(true)),
        ("/initial/p", Value::Null),
        ("/cycle/0/steps", serde_json::json!([1])),
    ] {
        let mut changed = witness.clone();
        *changed.pointer_mut(pointer).unwrap() = wrong;
        assert_eq!(schema.objections(&changed).len(), 1, "{pointer}");
    }
    let mut lacking = witness.clone();
    lacking.as_object_mut().unwrap().remove("kind");
    assert_eq!(schema.objections(&lacking).len(), 1);
    assert_eq!(here.run("schema nonsense").code, 2);
}
