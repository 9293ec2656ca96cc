//! Reports about the bundled models with one thing changed, by the checker.
//!
//! What the checker says is held against the report's own code: what a report concludes must follow from its rows, as
//! `render::report` puts them together, whatever was changed. The settings are those of `cases.rs`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use scm_check::internals::driver::{AnswerSubject, Level, Role};
use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::verdict::{
    Comparison, Effect, ExitStatus, Expectation, Expected, Reason, Verdict as Answer,
};
use scm_check::internals::render::report::{Report, Row};
use serde_json::{Value, json};
use verify::{Verdict, verify, verify_choreography};

use crate::support::cases::{are_many, seeds};
use crate::support::program::{Directory, json_of};

/// How many edits there are of 100 cases that are asked for.
const SHARE: u64 = 20;

/// The commands whose reports are changed; those of choreographies behind the others.
const COMMANDS: [&str; 8] = [
    "check --certificate all.json",
    "check --fifo --certificate all.json",
    "safety --certificate all.json",
    "rsc --bag --exit-zero --certificate all.json",
    "reach --certificate all.json",
    "-isrsc -mc --certificate all.json",
    "check",
    "chor check --property deadlock --property realisable --property strong-progress(sent)",
];

/// A report, and what it is about.
struct Sample {
    name: String,
    is_choreography: bool,
    model: Vec<u8>,
    report: Value,
    certificates: Option<Vec<u8>>,
}

impl Sample {
    fn verdict(&self, report: &Value) -> Verdict {
        let bytes = serde_json::to_vec(report).unwrap();
        let verify = if self.is_choreography { verify_choreography } else { verify };
        verify(&bytes, &self.model, self.certificates.as_deref())
    }
}

/// The models below `models/` that the checker reads, by path.
fn models(directory: PathBuf, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            models(path, found);
        } else if path.extension().is_some_and(|extension| extension == "scm" || extension == "ca")
        {
            found.push(path);
        }
    }
}

/// Reports about a random choice of models, by all commands, at most so many.
fn samples(test: &str, most: usize) -> Vec<Sample> {
    let mut paths = Vec::new();
    models(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("models"), &mut paths);
    assert!(paths.len() > 60, "the models are found");
    crate::support::cases::shuffle(&mut paths, &mut Random::new(3));
    let here = Directory::new(test);
    let mut samples = Vec::new();
    for path in paths.iter().cycle().take(most) {
        let is_choreography = path.extension().is_some_and(|extension| extension == "ca");
        let count = COMMANDS.len();
        let (offset, choices) = if is_choreography { (count - 2, 2) } else { (0, count - 1) };
        let command = COMMANDS[offset + samples.len() % choices];
        let _ = std::fs::remove_file(here.path("all.json"));
        let mut program = here.program();
        program.args(command.split_whitespace()).arg(path);
        program.args("--format json --reproducible --max-states 20000".split(' '));
        let run = crate::support::program::finish(&mut program);
        samples.push(Sample {
            name: format!("{command} {}", path.display()),
            is_choreography,
            model: std::fs::read(path).unwrap(),
            report: json_of(&run.output),
            certificates: std::fs::read(here.path("all.json")).ok(),
        });
    }
    samples
}

/// What an answer is by the words of a report; `None` if there is no such answer.
fn answer(row: &Value) -> Option<Answer> {
    let reasons = [
        Reason::Timeout,
        Reason::Memory,
        Reason::States,
        Reason::Bound,
        Reason::Unsupported,
        Reason::Undecidable,
        Reason::Interrupted,
        Reason::Rejected,
        Reason::Crashed,
    ];
    let reason = reasons.into_iter().find(|reason| row["reason"] == reason.word());
    match (row["verdict"].as_str()?, reason) {
        ("holds", None) => Some(Answer::Holds),
        ("violated", None) => Some(Answer::Violated),
        ("error", None) => Some(Answer::Error),
        ("unknown", Some(reason)) => Some(Answer::Unknown(reason)),
        _ => None,
    }
}

