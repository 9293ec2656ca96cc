//! What the program writes is valid by the schemas that it prints.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use scm_check::internals::kernel::verdict::Reason;
use serde_json::{Value, json};

use crate::support::bundled_systems::of_folders;
use crate::support::corpora::scm_files;
use crate::support::effort::{required, sampled};
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
    for model in sampled(models).chain([here.path("malformed.scm")]) {
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
    assert!(
        witnesses > required(50) && certificates > required(100),
        "{witnesses} and {certificates}"
    );
}

/// Returns the report that a command writes, as an object or a result a line.
fn written(here: &Directory, line: &str) -> Value {
    let output = here.run(line).output;
    if line.contains("--format json") {
        return serde_json::from_str(&output)
            .unwrap_or_else(|why| panic!("{line}: {why}\n{output}"));
    }
    let lines = output.lines().map(|line| serde_json::from_str(line).unwrap());
    let (mut ends, results): (Vec<Value>, Vec<Value>) =
        lines.partition(|line: &Value| line["verdict"].is_null());
    let tool = json!({ "name": "scm-check", "version": "" });
    let mut report = json!({
        "schema": "scm-check/report", "schema_version": 1, "tool": tool, "command": "batch", "exit_zero": false,
        "results": results, "diagnostics": [], "verdict": "holds", "exit_code": 0,
    });
    for end in &mut ends {
        report.as_object_mut().unwrap().append(end.as_object_mut().unwrap());
    }
    report
}

#[test]
fn the_reports_of_all_commands_about_the_models_are_valid() {
    let automaton = "des (0, 1, 2)\n(0, \"a\", 1)\n";
    let here = Directory::new("schema_commands").with("a.aut", automaton).with("b.aut", automaton);
    let [report, witness] = ["report", "witness"].map(|name| Schema::named(&here, name));
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let models = models.to_str().unwrap();
    let file = |name: &str| format!("{models}/{name}");
    let folders = |names| of_folders(names).split(' ').map(file).collect::<Vec<_>>().join(" ");
    let [tour, paper, choreographies] = ["tour", "paper", "choreographies"].map(folders);
    let log = here.path("run.jsonl");
    let (task, log) = (file("components/task.bip"), log.display());
    let system = file("tour/pipe_or_bag.scm");
    let [others, interactions] = ["components interactions diagrams", "interactions"].map(folders);
    let (lock, trace) = (file("interactions/lock4.hif"), file("multitraces/alternating_bit"));
    let logs = file("logs");
    let traces = file("multitraces/alternating_bit_*.htf");
    let json = "--format json --max-states 300";
    let (mut results, mut properties) = (0, BTreeSet::new());
    for line in [
        format!("check {json} {choreographies} {others}"),
        format!("check {json} {tour} --verify --witness witnesses"),
        format!("check {json} {tour} --property deadlock"),
        format!("rsc {json} {tour} {paper} --fifo"),
        format!("reach {json} {tour} {paper} --allow-none"),
        format!("safety {json} {tour}"),
        format!("-isrsc -mc --format json {system}"),
        format!("chor check {json} {choreographies}"),
        format!("chor check {json} {choreographies} --property deadlock --arch mailbox"),
        format!("interaction nfa {json} {interactions}"),
        format!("interaction accepts {json} {lock} l!m.k?m"),
        "automaton included --format json a.aut b.aut".to_owned(),
        "automaton equivalent --format json a.aut b.aut".to_owned(),
        "automaton empty --format json a.aut".to_owned(),
        "automaton accepts --format json a.aut a".to_owned(),
        format!("conform {json} --model {trace}.hif {traces} {trace}.jsonl"),
        format!("conform --format ndjson --model {trace}.hif {traces} {trace}.jsonl"),
        format!(
            "conform {json} --model {logs}/raft.hif --rules {logs}/raft.toml {logs}/raft.txt {logs}/raft_hasty.txt"
        ),
        format!("run --format json {task} --interactions 20 --log {log}"),
        format!("monitor --format json {task} --log {log}"),
        format!("batch {json} --no-cache {tour} {choreographies}"),
        format!("batch --format ndjson --max-states 300 --no-cache {tour} {choreographies}"),
    ] {
        let written = written(&here, &line);
        assert_eq!(report.objections(&written), [""; 0], "{line}");
        let all = written["results"].as_array().unwrap();
        assert!(!all.is_empty(), "{line}: {written}");
        for result in all.iter().filter(|result| !result["witness"].is_null()) {
            if result["witness"]["schema"] == "scm-check/witness" {
                assert_eq!(witness.objections(&result["witness"]), [""; 0], "{line}");
            }
        }
        results += all.len();
        properties.extend(all.iter().map(|result| result["property"].to_string()));
    }
    let files = fs::read_dir(here.path("witnesses")).unwrap().map(|file| file.unwrap().path());
    let files: Vec<PathBuf> =
        files.filter(|path| path.extension() == Some("json".as_ref())).collect();
    assert!(files.len() > required(10), "{files:?}");
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(witness.objections(&serde_json::from_str(&text).unwrap()), [""; 0], "{path:?}");
    }
    assert!(results > required(3_000) && properties.len() > 40, "{results}: {properties:?}");
}

#[test]
fn a_result_may_have_each_reason() {
    let here = Directory::new("schema_reasons").with("c.scm", CROSSING);
    let schema = Schema::named(&here, "report");
    let mut report = written(&here, "rsc c.scm --format json");
    for reason in Reason::ALL {
        report["results"][0]["verdict"] = "unknown".into();
        report["results"][0]["reason"] = reason.word().into();
        assert_eq!(schema.objections(&report), [""; 0]);
    }
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
        ("/cycle/0/steps", json!([1])),
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
