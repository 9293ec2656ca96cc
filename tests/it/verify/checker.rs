//! The checker of evidence: as a program, and as a function that is asked thousands of times.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use scm_check::internals::kernel::base::Random;
use sha2::{Digest as _, Sha256};

use crate::support::effort::{required, sampled};
use crate::support::program::{CROSSING, Directory, Finished, STREAM, end, finish};
use crate::verify::listed;

use verify::{Verdict, verify};

/// Returns the checker, about to run in a directory.
fn program(here: &Directory) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scm-check-verify"));
    command.current_dir(here.path("."));
    command
}

/// Runs the checker in a directory.
pub(super) fn run(here: &Directory, line: &str) -> Finished {
    finish(program(here).args(line.split_whitespace()))
}

/// Returns a directory with two models and what the main program writes about them.
fn evidence(test: &str) -> Directory {
    let here = Directory::new(test).with("crossing.scm", CROSSING).with("stream.scm", STREAM);
    assert_eq!(here.run("rsc crossing.scm --format json -o report.json").code, 1);
    assert_eq!(here.run("rsc stream.scm --certificate rsc.json").code, 0);
    assert_eq!(here.run("safety stream.scm --certificate safety.json").code, 0);
    here
}

/// Returns the bundled models, by name and text.
fn models() -> Vec<(String, String)> {
    let mut models = Vec::new();
    for family in ["paper", "tour"] {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(family);
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            models.push((name, fs::read_to_string(path).unwrap()));
        }
    }
    models.sort();
    assert!(models.len() > 30, "the models are found");
    models
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// Returns a certificate of `property` over RSC executions that lists these states.
fn certificate(model: &str, property: &str, states: &BTreeSet<String>) -> String {
    let (items, texts) = listed(states.iter().map(String::as_str));
    serde_json::json!({
        "schema": "scm-check/certificate", "schema_version": 1, "form": "explicit",
        "property": property, "channels": "as written", "sha256": sha256(model.as_bytes()),
        "over": if property == "rsc" { "rsc-executions" } else { "configurations" },
        "items": items, "states": texts,
    })
    .to_string()
}

/// Returns the states of a certificate over RSC executions as the checker shows them, which
/// has shown those in `like`.
fn shown(certificate: &serde_json::Value, like: &BTreeSet<String>) -> BTreeSet<BTreeSet<String>> {
    let locals = like.first().map_or("", |state| state.split('|').next().unwrap());
    let participants = locals.split('.').count();
    let item = |word: &str| certificate["items"][word.parse::<usize>().unwrap()].as_str().unwrap();
    let state = |state: &serde_json::Value| {
        let words: Vec<&str> = state.as_str().unwrap().split(' ').collect();
        let items: Vec<&str> = words[participants..].iter().map(|word| item(word)).collect();
        in_parts(&format!("{}|{}", words[..participants].join("."), items.join(",")))
    };
    certificate["states"].as_array().unwrap().iter().map(state).collect()
}

/// Returns the local states and the items of a state as the checker shows it.
fn in_parts(state: &str) -> BTreeSet<String> {
    state.split(['|', ',']).map(str::to_owned).collect()
}

/// Lists what the checker misses until it misses nothing, and returns what it says then.
fn closed_by_complaints(
    model: &str,
    property: &str,
    most: usize,
) -> Option<(BTreeSet<String>, Verdict)> {
    let mut states = BTreeSet::new();
    while states.len() < most {
        let text = certificate(model, property, &states);
        let verdict = verify(text.as_bytes(), model.as_bytes(), None);
        let Verdict::Rejected(why) = &verdict else { return Some((states, verdict)) };
        let after = |start: &str, end: &str| {
            let rest = &why[why.find(start)? + start.len()..];
            Some(rest[..rest.find(end)?].to_owned())
        };
        match after("the initial state ", " is not").or_else(|| after("the successor ", " by ")) {
            Some(missing) => assert!(states.insert(missing), "{why}"),
            None => return Some((states, verdict)),
        }
    }
    None
}

