//! `replay`: witnesses from files, held against models.

use serde_json::Value;

use crate::cli::simulate::tour;
use crate::support::program::{CROSSING, Directory, STREAM};

const MODELS: [&str; 4] = ["upload", "login", "impatient_client", "retransmission"];

/// A directory with models and the witnesses of what is violated in them.
fn directory(test: &str) -> Directory {
    let mut here = Directory::new(test).with("crossing.scm", CROSSING).with("stream.scm", STREAM);
    for name in MODELS {
        here = here.with(&format!("{name}.scm"), &tour(&format!("{name}.scm")));
    }
    let run = here.run("rsc crossing.scm --witness witnesses");
    assert_eq!(run.code, 1, "{}", run.errors);
    here
}

const WITNESS: &str = "witnesses/crossing.rsc.json";

/// Writes a changed copy of the witness of the crossing.
fn changed(here: &Directory, change: impl FnOnce(&mut Value)) {
    let mut document: Value = serde_json::from_str(&here.read(WITNESS)).unwrap();
    change(&mut document);
    std::fs::write(here.path("changed.json"), document.to_string()).unwrap();
}

#[test]
fn a_borderline_violation_is_confirmed_step_by_step() {
    let here = directory("replay_rsc");
    let run = here.run(&format!("replay {WITNESS} crossing.scm"));
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    insta::assert_snapshot!(run.output);
    let run = here.run(&format!("replay -q {WITNESS} crossing.scm"));
    let line = format!("{WITNESS}: rsc violated: replayed on crossing.scm, confirmed by replay\n");
    assert_eq!(run.output, line);
    let run = here.run(&format!("replay {WITNESS} crossing.scm -o out.txt"));
    assert_eq!((run.code, &run.output), (0, &line), "the verdict is told all the same");
    assert!(here.read("out.txt").starts_with(&line));
}

#[test]
fn every_witness_of_a_report_is_confirmed() {
    let here = directory("replay_reports");
    for name in MODELS {
        for form in ["json", "ndjson"] {
            let run = here.run(&format!("check --format {form} {name}.scm -o report.{form}"));
            assert_ne!(run.code, 2, "{}", run.errors);
            let report = here.read(&format!("report.{form}"));
            let witnesses = report.matches("scm-check/witness").count();
            assert!(witnesses > 0, "{name}");
            let run = here.run(&format!("replay -q report.{form} {name}.scm"));
            assert_eq!((run.code, run.errors.as_str()), (0, ""), "{name}: {}", run.output);
            assert_eq!(run.output.lines().count(), witnesses);
            for line in run.output.lines() {
                let start = format!("report.{form} ({name}.scm): ");
                assert!(line.starts_with(&start), "{line}");
                assert!(line.ends_with(" confirmed by replay"), "{line}");
            }
            let piped = here.run_with_input(&format!("replay -q - {name}.scm"), &report);
            assert_eq!(piped.output, run.output.replace(&format!("report.{form}"), "<stdin>"));
        }
    }
}

#[test]
fn of_a_report_about_several_models_the_given_one_counts() {
    let here = directory("replay_several");
    here.run("rsc crossing.scm upload.scm --format json -o report.json");
    let run = here.run("replay report.json crossing.scm");
    assert_eq!(run.code, 0, "{}", run.output);
    assert!(run.output.starts_with("report.json (crossing.scm): rsc violated: "), "{}", run.output);
    assert!(!run.output.contains("upload.scm"), "{}", run.output);
    let end = "\n\n1 witness is about other models, and passed over\n";
    assert!(run.output.ends_with(end), "{}", run.output);
    // None of them is evidence about a third model.
    let run = here.run("replay -q report.json stream.scm");
    assert_eq!(run.code, 1);
    assert_eq!(run.output.matches(": rsc rejected: it was made for another file").count(), 2);
}

