//! Certificates on disk, and the independent checker run by `--verify`.

use std::fs;

use serde_json::Value;
use verify::{Verdict, verify};

use crate::support::program::{CROSSING, Directory, Finished, STREAM};

/// RSC, with two specifications that nothing reaches: one by what is reachable, one by what can be.
const SAFE: &str = "\
scm safe :
nb_channels = 1 ;
parameters :
int a ;
int b ;
automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! a ;
state 1 :
to 0 : when true , 0 ! b ;
automaton q :
initial : 0
state 0 :
to 0 : when true , 0 ? a ;
to 0 : when true , 0 ? b ;
bad_states :
(automaton p : in 0 : true with (a|b)^*.a)
(automaton q : in 0 : true with a.a)
";

fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("crossing.scm", CROSSING)
        .with("stream.scm", STREAM)
        .with("safe.scm", SAFE)
}

fn json(here: &Directory, name: &str) -> Value {
    serde_json::from_str(&here.read(name)).unwrap()
}

#[test]
fn the_certificate_of_one_answer_is_an_object() {
    let here = directory("certificate_object");
    let run = here.run("rsc stream.scm --certificate c.json");
    assert_eq!(run.code, 0);
    assert!(run.output.ends_with("\nc.json: certificate for rsc\n"), "{}", run.output);
    let report: Value =
        serde_json::from_str(&here.run("rsc stream.scm --format json").output).unwrap();
    let sha256 = report["results"][0]["sha256"].as_str().unwrap();
    let text = here.read("c.json");
    let head = format!(
        "{{\"schema\":\"scm-check/certificate\",\"schema_version\":1,\"form\":\"explicit\",\
         \"property\":\"rsc\",\"channels\":\"as written\",\"sha256\":\"{sha256}\",\
         \"over\":\"rsc-executions\",\"items\":[\"0\",\"0!0:a\",\"+0\"],\"states\":["
    );
    let states = "\n\"0 0\",\n\"0 0 0\",\n\"0 0 0 1\",\n\"0 0 0 1 2\"]}\n";
    assert_eq!(text, format!("{head}{states}"));
}

#[test]
fn certificates_of_several_answers_are_a_list_and_rest_on_each_other() {
    let here = directory("certificate_list");
    let run = here.run("check safe.scm --certificate all.json --format json");
    assert_eq!(run.code, 0);
    assert!(
        run.errors.starts_with("all.json: 7 certificates, none for deadlock"),
        "{}",
        run.errors
    );
    let all = json(&here, "all.json");
    let all = all.as_array().unwrap();
    let of = |property: &str| all.iter().find(|one| one["property"] == property).unwrap();
    assert_eq!(of("rsc")["rests_on"], Value::Null);
    for property in ["bad_states/1", "bad_states/2", "progress"] {
        assert_eq!(of(property)["rests_on"], "rsc");
    }
    // Each question alone gives the same certificate.
    for (command, property) in [
        ("rsc safe.scm", "rsc"),
        ("reach safe.scm --spec 1", "bad_states/1"),
        ("reach safe.scm --spec 2 --engine plain", "bad_states/2"),
        ("safety safe.scm --property progress -j 1", "progress"),
    ] {
        assert_eq!(here.run(&format!("{command} --certificate one.json -q")).code, 0, "{command}");
        assert_eq!(json(&here, "one.json"), *of(property), "{command}");
    }
}

#[test]
fn what_cannot_be_listed_at_all_needs_no_premise() {
    let here = Directory::new("certificate_impossible").with(
        "never.scm",
        &CROSSING.replace(
            "automaton p",
            "automaton z :\ninitial : 0\nstate 0 :\nstate 1 :\nautomaton p",
        ),
    );
    let model = here.read("never.scm");
    fs::write(
        here.path("never.scm"),
        format!("{model}bad_states :\n(automaton z : in 1 : true)\n"),
    )
    .unwrap();
    let run = here.run("reach never.scm --certificate c.json");
    assert_eq!(run.code, 0, "{}", run.errors);
    let certificate = json(&here, "c.json");
    assert_eq!(certificate["states"], Value::Array(Vec::new()));
    assert_eq!(certificate["rests_on"], Value::Null);
    // Of states that nobody gets to, and channels that nobody uses, the checker thinks the same.
    let here = here.with(
        "cluttered.scm",
        "scm t : nb_channels = 3 ; parameters : int a ; int b ; automaton p : initial : 0 \
         state 0 : to 0 : when true , 0 ! a ; to 0 : when true , 0 ? a ; state 9 :",
    );
    for property in ["orphan-message", "progress", "reception-deadlock", "unspecified-reception"] {
        let run =
            here.run(&format!("safety --property {property} cluttered.scm --certificate c.json"));
        assert!(run.output.contains("holds (no such configuration)"), "{}", run.output);
        let verdict =
            verify(here.read("c.json").as_bytes(), here.read("cluttered.scm").as_bytes(), None);
        assert_eq!(verdict, Verdict::Confirmed, "{property}");
    }
}

#[test]
fn nothing_is_certified_that_does_not_hold_by_itself() {
    let here = directory("certificate_none");
    let run = here.run("rsc crossing.scm --certificate c.json");
    assert_eq!(run.code, 1);
    assert!(
        run.output.ends_with("c.json: not written, none for rsc (violated)\n"),
        "{}",
        run.output
    );
    assert!(!here.path("c.json").exists());
}