#[test]
fn it_confirms_reports_and_certificates_of_the_main_program() {
    let here = evidence("verifier_confirms");
    for line in
        ["report.json crossing.scm", "rsc.json stream.scm", "safety.json stream.scm rsc.json"]
    {
        let run = run(&here, line);
        assert_eq!(
            (run.code, run.output.as_str(), run.errors.as_str()),
            (0, "confirmed\n", ""),
            "{line}"
        );
    }
}

#[test]
fn it_rejects_what_is_about_another_model() {
    let here = evidence("verifier_other_model");
    let run = run(&here, "report.json stream.scm");
    assert_eq!(run.code, 1);
    assert!(
        run.output.starts_with("rejected: the evidence is about a model with SHA-256 "),
        "{}",
        run.output
    );
    assert_eq!(run.output.lines().count(), 1);
}

#[test]
fn it_rejects_a_certificate_that_rests_on_nothing() {
    let here = evidence("verifier_rests_on_nothing");
    let run = run(&here, "safety.json stream.scm");
    assert_eq!(run.code, 1, "{}", run.output);
    assert!(
        run.output.starts_with("rejected: the certificate that it rests on is not given"),
        "{}",
        run.output
    );
}

#[test]
fn what_holds_is_confirmed_by_a_certificate_that_is_given_too() {
    let here = evidence("verifier_no_witness");
    assert_eq!(here.run("rsc stream.scm --format json -o holds.json").code, 0);
    let (output, errors) = ("0 of 1 confirmed; 1 holds without a certificate\n", "");
    let alone = run(&here, "holds.json stream.scm");
    assert_eq!((alone.code, alone.output.as_str(), alone.errors.as_str()), (3, output, errors));
    let other = run(&here, "holds.json stream.scm report.json");
    assert_eq!((other.code, other.output.as_str()), (3, output), "there is no certificate in it");
    let whole = run(&here, "holds.json stream.scm rsc.json");
    assert_eq!((whole.code, whole.output.as_str()), (0, "confirmed\n"));

    let line =
        "safety stream.scm --property progress --property orphan-message --format json -o two.json";
    assert_eq!(here.run(line).code, 0);
    let (report, safety) = (here.read("two.json"), here.read("safety.json"));
    let part = run(&here, "two.json stream.scm rsc.json");
    assert_eq!(
        (part.code, part.output.as_str()),
        (3, "1 of 3 confirmed; 2 hold without a certificate\n")
    );
    let rsc = here.read("rsc.json");
    let safety = safety.trim_start_matches('[');
    let here = here.with("all.json", &format!("[{report},{rsc},{safety}"));
    assert_eq!(run(&here, "all.json stream.scm").output, "confirmed\n");
    let false_one = rsc.replacen("\"0 0\"", "\"0 1\"", 1);
    assert_ne!(false_one, rsc);
    let here = here.with("false.json", &false_one);
    let wrong = run(&here, "holds.json stream.scm false.json");
    assert_eq!(wrong.code, 1, "{}", wrong.output);
    assert!(wrong.output.starts_with("rejected: rsc: state 1 "), "{}", wrong.output);
}

#[test]
fn a_report_that_does_not_say_its_command_is_an_unsupported_form() {
    let here = evidence("verifier_no_command");
    let report = here.read("report.json").replacen("\"command\":\"rsc\",", "", 1);
    let here = here.with("older.json", &report);
    let run = run(&here, "older.json crossing.scm");
    assert_eq!((run.code, run.output.as_str()), (2, "unsupported form\n"));
    assert!(run.errors.contains("which command made it"), "{}", run.errors);
}

