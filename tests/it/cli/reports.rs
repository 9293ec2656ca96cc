//! Reports for programs, witnesses in files, and runs that give the same bytes.

use serde_json::Value;

use crate::support::program::{CROSSING, Directory, json_of};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

const RESULT: [&str; 12] = [
    "model",
    "sha256",
    "property",
    "channels",
    "verdict",
    "reason",
    "level",
    "counts",
    "engine",
    "detail",
    "statistics",
    "witness",
];

#[test]
fn the_report_has_every_field_in_its_place() {
    let here = Directory::of_answers("every_field");
    let run = here.run("rsc --format json violated.scm holds.scm bad.scm");
    assert_eq!(run.code, 2);
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(
        keys(&report),
        [
            "schema",
            "schema_version",
            "tool",
            "command",
            "exit_zero",
            "results",
            "diagnostics",
            "verdict",
            "exit_code"
        ]
    );
    assert_eq!(report["schema"], "scm-check/report");
    assert_eq!(report["schema_version"], 1);
    assert_eq!(report["tool"]["name"], "scm-check");
    assert_eq!(report["tool"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(report["verdict"], "error");
    assert_eq!(report["exit_code"], 2);

    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    for result in results {
        assert_eq!(keys(result), RESULT);
        assert_eq!(result["channels"], "as written");
        let detail = match result["verdict"].as_str().unwrap() {
            "violated" => serde_json::json!({"run": 1, "lanes": 2, "cleared": 0}),
            "holds" => serde_json::json!({"lanes": 1, "cleared": 1}),
            _ => serde_json::json!({}),
        };
        assert_eq!(result["detail"], detail);
        assert_eq!(result["sha256"].as_str().unwrap().len(), 64);
    }
    let violated = &results[0];
    assert_eq!(violated["model"], "violated.scm");
    assert_eq!(violated["property"], "rsc");
    assert_eq!(violated["verdict"], "violated");
    assert_eq!(violated["reason"], Value::Null);
    assert_eq!(violated["engine"], "plain");
    let statistics = &violated["statistics"];
    assert_eq!(keys(statistics), ["states", "transitions", "depth", "milliseconds", "peak_bytes"]);
    assert!(statistics["states"].as_u64().unwrap() > 0);

    let witness = &violated["witness"];
    assert_eq!(
        keys(witness),
        [
            "schema",
            "schema_version",
            "kind",
            "property",
            "channels",
            "sha256",
            "communications",
            "initial",
            "steps",
            "cycle"
        ]
    );
    assert_eq!((&witness["property"], &witness["channels"]), (&"rsc".into(), &"as written".into()));
    assert_eq!(witness["sha256"], violated["sha256"]);
    assert_eq!(witness["kind"], "borderline-violation");
    assert_eq!(witness["communications"], 2);
    assert_eq!(witness["initial"], serde_json::json!({"p": "0", "q": "0"}));
    assert_eq!(
        witness["steps"][0],
        serde_json::json!({"participant": "p", "action": "send", "channel": 0, "message": "a",
            "from": "0", "to": "1", "line": 9})
    );
    assert_eq!(witness["steps"].as_array().unwrap().len(), 4);
    assert_eq!(witness["cycle"].as_array().unwrap().len(), 2);

    assert_eq!(results[1]["verdict"], "holds");
    assert_eq!(results[1]["witness"], Value::Null);
    assert_eq!(results[2]["property"], Value::Null);
    assert_eq!(results[2]["verdict"], "error");
    assert_eq!(results[2]["statistics"], Value::Null);

    let diagnostics = report["diagnostics"].as_array().unwrap();
    let errors: Vec<&Value> =
        diagnostics.iter().filter(|diagnostic| diagnostic["severity"] == "error").collect();
    assert_eq!(errors.len(), 2);
    let place = ["file", "line", "column", "end_line", "end_column"];
    let expected = [&["code", "severity", "message"][..], &place, &["help", "related"]].concat();
    assert_eq!(keys(errors[0]), expected);
    assert_eq!(errors[0]["file"], "bad.scm");
    assert_eq!((errors[0]["line"].as_u64(), errors[0]["column"].as_u64()), (Some(8), Some(20)));
    assert_eq!(errors[1]["line"], 9);
}

#[test]
fn the_digest_is_that_of_the_bytes() {
    let here = Directory::new("digest").with("empty.scm", "");
    let run = here.run("rsc --format json empty.scm");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(
        report["results"][0]["sha256"],
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
    let run = here.run("rsc --format json missing.scm");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(report["results"][0]["sha256"], Value::Null);
    assert_eq!(report["diagnostics"][0]["line"], Value::Null);
}

#[test]
fn channels_are_named_as_they_were_read() {
    let here = Directory::of_answers("channels_as_read");
    for (options, channels) in [("", "as written"), ("--fifo", "fifo"), ("--bag", "bag")] {
        let run = here.run(&format!("rsc {options} --format json holds.scm"));
        let report: Value = serde_json::from_str(&run.output).unwrap();
        assert_eq!(report["results"][0]["channels"], channels);
    }
}

#[test]
fn results_come_one_a_line() {
    let here = Directory::of_answers("one_a_line");
    let run = here.run("-isrsc --format ndjson violated.scm bad.scm holds.scm");
    assert_eq!(run.code, 2);
    let results: Vec<Value> =
        run.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdicts: Vec<&Value> = results.iter().map(|result| &result["verdict"]).collect();
    assert_eq!(verdicts, ["violated", "error", "holds"]);
    assert!(results.iter().all(|result| keys(result) == RESULT));
}

#[test]
fn a_limit_is_a_reason_and_keeps_its_statistics() {
    let here = Directory::of_answers("limit_reason");
    let run = here.run("rsc --max-states 1 --format json violated.scm");
    assert_eq!(run.code, 3);
    let report: Value = serde_json::from_str(&run.output).unwrap();
    let result = &report["results"][0];
    assert_eq!((&result["verdict"], &result["reason"]), (&"unknown".into(), &"states".into()));
    assert!(result["statistics"]["states"].as_u64().unwrap() >= 1);
    assert_eq!(report["exit_code"], 3);
    let run = here.run("rsc --exit-zero --format json violated.scm");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!((run.code, &report["exit_code"]), (0, &0.into()));
    assert_eq!(report["verdict"], "violated");
}

#[test]
fn a_reproducible_report_does_not_depend_on_threads_runs_or_places() {
    let here = Directory::of_answers("reproducible").with("deep/violated.scm", CROSSING);
    for format in ["human", "json", "ndjson"] {
        let line = format!("rsc --reproducible --format {format} -v bad.scm");
        let reference = here.run(&format!("{line} violated.scm holds.scm"));
        assert!(!reference.output.contains("milliseconds"), "{}", reference.output);
        assert!(!reference.output.contains("peak"), "{}", reference.output);
        for other in ["-j 1", "-j 2", "-j 8"] {
            let run = here.run(&format!("{line} deep/violated.scm holds.scm {other}"));
            assert_eq!(run.output, reference.output, "{format} {other}");
        }
    }
}

#[test]
fn the_engines_agree_on_all_but_their_names() {
    let here = Directory::of_answers("engines_agree");
    let report = |engine: &str| -> Value {
        let run = here.run(&format!("rsc --engine {engine} --format json violated.scm"));
        serde_json::from_str(&run.output).unwrap()
    };
    let (plain, definition) = (report("plain"), report("definition"));
    assert_eq!(definition["results"][0]["engine"], "definition");
    let communications = |report: &Value| report["results"][0]["witness"]["communications"].clone();
    assert_eq!(communications(&plain), communications(&definition));
}

#[test]
fn lanes_decide_alone_or_say_which_stay_live() {
    let here = Directory::of_answers("lanes");
    let report = |line: &str| json_of(&here.run(&format!("rsc --format json {line}")).output);
    let cleared = &report("holds.scm")["results"][0];
    assert_eq!(
        (&cleared["engine"], &cleared["statistics"]["states"]),
        (&"static".into(), &0.into())
    );
    let open = &report("--engine static violated.scm")["results"][0];
    assert_eq!((&open["verdict"], &open["reason"]), (&"unknown".into(), &"states".into()));
    let run = here.run("rsc --engine static violated.scm");
    assert_eq!(run.code, 3);
    assert!(
        run.output.contains("rsc unknown (states): 2 of 2 lanes stay live: `"),
        "{}",
        run.output
    );
    assert!(run.output.contains("0 of 2 lanes cleared, no state explored"), "{}", run.output);
    let text = here.run("rsc holds.scm").output;
    assert!(text.contains("1 of 1 lane cleared, no state explored"), "{text}");
}

#[test]
fn the_output_option_takes_the_report_and_leaves_the_verdict() {
    let here = Directory::of_answers("output_option");
    let run = here.run("rsc violated.scm -o report.txt");
    assert_eq!((run.code, run.output), (1, here.run("rsc -q violated.scm").output));
    assert_eq!(here.read("report.txt"), here.run("rsc violated.scm").output);
}

#[test]
fn witnesses_are_kept_in_a_directory() {
    let here = Directory::of_answers("report_witness_directory");
    let run = here.run("rsc -q --witness kept/here violated.scm holds.scm");
    assert_eq!(run.code, 1);
    let witness: Value = serde_json::from_str(&here.read("kept/here/violated.rsc.json")).unwrap();
    assert_eq!(witness["schema"], "scm-check/witness");
    let text = here.read("kept/here/violated.rsc.txt");
    assert!(text.starts_with("violated.scm: rsc violated"), "{text}");
    assert!(text.contains("conflict cycle") && !text.contains('\x1b'), "{text}");
    let picture = here.read("kept/here/violated.rsc.svg");
    assert!(picture.starts_with("<svg ") && picture.contains("class=\"message cycle\""));
    assert!(!here.path("kept/here/holds.rsc.json").exists());
}

#[test]
fn a_witness_that_cannot_be_written_costs_no_result() {
    let here = Directory::of_answers("witness_in_the_way");
    std::fs::create_dir_all(here.path("kept/violated.rsc.svg")).unwrap();
    let run = here.run("rsc --witness kept violated.scm holds.scm");
    assert_eq!(run.code, 2);
    assert!(
        run.errors.contains("cannot write kept/violated.rsc.svg: is a directory"),
        "{}",
        run.errors
    );
    let plain = here.run("rsc violated.scm holds.scm");
    assert_eq!(run.output.lines().count(), plain.output.lines().count());
    assert!(here.path("kept/violated.rsc.json").exists());
    assert!(here.path("kept/violated.rsc.txt").exists());
}

#[test]
fn witnesses_of_two_readings_do_not_overwrite_each_other() {
    let model = format!("//# expect: rsc = violated, rsc[bag] = violated\n{CROSSING}");
    let here = Directory::new("witness_readings").with("crossing.scm", &model);
    let run = here.run("check --witness kept crossing.scm");
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    let text = here.read("kept/crossing.rsc.txt");
    assert!(text.starts_with("crossing.scm: rsc violated: `a` and `b` cross"), "{text}");
    let text = here.read("kept/crossing.rsc[bag].txt");
    assert!(text.starts_with("crossing.scm: rsc[bag] violated"), "{text}");
}

#[test]
fn a_witness_of_another_model_of_the_same_name_is_announced() {
    let here = Directory::new("witness_names").with("a/m.scm", CROSSING).with("b/m.scm", CROSSING);
    let run = here.run("rsc --witness kept a b");
    assert!(run.errors.contains("kept/m.rsc held the witness of another model"), "{}", run.errors);
}
