//! Evidence with one thing changed, by the checker and by the oracle.
//!
//! The checker confirms what the oracle calls valid, and nothing that it calls wrong. The settings
//! are those of `cases.rs`.

use crate::support::cases::{case_count, seeds};
use crate::support::certificate_changes::CERTIFICATE;
use crate::support::evidence_sources::{Evidence, Sample};
use crate::support::language_certificates::of_few_configurations;
use crate::support::language_changes::LANGUAGES;
use crate::support::witness_changes::{Change, REPORT, WITNESS, report};
use oracle::evidence::{Judged, Objection};
use oracle::evidence_files::valid_evidence;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::System;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use verify::{Verdict, verify};

/// How many mutants there are of 100 cases that are asked for.
const SHARE: usize = 25;

/// The name of the change of a bit.
const BIT: &str = "a bit";

/// A file, and what goes with it.
#[derive(Clone)]
struct Files {
    evidence: Vec<u8>,
    membership: Option<Vec<u8>>,
}

impl Files {
    fn of(evidence: &Evidence) -> Self {
        let bytes = |value| serde_json::to_vec(value).unwrap();
        Self {
            evidence: bytes(&evidence.file),
            membership: evidence.membership.as_ref().map(bytes),
        }
    }

    /// What the oracle says.
    fn judged(&self, sample: &Sample) -> Judged<()> {
        let read = |bytes: &[u8]| -> Judged<Value> {
            serde_json::from_slice(bytes).map_err(|why| Objection::Wrong(why.to_string()))
        };
        let evidence = read(&self.evidence)?;
        let membership = self.membership.as_deref().map(read).transpose()?;
        valid_evidence(sample.judged(), &evidence, membership.as_ref())
    }

    fn verdict(&self, model: &str) -> Verdict {
        verify(&self.evidence, model.as_bytes(), self.membership.as_deref())
    }

    fn text(&self) -> String {
        let evidence = String::from_utf8_lossy(&self.evidence);
        let membership = self.membership.as_deref().map(String::from_utf8_lossy);
        format!("{evidence}\nresting on {membership:?}")
    }
}

/// What has happened so far.
#[derive(Default)]
struct Tally {
    changes: BTreeMap<&'static str, usize>,
    properties: BTreeMap<String, usize>,
    mutants: usize,
    valid: usize,
    undecided: usize,
    disagreements: Vec<String>,
}

impl Tally {
    /// Compares what the checker and the oracle say.
    fn compare(
        &mut self,
        sample: &Sample,
        evidence: &Evidence,
        change: &'static str,
        files: &Files,
    ) {
        self.mutants += 1;
        *self.changes.entry(change).or_default() += 1;
        *self.properties.entry(evidence.kind.clone()).or_default() += 1;
        let verdict = files.verdict(&sample.text);
        let judged = files.judged(sample);
        let agree = match &judged {
            Ok(()) => {
                self.valid += 1;
                verdict == Verdict::Confirmed
            }
            Err(Objection::Wrong(_)) => verdict != Verdict::Confirmed,
            Err(Objection::Undecided(_)) => {
                self.undecided += 1;
                true
            }
        };
        if !agree {
            self.disagreements.push(format!(
                "seed {}, {change}: the checker says {verdict:?}, the oracle {judged:?}\n{}\n{}",
                sample.seed,
                files.text(),
                sample.text
            ));
        }
    }

