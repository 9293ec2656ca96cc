//! Several models at the same time: the report is that of one after the other, and no result is lost.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::bundled_systems::of_folders;
use crate::support::program::{
    CROSSING, Directory, Finished, STREAM, end, endless, finish, json_of, line_that_begins, signal,
};

/// Runs a command on bundled models, with so many threads.
fn on_models(here: &Directory, line: &str, threads: usize) -> Finished {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut program = here.program();
    program.args(line.split_whitespace()).args(["--reproducible", "--progress", "none"]);
    program.args(["--max-states", "300", "-j", &threads.to_string()]);
    finish(program.current_dir(models))
}

/// Returns the files of a directory, by their names.
fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let file = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    fs::read_dir(path).unwrap().map(|entry| file(entry.unwrap())).collect()
}

#[test]
fn a_report_does_not_depend_on_the_number_of_threads() {
    let here = Directory::new("threads");
    let [both, tour, choreographies, interactions] =
        ["tour paper", "tour", "choreographies", "interactions"].map(of_folders);
    let every = format!(
        "{both} interactions/lock4.hif interactions/platoon5.hif interactions/human_resources.hif \
         choreographies/airport.dot no_such_file.scm"
    );
    for line in [
        &format!("check {every}"),
        &format!("check {every} --format json"),
        &format!("check {every} --format html"),
        &format!("check {both} --quiet"),
        &format!("check {both} --format ndjson -v"),
        &format!("rsc {both} --color always"),
        &format!("reach {both} --allow-none"),
        &format!("safety {both} --all"),
        &format!("chor check {choreographies} --strict --format json"),
        &format!("interaction nfa {interactions}"),
        &format!("-isrsc -mc {both}"),
        &format!("-isrsc -mc -counter {both}"),
        &format!("-to_dot {tour}"),
    ] {
        let one = on_models(&here, line, 1);
        assert!(one.output.len() > 1_000, "{line}: {}", one.output);
        let several = on_models(&here, line, 4);
        assert_eq!(several.code, one.code, "{line}");
        assert_eq!(several.errors, one.errors, "{line}");
        assert!(several.output == one.output, "{line}: {}", several.output);
    }
}

#[test]
fn files_do_not_depend_on_the_number_of_threads() {
    let here = Directory::new("threads_files");
    let written = |threads: usize| {
        let [out, dot] = ["out", "all.dot"].map(|name| here.path(&format!("{name}{threads}")));
        let (out, dot) = (out.display(), dot.display());
        let run = on_models(&here, &format!("check tour --witness {out}"), threads);
        let drawn = on_models(&here, &format!("-isrsc tour -to_dot={dot}"), threads);
        assert_eq!((run.code, drawn.code), (0, 1), "{}{}", run.errors, drawn.errors);
        (files(&here.path(&format!("out{threads}"))), here.read(&format!("all.dot{threads}")))
    };
    let one = written(1);
    assert!(one.0.len() > 20 && one.1.matches("digraph").count() > 10);
    assert!(written(4) == one);
}

/// Returns the results of each model of a report.
fn by_model(report: &Value) -> Vec<(&str, Vec<&Value>)> {
    let mut models: Vec<(&str, Vec<&Value>)> = Vec::new();
    for result in report["results"].as_array().unwrap() {
        let model = result["model"].as_str().unwrap();
        match models.last_mut() {
            Some((last, results)) if *last == model => results.push(result),
            _ => models.push((model, vec![result])),
        }
    }
    models
}

#[test]
fn an_interruption_loses_nothing_that_is_known() {
    let here = Directory::new("threads_interrupted")
        .with("1.scm", CROSSING)
        .with("2.scm", &endless())
        .with("3.scm", STREAM)
        .with("4.scm", CROSSING)
        .with("5.scm", &endless())
        .with("6.scm", STREAM);
    let mut child = here.start("rsc . -j 2 --format json --progress plain");
    // Models 3 and 4 are ready by the time that the search on model 5 has taken a second.
    line_that_begins("5.scm rsc ", child.stderr.as_mut().unwrap());
    signal(&child);
    let run = end(child);
    assert_eq!(run.code, 130, "{}", run.errors);
    let report = json_of(&run.output);
    assert_eq!(report["exit_code"], 130);
    let models = by_model(&report);
    let answers: Vec<(&str, &Value)> = models
        .iter()
        .map(|(model, results)| {
            assert_eq!(results.len(), 1, "{model}");
            (*model, &results[0][if results[0]["reason"].is_null() { "verdict" } else { "reason" }])
        })
        .collect();
    let [violated, holds, cut] = ["violated", "holds", "interrupted"].map(Value::from);
    let expected = [
        ("./1.scm", &violated),
        ("./2.scm", &cut),
        ("./3.scm", &holds),
        ("./4.scm", &violated),
        ("./5.scm", &cut),
        ("./6.scm", &cut),
    ];
    assert_eq!(answers, expected);
}

#[test]
fn each_model_has_its_own_time() {
    let here = Directory::new("threads_time")
        .with("1.scm", &endless())
        .with("2.scm", &endless())
        .with("3.scm", STREAM);
    for option in ["--timeout 1s", "--model-timeout 1s"] {
        let run = here.run(&format!("rsc . -j 3 --format json --progress none {option}"));
        assert_eq!(run.code, 3, "{}", run.errors);
        let report = json_of(&run.output);
        let models = by_model(&report);
        for (model, results) in &models[..2] {
            assert_eq!(results[0]["reason"], "timeout", "{model}");
            let time = results[0]["statistics"]["milliseconds"].as_u64().unwrap();
            assert!(time >= 900, "{model}: {time} ms");
        }
        assert_eq!(models[2].1[0]["verdict"], "holds");
    }
}

#[test]
fn models_at_the_same_time_share_the_memory() {
    let here = Directory::new("threads_memory").with("1.scm", &endless()).with("2.scm", &endless());
    let run = here.run("rsc . --memory 64MiB --progress none --format json -j 2");
    assert_eq!(run.code, 3, "{}", run.errors);
    let report = json_of(&run.output);
    let results = by_model(&report);
    assert_eq!(results.len(), 2);
    let peak = |result: &Value| {
        let bytes = result["statistics"]["peak_bytes"].as_u64();
        bytes.unwrap_or_else(|| panic!("no statistics: {report}"))
    };
    assert!(results.iter().all(|(_, results)| results[0]["reason"] == "memory"), "{report}");
    let together: u64 = results.iter().map(|(_, results)| peak(results[0])).sum();
    assert!(together <= 64 << 20, "{report}");
}

#[test]
fn a_closed_output_ends_all_models() {
    let here = Directory::new("threads_closed")
        .with("1.scm", STREAM)
        .with("2.scm", STREAM)
        .with("3.scm", &endless());
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut program = here.program();
    let status = program.args("rsc . -j 3 -q".split(' ')).stdout(writer).status().unwrap();
    assert_eq!(status.code(), Some(3));
}