/// Says whether the verdict and the exit code of a report are those of its rows, put together as the program does it.
fn follows(report: &Value) -> Option<bool> {
    let command = report["command"].as_str()?;
    let effect = if command == "check" { Effect::Excuses } else { Effect::Reminds };
    let mut rows = Vec::new();
    for (i, row) in report["results"].as_array()?.iter().enumerate() {
        let is_premise =
            ["safety", "reach"].contains(&command) && i == 0 && row["property"] == "rsc";
        let verdict = answer(row)?;
        let stated = Expected::ALL.into_iter().find(|one| row["detail"]["expected"] == one.word());
        let expected = stated.map(|verdict| Expectation { verdict, effect });
        let said = match expected.map(|expected| expected.compare(verdict)) {
            Some(Comparison::Met) => json!("met"),
            Some(Comparison::Decided) => "decided".into(),
            Some(Comparison::Missed) => json!("missed"),
            Some(Comparison::Open) => json!("open"),
            None => Value::Null,
        };
        if row["detail"]["comparison"] != said {
            return Some(false);
        }
        let property = row["property"].as_str().unwrap_or_default();
        let asked = report["properties"].as_array();
        let is_asked = asked.is_some_and(|asked| asked.contains(&row["property"]));
        let role = if is_premise {
            Role::Premise
        } else if command == "check" && expected.is_none() && !is_asked {
            Role::of_unasked(property)
        } else {
            Role::Answer
        };
        let is_unasked = row["reason"] == "interrupted" && Level::of(property) != Level::Fault;
        if row["level"] != Level::of(property).word()
            || row["counts"] != json!(role == Role::Answer) && !is_unasked
        {
            return Some(false);
        }
        let subject = AnswerSubject { role, ..AnswerSubject::of_model("") };
        let mut answered = Row::unchecked(subject, verdict, "");
        answered.answer.expected = expected;
        rows.push(answered);
    }
    let exit_zero = report["exit_zero"].as_bool()?;
    let whole = Report { rows, exit_zero, ..Report::default() };
    let is_open = whole.deciding().next().is_none();
    let least = if is_open { ExitStatus::Open } else { ExitStatus::Fine };
    let code = whole.exit_code(whole.exit_status().max(least));
    Some(report["verdict"] == whole.verdict().word() && report["exit_code"] == code)
}

/// What the rows with a verdict say, and of which properties.
fn claims(report: &Value) -> Vec<[String; 4]> {
    let fields = ["property", "channels", "sha256", "verdict"];
    let rows = report["results"].as_array().unwrap().iter();
    let decided = rows.filter(|row| row["verdict"] == "holds" || row["verdict"] == "violated");
    decided.map(|row| fields.map(|field| row[field].to_string())).collect()
}

