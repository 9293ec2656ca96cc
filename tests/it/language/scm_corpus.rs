//! The reader of SCM against files whose answers are known.

use std::collections::BTreeMap;

use crate::support::corpora::{corpora, scm_files, source};
use scm_check::internals::kernel::diagnostics::{Colours, render_all};
use scm_check::internals::language::scm;

#[test]
#[ignore = "needs the corpora"]
fn accepts_and_refuses_what_mcscm_does_but_for_known_differences() {
    let base = corpora().join("scm-grammar");
    let known = std::fs::read_to_string(base.join("here.tsv")).unwrap();
    let here: BTreeMap<&str, &str> = known
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut cells = line.split('\t');
            Some((cells.next()?, cells.next()?))
        })
        .collect();
    let (mut wrong, mut files) = (Vec::new(), 0);
    for (kind, answer) in [("ok", "accepted"), ("bad", "refused")] {
        for path in scm_files(&base.join(kind)) {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let expected = here.get(&*name).copied().unwrap_or(answer);
            let source = source(&path);
            let reading = scm::read(&source);
            let found = if reading.model.is_some() { "accepted" } else { "refused" };
            if expected != "either" && found != expected {
                wrong.push(format!("{name}: {found}, expected {expected}"));
            }
            files += 1;
            let text = render_all(&source, &reading.diagnostics, 100, Colours::Plain);
            if std::env::var_os("SCM_SHOW").is_some() {
                println!("{text}");
            }
        }
    }
    assert!(files > 0, "{} has no models", base.display());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
