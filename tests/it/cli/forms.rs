//! Reports for systems of continuous integration: JUnit, SARIF, commands of GitHub, comma-separated values.

use std::collections::BTreeMap;
use std::path::Path;

use roxmltree::{Document, Node};
use serde_json::Value;

use crate::support::bundled_systems::of_folders;
use crate::support::effort::required;
use crate::support::json_schema::Schema;
use crate::support::program::{
    CROSSING, Directory, MALFORMED, STREAM, end, endless, finish, json_of, line_that_begins, signal,
};
use crate::support::round_logs::{conform, directory as round_logs};
use crate::support::xml::forbidden_replaced;
use crate::support::xsd::Xsd;

const COMMANDS: [&str; 6] = [
    "check .",
    "check . --max-states 1",
    "check bag.scm expected.scm",
    "check --reproducible . missing.scm",
    "safety violated.scm holds.scm --property progress",
    "rsc violated.scm",
];

fn junit_schema() -> Xsd {
    Xsd::read(include_str!("../../data/junit-10.xsd"))
}

fn sarif_schema() -> Schema {
    Schema::read(include_str!("../../data/sarif-schema-2.1.0.json"))
}

/// Returns a directory with models that are as expected, changed, violated unexpectedly, and no models.
fn directory(test: &str) -> Directory {
    let expects = |what: &str, model: &str| format!("//# expect: {what}\n{model}");
    Directory::of_answers(test)
        .with("expected.scm", &expects("rsc = violated", CROSSING))
        .with("changed.scm", &expects("rsc = violated", STREAM))
        .with("bag.scm", &expects("rsc = violated, rsc[bag] = holds", CROSSING))
}

/// Returns the results of a command that are shown, as JSON reports them.
fn deciding(here: &Directory, line: &str) -> Vec<Value> {
    let report = json_of(&here.run(&format!("{line} --format json")).output);
    let results = report["results"].as_array().unwrap().clone();
    let asks_rsc = !line.starts_with("safety");
    results.into_iter().filter(|one| asks_rsc || one["property"] != "rsc").collect()
}

/// Returns a path as places have it.
fn place(path: &Value) -> String {
    let path = text(path);
    path.strip_prefix("./").unwrap_or(&path).to_owned()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the name of a result: with the reading of its channels, if they are not read as written.
fn label(result: &Value) -> String {
    match (result["property"].as_str(), text(&result["channels"]).as_str()) {
        (None, _) => "read".to_owned(),
        (Some(property), "as written") => property.to_owned(),
        (Some(property), channels) => format!("{property}[{channels}]"),
    }
}

/// Returns what a result is for a system of continuous integration.
fn outcome(result: &Value) -> &'static str {
    let comparison = result["detail"]["comparison"].as_str();
    if result["counts"] == false && result["verdict"] == "violated" {
        return "system-out";
    }
    match (result["verdict"].as_str().unwrap(), comparison) {
        ("error", _) => "error",
        ("unknown", _) => "skipped",
        (_, Some("missed")) | ("violated", None | Some("open")) => "failure",
        _ => "passed",
    }
}

fn case_outcome<'a>(case: Node<'a, '_>) -> &'a str {
    case.children().find(Node::is_element).map_or("passed", |child| child.tag_name().name())
}

#[test]
fn junit_is_valid_and_has_a_case_for_each_result_that_is_shown() {
    let here = directory("forms_junit");
    let schema = junit_schema();
    for line in COMMANDS {
        let run = here.run(&format!("{line} --format junit"));
        assert_eq!(schema.objections(&run.output, "testsuites"), [""; 0], "{line}");
        let results = deciding(&here, line);
        let expected: Vec<(String, String, &str)> =
            results.iter().map(|one| (text(&one["model"]), label(one), outcome(one))).collect();
        let document = Document::parse(&run.output).unwrap();
        let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
        let found: Vec<(String, String, &str)> = cases
            .map(|case| {
                let suite = case.parent().unwrap().attribute("name").unwrap();
                assert_eq!(case.attribute("classname"), Some(suite), "{line}");
                (suite.to_owned(), case.attribute("name").unwrap().to_owned(), case_outcome(case))
            })
            .collect();
        assert_eq!(found, expected, "{line}");
        let suites = document.root_element();
        for (attribute, outcome) in [("failures", "failure"), ("errors", "error")] {
            let count = expected.iter().filter(|(_, _, one)| *one == outcome).count().to_string();
            assert_eq!(suites.attribute(attribute), Some(count.as_str()), "{line}");
        }
        assert_eq!(run.output.contains("time="), !line.contains("--reproducible"), "{line}");
        assert!(!run.output.contains("timestamp"), "{line}");
        assert_eq!(run.code, here.run(line).code, "{line}");
    }
}

