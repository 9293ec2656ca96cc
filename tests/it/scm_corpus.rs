//! The reader of SCM against files whose answers are known.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use scm_check::kernel::diagnostics::{Colours, render_all};
use scm_check::kernel::source::Source;
use scm_check::language::scm;

/// Returns the folder of public models, or says that it is not there.
pub(crate) fn corpora() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora");
    if !path.is_dir() {
        println!("skipped: no corpora at {}", path.display());
        return None;
    }
    Some(path)
}

/// Returns all SCM files below `directory`, in order.
pub(crate) fn scm_files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "scm") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub(crate) fn source(path: &Path) -> Source {
    let name = path.file_name().unwrap().to_string_lossy();
    Source::from_bytes(name, std::fs::read(path).unwrap())
}

#[test]
fn accepts_and_refuses_what_mcscm_does_but_for_known_differences() {
    let Some(corpora) = corpora() else { return };
    let base = corpora.join("scm-grammar");
    let known = std::fs::read_to_string(base.join("here.tsv")).unwrap();
    let here: BTreeMap<&str, &str> = known
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut cells = line.split('\t');
            Some((cells.next()?, cells.next()?))
        })
        .collect();
    let mut wrong = Vec::new();
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
            let text = render_all(&source, &reading.diagnostics, 100, Colours::Plain);
            if std::env::var_os("SCM_SHOW").is_some() {
                println!("{text}");
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
