//! `batch`: the answers of `check`, kept, resumed, divided and merged.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::bundled_systems::of_folders;
use crate::support::corpora::corpora;
use crate::support::effort::required;
use crate::support::program::{CROSSING, Directory, Finished, STREAM, endless, finish, json_of};

/// Runs a command on bundled models.
fn on_models(here: &Directory, line: &str) -> Finished {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut program = here.program();
    program.args(line.split_whitespace()).args(["--reproducible", "--progress", "none"]);
    finish(program.args(["--max-states", "300"]).current_dir(models))
}

/// Returns the files below a directory.
fn files_below(path: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(path).into_iter().flatten().map(|entry| entry.unwrap().path());
    let below = entries.flat_map(|entry| {
        if entry.is_dir() { files_below(&entry) } else { vec![fs::read(entry).unwrap()] }
    });
    below.collect()
}

/// Returns a directory with models of several kinds of answers.
fn library(name: &str) -> Directory {
    Directory::new(name)
        .with("models/crossing.scm", &format!("//# expect: rsc = violated\n{CROSSING}"))
        .with("models/missed.scm", &format!("//# expect: rsc = holds\n{CROSSING}"))
        .with("models/stream.scm", STREAM)
        .with("models/torn.scm", "scm torn :\nnb_channels = ;\n")
}

#[test]
fn the_answers_are_those_of_check() {
    let here = Directory::new("batch_check");
    let every = of_folders("tour paper beyond interactions choreographies components");
    let report = |command: &str| {
        let finished = on_models(&here, &format!("{command} {every} --format json"));
        (finished.code, finished.errors, json_of(&finished.output))
    };
    let (code, errors, mut one) = report("check");
    let (batch_code, batch_errors, mut batch) = report("batch");
    assert!(one["results"].as_array().unwrap().len() > required(1_000));
    assert_eq!(batch_code, code);
    // Warnings are counted only.
    let is_error = |line: &&str| line.starts_with("error");
    assert!(batch_errors.lines().filter(is_error).eq(errors.lines().filter(is_error)));
    assert!(batch_errors.contains("models have warnings, which"), "{batch_errors}");
    let models = batch["models"].take();
    let places = models.as_array().unwrap().iter().map(|model| model["place"].as_u64().unwrap());
    assert!(places.eq(1..=models.as_array().unwrap().len() as u64));
    let results = one["results"].as_array().unwrap().len();
    let part = serde_json::json!({ "part": 1, "of": 1, "models": models.as_array().unwrap().len(), "results": results });
    assert_eq!(batch["library"], part);
    for key in ["models", "library"] {
        batch.as_object_mut().unwrap().remove(key);
    }
    one["command"] = "batch".into();
    assert!(batch == one);
}

#[test]
#[ignore = "needs the corpora"]
fn the_answers_about_public_models_are_those_of_check() {
    let here = Directory::new("batch_corpora");
    let report = |command: &str| {
        let mut program = here.program();
        let line = "--format json --reproducible --progress none --max-states 300 --fifo";
        program.arg(command).arg(corpora().join("scm")).args(line.split_whitespace());
        let report = json_of(&finish(&mut program).output);
        (report["results"].clone(), report["not_decided"].clone(), report["diagnostics"].clone())
    };
    let one = report("check");
    assert!(one.0.as_array().unwrap().len() > 5_000);
    assert!(report("batch") == one);
}

#[test]
fn each_form_has_the_answers_of_check() {
    let here = Directory::new("batch_forms");
    // Whichever models are in the sample, one has answers that are not the stated ones: it has too many states.
    let models = of_folders("tour paper") + " beyond/four_couples.scm";
    for form in ["csv", "junit", "sarif", "ndjson", "github"] {
        let [one, batch] = ["check -j 1", "batch -j 2"]
            .map(|command| on_models(&here, &format!("{command} {models} --format {form}")));
        assert_eq!(batch.code, one.code, "{form}");
        let lines = |text: &str| {
            let text = text.replace("scm-check batch", "scm-check check");
            let lines = text.lines().filter(|line| !line.starts_with("{\"library\""));
            let mut lines: Vec<String> = lines.map(str::to_owned).collect();
            // These come as they are found.
            if matches!(form, "ndjson" | "github") {
                lines.sort();
            }
            lines
        };
        assert!(one.output.len() > 500, "{form}");
        assert!(lines(&batch.output) == lines(&one.output), "{form}: {}", batch.output);
    }
}

