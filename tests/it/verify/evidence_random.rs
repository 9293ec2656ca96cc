//! The evidence that the checks give for random systems against the oracle.
//!
//! The settings are those of `cases.rs`.

use crate::support::cases::seeds;
use crate::support::effort::scaled;
use crate::support::evidence_sources::{Evidence, Sample};
use oracle::configurations::{Bounds, Configuration, Loss, explore};
use oracle::evidence::{Judged, Objection};
use oracle::evidence_certificate::valid_certificates;
use oracle::evidence_languages::Languages;
use oracle::evidence_witness::valid_witness;
use oracle::safety::Property;
use serde_json::Value;
use std::collections::BTreeMap;
use verify::{Verdict, verify};

/// How often each kind of property occurs.
type Counts = BTreeMap<String, usize>;

/// Whether each kind of property occurs, where there are enough systems.
fn assert_all_kinds(name: &str, counts: &Counts, systems: usize) {
    println!("{systems} systems, {name}: {counts:?}");
    let kinds = ["rsc", "bad_states", "deadlock", "stuck", "unreceived"].map(str::to_owned);
    let system = crate::support::cases::system_of(1);
    let linear = Property::LINEAR.map(|property| property.name(&system));
    for kind in kinds.into_iter().chain(linear) {
        assert!(counts.contains_key(&kind) || systems < scaled(100), "no {name} for {kind}");
    }
}

/// A configuration that is reached with few messages, and is in no language of a certificate.
fn first_left_out(sample: &Sample, certificate: &Value) -> Option<Configuration> {
    let system = &*sample.judged().certified(certificate).expect("it is about the model");
    let languages = Languages::read(system, certificate).expect("it can be read");
    let bounds = Bounds { configurations: 1_000, messages: 5 };
    let reached = explore(system, Loss::OnTheWay, bounds).reached.into_iter();
    reached.map(|reached| reached.configuration).find(|here| !languages.contains(here))
}

#[test]
fn what_the_checks_write_down_is_valid() {
    let (mut witnesses, mut certificates, mut systems) = (Counts::new(), Counts::new(), 0);
    let mut undecided = 0;
    let of_both_kinds = |seed| [Sample::of(seed), Sample::beyond_rsc(seed)];
    let (mut languages, mut refused) = (0, Vec::new());
    for sample in seeds(5).flat_map(of_both_kinds) {
        let (seed, model) = (sample.seed, sample.judged());
        systems += 1;
        let (violated, held) = sample.evidence();
        let mut objection = |evidence: &Evidence, judged: Judged<()>| match judged {
            Ok(()) => {}
            Err(Objection::Undecided(_)) => undecided += 1,
            Err(why) => panic!("seed {seed}: {why}\n{}\n{}", evidence.file, sample.text),
        };
        for evidence in &violated {
            *witnesses.entry(evidence.kind.clone()).or_default() += 1;
            objection(evidence, valid_witness(model, &evidence.file));
        }
        for evidence in &held {
            *certificates.entry(evidence.kind.clone()).or_default() += 1;
            let others = evidence.membership.as_ref();
            let judged = valid_certificates(model, &evidence.file, others);
            let [file, others] = [Some(&evidence.file), others]
                .map(|file| file.map(|file| serde_json::to_vec(file).unwrap()));
            let verdict = verify(&file.unwrap(), sample.text.as_bytes(), others.as_deref());
            if verdict != Verdict::Confirmed {
                refused.push(format!(
                    "seed {seed}: {verdict:?}, the oracle: {judged:?}\n{}\n{}",
                    evidence.file, sample.text
                ));
            }
            // Of least configurations nobody but the checker knows.
            if evidence.file["form"] != "upward" || matches!(judged, Err(Objection::Wrong(_))) {
                objection(evidence, judged);
            }
            if evidence.file["form"] == "languages" {
                languages += 1;
                assert_eq!(first_left_out(&sample, &evidence.file), None, "{}", sample.text);
            }
        }
    }
    refused.sort_by_key(String::len);
    assert!(refused.is_empty(), "{} refused; {}", refused.len(), refused[0]);
    assert!(languages > 0 || systems < scaled(100), "some certificates are languages");
    let all: usize = witnesses.values().chain(certificates.values()).sum();
    println!("{undecided} of {all} are too large");
    assert!(undecided * 50 <= all || systems < scaled(100), "the oracle is mostly conclusive");
    assert_all_kinds("witnesses", &witnesses, systems);
    assert_all_kinds("certificates", &certificates, systems);
}
