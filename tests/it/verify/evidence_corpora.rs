//! All evidence about bundled and published models is confirmed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::support::cases::setting;
use crate::support::corpora::{corpora, scm_files, source};
use crate::support::effort::sampled;
use crate::support::evidence_sources::{Evidence, Sample};
use verify::{Verdict, verify};

/// How much evidence of each kind was confirmed.
type Counts = BTreeMap<(&'static str, String), usize>;

/// Has all evidence about the models confirmed that searches of so many states find.
fn confirm(files: &[PathBuf], states: u64, counts: &mut Counts) {
    for path in files {
        // What is no model has no evidence.
        let Some(sample) = Sample::read(source(path).text()) else { continue };
        for channels in ["as written", "fifo", "bag"] {
            let (witnesses, certificates) = sample.evidence_by(channels, states);
            for (what, evidence) in [("violated", witnesses), ("holds", certificates)] {
                for Evidence { kind, file, membership } in evidence {
                    let bytes = |value| serde_json::to_vec(value).unwrap();
                    let membership = membership.as_ref().map(bytes);
                    let model = sample.text.as_bytes();
                    let verdict = verify(&bytes(&file), model, membership.as_deref());
                    let name = path.display();
                    assert_eq!(verdict, Verdict::Confirmed, "{name}: {kind} {what}, {channels}");
                    *counts.entry((what, kind)).or_default() += 1;
                }
            }
        }
    }
}

#[test]
fn all_evidence_about_the_bundled_models_is_confirmed() {
    let models = scm_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("models"));
    let mut counts = Counts::new();
    let models: Vec<PathBuf> = sampled(models).collect();
    confirm(&models, 3_000, &mut counts);
    for kind in ["rsc", "bad_states", "progress", "unspecified-reception", "stuck", "deadlock"] {
        for what in ["violated", "holds"] {
            assert!(counts.contains_key(&(what, kind.to_owned())), "{kind} {what}: {counts:?}");
        }
    }
}

#[test]
#[ignore = "needs the corpora"]
fn all_evidence_about_published_models_is_confirmed() {
    let corpora = corpora();
    // With `SCM_CHECK_CASES` it looks at what is large, too.
    let states = if setting("SCM_CHECK_CASES", 0) > 0 { 200_000 } else { 300 };
    let mut counts = Counts::new();
    for folder in ["scm", "mcscm"] {
        confirm(&scm_files(&corpora.join(folder)), states, &mut counts);
    }
    println!("confirmed, with searches of {states} states: {counts:?}");
    assert!(counts.values().sum::<usize>() > 5_000, "{counts:?}");
}