/// A change, by name; it says whether there was something to change.
type Edit = (&'static str, fn(&mut Value, &mut Random) -> Option<()>);

const EDITS: &[Edit] = &[
    ("verdict of a row", |report, numbers| {
        row(report, numbers)?["verdict"] =
            one_of(&["holds", "violated", "unknown", "error"], numbers);
        Some(())
    }),
    ("verdict and witness of a row", |report, numbers| {
        let row = row(report, numbers)?;
        row["verdict"] = one_of(&["holds", "violated"], numbers);
        row["witness"] = Value::Null;
        Some(())
    }),
    ("verdict of a row, and all that follows", |report, numbers| {
        let verdict = one_of(&["holds", "violated"], numbers);
        let row = row(report, numbers)?;
        row["verdict"] = verdict;
        row["witness"] = Value::Null;
        if !row["detail"]["expected"].is_null() {
            row["detail"]["comparison"] = if row["verdict"] == row["detail"]["expected"] {
                json!("met")
            } else {
                json!("missed")
            };
        }
        for code in [0, 1, 2, 3] {
            for verdict in ["holds", "unknown", "violated", "error"] {
                (report["verdict"], report["exit_code"]) = (json!(verdict), json!(code));
                if follows(report) == Some(true) {
                    return Some(());
                }
            }
        }
        None
    }),
    ("reason of a row", |report, numbers| {
        row(report, numbers)?["reason"] =
            one_of(&["timeout", "interrupted", "crashed", "boredom"], numbers);
        Some(())
    }),
    ("property of a row", |report, numbers| {
        let other = row(report, numbers)?["property"].clone();
        row(report, numbers)?["property"] = other;
        Some(())
    }),
    ("a property that there is not", |report, numbers| {
        row(report, numbers)?["property"] =
            one_of(&["bad_states/9", "stuck(nobody)", "fame"], numbers);
        Some(())
    }),
    ("channels of a row", |report, numbers| {
        row(report, numbers)?["channels"] =
            one_of(&["as written", "fifo", "bag", "p2p,fifo"], numbers);
        Some(())
    }),
    ("model of a row", |report, numbers| {
        let row = row(report, numbers)?;
        row["sha256"] = json!("0".repeat(64));
        if numbers.percent(50) && !row["witness"].is_null() {
            row["witness"]["sha256"] = row["sha256"].clone();
        }
        Some(())
    }),
    ("no model of a row", |report, numbers| {
        row(report, numbers)?["sha256"] = Value::Null;
        Some(())
    }),
    ("level of a row", |report, numbers| {
        row(report, numbers)?["level"] = one_of(&["fault", "race", "fact"], numbers);
        Some(())
    }),
    ("effect of a row", |report, numbers| {
        let row = row(report, numbers)?;
        row["counts"] = json!(!row["counts"].as_bool()?);
        Some(())
    }),
    ("expectation of a row", |report, numbers| {
        let verdict = one_of(&["holds", "violated", "unknown"], numbers);
        let row = row(report, numbers)?;
        row["detail"]["expected"] = verdict;
        row["detail"]["comparison"] = one_of(&["met", "missed", "open"], numbers);
        Some(())
    }),
    ("no expectation of a row", |report, numbers| {
        let detail = row(report, numbers)?["detail"].as_object_mut()?;
        detail.remove("comparison");
        detail.remove("expected").map(drop)
    }),
    ("no witness", |report, numbers| {
        violated(report, numbers)?["witness"] = Value::Null;
        Some(())
    }),
    ("witness of another row", |report, numbers| {
        let other = violated(report, numbers)?["witness"].clone();
        row(report, numbers)?["witness"] = other;
        Some(())
    }),
    ("what a witness is about", |report, numbers| {
        let field = ["property", "channels", "sha256"][numbers.below(3)];
        let other = row(report, numbers)?[field].clone();
        violated(report, numbers)?["witness"][field] = other;
        Some(())
    }),
    ("a step less", |report, numbers| {
        let steps = violated(report, numbers)?["witness"]["steps"].as_array_mut()?;
        (!steps.is_empty()).then(|| drop(steps.remove(numbers.below(steps.len()))))
    }),
    ("a step twice", |report, numbers| {
        let steps = violated(report, numbers)?["witness"]["steps"].as_array_mut()?;
        (!steps.is_empty()).then(|| steps.push(steps[numbers.below(steps.len())].clone()))
    }),
    ("a row less", |report, numbers| {
        let rows = report["results"].as_array_mut()?;
        (!rows.is_empty()).then(|| drop(rows.remove(numbers.below(rows.len()))))
    }),
    ("a row twice", |report, numbers| {
        let rows = report["results"].as_array_mut()?;
        let copy = rows.get(numbers.below(rows.len().max(1)))?.clone();
        rows.insert(numbers.below(rows.len() + 1), copy);
        Some(())
    }),
    ("a row that was never there", |report, numbers| {
        let mut invented = row(report, numbers)?.clone();
        invented["property"] = one_of(&["rsc", "progress", "deadlock", "orphan-message"], numbers);
        invented["verdict"] = one_of(&["holds", "violated"], numbers);
        invented["reason"] = Value::Null;
        report["results"].as_array_mut()?.push(invented);
        Some(())
    }),
    ("verdict of the report", |report, numbers| {
        report["verdict"] = one_of(&["holds", "violated", "unknown", "error"], numbers);
        Some(())
    }),
    ("exit code", |report, numbers| {
        report["exit_code"] = json!([0, 1, 2, 3, 101, 130][numbers.below(6)]);
        Some(())
    }),
    ("exit code and verdict", |report, numbers| {
        report["verdict"] = one_of(&["holds", "violated", "unknown"], numbers);
        report["exit_code"] = json!([0, 1, 3][numbers.below(3)]);
        Some(())
    }),
    ("exit codes that are to be 0", |report, _| {
        report["exit_zero"] = json!(!report["exit_zero"].as_bool()?);
        Some(())
    }),
    ("command", |report, numbers| {
        report["command"] = one_of(
            &["check", "rsc", "safety", "reach", "legacy", "chor check", "conform"],
            numbers,
        );
        Some(())
    }),
    ("no command", |report, _| report.as_object_mut()?.remove("command").map(drop)),
];

fn one_of(words: &[&str], numbers: &mut Random) -> Value {
    json!(words[numbers.below(words.len())])
}

fn row<'v>(report: &'v mut Value, numbers: &mut Random) -> Option<&'v mut Value> {
    let rows = report["results"].as_array_mut()?;
    let place = numbers.below(rows.len().max(1));
    rows.get_mut(place)
}