#[test]
fn a_witness_without_a_cycle_or_with_a_field_twice_is_none() {
    let here = directory("replay_no_cycle");
    let text = here.read(WITNESS);
    changed(&here, |document| document["cycle"] = Value::Array(Vec::new()));
    let run = here.run("replay -q changed.json crossing.scm");
    assert_eq!(run.code, 1, "{}", run.output);
    let why = "rsc rejected: the file names no conflict cycle, which is what shows that a system is not RSC";
    assert!(run.output.contains(why), "{}", run.output);

    let before = "\"communications\":";
    let once = "\"initial\":{\"p\":\"0\",\"q\":\"0\"}";
    assert!(text.contains(before) && text.contains(once), "{text}");
    for (first, second, field) in [
        (before.to_owned(), format!("\"communications\":2,{before}"), "communications"),
        (once.to_owned(), once.replace("\"p\":\"0\"", "\"p\":\"7\",\"p\":\"0\""), "p"),
        ("\"from\":".to_owned(), "\"from\":\"7\",\"from\":".to_owned(), "from"),
    ] {
        std::fs::write(here.path("twice.json"), text.replacen(&first, &second, 1)).unwrap();
        let run = here.run("replay twice.json crossing.scm");
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{field}");
        let why = "malformed JSON: line ";
        assert!(run.errors.contains(why), "{}", run.errors);
        assert!(run.errors.contains(&format!("field `{field}` stands twice")), "{}", run.errors);
        let verdict = verify::verify(
            here.read("twice.json").as_bytes(),
            here.read("crossing.scm").as_bytes(),
            None,
        );
        assert!(matches!(verdict, verify::Verdict::Rejected(_)), "{field}: {verdict:?}");
    }
}

#[test]
fn quiet_is_without_warnings() {
    let model = CROSSING.replace("nb_channels = 2", "nb_channels = 3");
    let here = Directory::new("replay_quiet").with("unused.scm", &model);
    here.run("rsc unused.scm --witness .");
    for command in ["replay unused.rsc.json unused.scm", "simulate unused.scm"] {
        let run = here.run(command);
        assert_eq!(run.code, 0, "{}", run.output);
        assert!(run.errors.contains("never used"), "{command}: {}", run.errors);
        let run = here.run(&format!("{command} -q"));
        assert_eq!((run.code, run.errors.as_str()), (0, ""), "{command}");
    }
}

#[test]
fn a_bad_configuration_and_a_safety_violation_say_what_is_wrong() {
    let here = directory("replay_properties");
    here.run("reach impatient_client.scm --witness witnesses");
    here.run("safety login.scm --witness witnesses");
    let run = here.run("replay witnesses/impatient_client.bad_states-1.json impatient_client.scm");
    assert_eq!(run.code, 0, "{}", run.output);
    insta::assert_snapshot!(run.output);
    let run = here.run("replay witnesses/login.unspecified-reception.json login.scm");
    assert_eq!(run.code, 0, "{}", run.output);
    insta::assert_snapshot!(run.output);
}

#[test]
fn without_a_model_the_steps_alone_are_replayed() {
    let here = directory("replay_alone");
    let run = here.run(&format!("replay {WITNESS}"));
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    insta::assert_snapshot!(run.output);
    here.run("reach impatient_client.scm --witness witnesses");
    let run = here.run("replay -q witnesses/impatient_client.bad_states-1.json");
    assert_eq!(run.code, 3);
    assert!(run.output.contains("unknown: the steps can be replayed, but"), "{}", run.output);
    // Bags are unknown, but where all channels are read as bags the witness says so.
    changed(&here, |document| document["channels"] = "bag".into());
    let run = here.run("replay changed.json");
    assert_eq!(run.code, 0, "{}", run.output);
    assert!(run.output.starts_with("changed.json: rsc[bag] violated: confirmed"), "{}", run.output);
    assert!(run.output.contains("all channels are read as bag, as the witness says"));
}