#[test]
fn what_changed_comes_first() {
    let here = library("batch_table");
    let finished = here.run("batch models --reproducible");
    assert_eq!(finished.code, 2, "{}", finished.errors);
    let lines: Vec<&str> = finished.output.lines().collect();
    assert_eq!(lines[..2], ["1 model changed:", "  missed.scm: rsc violated, expected: holds"]);
    let row = |name: &str| lines.iter().find(|line| line.starts_with(name)).unwrap();
    assert!(row("crossing.scm").ends_with(" ok"));
    assert!(row("missed.scm ").ends_with("CHANGED (rsc was holds)"));
    assert!(row("torn.scm").ends_with("torn.scm:2:1"));
    assert!(finished.output.contains("4 models: 1 as expected, 1 changed, 1 holds, 1 unreadable"));
}

#[test]
fn two_readings_stand_in_one_table() {
    let here = library("batch_readings");
    let finished =
        here.run("batch models/crossing.scm models/stream.scm --fifo --bag --reproducible");
    let header = finished.output.lines().find(|line| line.starts_with("model")).unwrap();
    for column in ["rsc[fifo]", "rsc[bag]", "safety[fifo]", "safety[bag]"] {
        assert!(header.contains(column), "{header}");
    }
    let report = here.run("batch models/crossing.scm --fifo --bag --format json");
    let report = json_of(&report.output);
    let readings: BTreeSet<&str> = report["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["channels"].as_str().unwrap())
        .collect();
    assert_eq!(readings, BTreeSet::from(["fifo", "bag"]));
    let each = ["fifo", "bag"].map(|kind| {
        let one = here.run(&format!("check models/crossing.scm --{kind} --format json"));
        json_of(&one.output)["results"].as_array().unwrap().len()
    });
    assert_eq!(report["results"].as_array().unwrap().len(), each[0] + each[1]);
}

#[test]
fn lasting_answers_are_kept() {
    let here = library("batch_cache");
    let ask = |line: &str| here.run(&format!("batch models --format json {line}"));
    let first = ask("");
    let kept = files_below(&here.path(".cache/scm-check")).len();
    assert_eq!(kept, 3, "{}", first.errors);
    // Times and all.
    let second = ask("");
    assert_eq!((second.output, second.errors), (first.output.clone(), first.errors));
    // What is asked is part of what is kept, and so is the text of the model.
    ask("--bag");
    assert_eq!(files_below(&here.path(".cache/scm-check")).len(), 2 * kept);
    ask("--no-cache --property rsc");
    assert_eq!(files_below(&here.path(".cache/scm-check")).len(), 2 * kept);
    fs::write(here.path("models/stream.scm"), CROSSING).unwrap();
    let changed = json_of(&ask("").output);
    let row = |report: &Value, model: &str| {
        let rows = report["results"].as_array().unwrap();
        let is_it = |row: &&Value| row["model"] == model && row["property"] == "rsc";
        rows.iter().find(is_it).unwrap().clone()
    };
    assert_eq!(row(&changed, "models/stream.scm")["verdict"], "violated");
    let before = json_of(&first.output);
    assert_eq!(row(&changed, "models/missed.scm"), row(&before, "models/missed.scm"));
}

#[test]
fn what_is_kept_is_never_confirmed() {
    let here = library("batch_verify");
    let first = here.run("batch models --verify --format json --reproducible");
    let rows = json_of(&first.output);
    let evidence: Vec<&Value> = rows["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["detail"]["evidence"])
        .filter(|word| !word.is_null())
        .collect();
    assert!(evidence.contains(&&"confirmed".into()), "{rows}");
    assert!(files_below(&here.path(".cache/scm-check")).is_empty());
    // Answers that were kept without evidence, and changed since, have no say.
    here.run("batch models --format json --reproducible");
    for entry in fs::read_dir(here.path(".cache/scm-check/answers")).unwrap() {
        for file in fs::read_dir(entry.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text.replace("\"violated\"", "\"holds\"")).unwrap();
        }
    }
    let again = here.run("batch models --verify --format json --reproducible");
    assert_eq!((again.output, again.code), (first.output, first.code));
}

#[test]
#[cfg(target_os = "linux")]
fn answers_of_another_build_are_not_used() {
    let here = library("batch_builds");
    let mut program = here.program();
    program.args(["batch", "models", "--format", "json", "--reproducible"]);
    let first = finish(&mut program);
    let kept = files_below(&here.path(".cache/scm-check"));
    // Another build of the same version: only its id, or its last bytes, which nobody reads, are others.
    let mut text = fs::read(program.get_program()).unwrap();
    let note = b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0";
    match text.windows(note.len()).position(|part| part == note) {
        Some(place) => text[place + note.len()] ^= 1,
        None => text.extend(b"another build"),
    }
    fs::write(here.path("other"), text).unwrap();
    fs::set_permissions(
        here.path("other"),
        fs::metadata(program.get_program()).unwrap().permissions(),
    )
    .unwrap();
    let ask = |program: &Path| {
        let mut command = std::process::Command::new(program);
        command.args(["batch", "models", "--format", "json", "--reproducible"]);
        command.env("XDG_CACHE_HOME", here.path(".cache")).current_dir(here.path(""));
        finish(&mut command).output
    };
    assert_eq!(ask(&here.path("other")), first.output);
    assert_eq!(files_below(&here.path(".cache/scm-check")).len(), 2 * kept.len());
    assert_eq!(ask(Path::new(program.get_program())), first.output);
    assert_eq!(files_below(&here.path(".cache/scm-check")).len(), 2 * kept.len());
}

#[test]
fn what_rests_on_a_limit_of_time_is_not_kept() {
    let here = Directory::new("batch_cache_limits").with("model.scm", &endless());
    let finished = here.run("batch model.scm --model-timeout 300ms --format json");
    assert_eq!(finished.code, 3, "{}", finished.errors);
    let report = json_of(&finished.output);
    assert!(report["results"].as_array().unwrap().iter().any(|row| row["reason"] == "timeout"));
    assert!(files_below(&here.path(".cache/scm-check")).is_empty());
}

#[test]
fn damaged_and_missing_caches_cost_time_only() {
    let here = library("batch_damaged");
    let ask = |cache: &[(&str, &str)]| {
        let mut program = here.program();
        program.args(["batch", "models", "--format", "csv", "--reproducible"]);
        program.env_remove("XDG_CACHE_HOME").env_remove("HOME");
        finish(program.envs(cache.iter().copied()))
    };
    let none = ask(&[]);
    assert_eq!(none.errors.matches("answers are not kept").count(), 1, "{}", none.errors);
    let directory = here.path(".own").display().to_string();
    let first = ask(&[("XDG_CACHE_HOME", &directory)]);
    assert_eq!(first.output, none.output);
    for entry in fs::read_dir(here.path(".own/scm-check/answers")).unwrap() {
        for file in fs::read_dir(entry.unwrap().path()).unwrap() {
            fs::write(file.unwrap().path(), "{\"rows\":[").unwrap();
        }
    }
    assert_eq!(ask(&[("XDG_CACHE_HOME", &directory)]).output, none.output);
    // A cache that cannot be written is told once; it is a file here.
    let file = here.path("models/stream.scm").display().to_string();
    let unwritable = ask(&[("XDG_CACHE_HOME", &file)]);
    assert_eq!(unwritable.output, none.output);
    assert_eq!(
        unwritable.errors.matches("answers are not kept").count(),
        1,
        "{}",
        unwritable.errors
    );
}

#[test]
fn parts_make_the_whole() {
    let here = library("batch_parts");
    let whole = |form: &str, file: &str| {
        let finished = here.run(&format!("batch models --reproducible --format {form} -o {file}"));
        (finished.code, here.read(file))
    };
    for part in 1..=3 {
        for form in ["json", "ndjson"] {
            let line = format!("batch models --shard {part}/3 --reproducible -o part{part}.{form}");
            here.run(&line);
        }
    }
    for form in ["json", "csv", "human", "ndjson"] {
        let (code, text) = whole(form, &format!("whole.{form}"));
        // The order in which the reports are named is none.
        let line = format!(
            "batch --merge part3.json part1.json part2.json --reproducible --format {form} -o all.{form}"
        );
        let merged = here.run(&line);
        assert_eq!(merged.code, code, "{form}: {}", merged.errors);
        let lines = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            if form == "ndjson" {
                lines.sort();
            }
            // A report for programs has no texts for people.
            lines.retain(|line| {
                let is_text =
                    line.is_empty() || line.starts_with(' ') || line.contains("rsc violated");
                form != "human" || !is_text
            });
            let without_message =
                |line: &String| line.splitn(13, ',').take(12).collect::<Vec<_>>().join(",");
            if form == "csv" { lines.iter().map(without_message).collect() } else { lines }
        };
        assert_eq!(lines(&here.read(&format!("all.{form}"))), lines(&text), "{form}");
    }
    let told = here.run("batch models --reproducible -o again.csv").output;
    let told: Vec<&str> = told.lines().collect();
    let [missed, torn, last] = told[..] else { panic!("{told:?}") };
    assert!(missed.starts_with("missed.scm: rsc violated") && torn.starts_with("torn.scm: "));
    assert_eq!(last, "4 models: 1 as expected, 1 changed, 1 holds, 1 unreadable");
    let rows = here.run("batch --merge part1.ndjson part2.ndjson part3.ndjson --format json");
    let (_, json) = whole("json", "whole2.json");
    assert_eq!(json_of(&rows.output)["results"], json_of(&json)["results"]);
}