#[test]
fn junit_explains_what_is_wrong() {
    let here = directory("forms_junit_texts");
    let output =
        here.run("check --property rsc bad.scm changed.scm violated.scm --format junit").output;
    let document = Document::parse(&output).unwrap();
    let of = |model: &str, property: &str| {
        let is_it = |node: &Node<'_, '_>| {
            node.attribute("classname") == Some(model) && node.attribute("name") == Some(property)
        };
        let case = document.descendants().find(is_it).unwrap();
        let child = case.first_element_child().unwrap();
        let message = child.attribute("message").unwrap().to_owned();
        (message, child.attribute("type").unwrap(), child.text().unwrap())
    };
    let (message, kind, text) = of("violated.scm", "rsc");
    assert!(message.starts_with("violated.scm: rsc violated: `a` and `b` cross"), "{message}");
    assert_eq!(kind, "violated");
    assert!(text.contains("borderline violation") && text.contains("conflict cycle"), "{text}");
    let (message, kind, _) = of("changed.scm", "rsc");
    assert!(message.ends_with("[CHANGED: the model expects violated]"), "{message}");
    assert_eq!(kind, "holds");
    let (_, kind, text) = of("bad.scm", "read");
    assert_eq!(kind, "error");
    assert!(text.contains("bad.scm:8:20: error[") && text.contains("bad.scm:9:"), "{text}");
    let limited = here.run("rsc violated.scm --max-states 1 --format junit").output;
    assert!(
        limited.contains("(states): the limit of 1 states was reached\" type=\"states\""),
        "{limited}"
    );
}

#[test]
fn a_broken_document_is_refused_by_the_schemas() {
    let here = directory("forms_broken");
    let (xsd, schema) = (junit_schema(), sarif_schema());
    let junit = here.run("check . --format junit").output;
    for (right, wrong) in [
        ("<testcase name=", "<testcase title="),
        ("<failure ", "<failed/><failure "),
        ("</testsuites>", "<testcase name=\"x\"/></testsuites>"),
        (" tests=", " test="),
        ("time=\"0.", "time=\"0.0000"),
        ("</testsuite>", "and more</testsuite>"),
        ("</testsuite>", ""),
    ] {
        assert!(junit.contains(right), "{right}");
        let broken = junit.replacen(right, wrong, 1);
        assert_ne!(xsd.objections(&broken, "testsuites"), [""; 0], "{wrong}");
    }
    let sarif = json_of(&here.run("check . --format sarif").output);
    for (pointer, wrong) in [
        ("/version", Value::from("2.0.0")),
        ("/runs/0/tool/driver", Value::from(1)),
        ("/runs/0/columnKind", Value::from("bytes")),
        ("/runs/0/results/0/message", serde_json::json!({ "txt": "x" })),
        ("/runs/0/results/0/level", Value::from("grave")),
        ("/runs/0/results/0/ruleIndex", Value::from(-2)),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startLine", Value::from(0)),
        ("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri", Value::from("a b")),
    ] {
        let mut changed = sarif.clone();
        *changed.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = wrong;
        assert_ne!(schema.objections(&changed), [""; 0], "{pointer}");
    }
}

