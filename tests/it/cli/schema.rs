//! What the program writes is valid by the schemas that it prints.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::corpora::scm_files;
use crate::support::json_schema::Schema;
use crate::support::program::{CROSSING, Directory, MALFORMED, STREAM};

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
fn a_report_about_a_library_lists_its_models() {
    let here = Directory::of_answers("schema_library");
    let schema = Schema::named(&here, "report");
    let choreography = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/choreographies/saga.gc");
    let line = format!("batch . {} nowhere.scm --format json --summary", choreography.display());
    let report: Value = serde_json::from_str(&here.run(&line).output).unwrap();
    assert_eq!(schema.objections(&report), [""; 0]);
    assert!(keys(&report).is_subset(&schema.fields(None)));
    let models = report["models"].as_array().unwrap();
    assert_eq!(models.len(), 5);
    for (number, model) in models.iter().enumerate() {
        assert_eq!(model["place"], number + 1);
        let has = ["participants", "channels", "architecture"].map(|key| model[key].is_null());
        let name = model["model"].as_str().unwrap();
        let lacks = match name.rsplit('/').next().unwrap() {
            "violated.scm" | "holds.scm" => [false; 3],
            "saga.gc" => [false, false, true],
            _ => [true; 3],
        };
        assert_eq!(has, lacks, "{name}");
    }
    for (pointer, wrong) in [("/models/0/place", "1"), ("/models/0/channels", "two")] {
        let mut changed = report.clone();
        changed["models"][0]["channels"] = 2.into();
        *changed.pointer_mut(pointer).unwrap() = wrong.into();
        assert_eq!(schema.objections(&changed).len(), 1, "{pointer}");
    }
    // Only this command has the list.
    let other: Value = serde_json::from_str(&here.run("check . --format json").output).unwrap();
    assert_eq!(other.get("models"), None);
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