#[test]
fn reports_that_contradict_each_other_are_not_merged() {
    let here = library("batch_contradiction");
    here.run("batch models --reproducible -o one.json");
    let other = here.read("one.json").replacen("\"violated\"", "\"holds\"", 1);
    fs::write(here.path("other.json"), other).unwrap();
    let merged = here.run("batch --merge one.json other.json");
    assert_eq!(merged.code, 2);
    assert!(
        merged.errors.contains("other.json: crossing.scm: rsc has another answer"),
        "{}",
        merged.errors
    );
    let same = here.run("batch --merge one.json one.json --format json --reproducible");
    assert_eq!(json_of(&same.output)["results"], json_of(&here.read("one.json"))["results"]);
    fs::write(here.path("none.json"), "{\"a\": 1}").unwrap();
    assert!(here.run("batch --merge none.json").errors.contains("no report in the form"));
}

#[test]
fn what_is_not_whole_is_not_merged() {
    let here = library("batch_whole");
    for form in ["json", "ndjson"] {
        for part in 1..=3 {
            here.run(&format!("batch models --shard {part}/3 -o part{part}.{form}"));
        }
        here.run(&format!("batch models -o whole.{form}"));
        assert_eq!(here.run(&format!("batch --merge whole.{form}")).code, 2, "as torn.scm says");
        let [one, two] = ["part1", "part2"].map(|name| here.read(&format!("{name}.{form}")));
        for cut in [1, 20, 200, two.len() / 2] {
            fs::write(here.path(&format!("cut{cut}")), &two[..two.len() - 1 - cut]).unwrap();
        }
        let later = one.replace("\"sha256\":\"", "\"sha256\":\"00");
        fs::write(here.path("later"), later).unwrap();
    }
    let rows = here.read("part2.ndjson");
    let (_, without_first) = rows.split_once('\n').unwrap();
    let without_end = &rows[..=rows.trim_end().rfind('\n').unwrap()];
    for (name, text) in [
        ("empty", ""),
        ("blank", "\n"),
        ("only", "{\"schema\":\"scm-check/report\"}"),
        ("without_first", without_first),
        ("without_end", without_end),
        ("both_ends", &format!("{rows}{without_end}")),
    ] {
        fs::write(here.path(name), text).unwrap();
    }
    fs::write(here.path("models/zoo.scm"), STREAM).unwrap();
    here.run("batch models --shard 2/3 -o larger.json");
    here.run("batch models --shard 2/4 -o other.ndjson");
    for (files, why) in [
        ("part1.json part3.json", "part 2 of 3 is missing"),
        ("part2.ndjson part2.json", "parts 1, 3 of 3 are missing"),
        ("part1.json without_end part3.json", "without_end: it has no end record"),
        ("part1.json both_ends part3.json", "both_ends: it has no end record"),
        ("part1.json without_first part3.json", "results, and its end record says"),
        ("empty", "empty: it has no end record"),
        ("blank", "blank: it has no end record"),
        ("only", "only: it has no end record"),
        ("part1.ndjson cut1 part3.json", "cut1: it has no end record"),
        ("part1.ndjson cut20 part3.json", "cut20: it has no end record"),
        ("part1.ndjson cut200 part3.json", "cut200: it has no end record"),
        ("part1.json part2.json part3.json later", "later: two versions of models/crossing.scm"),
        ("part1.json larger.json part3.json", "larger.json: part 2 of 3 of 5 models, and"),
        ("part1.json other.ndjson part3.json", "other.ndjson: part 2 of 4 of 5 models, and"),
    ] {
        let merged = here.run(&format!("batch --merge {files}"));
        assert_eq!((merged.code, merged.output.as_str()), (3, ""), "{files}: {}", merged.errors);
        assert!(merged.errors.contains(why), "{files}: {}", merged.errors);
    }
    // One behind the other they are as good as apart, and what was merged can be merged.
    let all = ["part3.ndjson", "part1.ndjson", "part2.ndjson"].map(|name| here.read(name)).concat();
    fs::write(here.path("all"), all).unwrap();
    here.run("batch --merge all --format ndjson -o merged.ndjson");
    let merged = here.run("batch --merge merged.ndjson --format ndjson");
    assert_eq!(merged.output, here.read("merged.ndjson"));
    let end = "{\"library\":{\"part\":1,\"of\":1,\"models\":4,";
    assert!(merged.output.lines().last().unwrap().starts_with(end), "{}", merged.output);
}