#[test]
fn a_certificate_has_one_file_for_one_model() {
    let here = directory("certificate_files");
    let refused = |line: &str, why: &str| {
        let run = here.run(line);
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{line}");
        assert!(run.errors.contains(why), "{line}: {}", run.errors);
    };
    refused("rsc stream.scm safe.scm --certificate c.json", "--certificate takes one model");
    refused("rsc stream.scm --certificate stream.scm", "is one of the inputs");
    refused("rsc stream.scm --certificate c.json -o ./c.json", "name the same file");
    refused("check --update stream.scm --certificate c.json", "the model as it was");
    assert_eq!(here.read("stream.scm"), STREAM);
    assert!(!here.path("c.json").exists());
    for (file, why) in [("gone/c.json", "no such directory"), (".", "is a directory")] {
        let run = here.run(&format!("rsc stream.scm --certificate {file}"));
        assert_eq!(run.code, 2, "{file}");
        assert!(run.output.contains("rsc holds"), "the answer is not lost: {}", run.output);
        assert!(run.errors.to_lowercase().contains(why), "{}", run.errors);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let here = directory("certificate_full");
    for line in [
        "rsc stream.scm --certificate /dev/full",
        "rsc crossing.scm -o /dev/full",
        "rsc crossing.scm --format json -o /dev/full",
    ] {
        let run = here.run(line);
        assert_eq!(run.code, 2, "{line}");
        assert!(run.errors.contains("cannot write /dev/full: "), "{line}: {}", run.errors);
        assert!(!run.errors.contains("panicked"), "{line}");
    }
}

#[test]
fn a_directory_that_cannot_be_is_told() {
    let here = directory("witness_directory");
    let run = here.run("rsc crossing.scm --witness stream.scm/below");
    assert_eq!((run.code, run.output.as_str()), (2, ""));
    assert!(run.errors.starts_with("error: cannot write stream.scm/below: "), "{}", run.errors);
}

/// The program with another checker beside it, which is a shell script.
#[cfg(unix)]
fn with_checker(test: &str, script: Option<&str>) -> impl Fn(&str) -> Finished {
    use crate::support::program::finish;
    use std::process::Command;

    let here = directory(test);
    fs::create_dir(here.path("bin")).unwrap();
    let program = here.path("bin/scm-check");
    // Neither is ever open for writing here: a test beside this one may start a program just then,
    // which would inherit that.
    fs::hard_link(env!("CARGO_BIN_EXE_scm-check"), &program).unwrap();
    if let Some(script) = script {
        let write = "printf '#!/bin/sh\\n%s\\n' \"$0\" > \"$1\" && chmod +x \"$1\"";
        let checker = here.path("bin/scm-check-verify");
        let written = Command::new("sh").args(["-c", write, script]).arg(checker).status();
        assert!(written.unwrap().success());
    }
    let folder = here.path("");
    move |line| finish(Command::new(&program).current_dir(&folder).args(line.split_whitespace()))
}

#[cfg(unix)]
#[test]
fn evidence_that_is_rejected_is_no_answer() {
    let run =
        with_checker("verify_rejected", Some("cat > /dev/null; echo rejected: so what; exit 1"));
    let rejected = run("check crossing.scm stream.scm --verify");
    assert_eq!(rejected.code, 101);
    assert!(rejected.output.contains("?rejected"), "{}", rejected.output);
    let one = run("rsc stream.scm --verify");
    assert_eq!(one.code, 101);
    let first =
        "stream.scm: rsc unknown (rejected): the evidence for `holds` was rejected: so what\n";
    assert!(one.output.starts_with(first), "{}", one.output);
    assert!(one.output.ends_with("scm-check-verify: 1 REJECTED\n"), "{}", one.output);
    let report: Value =
        serde_json::from_str(&run("rsc crossing.scm --verify --format json").output).unwrap();
    assert_eq!(report["exit_code"], 101);
    let result = &report["results"][0];
    assert_eq!((&result["verdict"], &result["reason"]), (&"unknown".into(), &"rejected".into()));
    assert_eq!(result["detail"]["evidence"], "rejected");
}

#[cfg(unix)]
#[test]
fn a_checker_that_does_not_answer_costs_no_result() {
    for (name, script, why) in [
        ("verify_silent", "exit 0", "no help"),
        ("verify_broken", "echo out of order >&2; exit 7", "out of order"),
        ("verify_killed", "kill -9 $$", "signal"),
    ] {
        let run = with_checker(name, Some(script));
        let run = run("rsc crossing.scm --verify");
        assert_eq!(run.code, 2, "{name}");
        assert!(run.errors.contains(why), "{name}: {}", run.errors);
        assert!(run.output.contains("rsc violated") && run.output.contains("not confirmed"));
    }
    let unknown = with_checker(
        "verify_unknown",
        Some("cat > /dev/null; echo unsupported form; echo too new >&2; exit 2"),
    );
    let run = unknown("rsc crossing.scm --verify");
    assert_eq!(run.code, 1);
    assert!(run.output.contains("; not confirmed: too new\n"), "{}", run.output);
}

#[cfg(unix)]
#[test]
fn without_a_checker_nothing_is_promised() {
    let run = with_checker("verify_alone", None);
    let run = run("check crossing.scm --verify");
    assert_eq!((run.code, run.output.as_str()), (2, ""));
    assert!(run.errors.contains("scm-check-verify"), "{}", run.errors);
}

#[cfg(unix)]
#[test]
fn a_checker_that_hangs_costs_no_verdict() {
    let run = with_checker("verify_hangs", Some("exec sleep 100"));
    let run = run("rsc crossing.scm --verify --timeout 500ms");
    assert_eq!(run.code, 1, "{}{}", run.output, run.errors);
    assert!(run.output.starts_with("crossing.scm: rsc violated"), "{}", run.output);
    let why = "not confirmed: the time limit of 500 ms was reached";
    assert!(run.output.contains(why), "{}", run.output);
}