/// A row with a witness.
fn violated<'v>(report: &'v mut Value, numbers: &mut Random) -> Option<&'v mut Value> {
    let rows = report["results"].as_array_mut()?.iter_mut();
    let mut rows: Vec<&mut Value> = rows.filter(|row| !row["witness"].is_null()).collect();
    (!rows.is_empty()).then(|| rows.swap_remove(numbers.below(rows.len())))
}

/// Says what is wrong with a report whatever else stands in it: a row that says `violated` and shows it by nothing, or
/// by what is about something else.
fn is_unshown(report: &Value, is_choreography: bool) -> bool {
    let rows = report["results"].as_array().unwrap().iter();
    rows.filter(|row| row["verdict"] == "violated").any(|row| {
        let witness = &row["witness"];
        let is_about = |field: &str| witness[field] == row[field];
        let is_same = ["property", "channels", "sha256"].into_iter().all(is_about);
        // Progress in the strong sense is shown by what violates another property.
        if is_choreography { false } else { witness.is_null() || !is_same }
    })
}

#[test]
fn a_changed_report_is_confirmed_only_where_it_says_the_same() {
    let samples = samples("report_edits", 80);
    let mut counts = BTreeMap::<(&str, &str), usize>::new();
    let mut confirmed = 0;
    for sample in &samples {
        let verdict = sample.verdict(&sample.report);
        let is_right =
            matches!(verdict, Verdict::Confirmed | Verdict::Partial(_) | Verdict::Unsupported(_));
        assert!(is_right, "{}: {verdict:?}\n{}", sample.name, sample.report);
        confirmed += usize::from(verdict == Verdict::Confirmed);
        assert_eq!(follows(&sample.report), Some(true), "{}", sample.name);
    }
    assert!(confirmed > 10, "{confirmed} of {} are confirmed", samples.len());
    for seed in seeds(SHARE) {
        let mut numbers = Random::new(seed);
        let sample = &samples[numbers.below(samples.len())];
        let (name, edit) = EDITS[numbers.below(EDITS.len())];
        let mut report = sample.report.clone();
        if edit(&mut report, &mut numbers).is_none() || report == sample.report {
            continue;
        }
        let verdict = sample.verdict(&report);
        let told = || format!("seed {seed}, {name}, {}: {verdict:?}\n{report}", sample.name);
        let is_lost = matches!(verdict, Verdict::Unsupported(_));
        if name == "no command" {
            assert!(is_lost, "{}", told());
        }
        if name == "no expectation of a row" && !sample.is_choreography {
            assert!(matches!(verdict, Verdict::Rejected(_)), "{}", told());
        }
        let is_judged = ["check", "rsc", "safety", "reach", "legacy", "chor check"]
            .iter()
            .any(|command| report["command"] == *command);
        let before: Vec<_> = claims(&sample.report);
        let is_more = claims(&report).iter().any(|claim| !before.contains(claim));
        if is_judged
            && (follows(&report) != Some(true) || is_unshown(&report, sample.is_choreography))
        {
            assert!(matches!(verdict, Verdict::Rejected(_)), "{}", told());
        } else if is_more {
            assert_ne!(verdict, Verdict::Confirmed, "{}", told());
        }
        let said = match verdict {
            Verdict::Confirmed => "confirmed",
            Verdict::Partial(_) => "in part",
            Verdict::Rejected(_) => "rejected",
            Verdict::Unsupported(_) => "unsupported",
        };
        *counts.entry((name, said)).or_default() += 1;
    }
    println!("{counts:?}");
    if are_many() {
        for (name, _) in EDITS {
            assert!(counts.keys().any(|(other, _)| other == name), "never: {name}");
        }
        let all: usize = counts.values().sum();
        let rejected: usize = counts
            .iter()
            .filter(|((_, said), _)| *said == "rejected")
            .map(|(_, count)| count)
            .sum();
        assert!(rejected * 2 > all, "{rejected} of {all} are rejected");
    }
}