#[test]
fn rows_about_different_predicates_are_different() {
    let here = Directory::new("batch_reach");
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/components/traffic_light.bip");
    fs::copy(model, here.path("lights.bip")).unwrap();
    let ask = |more: &str| {
        let mut program = here.program();
        program.args(["batch", "lights.bip", "--no-cache", "-o", "rows.ndjson"]);
        program.args(["--reach", "main@green && side@green", "--reach", "main@green"]);
        finish(program.args(more.split_whitespace())).code
    };
    assert_eq!(ask(""), 1);
    let rows = here.read("rows.ndjson");
    assert_eq!(rows.matches("\"property\":\"reach\"").count(), 2, "{rows}");
    let merged = here.run("batch --merge rows.ndjson --format ndjson");
    assert_eq!((merged.code, merged.output.as_str()), (1, rows.as_str()), "{}", merged.errors);
    let second = rows.lines().find(|line| line.contains("\"predicate\":\"main@green\"")).unwrap();
    let without: String =
        rows.split_inclusive('\n').filter(|line| line.trim_end() != second).collect();
    fs::write(here.path("rows.ndjson"), without).unwrap();
    assert_eq!(ask("--resume"), 1);
    assert_eq!(here.read("rows.ndjson").lines().count(), rows.lines().count());
}