#[test]
fn what_was_not_asked_for_is_missing_only_where_all_was_asked() {
    let stated = format!("//# expect: rsc = violated, progress = holds\n{CROSSING}");
    let here = Directory::new("verifier_asked").with("stated.scm", &stated);
    let line = "check --property rsc stated.scm --format json -o report.json";
    assert_eq!(here.run(line).code, 0);
    assert_eq!(run(&here, "report.json stated.scm").output, "confirmed\n");
    let whole = here.read("report.json").replacen("\"properties\":[\"rsc\"],", "", 1);
    let here = here.with("whole.json", &whole);
    let run = run(&here, "whole.json stated.scm");
    assert_eq!(run.code, 1);
    assert!(run.output.starts_with("rejected: the exit code 0"), "{}", run.output);
}

#[test]
fn evidence_may_come_from_standard_input() {
    let here = evidence("verifier_standard_input");
    let mut child = program(&here)
        .args(["-", "crossing.scm"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let report = here.read("report.json");
    child.stdin.take().unwrap().write_all(report.as_bytes()).unwrap();
    let run = end(child);
    assert_eq!((run.code, run.output.as_str()), (0, "confirmed\n"));
}

#[test]
fn bad_usage_and_unreadable_files_are_said_on_standard_error() {
    let here = evidence("verifier_misuse");
    for (line, said) in [
        ("", "expected EVIDENCE MODEL"),
        ("report.json", "expected EVIDENCE MODEL"),
        ("a b c d", "expected EVIDENCE MODEL"),
        ("--quick report.json crossing.scm", "unknown option --quick"),
        ("absent.json crossing.scm", "absent.json: "),
        ("report.json absent.scm", "absent.scm: "),
        ("rsc.json stream.scm absent.json", "absent.json: "),
        (". crossing.scm", "scm-check-verify: .: "),
    ] {
        let run = run(&here, line);
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{line}");
        assert!(run.errors.contains(said), "{line}: {}", run.errors);
    }
    assert!(run(&here, "--help").output.contains("Usage: scm-check-verify"));
    let version = format!("scm-check-verify {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&here, "--version").output, version);
}

#[test]
fn a_closed_output_ends_it_quietly() {
    let here = evidence("verifier_closed_output");
    let mut child = program(&here)
        .args(["report.json", "crossing.scm"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let run = end(child);
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_none() {
    let here = evidence("verifier_full_output");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let run = program(&here)
        .args(["report.json", "crossing.scm"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    let errors = String::from_utf8(run.stderr).unwrap();
    assert!(errors.contains("cannot write standard output"), "{errors}");
}

#[test]
fn malformed_evidence_is_rejected_with_its_place() {
    for (evidence, said) in [
        ("", "the evidence is empty"),
        ("{", "malformed evidence: EOF"),
        ("17", "malformed evidence: invalid type"),
        ("{}", "no `schema`"),
        (r#"{"schema":"scm-check/witness","schema_version":1}"#, "no `sha256`"),
        (r#"{"schema":"scm-check/witness","steps":7}"#, "at line 1 column"),
    ] {
        let verdict = verify(evidence.as_bytes(), CROSSING.as_bytes(), None);
        let Verdict::Rejected(why) = verdict else { panic!("{evidence}: {verdict:?}") };
        assert!(why.contains(said), "{evidence}: {why}");
    }
    for open in ["[", "{\"witness\":"] {
        let verdict = verify(open.repeat(100_000).as_bytes(), CROSSING.as_bytes(), None);
        assert!(matches!(verdict, Verdict::Rejected(_)), "{verdict:?}");
    }
}

/// Returns a model of so many channels, and of what is repeated for each number below `count` and then stands there.
fn repeated(channels: usize, count: usize, each: impl Fn(usize) -> String, last: &str) -> String {
    let all: String = (0..count).map(each).collect();
    format!("scm t : nb_channels = {channels} ; parameters : int a ; {all}{last}")
}

#[test]
fn large_files_take_no_memory_that_nothing_in_them_asks_for() {
    let automaton =
        |i: usize| format!("automaton p{i} : initial : 0 state 0 : to 0 : when true ;\n");
    let model = repeated(1, 5_000, automaton, "");
    let listed = certificate(&model, "rsc", &BTreeSet::new());
    let listed =
        listed.replace("\"states\":[]", &format!("\"states\":[\"\"{}]", ",\"\"".repeat(2_000_000)));
    let judged = |evidence: &str, model: &str, why: &str| {
        let verdict = verify(evidence.as_bytes(), model.as_bytes(), None);
        let (Verdict::Rejected(found) | Verdict::Unsupported(found)) = verdict else {
            panic!("{verdict:?}, not {why}")
        };
        assert!(found.contains(why), "{found:.200}, not {why}");
    };
    judged(&listed, &model, "state 1 () is not written as");
    let specifications = "(automaton p0 : in 0 : true)".repeat(10_000);
    let control = repeated(1, 10_000, automaton, &format!("bad_states : {specifications}"));
    judged(&certificate(&control, "rsc", &BTreeSet::new()), &control, "is not listed");
    let two = |i: usize| {
        let initial = if i < 20 { "0, 1" } else { "0" };
        format!("automaton p{i} : initial : {initial} state 0 : state 1 :\n")
    };
    let initial = repeated(1, 5_000, two, "");
    judged(&certificate(&initial, "rsc", &BTreeSet::new()), &initial, "is not listed");
    let named = "(automaton p0 : in 0 : true with 0 = _)".repeat(2_000);
    let named = repeated(65_535, 1, automaton, &format!("bad_states : {named}"));
    judged(&certificate(&named, "rsc", &BTreeSet::new()), &named, "not understood in the model");
}

#[test]
fn contents_with_many_states_are_checked_in_the_time_that_finding_takes() {
    let any = "(a|b).".repeat(10);
    let model = format!(
        "scm t : nb_channels = 1 ; parameters : int a ; int b ; automaton p : initial : 0 \
         state 0 : to 0 : when true , 0 ! a ; to 1 : when true , 0 ! b ; state 1 : to 0 : when true , 0 ! a ; \
         automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ; to 0 : when true , 0 ? b ; \
         bad_states : (automaton q : in 0 : true with *.a.{any}b.b.b)"
    );
    let here = Directory::new("verifier_many_contents").with("model.scm", &model);
    assert_eq!(here.run("rsc model.scm --certificate rsc.json").code, 0);
    assert_eq!(here.run("reach model.scm --certificate reach.json").code, 0);
    assert_eq!(run(&here, "reach.json model.scm rsc.json").output, "confirmed\n");
}

#[test]
fn mutations_of_evidence_and_models_are_judged_without_panic() {
    let here = evidence("verifier_mutations");
    let cases = [("report.json", CROSSING), ("rsc.json", STREAM), ("safety.json", STREAM)];
    let base = here.read("rsc.json");
    let mut random = Random::new(7);
    let (mut confirmed, mut others) = (0, 0);
    for round in 0..2_000 {
        let (file, model) = cases[round % cases.len()];
        let (mut evidence, mut model) = (here.read(file).into_bytes(), model.as_bytes().to_vec());
        let mutated = if round % 2 == 0 { &mut evidence } else { &mut model };
        for _ in 0..=random.below(3) {
            let at = random.below(mutated.len());
            match random.below(3) {
                0 => mutated[at] = u8::try_from(random.below(256)).unwrap(),
                1 => drop(mutated.remove(at)),
                _ => mutated.insert(at, b"0129|,.:#!?{}[]\"ab"[random.below(18)]),
            }
        }
        // The models are mutated behind the back of the evidence, which is told their new digest.
        if round % 2 == 1 {
            let digest = sha256(&model);
            let text = String::from_utf8(evidence).unwrap();
            let at = text.find("\"sha256\":\"").unwrap() + 10;
            evidence = text.replace(&text[at..at + 64].to_owned(), &digest).into_bytes();
        }
        match verify(&evidence, &model, Some(base.as_bytes())) {
            Verdict::Confirmed => confirmed += 1,
            _ => others += 1,
        }
    }
    assert!(confirmed > 0 && others > 1_000, "{confirmed} confirmed, {others} not");
}

#[test]
fn what_the_checker_misses_closes_to_what_the_main_program_lists() {
    let (mut holds, mut violated) = (0, 0);
    let here = Directory::new("verifier_closure");
    for (name, model) in models() {
        let Some((states, verdict)) = closed_by_complaints(&model, "rsc", 120) else { continue };
        fs::write(here.path("model.scm"), &model).unwrap();
        let answer = here.run("rsc model.scm --certificate rsc.json").code;
        match verdict {
            Verdict::Confirmed => {
                holds += 1;
                assert_eq!(answer, 0, "{name}");
                let listed: serde_json::Value =
                    serde_json::from_str(&here.read("rsc.json")).unwrap();
                let found: BTreeSet<_> = states.iter().map(|state| in_parts(state)).collect();
                assert_eq!(shown(&listed, &states), found, "{name}");
                for state in &states {
                    let mut fewer = states.clone();
                    fewer.remove(state);
                    let text = certificate(&model, "rsc", &fewer);
                    let verdict = verify(text.as_bytes(), model.as_bytes(), None);
                    assert!(matches!(verdict, Verdict::Rejected(_)), "{name} without {state}");
                }
            }
            Verdict::Rejected(why) => {
                violated += 1;
                assert_eq!(answer, 1, "{name}: {why}");
                assert!(why.contains("must not be reached"), "{name}: {why}");
            }
            Verdict::Unsupported(why) | Verdict::Partial(why) => panic!("{name}: {why}"),
        }
    }
    assert!(holds > 10 && violated > 3, "{holds} hold, {violated} are violated");
}

#[test]
fn configurations_listed_by_complaints_decide_the_safety_properties() {
    let (mut holds, mut violated) = (0, 0);
    let here = Directory::new("verifier_configurations");
    for (name, model) in models() {
        if closed_by_complaints(&model, "progress", 60).is_none() {
            continue;
        }
        fs::write(here.path("model.scm"), &model).unwrap();
        here.run("safety model.scm --format json -o report.json");
        let report: serde_json::Value = serde_json::from_str(&here.read("report.json")).unwrap();
        for result in report["results"].as_array().unwrap() {
            let property = result["property"].as_str().unwrap();
            let Some((_, verdict)) = closed_by_complaints(&model, property, 60) else { continue };
            let expected = match result["verdict"].as_str().unwrap() {
                "holds" => true,
                "violated" => false,
                _ => continue,
            };
            assert_eq!(verdict == Verdict::Confirmed, expected, "{name} {property}: {verdict:?}");
            holds += usize::from(expected);
            violated += usize::from(!expected);
        }
    }
    assert!(holds > 50 && violated > 20, "{holds} hold, {violated} are violated");
}

#[test]
fn every_violation_of_the_bundled_models_is_confirmed() {
    let here = Directory::new("verifier_witnesses");
    let mut witnesses = 0;
    for (name, model) in sampled(models()) {
        fs::write(here.path("model.scm"), &model).unwrap();
        let _ = fs::remove_file(here.path("membership.json"));
        here.run("rsc model.scm --certificate membership.json --max-states 20000");
        // For deadlocks with infinitely many configurations behind them.
        let membership = fs::read(here.path("membership.json")).ok();
        for command in ["rsc", "rsc --fifo", "rsc --bag", "reach", "safety"] {
            let line =
                format!("{command} model.scm --format ndjson --max-states 20000 -o lines.json");
            here.run(&line);
            for line in here.read("lines.json").lines().filter(|line| line.contains("\"steps\"")) {
                let verdict = verify(line.as_bytes(), model.as_bytes(), membership.as_deref());
                assert_eq!(verdict, Verdict::Confirmed, "{name} {command}: {line}");
                witnesses += 1;
            }
        }
    }
    assert!(witnesses > required(80), "{witnesses} witnesses");
}