#[test]
fn sarif_is_valid_and_has_the_findings() {
    let here = directory("forms_sarif");
    let schema = sarif_schema();
    for line in COMMANDS {
        let run = here.run(&format!("{line} --format sarif"));
        let log = json_of(&run.output);
        assert_eq!(schema.objections(&log), [""; 0], "{line}");
        let report = json_of(&here.run(&format!("{line} --format json")).output);
        let results = deciding(&here, line);
        let failures =
            results.iter().filter(|one| matches!(outcome(one), "failure" | "system-out"));
        let mut expected: Vec<String> = failures.map(|one| place(&one["model"])).collect();
        let errors = report["diagnostics"].as_array().unwrap().iter();
        let errors = errors.filter(|one| one["severity"] == "error");
        expected.extend(errors.map(|one| place(&one["file"])));
        expected.sort_unstable();
        let run_object = &log["runs"][0];
        let found = run_object["results"].as_array().unwrap();
        let uri =
            |one: &Value| text(&one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]);
        let mut uris: Vec<String> = found.iter().map(uri).collect();
        uris.sort_unstable();
        assert_eq!(uris, expected, "{line}");
        let rules = run_object["tool"]["driver"]["rules"].as_array().unwrap();
        for result in found {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[index]["id"], result["ruleId"], "{line}");
        }
        let is_told = |one: &&Value| outcome(one) == "skipped" && one["counts"] == true;
        let unknown = results.iter().filter(is_told).count();
        let invocation = &run_object["invocations"][0];
        let told = invocation["toolExecutionNotifications"].as_array().map_or(0, Vec::len);
        assert_eq!(told, unknown, "{line}");
        assert_eq!(invocation["exitCode"], run.code, "{line}");
        assert_eq!(invocation["executionSuccessful"], run.code != 2, "{line}");
        assert!(!run.output.contains("milliseconds"), "{line}");
    }
}

#[test]
fn sarif_has_the_place_of_the_cause_and_the_run() {
    let here = Directory::of_answers("forms_sarif_places");
    let log = json_of(&here.run("rsc violated.scm bad.scm --format sarif").output);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let region = |one: &Value| one["physicalLocation"]["region"].clone();
    let violated = &results[0];
    assert_eq!((&violated["ruleId"], &violated["level"]), (&"rsc".into(), &"error".into()));
    assert!(text(&violated["message"]["text"]).contains("`a` and `b` cross"));
    let witness = json_of(&here.run("rsc violated.scm --format json").output);
    let witness = &witness["results"][0]["witness"];
    let step = witness["cycle"][0]["steps"][0].as_u64().unwrap();
    let step = &witness["steps"][usize::try_from(step).unwrap() - 1];
    assert_eq!(region(&violated["locations"][0])["startLine"], step["line"]);
    let flow = violated["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let lines = |steps: &[Value], line: fn(&Value) -> &Value| -> Vec<u64> {
        steps.iter().map(|one| line(one).as_u64().unwrap()).collect()
    };
    assert_eq!(
        lines(flow, |one| &one["location"]["physicalLocation"]["region"]["startLine"]),
        lines(witness["steps"].as_array().unwrap(), |one| &one["line"]),
    );
    assert_eq!(flow[0]["location"]["message"]["text"], "`p` sends `a`");
    assert_eq!(violated["relatedLocations"].as_array().unwrap().len(), 4);
    let fingerprint = text(&violated["partialFingerprints"]["question/v1"]);
    assert_eq!(fingerprint, r#"["violated.scm","rsc","as written",null,null]"#);
    let diagnostic = &results[1];
    let place = region(&diagnostic["locations"][0]);
    assert_eq!((place["startLine"].as_u64(), place["startColumn"].as_u64()), (Some(8), Some(20)));
    assert_eq!(place["endLine"], 8);
    assert!(text(&diagnostic["ruleId"]).starts_with('E'), "{diagnostic}");
}

#[test]
fn what_is_written_about_the_models_is_valid() {
    let here = Directory::new("forms_models");
    let (xsd, schema) = (junit_schema(), sarif_schema());
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut results = 0;
    for (command, family) in [
        ("check", "tour"),
        ("check", "paper"),
        ("check", "choreographies"),
        ("check", "components"),
        ("check", "interactions"),
        ("rsc", "beyond"),
        ("chor check", "choreographies"),
    ] {
        let line = format!("{command} {} --max-states 500", of_folders(family));
        let run = |form: &str| {
            let mut program = here.program();
            program.args(line.split(' ')).args(["--format", form]).current_dir(&models);
            finish(&mut program).output
        };
        let junit = run("junit");
        assert_eq!(xsd.objections(&junit, "testsuites"), [""; 0], "{family}");
        let log = json_of(&run("sarif"));
        assert_eq!(schema.objections(&log), [""; 0], "{family}");
        results += log["runs"][0]["results"].as_array().unwrap().len();
    }
    assert!(results > required(20), "{results}");
}

#[test]
fn commands_of_github_are_the_findings() {
    let here = directory("forms_github");
    for line in COMMANDS {
        let run = here.run(&format!("{line} --format github"));
        let log = json_of(&here.run(&format!("{line} --format sarif")).output);
        let findings = log["runs"][0]["results"].as_array().unwrap();
        let of = |level: &str| findings.iter().filter(|one| one["level"] == level).count();
        let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
        let starting =
            |words: &str| run.output.lines().filter(|one| one.starts_with(words)).count();
        assert_eq!(starting("::error file="), of("error"), "{line}");
        assert_eq!(starting("::notice file="), of("note"), "{line}");
        assert_eq!(starting("::warning file="), notes.as_array().map_or(0, Vec::len), "{line}");
        let all = findings.len() + starting("::warning file=");
        assert_eq!(run.output.lines().count(), all, "{line}: {}", run.output);
    }
    let output = here.run("check --property rsc violated.scm bad.scm --format github").output;
    let lines: Vec<&str> = output.lines().collect();
    let first = lines[0];
    let begin =
        "::error file=violated.scm,line=9,title=rsc::violated.scm: rsc violated: `a` and `b` cross";
    assert!(first.starts_with(begin), "{first}");
    assert!(first.contains("%0A  borderline violation") && first.len() < 2_500, "{first}");
    let second = "::error file=bad.scm,line=8,endLine=8,col=20,endColumn=21,title=E0";
    assert!(lines[1].starts_with(second), "{}", lines[1]);
    assert_eq!(lines.len(), 3, "{output}");
}

#[test]
fn names_of_files_are_escaped_in_each_form() {
    let name = "a,b:c 100%<é>&\"#\u{ffff}.scm";
    let here = Directory::new("forms_names").with(name, CROSSING);
    let run = |format: &str| {
        let mut command = here.program();
        command.args(["rsc", name, "--format", format]);
        finish(&mut command).output
    };
    let github = run("github");
    let file = "file=a%2Cb%3Ac 100%25<é>&\"#\u{ffff}.scm,";
    assert!(
        github.starts_with(&format!("::error {file}line=9,title=rsc::a,b:c 100%25<é>")),
        "{github}"
    );
    let log = json_of(&run("sarif"));
    assert_eq!(sarif_schema().objections(&log), [""; 0]);
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(
        place["artifactLocation"]["uri"],
        "a%2Cb%3Ac%20100%25%3C%C3%A9%3E%26%22%23%EF%BF%BF.scm"
    );
    let junit = run("junit");
    assert_eq!(junit_schema().objections(&junit, "testsuites"), [""; 0]);
    let document = Document::parse(&junit).unwrap();
    let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
    assert_eq!(suite.attribute("name"), Some(forbidden_replaced(name).as_str()));
    assert_eq!(fields(&run("csv"))[1][0], name);
    let absolute = here.path(name);
    let mut command = here.program();
    command.args(["rsc", "--format", "sarif"]).arg(&absolute);
    let log = json_of(&finish(&mut command).output);
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let uri = text(&place["artifactLocation"]["uri"]);
    assert!(
        uri.starts_with("file:///") && uri.ends_with("100%25%3C%C3%A9%3E%26%22%23%EF%BF%BF.scm"),
        "{uri}"
    );
}

/// Reads comma-separated values by RFC 4180.
fn fields(text: &str) -> Vec<Vec<String>> {
    let (mut lines, mut line, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut is_quoted, mut characters) = (false, text.chars().peekable());
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => line.push(std::mem::take(&mut field)),
            '\n' if !is_quoted => {
                line.push(std::mem::take(&mut field));
                lines.push(std::mem::take(&mut line));
            }
            other => field.push(other),
        }
    }
    assert!(line.is_empty() && field.is_empty() && !is_quoted, "{text}");
    lines
}