/// What the checker says of the report that a command prints about models in a directory, of which the first is given.
fn judged(here: &Directory, command: &str, model: &str) -> (Value, Verdict) {
    let report = json_of(&here.run(&format!("{command} --format json")).output);
    let verdict = verify(report.to_string().as_bytes(), here.read(model).as_bytes(), None);
    (report, verdict)
}

#[test]
fn rows_about_other_models_are_counted_apart() {
    let here = Directory::of_models("report_several");
    let (_, verdict) = judged(&here, "rsc crossing.scm stream.scm", "crossing.scm");
    let said = |text: &str| Verdict::Partial(text.to_owned());
    assert_eq!(verdict, said("1 of 1 confirmed; 1 about other models"));
    let (_, verdict) = judged(&here, "rsc crossing.scm stream.scm", "stream.scm");
    assert_eq!(
        verdict,
        said("0 of 1 confirmed; 1 holds without a certificate; 1 about other models")
    );
    let (mut report, verdict) = judged(&here, "safety stream.scm stream.scm", "stream.scm");
    let count = report["results"].as_array().unwrap().len();
    assert_eq!(
        verdict,
        said(&format!("0 of {count} confirmed; {count} hold without a certificate"))
    );
    // Whether the model is RSC decides nothing there, each time.
    let second = count / 2;
    assert_eq!(report["results"][second]["property"], "rsc");
    report["results"][second]["verdict"] = json!("unknown");
    report["results"][second]["reason"] = json!("timeout");
    let verdict = verify(report.to_string().as_bytes(), here.read("stream.scm").as_bytes(), None);
    let fewer = count - 1;
    assert_eq!(
        verdict,
        said(&format!("0 of {fewer} confirmed; {fewer} hold without a certificate"))
    );
    let (_, verdict) = judged(&here, "safety crossing.scm --property rsc", "crossing.scm");
    assert_eq!(verdict, Verdict::Confirmed);
}

#[test]
fn what_failed_besides_answering_stands_in_the_report() {
    let here = Directory::of_models("report_faults").with("out/crossing.rsc.json/in_the_way", "");
    let (mut report, verdict) = judged(&here, "rsc crossing.scm --witness out", "crossing.scm");
    assert_eq!((&report["exit_code"], verdict), (&json!(2), Verdict::Confirmed));
    assert_eq!(report["faults"].as_array().map(Vec::len), Some(1));
    report.as_object_mut().unwrap().remove("faults");
    let verdict = verify(report.to_string().as_bytes(), here.read("crossing.scm").as_bytes(), None);
    assert!(matches!(verdict, Verdict::Rejected(_)), "{verdict:?}");
}

#[test]
fn what_the_model_states_and_nothing_answers_is_not_decided() {
    let text = format!(
        "//# expect: rsc = violated, stuck(p) = holds\n{}",
        crate::support::program::CROSSING
    );
    let here = Directory::new("report_stated").with("stated.scm", &text);
    let (mut report, verdict) = judged(&here, "check stated.scm", "stated.scm");
    assert!(matches!(verdict, Verdict::Partial(_)), "{verdict:?}");
    assert_eq!(report["exit_code"], 0);
    let rows = report["results"].as_array_mut().unwrap();
    rows.retain(|row| row["property"] != "stuck(p)");
    let judge = |report: &Value| verify(report.to_string().as_bytes(), text.as_bytes(), None);
    assert!(matches!(judge(&report), Verdict::Rejected(_)), "{:?}", judge(&report));
    report["exit_code"] = json!(3);
    assert!(matches!(judge(&report), Verdict::Partial(_)), "{:?}", judge(&report));
}
