//! The bundled systems.

use std::fs;
use std::path::{Path, PathBuf};

use scm_check::kernel::source::Source;
use scm_check::language::scm::{self, Model};

/// Returns the models below `models/` in order.
pub(crate) fn models() -> Vec<(PathBuf, Model)> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("models")];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "scm") {
                let source = Source::new("model", fs::read_to_string(&path).unwrap());
                let reading = scm::read(&source);
                assert_eq!(reading.diagnostics, [], "{}", path.display());
                found.push((path, reading.model.unwrap()));
            }
        }
    }
    found.sort_by(|left, right| left.0.cmp(&right.0));
    assert!(found.len() > 30, "the models are found");
    found
}