#[test]
fn comma_separated_values_are_the_results_of_json() {
    let here = directory("forms_csv");
    for line in COMMANDS {
        let output = here.run(&format!("{line} --format csv")).output;
        let lines = fields(&output);
        let head = &lines[0];
        let report = json_of(&here.run(&format!("{line} --format json")).output);
        let results = report["results"].as_array().unwrap();
        assert_eq!(lines.len() - 1, results.len(), "{line}");
        for (fields, result) in lines[1..].iter().zip(results) {
            assert_eq!(fields.len(), head.len());
            let named: BTreeMap<&str, &str> =
                head.iter().map(String::as_str).zip(fields.iter().map(String::as_str)).collect();
            for name in ["model", "property", "channels", "verdict", "reason", "engine", "sha256"] {
                assert_eq!(named[name], text(&result[name]), "{line}: {name}");
            }
            for name in ["expected", "comparison"] {
                assert_eq!(named[name], text(&result["detail"][name]), "{line}: {name}");
            }
            for name in ["states", "transitions", "depth"] {
                let number = result["statistics"][name].as_u64();
                let number = number.map_or_else(String::new, |number| number.to_string());
                assert_eq!(named[name], number, "{line}: {name}");
            }
            assert_eq!(named.contains_key("milliseconds"), !line.contains("--reproducible"));
            assert!(!named["message"].is_empty() || named["verdict"] == "holds", "{line}");
        }
    }
    let output = here.run("rsc violated.scm --format csv").output;
    let head = "model,property,channels,verdict,reason,engine,expected,comparison,states,transitions,depth,\
                milliseconds,sha256,message,level,counts";
    assert_eq!(output.lines().next(), Some(head));
}

