//! Protocols in Scribble and nuScr that others published: how many are read, and what is answered.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use crate::support::corpora::{corpora, source};
use scm_check::internals::check::realisability::{Outcome, Question, check};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::choreography::{Format, Guards, read_with};
use scm_check::internals::model::choreography::{Architecture, ChannelChoice, Choreography};

/// Parts of paths by which the authors say that a file is wrong.
const BAD: [&str; 8] = [
    "/bad/",
    "/errors/",
    "/failing/",
    "/invalid-pragma.t/",
    "/unguarded-recursion.t/",
    "/unbound-variable.t/",
    "/unsatisfiable-false.t/",
    "/state-var-errors.t/",
];

/// Files that are wrong, without a label, with the code of their first mistake: a missing semicolon, roles that are
/// not declared, and a draft that breaks off.
const MISTAKEN: [(&str, &str); 2] =
    [("008_mpst-rust-github_o_auth_2.nuscr", "E0309"), ("024_Teatrino_Log.nuscr", "E0301")];

/// Returns a text without comments.
fn without_comments(text: &str) -> String {
    let mut result = String::new();
    for (number, part) in text.split("/*").enumerate() {
        result +=
            if number == 0 { part } else { part.split_once("*/").map_or("", |(_, rest)| rest) };
    }
    let lines = result.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the names of the global protocols of a text.
fn global_protocols(text: &str) -> Vec<String> {
    let text = without_comments(text);
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let mut names = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        let is_other = ["local", "nested", "aux"].contains(&before);
        if *word == "protocol" && !is_other && at + 1 < words.len() {
            names.push(words[at + 1].to_owned());
        }
    }
    names
}

/// Returns a text in which a global protocol is the first one that is not `aux`.
fn with_main(text: &str, main: &str) -> String {
    let head = "global protocol ";
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(head) {
        let name: String = rest[at + head.len()..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        result += &rest[..at];
        result += if name == main { "" } else { "aux " };
        result += head;
        rest = &rest[at + head.len()..];
    }
    result + rest
}

/// Returns what is answered about a protocol, or the code, the place and the message of the first error.
fn answer(source: &Source, guards: Guards) -> Result<&'static str, (String, String)> {
    let reading = read_with(source, Format::Scribble, guards);
    let Some(model) = reading.model else {
        let first = reading.diagnostics.iter().find(|one| one.code.name.starts_with('E')).unwrap();
        let place = source.line_column(first.primary.span.start());
        let shown = format!("{}:{} {}", place.line, place.column, first.message);
        return Err((first.code.name.to_owned(), shown));
    };
    if model.unmade.is_some() {
        return Ok("unknown");
    }
    let choice = ChannelChoice { architecture: Some(Architecture::PeerToPeer), kind: None };
    let automaton = model.description.resolved(choice);
    let Some(choreography) = Choreography::new(&automaton, 100_000) else { return Ok("large") };
    let Some(system) = choreography.implementation(100_000) else { return Ok("holds") };
    let control = Control::unlimited().with_timeout(Duration::from_secs(10));
    Ok(match check(&choreography, &system, Question::Realisable, &control).outcome {
        Outcome::Holds(_) => "holds",
        Outcome::Violated(_) => "violated",
        Outcome::Unknown(_) => "unknown",
    })
}

#[test]
#[ignore = "needs the corpora"]
fn most_public_protocols_are_read() {
    let base = corpora().join("real");
    let sources = std::fs::read_to_string(base.join("SOURCES.tsv")).unwrap();
    let (mut table, mut refusals) = (String::new(), BTreeMap::<String, usize>::new());
    // Of the protocols without a label, and of those that are not mistaken: how many, and how many are read.
    let (mut unlabelled, mut meant, mut alarms) = ([0, 0], [0, 0], Vec::new());
    let mut counts = BTreeMap::<(&str, &str), usize>::new();
    for line in sources.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [kind, file, _, path, ..] = columns[..] else { panic!("{line}") };
        if kind != "scribble" && kind != "nuscr" {
            continue;
        }
        let source = source(&base.join(kind).join(file));
        let is_bad = BAD.iter().any(|part| format!("/{path}").contains(part));
        let mistake = MISTAKEN.iter().find(|(name, _)| *name == file);
        let names = global_protocols(source.text());
        if names.is_empty() {
            let (code, _) = answer(&source, Guards::Refused).unwrap_err();
            *counts.entry((kind, "without a global protocol")).or_default() += 1;
            assert!(["E0308", "E0316"].contains(&code.as_str()), "{file}: {code}");
            continue;
        }
        for name in &names {
            let text =
                if names.len() > 1 { with_main(source.text(), name) } else { source.text().into() };
            let one = Source::new(file, text);
            let strict = answer(&one, Guards::Refused);
            let found = answer(&one, Guards::Dropped);
            let label = if is_bad { "bad" } else { "" };
            let _ = match &found {
                Ok(verdict) => {
                    let with = if strict.is_ok() { "" } else { ", with --drop-guards" };
                    writeln!(table, "{label:4} {file} {name}: {verdict}{with}")
                }
                Err((code, shown)) => writeln!(table, "{label:4} {file} {name}: {code} {shown}"),
            };
            let answered = match (&strict, &found) {
                (Ok(verdict), _) => verdict,
                (Err(_), Ok(_)) => "read with --drop-guards",
                _ => "refused",
            };
            *counts.entry((if is_bad { "labelled bad" } else { kind }, answered)).or_default() += 1;
            if is_bad {
                continue;
            }
            let read = usize::from(found.is_ok());
            unlabelled = [unlabelled[0] + 1, unlabelled[1] + read];
            match (mistake, &found) {
                (Some((_, expected)), found) => {
                    let code = found.as_ref().map_err(|(code, _)| code.as_str());
                    assert_eq!(code, Err(*expected), "{file}");
                }
                (None, _) => meant = [meant[0] + 1, meant[1] + read],
            }
            if let Err((code, shown)) = &found {
                let reason = shown.split_once(' ').unwrap().1;
                let reason: String = reason
                    .split('`')
                    .enumerate()
                    .map(|(at, part)| if at % 2 == 1 && part.len() > 1 { "`..`" } else { part })
                    .collect();
                *refusals.entry(format!("{code} {reason}")).or_default() += 1;
            }
            let is_java = file.contains("scribble-java");
            let is_alarm = match &found {
                Ok(verdict) => *verdict == "violated",
                Err((code, _)) => code != "E0308",
            };
            if is_java && is_alarm {
                alarms.push(format!("{file} {name} {found:?}"));
            }
        }
    }
    println!("{table}\n{counts:#?}\n{refusals:#?}");
    println!("without a label {unlabelled:?}, not mistaken {meant:?}, alarms {alarms:?}");
    assert!(meant[0] > 70, "the corpus is found: {meant:?}");
    // With the mistaken ones, too.
    assert!(unlabelled[1] * 10 >= unlabelled[0] * 9, "{unlabelled:?}");
    assert!(alarms.is_empty(), "{alarms:?}");
}