    /// Of the changed files, the one whose change is the rarest so far.
    fn rarest(&self, mut mutants: Vec<(&'static str, Files)>) -> Option<(&'static str, Files)> {
        let count = |name: &str| self.changes.get(name).copied().unwrap_or_default();
        let least = (0..mutants.len()).min_by_key(|&place| count(mutants[place].0))?;
        Some(mutants.swap_remove(least))
    }

    fn finish(&self, name: &str, names: &[&'static str], kinds: &[&str]) {
        let Self { changes, properties, mutants, valid, undecided, disagreements } = self;
        println!("{mutants} {name}, {valid} of them valid, {undecided} undecided");
        println!("{properties:?}\n{changes:?}");
        for line in disagreements.iter().filter_map(|text| text.lines().next()) {
            println!("{line}");
        }
        let mut smallest: Vec<&String> = disagreements.iter().collect();
        smallest.sort_by_key(|text| text.len());
        let shown: Vec<&str> = smallest.into_iter().take(3).map(String::as_str).collect();
        assert!(shown.is_empty(), "{} disagreements:\n{}", disagreements.len(), shown.join("\n\n"));
        if *mutants < 400 {
            return;
        }
        for change in names {
            assert!(changes.contains_key(change), "never: {change}");
        }
        for &kind in kinds {
            assert!(properties.contains_key(kind), "never: {kind}");
        }
        assert!(valid * 50 >= *mutants && valid * 2 <= *mutants, "both outcomes occur");
        assert!(undecided * 20 <= *mutants, "the oracle mostly knows");
    }
}

/// What files with evidence are about.
const KINDS: [&str; 9] = [
    "rsc",
    "bad_states",
    "unspecified-reception",
    "progress",
    "orphan-message",
    "reception-deadlock",
    "deadlock",
    "stuck",
    "unreceived",
];

/// Changes to certificates of all forms that change those with languages, too.
const OF_ALL_FORMS: [&str; 9] = [
    "drop a state",
    "repeat a state",
    "another order of states",
    "property",
    "over",
    "channels",
    "sha256",
    "form",
    "unknown field",
];

/// The number of mutants that are asked for.
fn wanted() -> usize {
    usize::try_from(case_count(2_000)).unwrap() * SHARE / 100
}

/// All files with one change that are other files.
fn mutants(
    system: &System,
    changes: &[Change],
    original: &Value,
    numbers: &mut Random,
) -> Vec<(&'static str, Value)> {
    let changed = |(name, change): &Change| {
        let mut value = original.clone();
        change(system, &mut value, numbers)?;
        (value != *original).then_some((*name, value))
    };
    changes.iter().filter_map(changed).collect()
}

/// The file with another bit somewhere.
fn with_another_bit(files: &Files, numbers: &mut Random) -> Files {
    let mut files = files.clone();
    let place = numbers.below(files.evidence.len());
    files.evidence[place] ^= 1 << numbers.below(8);
    files
}

#[test]
fn the_checker_sees_what_is_wrong_with_witnesses() {
    let mut tally = Tally::default();
    for seed in seeds(100) {
        let sample = Sample::of(seed);
        let system = &sample.model.system;
        let mut numbers = Random::new(seed);
        for evidence in sample.evidence().0 {
            let files = Files::of(&evidence);
            assert_eq!(files.verdict(&sample.text), Verdict::Confirmed, "{}", files.text());
            let elsewhere = format!("{} ", sample.text);
            assert_ne!(files.verdict(&elsewhere), Verdict::Confirmed, "another model");

            let reported = report(&evidence.file, numbers.percent(50));
            let mut changed = mutants(system, WITNESS, &evidence.file, &mut numbers);
            changed.extend(mutants(system, REPORT, &reported, &mut numbers));
            let file = |(name, file)| (name, Files::of(&Evidence { file, ..evidence.clone() }));
            let mut changed: Vec<_> = changed.into_iter().map(file).collect();
            changed.push((BIT, with_another_bit(&files, &mut numbers)));
            if let Some((change, files)) = tally.rarest(changed) {
                tally.compare(&sample, &evidence, change, &files);
            }
        }
        if tally.mutants >= wanted() {
            break;
        }
    }
    let names = WITNESS.iter().chain(REPORT).map(|(name, _)| *name);
    tally.finish("witnesses", &names.chain([BIT]).collect::<Vec<_>>(), &KINDS);
}

#[test]
fn the_checker_sees_what_is_wrong_with_certificates() {
    let mut tally = Tally::default();
    for seed in seeds(100) {
        let sample = Sample::of(seed);
        let system = &sample.model.system;
        let mut numbers = Random::new(seed);
        for evidence in sample.evidence().1 {
            let original = Files::of(&evidence);
            let verdict = original.verdict(&sample.text);
            assert_eq!(verdict, Verdict::Confirmed, "{}\n{}", original.text(), sample.text);

            let mut changed = Vec::new();
            for (name, file) in mutants(system, CERTIFICATE, &evidence.file, &mut numbers) {
                changed.push((name, together(Evidence { file, ..evidence.clone() }, &mut numbers)));
            }
            if let Some(membership) = &evidence.membership {
                for (name, other) in mutants(system, CERTIFICATE, membership, &mut numbers) {
                    let changed_too = Evidence { membership: Some(other), ..evidence.clone() };
                    if numbers.percent(30) {
                        changed.push((name, together(changed_too, &mut numbers)));
                    }
                }
            }
            changed.push((BIT, with_another_bit(&original, &mut numbers)));
            if let Some((change, files)) = tally.rarest(changed) {
                tally.compare(&sample, &evidence, change, &files);
            }
        }
        if tally.mutants >= wanted() {
            break;
        }
    }
    let names = CERTIFICATE.iter().map(|(name, _)| *name);
    tally.finish("certificates", &names.chain([BIT]).collect::<Vec<_>>(), &KINDS);
}

#[test]
fn the_checker_sees_what_is_wrong_with_languages() {
    let (mut tally, mut inferred) = (Tally::default(), 0);
    let of_all_forms = CERTIFICATE.iter().filter(|(name, _)| OF_ALL_FORMS.contains(name));
    let changes: Vec<Change> = LANGUAGES.iter().chain(of_all_forms).copied().collect();
    // The oracle takes seconds for a system.
    for seed in seeds(100).take(4) {
        let sample = Sample::beyond_rsc(seed);
        let system = &sample.model.system;
        let mut numbers = Random::new(seed);
        let found = sample.evidence().1.into_iter();
        let mut all: Vec<_> = found.filter(|found| found.file["form"] == "languages").collect();
        inferred += all.len();
        all.extend(of_few_configurations(&sample, &mut numbers));
        for evidence in all {
            let original = Files::of(&evidence);
            let verdict = original.verdict(&sample.text);
            assert_eq!(verdict, Verdict::Confirmed, "{}\n{}", original.text(), sample.text);

            let changed = mutants(system, &changes, &evidence.file, &mut numbers).into_iter();
            let file = |(name, file)| (name, Files::of(&Evidence { file, ..evidence.clone() }));
            let mut changed: Vec<_> = changed.map(file).collect();
            changed.push((BIT, with_another_bit(&original, &mut numbers)));
            if let Some((change, files)) = tally.rarest(changed) {
                tally.compare(&sample, &evidence, change, &files);
            }
        }
        if tally.mutants >= wanted() {
            break;
        }
    }
    let names = changes.iter().map(|(name, _)| *name);
    println!("{inferred} of the certificates are of a check");
    assert!(inferred * 2 >= tally.mutants, "many are");
    tally.finish("languages", &names.chain([BIT]).collect::<Vec<_>>(), &KINDS[1..6]);
}

/// The files, sometimes with everything in one.
fn together(evidence: Evidence, numbers: &mut Random) -> Files {
    match evidence.membership {
        Some(membership) if numbers.percent(30) => {
            let file = json!([membership, evidence.file]);
            Files::of(&Evidence { file, membership: None, ..evidence })
        }
        _ => Files::of(&evidence),
    }
}