#[test]
fn the_end_of_a_report_is_no_evidence() {
    let here = Directory::new("batch_end").with("models/crossing.scm", CROSSING);
    here.run("batch models -o rows.ndjson");
    assert_eq!(here.run("replay rows.ndjson models/crossing.scm").code, 0);
    let [rows, model] = ["rows.ndjson", "models/crossing.scm"].map(|name| here.read(name));
    let judge = |text: &str| verify::verify(text.as_bytes(), model.as_bytes(), None);
    let lines: Vec<&str> = rows.split_inclusive('\n').collect();
    let (end, rows_alone) = lines.split_last().unwrap();
    assert!(end.starts_with("{\"library\""));
    assert_eq!(judge(&rows), judge(&rows_alone.concat()));
    assert_eq!(judge(end), verify::Verdict::Unsupported("there is no evidence".to_owned()));
}

#[test]
fn models_of_one_name_are_not_mistaken_for_each_other() {
    let here =
        Directory::new("batch_one_name").with("a/model.scm", CROSSING).with("b/model.scm", STREAM);
    let with_paths = here.run("batch a b -o rows.ndjson");
    assert_eq!(with_paths.code, 0);
    let rows = here.read("rows.ndjson");
    assert_eq!(here.run("batch a b -o rows.ndjson --resume").code, 0);
    assert_eq!(here.read("rows.ndjson"), rows);
    here.run("batch a b --reproducible -o rows.ndjson");
    let refused = here.run("batch a b --reproducible -o rows.ndjson --resume");
    assert!(refused.code == 2 && refused.errors.contains("two models are called model.scm"));
    here.run("batch a b --reproducible -o all.json");
    let refused = here.run("batch --merge all.json");
    assert!(refused.code == 2 && refused.errors.contains("two models are called model.scm"));
}

