//! Certificates of form `linear` for random systems, as they are found and with up to three things changed, by the
//! checker and by the oracle: and what the checker confirms is not violated where the oracle explores the system.
//!
//! The settings are those of `cases.rs`.

use std::collections::BTreeMap;

use oracle::configurations::{Bounds, Exploration, Loss, explore};
use oracle::evidence::{Objection, Question};
use oracle::evidence_files::valid_evidence;
use oracle::reachability::is_bad;
use scm_check::internals::check::backward::Target;
use scm_check::internals::check::linear::excludes;
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::language::evidence::{EvidenceSubject, write_certificate};
use scm_check::internals::model::cfsm::{ChannelKind, SafetyProperty, System};
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::model::evidence::Certificate;
use serde_json::{Value, json};
use verify::{Verdict, verify};

use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;
use crate::support::evidence_sources::Sample;
use crate::support::linear_changes::LINEAR;
use crate::support::witness_changes::Change;

/// What the oracle explores.
const BOUNDS: Bounds = Bounds { configurations: 500, messages: 4 };

/// How often each certificate is changed.
const CHANGES: usize = 12;

/// The certificates of what linear invariants exclude in a reading of the channels.
fn certificates(sample: &Sample, channels: &'static str, system: &System) -> Vec<Value> {
    let subject = |property: String| EvidenceSubject {
        property,
        channels: ChannelChoice::with_word(channels).unwrap(),
        sha256: Some(sample.sha256.clone()),
    };
    let properties = SafetyProperty::LINEAR.iter().filter_map(|property| match property {
        SafetyProperty::Linear(one) => {
            Some((Target::Violations(*one), subject(property.name(system))))
        }
        _ => None,
    });
    let sets = sample.model.bad.iter().zip(1..).map(|(bad, number)| {
        (Target::Configurations(bad), subject(format!("bad_states/{number}")))
    });
    let certificate = |(target, subject)| {
        let found = excludes(system, target, &Control::unlimited()).expect("no limit")?;
        let mut written = Vec::new();
        let certificate = Certificate::Linear(found.into());
        write_certificate(&certificate, system, &subject, &mut written).unwrap();
        Some(serde_json::from_slice(&written).unwrap())
    };
    properties.chain(sets).filter_map(certificate).collect()
}

/// Whether a configuration that was explored violates what a certificate is about.
fn is_violated(sample: &Sample, certificate: &Value, exploration: &Exploration) -> bool {
    let system = &*sample.judged().read(certificate).unwrap();
    let question = sample.judged().question(certificate).unwrap();
    let mut reached = exploration.reached.iter().map(|reached| &reached.configuration);
    reached.any(|here| match question {
        Question::BadStates(bad) => is_bad(bad, here),
        Question::Safety(property) => property.is_violated_in(system, here) == Some(true),
        Question::Rsc => panic!("sums do not show this"),
    })
}

#[test]
fn the_checker_sees_what_sums_do_not_exclude() {
    let mut tally = BTreeMap::<&str, usize>::new();
    let mut changes = BTreeMap::<&str, usize>::new();
    for seed in seeds(3) {
        let sample = if seed % 2 == 0 { Sample::of(seed) } else { Sample::beyond_rsc(seed) };
        let mut numbers = Random::new(seed);
        let as_written = sample.model.system.clone();
        let (channels, system) = match seed % 5 {
            0 => ("fifo", as_written.with_channels(ChannelKind::Fifo)),
            1 => ("bag", as_written.with_channels(ChannelKind::Bag)),
            _ => ("as written", as_written),
        };
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        for original in certificates(&sample, channels, &system) {
            let has_weights = original["invariants"] != json!([]);
            for times in 0..=if has_weights { CHANGES } else { 1 } {
                let mut file = original.clone();
                for _ in 0..if times == 0 { 0 } else { 1 + numbers.below(3) } {
                    let changed = |(name, by): &Change| {
                        let mut next = file.clone();
                        by(&system, &mut next, &mut numbers)?;
                        (next != file).then_some((*name, next))
                    };
                    let changed = LINEAR.iter().filter_map(changed);
                    let rarest = changed.min_by_key(|(name, _)| changes.get(name).copied());
                    let Some((name, next)) = rarest else { break };
                    *changes.entry(name).or_default() += 1;
                    file = next;
                }
                if (times == 0) != (file == original) {
                    continue;
                }
                let text = file.to_string();
                let verdict = verify(text.as_bytes(), sample.text.as_bytes(), None);
                let judged = valid_evidence(sample.judged(), &file, None);
                let shown =
                    || format!("seed {seed}: {verdict:?}, {judged:?}\n{}\n{file}", sample.text);
                let is_confirmed = verdict == Verdict::Confirmed;
                assert!(times > 0 || is_confirmed, "{}", shown());
                let word = match judged {
                    Ok(()) => {
                        assert!(is_confirmed, "{}", shown());
                        "valid"
                    }
                    Err(Objection::Wrong(_)) => {
                        assert!(!is_confirmed, "{}", shown());
                        "wrong"
                    }
                    Err(Objection::Undecided(_)) if is_confirmed => "undecided, confirmed",
                    Err(Objection::Undecided(_)) => "undecided, refused",
                };
                assert!(!is_confirmed || !is_violated(&sample, &file, &exploration), "{}", shown());
                *tally.entry(word).or_default() += usize::from(times > 0);
            }
        }
    }
    println!("{tally:?}\n{changes:?}");
    let count = |word| tally.get(word).copied().unwrap_or_default();
    if are_many() {
        assert_eq!(changes.len(), LINEAR.len(), "each change");
        assert!(count("valid") > required(50) && count("wrong") > required(200));
        let undecided = count("undecided, confirmed") + count("undecided, refused");
        assert!(undecided * 10 < tally.values().sum(), "the oracle mostly knows");
    }
}