#[test]
fn reports_that_a_signal_cuts_are_complete() {
    let here = Directory::of_answers("forms_cut").with("z.scm", &endless());
    for (format, ending) in [("junit", "xml"), ("sarif", "sarif")] {
        let line =
            format!("rsc -j 1 holds.scm z.scm bad.scm --progress plain -o {format}.{ending}");
        let mut child = here.start(&line);
        let progress = child.stderr.take().unwrap();
        line_that_begins("z.scm", progress);
        signal(&child);
        assert_eq!(end(child).code, 130);
        let written = here.read(&format!("{format}.{ending}"));
        if format == "junit" {
            assert_eq!(junit_schema().objections(&written, "testsuites"), [""; 0]);
            let document = Document::parse(&written).unwrap();
            let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
            let outcomes: Vec<&str> = cases.map(case_outcome).collect();
            assert_eq!(outcomes, ["passed", "skipped", "skipped"], "{written}");
        } else {
            let log = json_of(&written);
            assert_eq!(sarif_schema().objections(&log), [""; 0]);
            let invocation = &log["runs"][0]["invocations"][0];
            assert_eq!(invocation["exitCode"], 130);
            assert_eq!(invocation["executionSuccessful"], false);
            assert_eq!(invocation["toolExecutionNotifications"].as_array().unwrap().len(), 2);
        }
    }
    let run = here.run("rsc holds.scm z.scm --timeout 200ms --format junit");
    assert_eq!(run.code, 3);
    assert_eq!(junit_schema().objections(&run.output, "testsuites"), [""; 0]);
    assert!(run.output.contains("type=\"timeout\""), "{}", run.output);
}

#[test]
fn failures_besides_the_answers_are_told() {
    let here = Directory::of_answers("forms_faults").with("malformed.scm", MALFORMED);
    std::fs::create_dir_all(here.path("kept/violated.rsc.svg")).unwrap();
    let why = "cannot write kept/violated.rsc.svg: is a directory";
    for format in ["junit", "sarif", "github"] {
        let run = here.run(&format!("rsc --witness kept violated.scm --format {format}"));
        assert_eq!(run.code, 2);
        assert!(run.output.contains(why), "{}", run.output);
        match format {
            "junit" => assert_eq!(junit_schema().objections(&run.output, "testsuites"), [""; 0]),
            "sarif" => assert_eq!(sarif_schema().objections(&json_of(&run.output)), [""; 0]),
            _ => assert!(run.output.ends_with(&format!("::error title=scm-check::{why}\n"))),
        }
    }
}

#[test]
fn logs_have_the_forms_too() {
    let here = round_logs("forms_logs");
    let run = conform(&here, "log.jsonl --format junit");
    assert_eq!((run.code, junit_schema().objections(&run.output, "testsuites")), (1, vec![]));
    let document = Document::parse(&run.output).unwrap();
    let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
    let cases: Vec<(&str, &str)> =
        cases.map(|case| (case.attribute("name").unwrap(), case_outcome(case))).collect();
    assert_eq!(cases.len(), 60);
    let failed: Vec<&str> =
        cases.iter().filter(|(_, one)| *one == "failure").map(|(name, _)| *name).collect();
    let log = json_of(&conform(&here, "log.jsonl --format sarif").output);
    assert_eq!(sarif_schema().objections(&log), [""; 0]);
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), failed.len());
    assert!(failed.contains(&"conforms of session s7"), "{failed:?}");
    let github = conform(&here, "log.jsonl --format github").output;
    let begin = "::error file=log.jsonl,line=1,title=conforms::log.jsonl: session ";
    assert_eq!(github.matches(begin).count(), failed.len(), "{github}");
    assert_eq!(github.lines().count(), failed.len());
}