#[test]
fn a_run_with_more_questions_completes_the_rows() {
    let here = library("batch_more");
    let line = "batch models --no-cache -o rows.ndjson";
    here.run(&format!("{line} --property rsc"));
    let few = here.read("rows.ndjson");
    let (few, end) = few.trim_end().rsplit_once('\n').unwrap();
    assert!(end.starts_with("{\"library\""), "{end}");
    let resumed = here.run(&format!("{line} --resume"));
    assert_eq!(resumed.code, 2, "{}", resumed.errors);
    let rows = here.read("rows.ndjson");
    assert!(rows.starts_with(few) && !rows.contains(end));
    let whole = here.run("batch models --no-cache --format ndjson").output;
    assert_eq!(rows.lines().count(), whole.lines().count());
}

#[test]
fn an_empty_part_has_no_table() {
    let here = library("batch_empty_part");
    let rows = here.run("batch models/stream.scm --shard 3/3 --format ndjson");
    let end = "{\"library\":{\"part\":3,\"of\":3,\"models\":1,\"results\":0}}\n";
    assert_eq!((rows.code, rows.output.as_str()), (0, end));
    let finished = here.run("batch models/stream.scm --shard 3/3");
    assert_eq!((finished.code, finished.output.as_str()), (0, ""));
}

#[test]
fn answers_are_written_into_the_models() {
    let here = library("batch_update")
        .with("models/open.scm", &format!("//# expect: rsc = unknown\n{STREAM}"));
    fs::remove_file(here.path("models/torn.scm")).unwrap();
    let before = here.run("batch models --reproducible");
    let row = |text: &str, name: &str| {
        text.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_owned()
    };
    assert!(row(&before.output, "open.scm").ends_with("DECIDED (rsc holds)"), "{}", before.output);
    let updated = here.run("batch models --update --reproducible");
    assert_eq!(updated.code, 1, "{}", updated.errors);
    assert!(updated.output.contains("rsc"), "{}", updated.output);
    assert!(here.read("models/missed.scm").contains("rsc = violated"));
    assert!(here.read("models/open.scm").contains("rsc = holds"));
    let after = here.run("batch models --reproducible");
    assert_eq!(after.code, 0, "{}", after.output);
}

#[test]
fn a_summary_has_the_shares_of_the_library() {
    let here = library("batch_summary");
    let finished = here.run("batch models --summary --reproducible");
    let (_, summary) = finished.output.split_once("the library: 4 models\n").unwrap();
    assert!(summary.contains("  rsc: 1 of 4 hold (25.0 %), 2 violated, 1 not read\n"), "{summary}");
    assert!(summary.contains("  safety: "), "{summary}");
    let json = here.run("batch models --summary --format json");
    assert!(json.errors.contains("the library: 4 models"), "{}", json.errors);
    assert!(json_of(&json.output)["results"].is_array());
}

#[test]
fn a_library_can_be_a_list() {
    let here = library("batch_list")
        .with("lists/all.txt", "# The models\n\nmodels/stream.scm\n../models/crossing.scm\n");
    let names = |finished: Finished| {
        let report = json_of(&finished.output);
        let models = report["models"].as_array().unwrap().iter();
        models.map(|model| model["model"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let listed = names(here.run("batch lists/all.txt --format json"));
    assert_eq!(listed, ["models/stream.scm", "lists/../models/crossing.scm"]);
    let piped =
        here.run_with_input("batch - --format json", "models/stream.scm\nmodels/missed.scm\n");
    assert_eq!(names(piped), ["models/stream.scm", "models/missed.scm"]);
}

#[test]
fn options_without_meaning_are_refused() {
    let here = library("batch_refused").with("none.txt", "# Nothing yet\n\n");
    for (line, why) in [
        ("batch models --format html", "batch makes no page"),
        ("batch models --witness out", "batch writes no witness files"),
        ("batch models --certificate out.json", "batch writes no certificates"),
        ("batch models --resume", "--output"),
        ("batch models -o out.json --resume", "in the form ndjson"),
        ("batch models --shard 3/2", "such as 1/4"),
        ("batch models --shard 0/2", "such as 1/4"),
        ("batch models --update --bag", "--bag"),
        ("batch", "required"),
        ("batch no_such_list.txt", "no such file"),
        ("batch none.txt", "none.txt: no line names a model"),
        ("batch models none.txt", "none.txt: no line names a model"),
        ("batch -", "the list on standard input: no line names a model"),
        ("batch models/x*.scm", "no file matches"),
    ] {
        let finished = here.run(line);
        assert_eq!(finished.code, 2, "{line}: {}", finished.output);
        let said = finished.errors.clone() + &finished.output;
        assert!(said.contains(why), "{line}: {said}");
    }
}