#[test]
fn losses_are_rebuilt_too() {
    let here = directory("replay_losses");
    let run = here.run("check --format json retransmission.scm -o report.json");
    assert_eq!(run.code, 0, "{}", run.errors);
    let report: Value = serde_json::from_str(&here.read("report.json")).unwrap();
    let witnesses = report["results"].as_array().unwrap().iter().map(|result| &result["witness"]);
    let lossy = witnesses.filter(|witness| witness.to_string().contains("\"lost\""));
    let mut count = 0;
    for witness in lossy {
        std::fs::write(here.path("lossy.json"), witness.to_string()).unwrap();
        let run = here.run("replay lossy.json");
        assert!([0, 3].contains(&run.code), "{}", run.output);
        assert!(run.output.contains("~ loses "), "{}", run.output);
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn another_model_is_no_model_for_a_witness() {
    let here = directory("replay_other_model");
    let run = here.run(&format!("replay {WITNESS} stream.scm"));
    assert_eq!(run.code, 1);
    let words = "rsc rejected: it was made for another file: its SHA-256 is ";
    assert!(run.output.contains(words), "{}", run.output);
    assert!(run.output.contains("  nor does it fit: "), "{}", run.output);
    // A comment more is another file, on which the claim may still hold.
    let here = here.with("same.scm", &format!("// seen\n{CROSSING}"));
    let run = here.run(&format!("replay {WITNESS} same.scm"));
    assert_eq!(run.code, 1);
    assert!(run.output.contains(words), "{}", run.output);
    assert!(run.output.contains("on this file the claim holds all the same:\n"), "{}", run.output);
    changed(&here, |document| drop(document.as_object_mut().unwrap().remove("sha256")));
    let run = here.run("replay changed.json same.scm");
    assert_eq!(run.code, 0, "{}", run.output);
    assert!(run.output.contains("  the witness does not say which file it was made for\n"));
}

#[test]
fn what_does_not_hold_is_rejected_with_the_reason() {
    let here = directory("replay_rejected");
    type Change = fn(&mut Value);
    let cases: [(Change, &str); 9] = [
        (|d| d["steps"].as_array_mut().unwrap().swap(0, 2), "step 1 is not enabled: `"),
        (|d| drop(d["steps"].as_array_mut().unwrap().pop()), "the execution is causally RSC"),
        (|d| drop(d["steps"].as_array_mut().unwrap().remove(1)), "step 2 is not enabled: `"),
        (|d| d["steps"][1]["to"] = "9".into(), "step 2: `q` has no such transition from state `0`"),
        (|d| d["communications"] = 5.into(), "the file counts 5 communications, and the run has 2"),
        (
            |d| d["cycle"][0]["steps"][0] = 2.into(),
            "the cycle in the file is no cycle of conflicts",
        ),
        (|d| d["cycle"][1]["from"] = 9.into(), "its edge 1 does not hold"),
        (|d| d["initial"]["p"] = "1".into(), "`p` does not start there"),
        (|d| d["property"] = "progress".into(), "is not about `progress`"),
    ];
    for (change, words) in cases {
        changed(&here, change);
        let run = here.run("replay changed.json crossing.scm");
        assert_eq!((run.code, run.errors.as_str()), (1, ""), "{words}: {}", run.output);
        let first = run.output.lines().next().unwrap();
        assert!(first.contains(" rejected: ") && first.contains(words), "{words}: {first}");
    }
    // As far as the steps go they are shown.
    changed(&here, |d| drop(d["steps"].as_array_mut().unwrap().remove(1)));
    insta::assert_snapshot!(here.run("replay changed.json crossing.scm").output);
}

#[test]
fn whoever_is_blamed_must_be_at_fault() {
    let here = directory("replay_blame");
    here.run("safety login.scm --witness witnesses");
    let text = here.read("witnesses/login.unspecified-reception.json");
    let mut document: Value = serde_json::from_str(&text).unwrap();
    document["participants"] = vec!["server"].into();
    std::fs::write(here.path("blame.json"), document.to_string()).unwrap();
    let run = here.run("replay blame.json login.scm");
    assert_eq!(run.code, 1);
    assert!(run.output.contains("that the file blames are not those at fault"), "{}", run.output);
}

#[test]
fn a_result_and_its_witness_say_the_same() {
    let here = directory("replay_results");
    here.run("rsc --format ndjson crossing.scm -o line.json");
    let line = here.read("line.json");
    for (from, to, words) in [
        ("\"verdict\":\"violated\"", "\"verdict\":\"holds\"", "says `holds`, not `violated`"),
        ("\"property\":\"rsc\"", "\"property\":\"progress\"", "differ in `property`"),
        ("\"channels\":\"as written\"", "\"channels\":\"bag\"", "differ in `channels`"),
    ] {
        let here = Directory::new("replay_results_changed")
            .with("crossing.scm", CROSSING)
            .with("line.json", &line.replacen(from, to, 1));
        let run = here.run("replay line.json crossing.scm");
        assert_eq!(run.code, 1, "{}", run.output);
        assert!(run.output.contains(words), "{words}: {}", run.output);
    }
}

#[test]
fn what_is_no_witness_is_refused() {
    let here = directory("replay_refused");
    let bytes = here.read(WITNESS);
    let without = |name: &str| {
        let mut document: Value = serde_json::from_str(&bytes).unwrap();
        document.as_object_mut().unwrap().remove(name);
        document.to_string()
    };
    let with = |name: &str, value: Value| {
        let mut document: Value = serde_json::from_str(&bytes).unwrap();
        document[name] = value;
        document.to_string()
    };
    let step = |change: fn(&mut Value)| {
        let mut document: Value = serde_json::from_str(&bytes).unwrap();
        change(&mut document["steps"][0]);
        document.to_string()
    };
    for (text, words) in [
        ("{\n  \"schema\": x}".to_owned(), "malformed JSON: line 2, column 13: expected value"),
        ("{".to_owned(), "malformed JSON: line 1, column 1: the text ends"),
        (String::new(), "there is nothing in it"),
        ("[1]".to_owned(), "neither a witness nor a report"),
        ("{\"schema\":\"x/y\"}".to_owned(), "its schema is `x/y`"),
        ("{\"schema\":\"scm-check/certificate\"}".to_owned(), "scm-check-verify tests it"),
        ("[{\"schema\":\"scm-check/certificate\"}]".to_owned(), "scm-check-verify tests it"),
        (
            "{\"schema\":\"scm-check/report\",\"schema_version\":1,\"results\":[]}".to_owned(),
            "a report without any witness",
        ),
        (without("steps"), "not a witness: missing field `steps`"),
        (with("schema_version", 2.into()), "not a witness of version 1"),
        (with("kind", "x".into()), "unknown kind of witness `x`"),
        (with("channels", "x".into()), "not as `x`"),
    ] {
        let here = Directory::new("replay_refused_text").with("w.json", &text);
        let here = here.with("crossing.scm", CROSSING);
        for model in ["", "crossing.scm"] {
            let run = here.run(&format!("replay w.json {model}"));
            assert_eq!((run.code, run.output.as_str()), (2, ""), "{words}: {}", run.errors);
            assert!(run.errors.contains(words), "{words}: {}", run.errors);
        }
    }
    // Without a model, what a step says must be enough.
    for (text, words) in [
        (step(|step| drop(step.as_object_mut().unwrap().remove("message"))), "step 1 is malformed"),
        (step(|step| step["action"] = "internal".into()), "step 1 is malformed"),
        (step(|step| step["channel"] = 4_000_000_000_u32.into()), "more than can be rebuilt"),
        (step(|step| step["channel"] = 1_000_000.into()), "more than can be rebuilt"),
        (step(|step| step["participant"] = "x".into()), "there is no participant `x`"),
        (with("initial", serde_json::json!({"p": 0, "q": "0"})), "no initial state for `p`"),
    ] {
        let here = Directory::new("replay_refused_step").with("w.json", &text);
        let run = here.run("replay w.json");
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{words}: {}", run.errors);
        assert!(run.errors.contains(words), "{words}: {}", run.errors);
    }
    for (line, words) in [
        ("no_such.json crossing.scm".to_owned(), "no_such.json: no such file"),
        ("- -".to_owned(), "standard input cannot be the witness and the model"),
        (format!("{WITNESS} no_such.scm"), "no_such.scm: no such file"),
        (format!("{WITNESS} ."), "is more than one file; replay takes one"),
        (format!("{WITNESS} crossing.scm -o {WITNESS}"), "is one of the inputs"),
    ] {
        let run = here.run(&format!("replay {line}"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{line}");
        assert!(run.errors.contains(words), "{line}: {}", run.errors);
    }
    assert_eq!(here.read(WITNESS), bytes);
}
